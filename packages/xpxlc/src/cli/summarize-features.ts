// Which features matter over a table, added up on all cores; for whoever tells it.

import type { Part } from '../answer/answerer.ts';
import { FeaturesParts, type FeaturesPartsState } from '../answer/features-parts.ts';
import type { FeaturesQuestion } from '../answer/features-record.ts';
import type { Format } from '../answer/layout.ts';
import type { FeaturesSummary } from '../answer/record-fields.ts';
import { withinWords } from '../answer/within-words.ts';
import { TableRules } from '../batch/table-rules.ts';
import { answerTable, type TableAnswer, type TableQuestion } from './answer-table.ts';
import type { Io } from './io.ts';

/** A table, and what of it is summed up. */
export interface FeaturesAsked extends Omit<TableQuestion, 'job' | 'done' | 'sum' | 'seen'> {
  readonly question: FeaturesQuestion;
  /** How many rules at most. */
  readonly rules: number;
  readonly format: Format;
}

/** Sum up all rows; `tell` turns the summary into what is written. */
export function summarizeFeatures(
  { question, rules: most, format, ...table }: FeaturesAsked,
  io: Io,
  tell: (summary: FeaturesSummary) => Iterable<Part>,
): Promise<TableAnswer> {
  const { features, classes } = table.classifier;
  const { split, within } = question;
  const names = features.map(({ name }) => name);
  const sum = (state: unknown): FeaturesParts => {
    const parts = new FeaturesParts(names, split);
    if (state !== undefined) parts.merge(state as FeaturesPartsState);
    return parts;
  };
  const asked: TableQuestion = {
    ...table,
    job: { command: 'features', question, format, each: false },
    done: 'explained',
    sum,
  };
  const rules =
    most === 0 ? undefined : new TableRules(asked, most, { within, partly: table.options.resume === true });
  return answerTable({ ...asked, seen: rules && ((block) => rules.see(block)) }, io, async ({ summary }) => {
    const found = sum(summary).result(classes, (await rules?.result()) ?? []);
    return tell(within === undefined ? found : { given: withinWords(within), ...found });
  });
}
