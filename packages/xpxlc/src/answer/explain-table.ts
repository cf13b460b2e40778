// Any explanations of a row as rows of a table: one per explanation.
import { type Classifier, given, type Problem, XpxlcError } from '@xpxlc/core';
import type { WriterColumn, WriterRow } from '../table/write.ts';
import { standingNumber } from '../terminal/standing.ts';
import { Allowance, type Stop } from './allowance.ts';
import type { At } from './answerer.ts';
import { type Decisions, decisionOn } from './decisions.ts';
import {
  type Decision,
  type Ending,
  type ErrorRecord,
  type ExplainQuestion,
  type ExplanationRecord,
  explanations,
  mayBeUnproved,
  toErrorRecord,
} from './explain-record.ts';
import type { Pages } from './pages.ts';
import type { RowAnswer } from './rows.ts';
import { sentencesOf } from './sentence.ts';

/** The columns of a table of explanations. */
export function explainColumns(classifier: Classifier, question: ExplainQuestion): readonly WriterColumn[] {
  const { certificate, within } = question;
  const standing = standingNumber(classifier)?.key;
  return [
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'margin', type: 'number' },
    ...(standing === undefined ? [] : [{ name: standing, type: 'number' } as const]),
    { name: 'kind', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'rule', type: 'sentence' },
    { name: 'change', type: 'sentence' },
    { name: 'new_class', type: 'text' },
    { name: 'features', type: 'list' },
    { name: 'literals', type: 'list' },
    { name: 'counterfactual', type: 'json' },
    ...(within === undefined ? [] : [{ name: 'given', type: 'list' } as const]),
    ...(certificate ? [{ name: 'certificate', type: 'json' } as const] : []),
    { name: 'complete', type: 'boolean' },
    ...(mayBeUnproved(classifier, question) ? [{ name: 'at_least', type: 'integer' } as const] : []),
    { name: 'error', type: 'text' },
  ];
}

export class TableExplainer {
  private readonly pages: Pages<never>;
  private readonly question: ExplainQuestion;
  private readonly bounded: boolean;
  private readonly standing: 'points' | 'probability' | undefined;

  constructor(pages: Pages<never>, classifier: Classifier, question: ExplainQuestion) {
    this.pages = pages;
    this.question = question;
    this.bounded = mayBeUnproved(classifier, question);
    this.standing = standingNumber(classifier)?.key;
  }

  *write(at: At, toProblem: () => Problem, decisions: Decisions, r: number, stop: Stop): RowAnswer {
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
      head = decisionOn(problem.classifier, decisions, r);
      for (; !step.done; step = list.next()) {
        if (held !== undefined) this.put(at, head, problem, held, undefined);
        held = step.value;
        yield* pages.full();
      }
      this.put(at, head, problem, held, step.value, step.value.impossible);
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      // What was found before is not lost; the error follows as a row of its own.
      if (held !== undefined) this.put(at, head, problem, held, { complete: false });
      return toErrorRecord(error);
    }
    return allowance.stopped === 'interrupted' ? 'cut' : undefined;
  }

  fail(at: At, error: ErrorRecord): void {
    this.put(at, {}, undefined, undefined, undefined, error.message);
  }

  private put(
    { row, id = null }: At,
    { class: name, margin, ...decided }: Decision,
    problem: Problem | undefined,
    explanation: ExplanationRecord | undefined,
    ending: Ending | undefined,
    error?: string,
  ): void {
    const told =
      problem === undefined || explanation === undefined
        ? undefined
        : sentencesOf(problem, explanation, this.question);
    const cells: WriterRow = [
      row,
      id,
      name ?? null,
      margin === undefined ? null : Number(margin),
      ...(this.standing === undefined ? [] : [decided[this.standing] ?? null]),
      explanation?.kind ?? null,
      explanation?.size ?? null,
      told?.rule ?? null,
      told?.change ?? null,
      explanation?.counterfactual?.class ?? null,
      explanation?.features ?? null,
      explanation?.widened ?? explanation?.literals ?? null,
      explanation?.counterfactual ?? null,
      ...(this.question.within === undefined ? [] : [problem === undefined ? null : given(problem)]),
      ...(this.question.certificate ? [explanation?.certificate ?? null] : []),
      ending?.complete ?? null,
      ...(this.bounded ? [explanation?.atLeast ?? null] : []),
      error ?? null,
    ];
    this.pages.putRows([cells]);
  }
}
