// Any explanations of a row as rows of a table: one per explanation.

import { type Classifier, given, type Problem } from '@xpxlc/core';
import { decisionOf, standingNumber } from '../terminal/standing.ts';
import type { Allowance } from './allowance.ts';
import { type ExplainQuestion, explanations, mayBeUnproved } from './explain-record.ts';
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

/** An explanation that is not written yet: whether they are all is known at the last one, and only its row says it. */
interface Held {
  readonly head: Decision;
  readonly problem: Problem;
  readonly explanation: ExplanationRecord;
}

export class TableExplainer {
  private readonly pages: Pages<object>;
  private readonly question: ExplainQuestion;
  private held: Held | undefined;

  constructor(pages: Pages<object>, question: ExplainQuestion) {
    this.pages = pages;
    this.question = question;
  }

  *write(at: At, problem: Problem, allowance: Allowance): RowAnswer {
    const { pages, question } = this;
    const list = explanations(problem, question, allowance);
    let step = list.next();
    const head = decisionOf(problem);
    for (; !step.done; step = list.next()) {
      if (this.held !== undefined) this.put(at, this.held, {});
      this.held = { head, problem, explanation: step.value };
      yield* pages.full();
    }
    const { complete, impossible } = step.value;
    this.put(at, { head, problem, ...this.held }, { complete }, impossible);
    this.held = undefined;
  }

  fail(at: At, error: ErrorRecord): void {
    // What was found before is not lost; the error follows as a row of its own.
    if (this.held !== undefined) this.put(at, this.held, { complete: false });
    this.held = undefined;
    this.put(at, {}, {}, error.message);
  }

  private put(at: At, { head, problem, explanation }: Partial<Held>, ending: Ending, error?: string): void {
    const { question } = this;
    const told = problem && explanation && sentencesOf(problem, explanation, question);
    // Every line has the same shape: that is several times as fast as putting parts together.
    this.pages.put({
      row: at.row,
      id: at.id,
      class: head?.class,
      margin: head?.margin,
      points: head?.points,
      probability: head?.probability,
      kind: explanation?.kind,
      size: explanation?.size,
      rule: told?.rule,
      change: told?.change,
      counterfactual: explanation?.counterfactual,
      features: explanation?.features,
      literals: explanation?.widened ?? explanation?.literals,
      given: problem && question.within && given(problem),
      certificate: explanation?.certificate,
      complete: ending.complete,
      atLeast: explanation?.atLeast,
      error: error === undefined ? undefined : { message: error },
    });
  }
}
