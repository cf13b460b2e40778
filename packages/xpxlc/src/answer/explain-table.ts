// Any explanations of a row as rows of a table: one per explanation.

import { type Classifier, given, type Problem, XpxlcError } from '@xpxlc/core';
import { decisionOf, standingNumber } from '../terminal/standing.ts';
import { Allowance, type Stop } from './allowance.ts';
import { type ExplainQuestion, explanations, mayBeUnproved, toErrorRecord } from './explain-record.ts';
import { type Column, columnsOf, ERROR_COLUMN } from './layout.ts';
import type { Pages } from './pages.ts';
import type { At, Decision, Ending, ErrorRecord, ExplanationRecord } from './record-fields.ts';
import { EXPLAINED_LINE } from './record-fields.ts';
import type { RowAnswer } from './rows.ts';
import { sentencesOf } from './sentence.ts';

/** The columns of a table of explanations. */
export function explainColumns(classifier: Classifier, question: ExplainQuestion): readonly Column[] {
  const standing = standingNumber(classifier)?.key;
  return columnsOf(EXPLAINED_LINE, [
    'row',
    'id',
    'class',
    'margin',
    ...(standing === undefined ? [] : [standing]),
    'kind',
    'size',
    'rule',
    'change',
    ['new_class', 'counterfactual', 'class'],
    'features',
    'literals',
    'counterfactual',
    ...(question.within === undefined ? [] : ['given']),
    ...(question.certificate ? ['certificate'] : []),
    'complete',
    ...(mayBeUnproved(classifier, question) ? ['atLeast'] : []),
    ERROR_COLUMN,
  ]);
}

export class TableExplainer {
  private readonly pages: Pages<object>;
  private readonly question: ExplainQuestion;

  constructor(pages: Pages<object>, question: ExplainQuestion) {
    this.pages = pages;
    this.question = question;
  }

  *write(at: At, toProblem: () => Problem, stop: Stop): RowAnswer {
    const { pages, question } = this;
    const allowance = new Allowance(question, stop);
    // Whether the explanations are all is known at the last one: only its row says it.
    let held: ExplanationRecord | undefined;
    let head: Decision = {};
    let problem: Problem | undefined;
    try {
      problem = toProblem();
      const list = explanations(problem, question, allowance);
      let step = list.next();
      head = decisionOf(problem);
      for (; !step.done; step = list.next()) {
        if (held !== undefined) this.put(at, head, problem, held, undefined);
        held = step.value;
        yield* pages.full();
      }
      const { complete, impossible } = step.value;
      this.put(at, head, problem, held, { complete }, impossible);
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      // What was found before is not lost; the error follows as a row of its own.
      if (held !== undefined) this.put(at, head, problem, held, { complete: false });
      return toErrorRecord(error);
    }
    return allowance.stopped === 'interrupted' ? 'cut' : undefined;
  }

  fail(at: At, error: ErrorRecord): void {
    this.put(at, {}, undefined, undefined, {}, error.message);
  }

  private put(
    at: At,
    head: Decision,
    problem: Problem | undefined,
    explanation: ExplanationRecord | undefined,
    ending: Ending | undefined,
    error?: string,
  ): void {
    const { question } = this;
    const told = problem && explanation && sentencesOf(problem, explanation, question);
    this.pages.put({
      ...at,
      ...head,
      ...explanation,
      ...told,
      literals: explanation?.widened ?? explanation?.literals,
      given: problem && question.within && given(problem),
      ...ending,
      error: error === undefined ? undefined : { message: error },
    });
  }
}
