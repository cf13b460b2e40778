// Rows → short sets that keep the class often enough, in any format.

import { type Classifier, shortNumber } from '@xpxlc/core';
import { percentRange } from '../terminal/percent.ts';
import { decisionText } from '../terminal/standing.ts';
import type { Answerer } from './answerer.ts';
import { failedText, rowName } from './error-text.ts';
import { columnsOf, ERROR_COLUMN, type Format, type Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { type PreciseQuestion, preciseRecord } from './precise-record.ts';
import type { At, Failed, PreciseRecord } from './record-fields.ts';
import { FAILED, PRECISE } from './record-fields.ts';
import { answerRecords } from './records.ts';

/** Answers `xpxlc precise`. */
export function answerPrecise(classifier: Classifier, question: PreciseQuestion, format: Format): Answerer {
  return answerRecords<PreciseRecord>(classifier, {
    pages: new Pages(format, preciseLayout(classifier, question)),
    ask: (problem, allowance) => preciseRecord(problem, question, allowance),
    limits: question,
  });
}

export function preciseLayout(
  classifier: Classifier,
  { precision: asked }: PreciseQuestion,
): Layout<(At & PreciseRecord) | Failed> {
  return {
    text: (line) => `${textOf(classifier, line, asked).join('\n')}\n`,
    columns: columnsOf({ ...PRECISE, ...FAILED }, [
      'row',
      'id',
      'class',
      'margin',
      'size',
      'rule',
      'features',
      'literals',
      ['precision_low', 'precision', 'low'],
      ['precision_high', 'precision', 'high'],
      ['precision_exact', 'precision', 'exact'],
      ['coverage_low', 'coverage', 'low'],
      ['coverage_high', 'coverage', 'high'],
      'smallest',
      'atLeast',
      ['always', 'always', 'features'],
      ['always_rule', 'always', 'rule'],
      'gap',
      ERROR_COLUMN,
    ]),
  };
}

function textOf(classifier: Classifier, line: (At & PreciseRecord) | Failed, asked: number): string[] {
  if ('error' in line) return [failedText(line)];
  const name = rowName(line);
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
