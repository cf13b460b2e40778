// Cases → lines of NDJSON, a slice at a time: as many cases as fit into a fraction of a second and a page of text. In this thread or in
// a worker; whoever asks comes back with the rest, so that requests take turns and nothing grows without bound.

import {
  type AdditiveModel,
  additiveForm,
  type Classifier,
  FormatError,
  LimitError,
  show,
  XpxlcError,
} from '@xpxlc/core';
import { NEVER, type Stop } from '../answer/allowance.ts';
import type { Answerer } from '../answer/answerer.ts';
import { CaseReader } from '../answer/case-reader.ts';
import { checkRecord } from '../answer/check-record.ts';
import { isSimple } from '../answer/explain.ts';
import { toErrorRecord } from '../answer/explain-record.ts';
import { type Job, toAnswerer } from '../answer/job.ts';
import type { ErrorRecord } from '../answer/record-fields.ts';
import { verifyRecords } from '../answer/verify-record.ts';
import { checkLineSchema } from '../ask/endpoints.ts';
import type { Question } from '../ask/request-question.ts';
import { schemaError } from '../ask/schema-error.ts';
import { FIRST_PROBLEM } from '../schema/first-problem.ts';
import type { Line } from './body.ts';
import { whatElse } from './utf8.ts';

/** Each case is a proof: does it hold? */
export const PROOFS = 'proofs';

/** Cases to answer. */
export interface SliceTask {
  readonly question: Question | typeof PROOFS;
  /** Values of JSON, or with `texts` lines that hold them (bytes where a line is no text). */
  readonly cases: readonly unknown[];
  readonly texts: boolean;
  /** The number of the first one. */
  readonly from: number;
  /** What may be said of one case, in bytes. */
  readonly maxAnswer: number;
}

/** The answers to the first cases of a task. */
export interface Slice {
  /** Lines of NDJSON. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** How many cases: at least one. */
  readonly cases: number;
  /** Cases without an answer. */
  readonly failed: number;
}

/** After so many milliseconds, or bytes, others have their turn. */
const SLICE_MS = 100;
const SLICE_BYTES = 1 << 18;
/** Cases of a block, where one takes microseconds. */
const LIGHT_BLOCK = 512;
/** Questions whose preparation is kept. */
const KEPT = 16;

const encoder = new TextEncoder();

/** Answers cases about one model. */
export class SliceAnswerer {
  private readonly classifier: Classifier;
  private readonly reader: CaseReader;
  private readonly answerers = new Map<string, Answerer>();
  /** The model as proofs are checked against, once there is one to check. */
  private form: AdditiveModel | undefined;

  constructor(classifier: Classifier) {
    this.classifier = classifier;
    this.reader = new CaseReader(classifier);
  }

  answer(task: SliceTask): Slice {
    return this.answerUntil(task, NEVER, () => undefined) as Slice;
  }

  /**
   * @param stop - what is answered by then is of no use any more.
   * @param done - told how many cases are answered, before the next one is begun.
   * @returns undefined where it was stopped.
   */
  answerUntil(task: SliceTask, stop: Stop, done: (cases: number) => void): Slice | undefined {
    const { question, cases } = task;
    const quick = question !== PROOFS && 'job' in question && isQuick(this.classifier, question.job);
    const step = quick ? LIGHT_BLOCK : 1;
    const end = performance.now() + SLICE_MS;
    const lines: Uint8Array[] = [];
    let [bytes, failed, r] = [0, 0, 0];
    do {
      const part = this.some(task, r, Math.min(r + step, cases.length), stop);
      if (part === undefined) return undefined;
      for (const line of part.lines) {
        bytes += line.length;
        lines.push(line);
      }
      failed += part.failed;
      r = Math.min(r + step, cases.length);
      done(r);
    } while (r < cases.length && bytes < SLICE_BYTES && performance.now() < end);
    return { text: joined(lines, bytes), cases: r, failed };
  }

  /** The cases from `a` until before `b`; undefined where it was stopped. */
  private some(task: SliceTask, a: number, b: number, stop: Stop): Answered | undefined {
    const { question, cases, texts, from } = task;
    const taken = cases.slice(a, b).map((given) => (texts ? () => parsed(given as Line) : () => given));
    if (question === PROOFS) return this.verified(taken[0], from + a);
    if (!('job' in question)) {
      const answered = this.checked(taken[0], from + a, question, stop);
      return stop.aborted ? undefined : answered;
    }
    const key = JSON.stringify(question.job, infinity);
    const answerer = this.answerers.get(key) ?? toAnswerer(this.classifier, question.job);
    // What is left half-done, by an error or a stop, is not used again.
    this.answerers.delete(key);
    const block = this.reader.block(taken, from + a, question.reading);
    const running = answerer.answer(block, stop);
    const lines: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = running.next();
      if (stop.aborted) return undefined;
      if (done) {
        this.keep(key, answerer);
        return { lines, failed: value.failed };
      }
      const line = Uint8Array.from(value as Uint8Array); // lasts until the next one
      bytes += line.length;
      if (bytes > task.maxAnswer * (b - a)) return tooLong(task, from + a);
      lines.push(line);
    }
  }

  private keep(key: string, answerer: Answerer): void {
    if (this.answerers.size >= KEPT) this.answerers.delete(this.answerers.keys().next().value as string);
    this.answerers.set(key, answerer);
  }

  private verified(take: () => unknown, index: number): Answered {
    this.form ??= additiveForm(this.classifier);
    const records = [...verifyRecords(take(), { file: 'certificates', index }, this.form)];
    return {
      lines: records.map((record) => lineOf(record)),
      failed: records.some(({ error }) => error !== undefined) ? 1 : 0,
    };
  }

  private checked(
    take: () => unknown,
    row: number,
    { reading, asked, within }: Extract<Question, { readonly asked: unknown }>,
    stop: Stop,
  ): Answered {
    let at: { readonly row: number; readonly id?: string | null } = { row };
    try {
      const found = checkLineSchema.safeParse(take(), FIRST_PROBLEM);
      if (!found.success) throw schemaError(found.error, 'bad-case', 'case');
      const { instance, explanations } = found.data;
      const given = this.reader.take(instance, reading);
      if (reading.key !== undefined) at = { row, id: given.id };
      const { problem, extended } = this.reader.weigh(given, reading, within);
      const where = extended === undefined ? at : { ...at, extended };
      const records = explanations.map(({ kind, features }, x) =>
        checkRecord(where, { kind, features, place: `explanation ${x}` }, () => problem, asked, stop),
      );
      return {
        lines: records.map((record) => lineOf(record)),
        failed: records.some(({ error }) => error !== undefined) ? 1 : 0,
      };
    } catch (error) {
      if (!(error instanceof XpxlcError)) throw error;
      return { lines: [failureLine(at, toErrorRecord(error))], failed: 1 };
    }
  }
}

interface Answered {
  readonly lines: readonly Uint8Array[];
  readonly failed: number;
}

/**
 * Whether a case takes microseconds, whatever it is: a prediction; of two classes of categories and bins one smallest explanation or
 * contrast, which needs no search.
 */
export function isQuick(classifier: Classifier, job: Job): boolean {
  if (job.command === 'predict') return true;
  return (
    job.command === 'explain' &&
    classifier.classes.length === 2 &&
    isSimple(classifier, { ...job.question, kind: 'axp' })
  );
}

/** A case that has no answer, as a line. */
export function failureLine(
  at: { readonly row: number; readonly id?: string | null },
  error: ErrorRecord,
): Uint8Array<ArrayBuffer> {
  return lineOf({ ...at, error });
}

function lineOf(record: object): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${JSON.stringify(record)}\n`);
}

function tooLong({ maxAnswer }: SliceTask, row: number): Answered {
  const error = new LimitError('the answer is too long', {
    code: 'answer-too-large',
    expected: `at most ${maxAnswer} bytes`,
    got: 'more',
    hint: 'limit says how many explanations',
  });
  return { lines: [failureLine({ row }, toErrorRecord(error))], failed: 1 };
}

function parsed(line: Line): unknown {
  if (typeof line !== 'string')
    throw new FormatError('not a text', { code: 'not-text', expected: 'UTF-8', got: whatElse(line) });
  try {
    return JSON.parse(line);
  } catch {
    throw new FormatError('not JSON', {
      code: 'bad-json',
      expected: 'a JSON value a line',
      got: show(line.trim()),
    });
  }
}

/** JSON has no Infinity: as a limit it is not null. */
function infinity(_: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
