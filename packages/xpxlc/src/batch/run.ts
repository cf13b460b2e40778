// A run: blocks of rows in, answers out, in order. Small tables are answered here; where there is more to do, workers do it, and this thread
// reads, writes and listens to signals.
// What is waiting between reading, answering and writing is bounded, so memory does not grow with the table.
import { setImmediate } from 'node:timers/promises';
import type { Classifier } from '@xpxlc/core';
import type { Answerer, Part } from '../answer/answerer.ts';
import { isLight, type Job, toAnswerer } from '../answer/job.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { BoundedQueue, type Item } from './bounded-queue.ts';
import type { RunOutput, RunState } from './output.ts';
import type { Pool, Running } from './pool.ts';
import { Slicer } from './slices.ts';
import type { StopFlag } from './stop.ts';
import { type Tried, tryHere } from './trial.ts';
import type { TaskOutcome } from './worker.ts';

/** What to do. */
export interface RunPlan {
  readonly classifier: Classifier;
  readonly job: Job;
  /** Rows from the one on where the output stands. */
  readonly blocks: AsyncIterable<RowBlock>;
  readonly output: RunOutput;
  /** Threads that answer, where this one does not do. */
  readonly jobs: number;
  readonly stop: StopFlag;
  /** What is added up over rows, going on from where the output stands. */
  readonly sum?: RunSum;
  /** So many rows are done, in all. */
  progress?(rows: number): void;
}

/** Adds up what parts of the rows add up to. */
export interface RunSum {
  merge(part: unknown): void;
  /** Plain data. */
  state(): unknown;
}

/** How it ended. */
export interface RunResult {
  readonly state: RunState;
  /** Told to stop before the last row. */
  readonly interrupted: boolean;
}

/** Milliseconds of work before workers are started: they take that long to come up. Nobody is heard meanwhile, so it must not be longer. */
const ALONE = 150;
/** Values of a model and its classes that are prepared within that time. */
const PREPARED = 200_000;
/** Milliseconds that workers have to come to an end by themselves, once they are told to; they look at the flag far more often. */
const GRACE = 100;
/** Milliseconds between checkpoints; more where making one takes long: they should take a small part of the time. */
const MARK_EVERY = 250;
const MARK_SHARE = 20;

export async function run(plan: RunPlan): Promise<RunResult> {
  const { output, stop } = plan;
  const work = new Run(plan);
  const reading = work.read();
  reading.catch(() => stop.raise());
  try {
    await work.write();
    await reading;
  } catch (error) {
    stop.raise();
    work.end();
    await reading.catch(() => undefined);
    throw error;
  } finally {
    await work.close();
  }
  const { state, interrupted } = work;
  // Whoever goes on from here, should this process end while the file is completed, has nothing left to answer.
  if (!interrupted) await output.mark(() => state, true);
  return { state, interrupted };
}

/** Reading and writing, at the same time. */
class Run {
  readonly #plan: RunPlan;
  readonly #slicer: Slicer | undefined;
  readonly #queue: BoundedQueue<Running>;
  #state: RunState;
  #rows = 0;
  /** Of this thread, unless even making it takes too long. */
  readonly #answerer: Answerer | undefined;
  /** Milliseconds of work in this thread. */
  #worked = 0;
  #markAt = performance.now() + MARK_EVERY;
  #pool: Pool | undefined;
  #allRead = false;
  #cut = false;
  /** Workers were ended in the middle of their work. */
  #gaveUp = false;

  constructor(plan: RunPlan) {
    const { classifier, job, jobs, output } = plan;
    this.#plan = plan;
    this.#slicer = isLight(classifier, job) ? undefined : new Slicer();
    this.#answerer = sizeOf(classifier) > PREPARED ? undefined : toAnswerer(classifier, job);
    this.#queue = new BoundedQueue<Running>(jobs + 1);
    this.#state = output.state ?? { next: 0, failed: 0, started: false };
    void plan.stop.raised.then(() => setTimeout(() => this.#giveUp(), GRACE).unref());
  }

  /** How far it has got. */
  get state(): RunState {
    const { sum } = this.#plan;
    return sum === undefined ? this.#state : { ...this.#state, summary: sum.state() };
  }

  get interrupted(): boolean {
    return this.#cut || !this.#allRead;
  }

  /** Read blocks and have them answered, no more of them than the queue has room for. */
  async read(): Promise<void> {
    try {
      for await (const block of this.#incoming())
        for (const part of this.#slicer?.cut(block) ?? [block]) {
          if (this.#plan.stop.aborted) return;
          const tried = this.#try(part);
          if (tried !== undefined) {
            await this.#queue.put({ ...placeOf(part), work: tried });
            continue;
          }
          // Rows that take long are answered one by one: on all cores, and what is done is kept.
          for (const rows of this.#slicer?.cut(part) ?? [part]) {
            if (this.#plan.stop.aborted) return;
            // Whoever begins takes the block over.
            const place = placeOf(rows);
            await this.#queue.put({ ...place, work: await this.#begin(rows) });
          }
        }
    } finally {
      this.end();
    }
  }

  /** Write what is answered, in order. */
  async write(): Promise<void> {
    const { output } = this.#plan;
    for (let item = await this.#queue.take(); item !== undefined; item = await this.#queue.take()) {
      for await (const part of item.work.parts()) await output.write(part);
      const outcome = await item.work.outcome.catch((error: unknown) => {
        if (this.#gaveUp) return undefined;
        throw error;
      });
      if (outcome === undefined) {
        this.#cut = true;
        return this.end();
      }
      this.#slicer?.learn(Math.max(1, outcome.rows), outcome.milliseconds);
      this.#rows += outcome.rows;
      if (outcome.rows < item.rows) {
        this.#cut = true;
        return this.end(); // later rows would not follow on
      }
      const firstBad = this.#state.firstBad ?? item.bad;
      const extended = (this.#state.extended ?? 0) + (outcome.extended ?? 0);
      this.#state = {
        next: item.next,
        failed: this.#state.failed + outcome.failed,
        firstBad,
        ...(extended === 0 ? {} : { extended }),
        started: true,
      };
      for (const part of [outcome.summary, ...(outcome.summaries ?? [])])
        if (part !== undefined) this.#plan.sum?.merge(part);
      this.#plan.progress?.(this.#rows);
      await this.#mark();
    }
  }

  /** Nothing more is waited for. */
  end(): void {
    this.#queue.end();
  }

  async close(): Promise<void> {
    if (!this.#gaveUp) await this.#pool?.close();
  }

  #giveUp(): void {
    this.#gaveUp = true;
    this.#pool?.abandon();
  }

  /** Tell the output how far it has got; now and then, to make sure of it. */
  async #mark(): Promise<void> {
    const { output } = this.#plan;
    const now = performance.now();
    const save = now >= this.#markAt;
    await output.mark(() => this.state, save);
    if (!save) return;
    const took = performance.now() - now;
    this.#markAt = now + Math.max(MARK_EVERY, MARK_SHARE * took);
  }

  /** The next block, unless it is time to stop: input that does not come must not hold up the end. */
  async *#incoming(): AsyncGenerator<RowBlock, void, void> {
    const source = this.#plan.blocks[Symbol.asyncIterator]();
    const stopped = this.#plan.stop.raised.then(() => undefined);
    let waiting = false;
    try {
      for (;;) {
        waiting = true;
        const step = await Promise.race([source.next(), stopped]);
        if (step === undefined) return;
        waiting = false;
        if (step.done) {
          this.#allRead = true;
          return;
        }
        yield step.value;
      }
    } finally {
      // Closing what is still being waited for would wait, too.
      if (!waiting) await source.return?.();
    }
  }

  /** The work in this thread, where it takes microseconds a row, or was done at once; undefined where workers must do it. */
  #try(part: RowBlock): Running | undefined {
    const { jobs, stop } = this.#plan;
    const answerer = this.#answerer;
    if (answerer === undefined) return undefined;
    const early = this.#pool === undefined && this.#worked < ALONE;
    if (this.#slicer === undefined) return early || jobs === 1 ? this.#here(part, answerer) : undefined;
    if (!early) return undefined;
    const before = performance.now();
    const tried = tryHere(answerer, part, stop, ALONE - this.#worked);
    const milliseconds = performance.now() - before;
    this.#worked += milliseconds;
    if (tried === undefined) this.#slicer.learn(1, ALONE);
    return tried && done(tried, milliseconds);
  }

  async #begin(part: RowBlock): Promise<Running> {
    const { classifier, job, jobs, stop } = this.#plan;
    if (this.#pool === undefined) {
      const { startPool } = await import('./pool.ts');
      this.#pool = await startPool(classifier.model, job, jobs, stop);
    }
    if (this.#gaveUp) this.#pool.abandon();
    return this.#pool.start(part);
  }

  /** The same in this thread: the work is done as parts are asked for. */
  #here(part: RowBlock, answerer: Answerer): Running {
    const { promise: outcome, resolve, reject } = withResolvers<TaskOutcome>();
    outcome.catch(() => undefined);
    const answering = this.#answering(answerer.answer(part, this.#plan.stop), resolve);
    return {
      outcome,
      async *parts() {
        try {
          yield* answering;
        } catch (error) {
          reject(error);
          throw error;
        }
      },
    };
  }

  async *#answering(
    running: ReturnType<Answerer['answer']>,
    done: (outcome: TaskOutcome) => void,
  ): AsyncGenerator<Part, void, void> {
    let milliseconds = 0;
    for (;;) {
      const before = performance.now();
      const step = running.next();
      const took = performance.now() - before;
      milliseconds += took;
      this.#worked += took;
      if (step.done) return done({ ...step.value, milliseconds });
      yield step.value;
      await setImmediate(); // signals, and what is being read
    }
  }
}

/** What is worked out once per model grows with this. */
function sizeOf({ features, classes }: Classifier): number {
  const values = features.map((feature) => (feature.kind === 'categorical' ? feature.values.length : 1));
  return classes.length * values.reduce((sum, size) => sum + size, 0);
}

/** Where a block of rows ends, and what is wrong with its first bad one. */
function placeOf({ rows, rowNumbers, bad: [bad] }: RowBlock): Omit<Item<Running>, 'work'> {
  const next = rowNumbers[rowNumbers.length - 1] + 1;
  return { rows, next, bad: bad?.message };
}

/** What was answered already, as something that is being answered. */
function done({ parts, outcome }: Tried, milliseconds: number): Running {
  return {
    outcome: Promise.resolve({ ...outcome, milliseconds }),
    async *parts() {
      yield* parts;
    },
  };
}

/** A promise, and who decides on it. */
function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve = (_: T): void => undefined;
  let reject = (_: unknown): void => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
