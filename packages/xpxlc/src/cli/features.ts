// `xpxlc features`: which features matter, for one decision or over a whole table.
import { featuresLayout } from '../answer/features.ts';
import { Pages } from '../answer/pages.ts';
import type { RunSum } from '../batch/run.ts';
import { FeaturesCounter, type FeaturesState } from '../record/features-record.ts';
import { answerTable } from './answer-table.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { featureNames, toBudget } from './parse.ts';
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
  const { classifier } = await loadClassifier(model, options, io, data);
  const question = {
    protected: featureNames(options.protected, classifier.features, 'protected'),
    ...(options.maxExplanations === undefined ? {} : { most: options.maxExplanations }),
    budget: toBudget(options),
    ...withinOf(options, classifier),
  };
  const each = options.each === true || options.instance !== undefined;
  const format = formatOf(options);
  const names = classifier.features.map(({ name }) => name);
  const sum = (state: unknown): FeaturesCounter => {
    const counter = new FeaturesCounter(names);
    if (state !== undefined) counter.merge(state as FeaturesState);
    return counter;
  };
  const adder = (state: unknown): RunSum => {
    const counter = sum(state);
    return { add: (part) => counter.merge(part as FeaturesState), state: () => counter.state() };
  };
  const { status } = await answerTable(
    {
      classifier,
      job: { command: 'features', question, format, each },
      data,
      ...(await caseOf(options, data, classifier, io)),
      options,
      done: 'asked',
      ...(each ? {} : { sum: adder }),
    },
    io,
    ({ summary }) => {
      if (each) return [];
      const pages = new Pages(format, featuresLayout);
      pages.put(sum(summary).result(options.rules));
      return pages.rest();
    },
  );
  return status;
}
