// `xpxlc features`: which features matter, for one decision or over a whole table.
import { featuresLayout } from '../answer/features-layout.ts';
import { Pages } from '../answer/pages.ts';
import type { FeaturesSummary } from '../record/features-parts.ts';
import type { FeaturesQuestion } from '../record/features-record.ts';
import { saveText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { clash, UsageError } from './exit.ts';
import { featuresSvg } from './features-svg.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { featureNames, toBudget, toTime } from './parse.ts';
import { checkPlot } from './plot-output.ts';
import { summarizeFeatures } from './summarize-features.ts';
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
  /** Seconds. */
  readonly maxTime?: number;
  readonly maxExplanations?: number;
  readonly maxSteps?: number;
  /** Megabytes. */
  readonly maxMemory?: number;
  /** A record per row instead of the summary. */
  readonly each?: boolean;
  readonly rules: number;
  /** A picture of the summary. */
  readonly plot?: string;
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
  checkPlot(options.plot);
  if (each && options.plot !== undefined)
    throw clash('--plot', `no ${options.each === true ? '--each' : '--instance'}`);
  const { classifier } = await loadClassifier(model, options, io, data);
  const { group } = options;
  const split = { class: options.by === 'class', ...(group === undefined ? {} : { group }) };
  const question: FeaturesQuestion = {
    protected: featureNames(options.protected, classifier.features, 'protected'),
    split,
    ...(options.maxExplanations === undefined ? {} : { most: options.maxExplanations }),
    budget: toBudget(options),
    ...toTime(options),
    ...withinOf(options, classifier),
  };
  const format = formatOf(options);
  const table = { classifier, data, ...(await caseOf(options, data, classifier, io)), options };
  if (each) {
    const job = { command: 'features', question, format, each } as const;
    return (await answerTable({ ...table, job, done: 'explained' }, io)).status;
  }
  let found: FeaturesSummary | undefined;
  const { status } = await summarizeFeatures(
    { ...table, question, rules: options.rules, format },
    io,
    (summary) => {
      found = summary;
      const pages = new Pages(format, featuresLayout(question));
      pages.put(summary);
      return pages.rest();
    },
  );
  if (options.plot !== undefined && found !== undefined)
    await saveText(options.plot, await featuresSvg(found));
  return status;
}
