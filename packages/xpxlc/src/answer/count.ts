// Rows → how many explanations each has, in any format.

import { type Classifier, shortNumber, tallyBlock } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { aligned, bar } from '../terminal/bars.ts';
import { type Answerer, type AnswerWays, writerFor } from './answerer.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type CountQuestion, countRecord } from './count-record.ts';
import { CountText } from './count-text.ts';
import type { TextFormat } from './dialect.ts';
import { errorText } from './error-text.ts';
import { JOINTS } from './frame.ts';
import { columnsOf, ERROR_COLUMN, type Format, type Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { hasQuickTally, MOST_TALLIED } from './quick-tally.ts';
import type { At, CountRecord, Failed, Given } from './record-fields.ts';
import { COUNTED, FAILED } from './record-fields.ts';
import { answerRecords } from './records.ts';

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
    within: question.within,
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

function quickCount(
  classifier: Classifier,
  { kind, beyond, most = MOST_TALLIED }: CountQuestion,
  format: TextFormat,
  out: ByteWriter,
): (block: RowBlock) => (r: number) => boolean {
  const joints = JOINTS[format === 'json' ? 'json' : 'ndjson'];
  const text = new CountText(out, classifier, kind, format, joints, beyond === undefined ? 0 : 1);
  return (block) => {
    const found = tallyBlock(classifier, block, { kind, limit: Math.min(most, MOST_TALLIED) });
    return (r) => {
      if (found.complete[r] === 0) return false;
      text.write(block, r, found);
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
      const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
      if ('error' in line) return `${name}: error: ${errorText(line.error, line.row)}\n`;
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
