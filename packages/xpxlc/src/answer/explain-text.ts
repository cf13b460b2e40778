// Any explanations of a row for people.

import { given, type Problem } from '@xpxlc/core';
import { missingIn } from '../terminal/missing.ts';
import { decisionOf, decisionText } from '../terminal/standing.ts';
import type { Allowance } from './allowance.ts';
import { failedText, rowName } from './error-text.ts';
import { type ExplainQuestion, explanations } from './explain-record.ts';
import type { Pages } from './pages.ts';
import type { At, ErrorRecord, ExplanationRecord } from './record-fields.ts';
import type { RowAnswer } from './rows.ts';
import { noContrast, ruleSentence } from './sentence.ts';

const FEW = { digits: 'few' } as const;

export class TextExplainer {
  private readonly pages: Pages<object>;
  private readonly question: ExplainQuestion;

  constructor(pages: Pages<object>, question: ExplainQuestion) {
    this.pages = pages;
    this.question = question;
  }

  *write(at: At, problem: Problem, allowance: Allowance): RowAnswer {
    const { pages, question } = this;
    const list = explanations(problem, question, allowance, FEW);
    let step = list.next();
    let bounded = false;
    const told = new Set<ExplanationRecord['kind']>();
    const decision = { ...decisionOf(problem), ...missingIn(problem) };
    pages.putLine(`${rowName(at)}: ${decisionText(problem.classifier, decision)}`);
    const taken = given(problem, FEW);
    if (taken.length > 0) pages.putLine(`  given that ${taken.join(' and ')}:`);
    for (; !step.done; step = list.next()) {
      const { atLeast, kind, size } = step.value;
      pages.putLine(`  ${ruleSentence(step.value, problem.class)}`);
      if (atLeast !== undefined)
        pages.putLine(
          `    the smallest ${kind === 'axp' ? 'explanation' : 'contrast'} found (${size} features); a smaller one would have at least ${atLeast}`,
        );
      bounded ||= atLeast !== undefined;
      told.add(kind);
      yield* pages.full();
    }
    const { complete, impossible, stopped } = step.value;
    const none = noContrast(question, problem.class, told.has('cxp'), step.value);
    if (none !== undefined) pages.putLine(`  ${none}`);
    if (impossible !== undefined) pages.putLine(`  no explanation: ${impossible}`);
    if (!complete && !bounded)
      pages.putLine(
        `${told.size > 0 ? '  … and there may be more' : '  none was found, but there may be some'}${stopped === undefined ? '' : ` (${stopped})`}`,
      );
  }

  fail(at: At, error: ErrorRecord): void {
    this.pages.putLine(failedText({ ...at, error }));
  }
}
