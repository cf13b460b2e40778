// `xpxlc count`: how many explanations each row has, how large they are, and which features are in how many.
import { answerTable } from './answer-table.ts';
import { clash } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { toBudget, toTime } from './parse.ts';
import { type WithinOptions, withinOf } from './within.ts';

/** What the command line says. */
export interface CountOptions extends ModelOptions, DataOptions, OutputOptions, BatchOptions, WithinOptions {
  readonly instance?: string;
  readonly kind: 'axp' | 'cxp';
  /** Seconds. */
  readonly maxTime?: number;
  readonly maxExplanations?: number;
  readonly maxSteps?: number;
  /** Megabytes. */
  readonly maxMemory?: number;
  readonly power?: boolean;
  readonly pairs?: boolean;
  readonly beyond?: 'error' | 'bounds' | 'estimate';
  readonly seed?: number;
}

/** Run the command; the exit status. */
export async function count(
  model: string,
  data: readonly string[],
  options: CountOptions,
  io: Io,
): Promise<number> {
  const { classifier } = await loadClassifier(model, options, io, data);
  const { maxExplanations: most, power = false, pairs = false, beyond = 'error', seed = 0 } = options;
  if (most !== undefined && (power || pairs || beyond !== 'error'))
    throw clash('--max-explanations', 'no --power, --pairs or --beyond, which are about all explanations');
  const question = {
    kind: options.kind,
    ...withinOf(options, classifier),
    ...(most === undefined ? {} : { most }),
    budget: toBudget(options),
    ...toTime(options),
    power,
    pairs,
    ...(beyond === 'error' ? {} : { beyond: beyond === 'bounds' ? beyond : { seed } }),
  };
  const { status } = await answerTable(
    {
      classifier,
      job: { command: 'count', question, format: formatOf(options) },
      data,
      ...(await caseOf(options, data, classifier, io)),
      options,
      done: 'counted',
    },
    io,
  );
  return status;
}
