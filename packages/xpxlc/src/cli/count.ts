// `xpxlc count`: how many explanations each row has, how large they are, and which features are in how many.
import { answerTable } from './answer-table.ts';
import { UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import type { BatchOptions, DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf } from './output.ts';
import { featureNames } from './parse.ts';

/** What the command line says. */
export interface CountOptions extends ModelOptions, DataOptions, OutputOptions, BatchOptions {
  readonly instance?: string;
  readonly kind: 'axp' | 'cxp';
  readonly fixed?: string;
  readonly maxExplanations: number;
}

/** Run the command; the exit status. */
export async function count(
  model: string,
  data: readonly string[],
  options: CountOptions,
  io: Io,
): Promise<number> {
  const { classifier } = await loadClassifier(model, options, io, data);
  const fixed = featureNames(options.fixed, classifier.features, 'fixed');
  if (fixed.length > 0 && options.kind === 'axp')
    throw new UsageError('options that do not go together', { place: '--fixed', expected: '--kind cxp' });
  const question = { kind: options.kind, fixed, most: options.maxExplanations };
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
