// A request's cases → its answers, slice by slice: by this thread where that takes no time, otherwise by workers within their limits.

import { type Classifier, LimitError } from '@xpxlc/core';
import { toErrorRecord } from '../answer/explain-record.ts';
import type { ErrorRecord } from '../answer/record-fields.ts';
import { RequestError } from '../ask/request-error.ts';
import type { Question } from '../ask/request-question.ts';
import type { Limits } from './limits.ts';
import { failureLine, isQuick, PROOFS, type Slice, SliceAnswerer, type SliceTask } from './slice.ts';
import { type Ended, Workers } from './workers.ts';

/** Cases, and what is asked of them. */
export interface CaseBatch {
  readonly question: Question | typeof PROOFS;
  readonly cases: readonly unknown[];
  readonly texts: boolean;
  readonly from: number;
}

/** Values that this thread goes through at once: well below a millisecond of work. */
const AT_ONCE = 4096;

/** Answers about one model. */
export class Answers {
  readonly classifier: Classifier;
  readonly #limits: Limits;
  readonly #here: SliceAnswerer;
  readonly #workers: Workers;
  #requests = 0;

  constructor(classifier: Classifier, limits: Limits) {
    this.classifier = classifier;
    this.#limits = limits;
    this.#here = new SliceAnswerer(classifier);
    this.#workers = new Workers(classifier.model, limits);
  }

  open(): Promise<void> {
    return this.#workers.open();
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  /**
   * The answers in this thread, where that surely takes less than a millisecond. Predictions, and smallest explanations and contrasts of two classes,
   * take microseconds a case and no search, so none can be made to take long; sending them elsewhere would take longer.
   */
  atOnce(request: CaseBatch): Slice | undefined {
    const { question, cases } = request;
    const { features, classes } = this.classifier;
    const light =
      question !== PROOFS &&
      'job' in question &&
      !question.reading.extend &&
      isQuick(this.classifier, question.job);
    if (!light || request.texts || cases.length * features.length * classes.length > AT_ONCE)
      return undefined;
    return this.#here.answer({ ...request, maxAnswer: this.#limits.maxAnswer });
  }

  /** Do work of a request, unless too many others do. @throws {RequestError} `too-busy`. */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** The same for work that goes on after the caller: whoever enters leaves. */
  enter(): void {
    const { maxRequests } = this.#limits;
    if (this.#requests >= maxRequests)
      throw new RequestError(503, 'too-busy', 'too many requests at a time', {
        expected: `at most ${maxRequests}`,
        hint: 'try again in a moment',
      });
    this.#requests += 1;
  }

  leave(): void {
    this.#requests -= 1;
  }

  /**
   * The answers, in order. A case that a limit has ended is an error in its place.
   *
   * @param together - whether all cases share the time, or each has its own.
   */
  async *answer(
    request: CaseBatch,
    signal: AbortSignal,
    together: boolean,
  ): AsyncGenerator<Slice, void, void> {
    const { maxTime, maxAnswer } = this.#limits;
    let { cases, from } = request;
    let left = maxTime;
    while (cases.length > 0) {
      const task: SliceTask = { ...request, cases, from, maxAnswer };
      const start = performance.now();
      const found = left > 0 ? await this.#workers.answer(task, left, signal) : LATE;
      if (together) left -= performance.now() - start;
      const slice = 'ended' in found ? endedSlice(found, from, this.#limits) : found;
      // What was answered before the end is lost: again, as it was quick.
      if ('ended' in found && found.cases > 0)
        yield* this.answer({ ...request, cases: cases.slice(0, found.cases), from }, signal, together);
      yield slice;
      const passed = 'ended' in found ? found.cases + 1 : found.cases;
      cases = cases.slice(passed);
      from += passed;
    }
  }
}

/** The time was up before it began. */
const LATE: Ended = { ended: 'max-time', cases: 0 };

function endedSlice({ ended, cases }: Ended, from: number, limits: Limits): Slice {
  return { text: failureLine({ row: from + cases }, limitError(ended, limits)), cases: 1, failed: 1 };
}

function limitError(ended: Ended['ended'], { maxTime, maxMemory }: Limits): ErrorRecord {
  const time = ended === 'max-time';
  return toErrorRecord(
    new LimitError(time ? 'the answer takes too long' : 'the answer takes too much memory', {
      code: ended,
      expected: time ? `at most ${maxTime / 1000} seconds` : `at most ${maxMemory} megabytes`,
      got: 'more',
    }),
  );
}
