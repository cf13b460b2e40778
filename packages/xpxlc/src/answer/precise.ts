// Rows → short sets that keep the class often enough, in any format.
import { type Classifier, shortNumber } from '@xpxlc/core';
import { percentRange } from '../terminal/percent.ts';
import { decisionText } from '../terminal/standing.ts';
import type { Answerer, At, Failed } from './answerer.ts';
import { errorText } from './error-text.ts';
import type { Format, Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { type PreciseQuestion, type PreciseRecord, preciseRecord } from './precise-record.ts';
import { answerRecords } from './records.ts';

/** Answers `xpxlc precise`. */
export function answerPrecise(classifier: Classifier, question: PreciseQuestion, format: Format): Answerer {
  return answerRecords<PreciseRecord>(classifier, {
    pages: new Pages(format, preciseLayout(classifier, question)),
    ask: (problem, allowance) => preciseRecord(problem, question, allowance),
    limits: question,
    within: question.within,
  });
}

export function preciseLayout(
  classifier: Classifier,
  { precision: asked }: PreciseQuestion,
): Layout<(At & PreciseRecord) | Failed> {
  return {
    text: (line) => `${textOf(classifier, line, asked).join('\n')}\n`,
    columns: [
      { name: 'row', type: 'integer' },
      { name: 'id', type: 'text' },
      { name: 'class', type: 'text' },
      { name: 'margin', type: 'number' },
      { name: 'size', type: 'integer' },
      { name: 'rule', type: 'sentence' },
      { name: 'features', type: 'list' },
      { name: 'literals', type: 'list' },
      { name: 'precision_low', type: 'number' },
      { name: 'precision_high', type: 'number' },
      { name: 'precision_exact', type: 'text' },
      { name: 'coverage_low', type: 'number' },
      { name: 'coverage_high', type: 'number' },
      { name: 'smallest', type: 'boolean' },
      { name: 'at_least', type: 'integer' },
      { name: 'always', type: 'list' },
      { name: 'always_rule', type: 'sentence' },
      { name: 'gap', type: 'integer' },
      { name: 'error', type: 'text' },
    ],
    rows: (line) => {
      const { row, id = null } = line;
      if ('error' in line) return [[row, id, ...new Array<null>(16).fill(null), line.error.message]];
      const { precision, coverage } = line;
      return [
        [
          row,
          id,
          line.class,
          Number(line.margin),
          line.size,
          line.rule,
          line.features,
          line.literals,
          precision.low,
          precision.high,
          precision.exact ?? null,
          coverage?.low ?? null,
          coverage?.high ?? null,
          line.smallest,
          line.atLeast,
          line.always.features,
          line.always.rule,
          line.gap,
          null,
        ],
      ];
    },
  };
}

function textOf(classifier: Classifier, line: (At & PreciseRecord) | Failed, asked: number): string[] {
  const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
  if ('error' in line) return [`${name}: error: ${errorText(line.error, line.row)}`];
  const { precision, coverage, always, gap, smallest } = line;
  const head = `${name}: ${decisionText(classifier, line)}`;
  if (gap === 0) {
    const nothing = smallest ? 'nothing smaller holds' : 'nothing smaller was found that holds';
    return [head, `  ${nothing} in at least ${share(asked)} of cases; always: ${always.rule}`];
  }
  const applies = coverage === null ? '' : `, applies to ${percentRange(coverage)}`;
  return [
    head,
    `  holds in at least ${share(asked)} of cases (${percentRange(precision)}${applies}): ${line.rule}`,
    ...(smallest
      ? []
      : [
          `    none of these can be left out alone; whether fewer than ${line.size} others do was not decided`,
        ]),
    `  always: ${always.rule}`,
  ];
}

/** As it was asked for. */
function share(asked: number): string {
  return `${shortNumber(Number((100 * asked).toPrecision(12)), [100])} %`;
}
