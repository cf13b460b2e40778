// Any explanations of a row as rows of a table: one per explanation.
import { given, type Problem, XpxlcError } from '@xpxlc/core';
import { Allowance, type Stop } from '../record/allowance.ts';
import {
  type Decision,
  type Ending,
  type ErrorRecord,
  type ExplainQuestion,
  type ExplanationRecord,
  explanations,
  toErrorRecord,
} from '../record/explain-record.ts';
import type { WriterColumn, WriterRow } from '../table/write.ts';
import type { At, Given } from './answerer.ts';
import { type Decisions, decisionOn } from './decisions.ts';
import type { Pages } from './pages.ts';
import type { Telling } from './rows.ts';

/** The columns of a table of explanations. */
export function explainColumns({ certificate, within }: ExplainQuestion): readonly WriterColumn[] {
  return [
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'margin', type: 'number' },
    { name: 'kind', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'features', type: 'json' },
    { name: 'literals', type: 'json' },
    { name: 'counterfactual', type: 'json' },
    ...(within === undefined ? [] : [{ name: 'given', type: 'json' } as const]),
    ...(certificate ? [{ name: 'certificate', type: 'json' } as const] : []),
    { name: 'complete', type: 'boolean' },
    { name: 'error', type: 'text' },
  ];
}

export class TableExplainer {
  private readonly pages: Pages<never>;
  private readonly question: ExplainQuestion;

  constructor(pages: Pages<never>, question: ExplainQuestion) {
    this.pages = pages;
    this.question = question;
  }

  *tell(at: At, toProblem: () => Problem, decisions: Decisions, r: number, stop: Stop): Telling {
    const { pages, question } = this;
    const allowance = new Allowance(question, stop);
    // Whether the explanations are all is known at the last one: only its row says it.
    let held: ExplanationRecord | undefined;
    let head: Decision & Given = {};
    try {
      const problem = toProblem();
      const list = explanations(problem, question, allowance);
      let step = list.next();
      head = { ...decisionOn(problem.classifier, decisions, r), given: given(problem) };
      for (; !step.done; step = list.next()) {
        if (held !== undefined) this.put(at, head, held, undefined);
        held = step.value;
        yield* pages.full();
      }
      this.put(at, head, held, step.value, step.value.impossible);
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      // What was found before is not lost; the error follows as a row of its own.
      if (held !== undefined) this.put(at, head, held, { complete: false });
      return toErrorRecord(error);
    }
    return allowance.stopped === 'interrupted' ? 'cut' : undefined;
  }

  fail(at: At, error: ErrorRecord): void {
    this.put(at, {}, undefined, undefined, error.message);
  }

  private put(
    { row, id = null }: At,
    { class: name, margin, given: taken }: Decision & Given,
    explanation: ExplanationRecord | undefined,
    ending: Ending | undefined,
    error?: string,
  ): void {
    const cells: WriterRow = [
      row,
      id,
      name ?? null,
      margin === undefined ? null : Number(margin),
      explanation?.kind ?? null,
      explanation?.size ?? null,
      explanation?.features ?? null,
      explanation?.widened ?? explanation?.literals ?? null,
      explanation?.counterfactual ?? null,
      ...(this.question.within === undefined ? [] : [taken ?? null]),
      ...(this.question.certificate ? [explanation?.certificate ?? null] : []),
      ending?.complete ?? null,
      error ?? null,
    ];
    this.pages.putRows([cells]);
  }
}
