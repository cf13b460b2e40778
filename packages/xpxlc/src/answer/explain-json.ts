// Any explanations of a row as JSON. Long lists leave before they are complete, so the record is written piece by piece.

import { type Classifier, enumerateMasks, given, type Problem } from '@xpxlc/core';
import { missingIn } from '../terminal/missing.ts';
import { decisionOf } from '../terminal/standing.ts';
import type { Allowance } from './allowance.ts';
import type { ByteWriter } from './byte-writer.ts';
import { entryFormatOf } from './entry-format.ts';
import { isPlain } from './explain-quick.ts';
import { type ExplainQuestion, explanations } from './explain-record.ts';
import { ExplanationText } from './explanation-text.ts';
import { JOINTS } from './frame.ts';
import type { At, Ending, ErrorRecord } from './record-fields.ts';
import type { RowAnswer } from './rows.ts';

/** Sets at a time: more than a page of text. */
const BATCH = 4096;

/** Writes pieces of a list, one a step; in the end it is known whether they are all. */
type Pieces = Generator<void, Ending, void>;

export class JsonExplainer {
  private readonly out: ByteWriter;
  private readonly question: ExplainQuestion;
  private readonly joints: (typeof JOINTS)['json' | 'ndjson'];
  /** Where many explanations are listed. */
  private readonly text: ExplanationText | undefined;
  /** A record is begun. */
  private open = false;

  constructor(out: ByteWriter, classifier: Classifier, question: ExplainQuestion, format: 'json' | 'ndjson') {
    this.out = out;
    this.question = question;
    this.joints = JOINTS[format];
    this.text =
      question.limit > 1 && question.kind === 'axp' && isPlain(question)
        ? new ExplanationText(out, classifier, entryFormatOf(format))
        : undefined;
  }

  *write(at: At, problem: Problem, allowance: Allowance): RowAnswer {
    const { out } = this;
    // The first explanation may not be found: then the record has nothing but the error.
    const list = this.list(problem, allowance, () => {
      this.begin(at);
      const taken = problem.within === undefined ? {} : { given: given(problem) };
      const head = { ...decisionOf(problem), ...missingIn(problem), ...taken };
      out.text(`,${JSON.stringify(head).slice(1, -1)},"explanations":[`);
    });
    let step = list.next();
    for (; !step.done; step = list.next()) if (out.full) yield out.take();
    out.text(`],${JSON.stringify(step.value).slice(1, -1)}`);
    this.end();
  }

  fail(at: At, error: ErrorRecord): void {
    if (this.open) this.out.text('],"complete":false');
    else this.begin(at);
    this.out.text(`,"error":${JSON.stringify(error)}`);
    this.end();
  }

  private begin(at: At): void {
    this.out.text(this.joints.before + JSON.stringify(at).slice(0, -1));
    this.open = true;
  }

  private end(): void {
    this.out.text(`}${this.joints.after}`);
    this.open = false;
  }

  private list(problem: Problem, allowance: Allowance, begin: () => void): Pieces {
    return this.text === undefined
      ? this.oneByOne(problem, allowance, begin)
      : this.byBatches(this.text, problem, allowance, begin);
  }

  private *oneByOne(problem: Problem, allowance: Allowance, begin: () => void): Pieces {
    const list = explanations(problem, this.question, allowance);
    let step = list.next();
    begin();
    for (let comma = ''; !step.done; comma = ',', step = list.next()) {
      this.out.text(comma + JSON.stringify(step.value));
      yield;
    }
    return step.value;
  }

  private *byBatches(
    text: ExplanationText,
    problem: Problem,
    allowance: Allowance,
    begin: () => void,
  ): Pieces {
    const { out } = this;
    const { order, limit } = this.question;
    const most = Math.min(limit, allowance.left);
    text.openProblem(problem);
    // One more than asked for, to know whether there are more.
    const budget = { signal: allowance };
    const batches = enumerateMasks(problem, { order, limit: most + 1, batch: BATCH, budget });
    let batch = batches.next();
    begin();
    let found = 0;
    for (; !batch.done; batch = batches.next()) {
      const { masks, words, count } = batch.value;
      const end = Math.min(count, most - found);
      for (let s = 0; s < end; ) {
        for (; s < end && !out.full; s++) {
          if (found + s > 0) out.ascii(',');
          text.axp(masks, s * words);
        }
        yield;
        if (s < end && allowance.look()) return { complete: false, stopped: allowance.stopped as 'max-time' };
      }
      found += end;
      if (count > end)
        return limit <= allowance.left
          ? { complete: false }
          : { complete: false, stopped: 'max-explanations' };
    }
    return allowance.stopped === undefined
      ? { complete: true }
      : { complete: false, stopped: allowance.stopped };
  }
}
