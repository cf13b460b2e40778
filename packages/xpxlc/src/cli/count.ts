// `xpxlc count`: how many explanations each row has, how large they are, and which features are in how many.
import { type CountRecord, countRecord } from '../record/count-record.ts';
import { aligned, bar } from '../terminal/bars.ts';
import { type At, ask, type Failed, readProblems, statusFor } from './answer-rows.ts';
import { UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import type { DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { type Layout, openOutput } from './output.ts';
import { featureNames } from './parse.ts';

/** What the command line says. */
export interface CountOptions extends ModelOptions, DataOptions, OutputOptions {
  readonly instance?: string;
  readonly kind: 'axp' | 'cxp';
  readonly fixed?: string;
  readonly maxExplanations: number;
}

type Line = (At & CountRecord) | Failed;

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
  const output = await openOutput(options, countLayout(), io);
  let failed = 0;
  try {
    for await (const row of readProblems(classifier, data, options, io)) {
      const line: Line = ask(row, (problem) => countRecord(problem, question));
      if ('error' in line) failed += 1;
      await output.put(line);
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return statusFor(failed, io, 'counted');
}

const BAR = 24;

function countLayout(): Layout<Line> {
  return {
    text: (line) => {
      const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
      if ('error' in line) return `${name}: error: ${line.error.message}\n`;
      const what = line.kind === 'axp' ? 'explanation' : 'contrast';
      const total = `${line.complete ? '' : 'more than '}${line.count} ${what}${line.count === '1' ? '' : 's'}`;
      const note = line.complete ? '' : ' (the numbers below are those of the first ones found)';
      return `${[`${name}: ${line.class}, ${total}${note}`, ...bars(line.sizes, 'size '), ...bars(line.frequency, '')].join('\n')}\n`;
    },
    columns: [
      { name: 'row', type: 'integer' },
      { name: 'id', type: 'text' },
      { name: 'class', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'count', type: 'text' },
      { name: 'complete', type: 'boolean' },
      { name: 'smallest', type: 'integer' },
      { name: 'largest', type: 'integer' },
      { name: 'mean', type: 'number' },
      { name: 'sizes', type: 'json' },
      { name: 'frequency', type: 'json' },
      { name: 'error', type: 'text' },
    ],
    rows: (line) => {
      const { row, id = null } = line;
      if ('error' in line)
        return [[row, id, null, null, null, null, null, null, null, null, null, line.error.message]];
      const { class: name, kind, count: number, complete, smallest, largest, mean, sizes, frequency } = line;
      return [[row, id, name, kind, number, complete, smallest, largest, mean, sizes, frequency, null]];
    },
  };
}

/** Counts as bars; what never occurs is left out. */
function bars(counts: { readonly [name: string]: string }, prefix: string): string[] {
  const shown = Object.entries(counts).filter(([, number]) => number !== '0');
  const most = Math.max(...shown.map(([, number]) => Number(number)));
  const rows = shown.map(([name, number]) => [`${prefix}${name}`, number, bar(Number(number), most, BAR)]);
  return aligned(rows, [1]).map((line) => `  ${line}`);
}
