// `xpxlc features`: which features matter, for one decision or over a whole table.
import { featuresLayout } from '../answer/features-layout.ts';
import { Pages } from '../answer/pages.ts';
import type { RunSum } from '../batch/run.ts';
import { FeaturesParts, type FeaturesPartsState } from '../record/features-parts.ts';
import type { FeaturesQuestion } from '../record/features-record.ts';
import { withinWords } from '../record/within-words.ts';
import { answerTable, type TableQuestion } from './answer-table.ts';
import { UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { featureNames, toBudget } from './parse.ts';
import { TableRules } from './table-rules.ts';
import { type WithinOptions, withinOf } from './within.ts';

/** What the command line says. */
export interface FeaturesOptions
  extends ModelOptions,
    DataOptions,
    OutputOptions,
    BatchOptions,
    WithinOptions {
  readonly instance?: string;
  readonly protected?: string;
  /** The summary is split by class. */
  readonly by?: 'class';
  readonly maxExplanations?: number;
  readonly maxSteps?: number;
  /** Megabytes. */
  readonly maxMemory?: number;
  /** A record per row instead of the summary. */
  readonly each?: boolean;
  readonly rules: number;
}

/** Run the command; the exit status. */
export async function features(
  model: string,
  data: readonly string[],
  options: FeaturesOptions,
  io: Io,
): Promise<number> {
  const each = options.each === true || options.instance !== undefined;
  if (each && (options.by !== undefined || options.group !== undefined))
    throw new UsageError('only the summary of a table can be split', {
      place: options.by === undefined ? '--group' : '--by',
      expected: `no ${options.each === true ? '--each' : '--instance'}`,
    });
  const { classifier } = await loadClassifier(model, options, io, data);
  const { group } = options;
  const split = { class: options.by === 'class', ...(group === undefined ? {} : { group }) };
  const question: FeaturesQuestion = {
    protected: featureNames(options.protected, classifier.features, 'protected'),
    split,
    ...(options.maxExplanations === undefined ? {} : { most: options.maxExplanations }),
    budget: toBudget(options),
    ...withinOf(options, classifier),
  };
  const format = formatOf(options);
  const names = classifier.features.map(({ name }) => name);
  const sum = (state: unknown): FeaturesParts => {
    const parts = new FeaturesParts(names, split);
    if (state !== undefined) parts.merge(state as FeaturesPartsState);
    return parts;
  };
  const adder = (state: unknown): RunSum => {
    const parts = sum(state);
    return { add: (part) => parts.merge(part as FeaturesPartsState), state: () => parts.state() };
  };
  const asked: TableQuestion = {
    classifier,
    job: { command: 'features', question, format, each },
    data,
    ...(await caseOf(options, data, classifier, io)),
    options,
    done: 'explained',
    ...(each ? {} : { sum: adder }),
  };
  const rules =
    each || options.rules === 0 ? undefined : new TableRules(asked, options.rules, question.within);
  const { status } = await answerTable(
    { ...asked, ...(rules === undefined ? {} : { seen: (block) => rules.see(block) }) },
    io,
    async ({ summary }) => {
      if (each) return [];
      const pages = new Pages(format, featuresLayout(question));
      const found = sum(summary).result(classifier.classes, (await rules?.result()) ?? []);
      const { within } = question;
      pages.put(within === undefined ? found : { given: withinWords(within), ...found });
      return pages.rest();
    },
  );
  return status;
}
