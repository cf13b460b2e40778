// Rows → how many explanations each has, in any format.
import type { Classifier } from '@xpxlc/core';
import { type CountQuestion, type CountRecord, countRecord } from '../record/count-record.ts';
import { aligned, bar } from '../terminal/bars.ts';
import type { Answerer, At, Failed } from './answerer.ts';
import type { Format, Layout } from './layout.ts';
import { answerRecords } from './records.ts';

/** Answers `xpxlc count`. */
export function answerCount(classifier: Classifier, question: CountQuestion, format: Format): Answerer {
  return answerRecords<CountRecord>(classifier, {
    format,
    layout: countLayout,
    ask: (problem) => countRecord(problem, question),
  });
}

const BAR = 24;

export const countLayout: Layout<(At & CountRecord) | Failed> = {
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

/** Counts as bars; what never occurs is left out. */
function bars(counts: { readonly [name: string]: string }, prefix: string): string[] {
  const shown = Object.entries(counts).filter(([, number]) => number !== '0');
  const most = Math.max(...shown.map(([, number]) => Number(number)));
  const rows = shown.map(([name, number]) => [`${prefix}${name}`, number, bar(Number(number), most, BAR)]);
  return aligned(rows, [1]).map((line) => `  ${line}`);
}
