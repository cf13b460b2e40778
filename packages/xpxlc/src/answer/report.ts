// Rows → a report on each decision, for people.

import { styleText } from 'node:util';
import { type Classifier, reduce, type Within } from '@xpxlc/core';
import { Decision } from '../decision/decision.ts';
import { inTurn } from '../decision/patience.ts';
import { escapeControls, legible } from '../terminal/legible.ts';
import { decisionReport, type ReportStyle, TIMED_PARTS } from '../terminal/report.ts';
import type { AllowanceOptions } from './allowance.ts';
import type { Answerer } from './answerer.ts';
import { Pages } from './pages.ts';
import type { At } from './record-fields.ts';
import { answerRows, type RowAnswer } from './rows.ts';

/** How reports look. */
export interface ReportQuestion extends Pick<AllowanceOptions, 'maxTime'> {
  /** Each begins with its row. */
  readonly titled: boolean;
  readonly coloured: boolean;
  /** What may move. */
  readonly within?: Within | undefined;
}

/** Answers `xpxlc report`, as text. */
export function answerReport(plain: Classifier, question: ReportQuestion): Answerer {
  const classifier = legibleClassifier(plain);
  const { titled, coloured, maxTime, within } = legible(question);
  const pages = new Pages('text', { text: () => '', columns: [] });
  const paint =
    (...format: Parameters<typeof styleText>[0][]) =>
    (text: string): string =>
      coloured
        ? styleText(format.flat() as Parameters<typeof styleText>[0], text, { validateStream: false })
        : text;
  const style: ReportStyle = { heading: paint('bold', 'cyan'), strong: paint('bold'), faint: paint('dim') };
  const title = paint('bold');
  const put = (at: At, text: string): void => {
    const name = escapeControls(`Row ${at.row}${at.id === undefined ? '' : ` (${at.id})`}`);
    pages.putText(titled ? `${title(name)}\n${'='.repeat(name.length)}\n\n${text}\n` : text);
  };
  return answerRows(
    classifier,
    pages,
    {
      begin: () => undefined,
      // biome-ignore lint/correctness/useYield: a report is one part
      *slow(_, at, problem, _r, allowance): RowAnswer {
        const text = decisionReport(new Decision(problem(), inTurn(allowance, TIMED_PARTS)), style);
        if (!allowance.look() || allowance.stopped !== 'interrupted') put(at, text);
      },
      fail: (at, error) => put(at, `error: ${escapeControls(error.message)}\n`),
    },
    { maxTime, within },
  );
}

/** The classifier whose names can be laid out for a terminal; the same where all can be. */
function legibleClassifier(classifier: Classifier): Classifier {
  const model = legible(classifier.model);
  return model === classifier.model ? classifier : reduce(model, { neverWins: 'allow' });
}
