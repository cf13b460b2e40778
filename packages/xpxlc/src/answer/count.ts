// Rows → how many explanations each has, in any format.

import { type BlockTally, type Classifier, shortNumber, tallyBlock } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { aligned, bar } from '../terminal/bars.ts';
import { type Answerer, type AnswerWays, writerFor } from './answerer.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type CountQuestion, countRecord } from './count-record.ts';
import type { TextFormat } from './entry-format.ts';
import { failedText, rowName } from './error-text.ts';
import { columnsOf, ERROR_COLUMN, type Format, type Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { hasQuickTally, MOST_TALLIED } from './quick-tally.ts';
import { Ratios } from './ratios.ts';
import type { At, CountRecord, Failed, Given } from './record-fields.ts';
import { COUNTED, FAILED } from './record-fields.ts';
import { answerRecords } from './records.ts';
import { constant, PLACE_SOURCES, RowWriter, type Sources } from './row-writer.ts';

/** Answers `xpxlc count`. */
export function answerCount(
  classifier: Classifier,
  question: CountQuestion,
  format: Format,
  ways: AnswerWays = {},
): Answerer {
  const isText = format !== 'parquet' && format !== 'text';
  const pages = new Pages(format, countLayout(question), isText ? writerFor(ways) : undefined);
  return answerRecords<CountRecord>(classifier, {
    pages,
    ask: (problem, allowance) => countRecord(problem, question, allowance),
    limits: question,
    ...(isText && ways.once !== true && isQuick(classifier, question)
      ? { quick: quickCount(classifier, question, format, pages.out) }
      : {}),
  });
}

/** Whether all is known when the explanations are counted by going through them. */
function isQuick(classifier: Classifier, question: CountQuestion): boolean {
  const { within, power, pairs, budget } = question;
  return within === undefined && !power && !pairs && hasQuickTally(classifier, budget);
}

/** The counts of a block's rows, all of whose explanations are counted. */
interface Found {
  readonly block: RowBlock;
  readonly tally: BlockTally;
  /** Of the sizes; NaN where there are none, and no mean. */
  readonly smallest: Float64Array;
  readonly largest: Float64Array;
  readonly means: readonly string[];
}

const MEANS = new Ratios(String);

function foundOf(block: RowBlock, tally: BlockTally, n: number): Found {
  const { counts, sizes } = tally;
  const smallest = new Float64Array(block.rows).fill(Number.NaN);
  const largest = smallest.slice();
  const means = Array.from(counts, (count, r) => {
    let members = 0;
    for (let size = n, x = r * (n + 1) + n; size >= 0; size--, x--) {
      if (sizes[x] === 0) continue;
      if (members === 0 && Number.isNaN(largest[r])) largest[r] = size;
      smallest[r] = size;
      members += size * sizes[x];
    }
    return count === 0 ? '' : MEANS.of(members, count);
  });
  return { block, tally, smallest, largest, means };
}

/** Where the fields of counted rows are. */
function countSources({ classes, features }: Classifier, kind: 'axp' | 'cxp'): Sources<Found> {
  const n = features.length;
  return {
    ...PLACE_SOURCES,
    class: { code: ({ tally }, r) => tally.classes[r], values: classes },
    kind: constant(kind),
    count: { number: ({ tally }, r) => tally.counts[r] },
    complete: constant(true),
    sizes: { up: n, counts: ({ tally }, r, size) => tally.sizes[r * (n + 1) + size] },
    smallest: { number: ({ smallest }, r) => smallest[r] },
    largest: { number: ({ largest }, r) => largest[r] },
    mean: { digits: ({ means }, r) => means[r] },
    frequency: {
      names: features.map(({ name }) => name),
      numbers: ({ tally }, r, i) => tally.frequency[r * n + i],
    },
  };
}

function quickCount(
  classifier: Classifier,
  question: CountQuestion,
  format: TextFormat,
  out: ByteWriter,
): (block: RowBlock) => (r: number) => boolean {
  const { kind, most = MOST_TALLIED } = question;
  const layout = { fields: COUNTED, ...countLayout(question) };
  const rows = new RowWriter<Found>(out, format, layout, countSources(classifier, kind));
  return (block) => {
    const tally = tallyBlock(classifier, block, { kind, limit: Math.min(most, MOST_TALLIED) });
    const found = foundOf(block, tally, classifier.features.length);
    return (r) => {
      if (tally.complete[r] === 0) return false;
      rows.write(found, r);
      return true;
    };
  };
}

const BAR = 24;

/** Columns beyond the counts are there when they are asked for. */
export function countLayout({
  power,
  pairs,
  beyond,
  within,
}: CountQuestion): Layout<(At & Given & CountRecord) | Failed> {
  return {
    text: (line) => {
      if ('error' in line) return `${failedText(line)}\n`;
      const name = rowName(line);
      const what = line.kind === 'axp' ? 'explanation' : 'contrast';
      const { given = [] } = line;
      const taken = given.length === 0 ? '' : `given that ${given.join(' and ')}: `;
      const head = `${name}: ${line.class}, ${taken}`;
      if (line.bounds !== undefined)
        return `${head}between ${line.bounds.lower} and ${line.bounds.upper} ${what}s (too many to count within the budget)\n`;
      if (line.estimate !== undefined) {
        const { count, low, high, confidence, samples } = line.estimate;
        const [about, from, to] = [count, low, high].map((x) => shortNumber(Number(x.toPrecision(4))));
        return `${head}about ${about} ${what}s (${shortNumber(100 * confidence)} %: ${from} to ${to}; estimated from ${samples} random sets)\n`;
      }
      const { count, complete, sizes = {}, frequency = {}, power = {} } = line;
      const short = [
        ...(line.sizes === undefined ? ['  (sizes are beyond the budget)'] : []),
        ...(line.frequency === undefined ? ['  (frequencies are beyond the budget)'] : []),
      ];
      const total = `${complete ? '' : 'more than '}${count} ${what}${count === '1' ? '' : 's'}`;
      const note = complete ? '' : ' (the numbers below are those of the first ones found)';
      return `${[head + total + note, ...bars(sizes, 'size '), ...bars(frequency, ''), ...short, ...powerTable(power)].join('\n')}\n`;
    },
    columns: columnsOf({ ...COUNTED, ...FAILED }, [
      'row',
      'id',
      'class',
      'kind',
      'count',
      'complete',
      'smallest',
      'largest',
      'mean',
      'sizes',
      'frequency',
      ...(pairs ? ['pairs'] : []),
      ...(power ? ['power'] : []),
      ...(beyond === undefined ? [] : [beyond === 'bounds' ? 'bounds' : 'estimate']),
      ...(within === undefined ? [] : ['given']),
      ERROR_COLUMN,
    ]),
  };
}

/** Power indices, by feature; those without power are left out. */
function powerTable(power: NonNullable<CountRecord['power']>): string[] {
  const shown = Object.entries(power).filter(([, { banzhaf }]) => banzhaf > 0);
  if (shown.length === 0) return [];
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const rows = shown.map(([name, { shapleyShubik, banzhafNormalized, deeganPackel, hollerPackel }]) => [
    name,
    ...[shapleyShubik, banzhafNormalized, deeganPackel, hollerPackel].map(percent),
    bar(shapleyShubik, 1, BAR),
  ]);
  const head = ['power', 'Shapley–Shubik', 'Banzhaf', 'Deegan–Packel', 'Holler–Packel', ''];
  return aligned([head, ...rows], [1, 2, 3, 4]).map((line) => `  ${line}`);
}

/** Counts as bars; what never occurs is left out. */
function bars(counts: { readonly [name: string]: string }, prefix: string): string[] {
  const shown = Object.entries(counts).filter(([, number]) => number !== '0');
  const most = Math.max(...shown.map(([, number]) => Number(number)));
  const rows = shown.map(([name, number]) => [`${prefix}${name}`, number, bar(Number(number), most, BAR)]);
  return aligned(rows, [1]).map((line) => `  ${line}`);
}
