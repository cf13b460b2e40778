// A run: blocks of rows in, answers out, in order. Small tables are answered here; where there is more to do, workers join in.
// What is waiting between reading, answering and writing is bounded, so memory does not grow with the table.
import { setImmediate } from 'node:timers/promises';
import type { Classifier } from '@xpxlc/core';
import type { Outcome } from '../answer/answerer.ts';
import { isLight, type Job, toAnswerer } from '../answer/job.ts';
import type { RowBlock } from '../table/encode.ts';
import type { RunOutput, RunState } from './output.ts';
import { Pool, type Running } from './pool.ts';
import { Slicer } from './slices.ts';
import type { StopFlag } from './stop.ts';

/** What to do. */
export interface RunPlan {
  readonly classifier: Classifier;
  readonly job: Job;
  /** Rows from the one on where the output stands. */
  readonly blocks: AsyncIterable<RowBlock>;
  readonly output: RunOutput;
  /** Threads that answer; 1 is this one alone. */
  readonly jobs: number;
  readonly stop: StopFlag;
  /** What is added up over rows, going on from where the output stands. */
  readonly sum?: RunSum;
  /** So many rows are done, in all. */
  progress?(rows: number): void;
}

/** Adds up what parts of the rows add up to. */
export interface RunSum {
  add(part: unknown): void;
  /** Plain data. */
  state(): unknown;
}

/** How it ended. */
export interface RunResult {
  readonly state: RunState;
  /** Told to stop before the last row. */
  readonly interrupted: boolean;
}

/** Milliseconds of work before workers are started: they take that long to come up. */
const ALONE = 150;
/** Milliseconds between checkpoints; more where making one takes long: they should take a small part of the time. */
const MARK_EVERY = 250;
const MARK_SHARE = 20;

export async function run(plan: RunPlan): Promise<RunResult> {
  const { classifier, job, blocks, output, jobs, stop } = plan;
  const answerer = toAnswerer(classifier, job);
  const slicer = isLight(classifier, job) ? undefined : new Slicer();
  const line = new Line<Running>(jobs + 1);
  let state: RunState = output.state ?? { next: 0, failed: 0, started: false };
  let rows = 0;
  let worked = 0;
  let markAt = performance.now() + MARK_EVERY;
  let pool: Pool | undefined;
  let allRead = false;
  let cut = false;

  const reading = read().finally(() => line.end());
  reading.catch(() => stop.raise());
  try {
    await write();
    await reading;
  } catch (error) {
    stop.raise();
    line.end();
    await reading.catch(() => undefined);
    throw error;
  } finally {
    await pool?.close();
  }
  const last = summed();
  const interrupted = cut || !allRead;
  // Whoever goes on from here, should this process end while the file is completed, has nothing left to answer.
  if (!interrupted) await output.mark(last, true);
  return { state: last, interrupted };

  function summed(): RunState {
    return plan.sum === undefined ? state : { ...state, summary: plan.sum.state() };
  }

  /** The next block, unless it is time to stop: input that does not come must not hold up the end. */
  async function* incoming(): AsyncGenerator<RowBlock, void, void> {
    const source = blocks[Symbol.asyncIterator]();
    const stopped = stop.raised.then(() => undefined);
    let waiting = false;
    try {
      for (;;) {
        waiting = true;
        const step = await Promise.race([source.next(), stopped]);
        if (step === undefined) return;
        waiting = false;
        if (step.done) {
          allRead = true;
          return;
        }
        yield step.value;
      }
    } finally {
      // Closing what is still being waited for would wait, too.
      if (!waiting) await source.return?.();
    }
  }

  async function read(): Promise<void> {
    for await (const block of incoming()) {
      for (const part of slicer?.cut(block) ?? [block]) {
        if (stop.aborted) return;
        const { rowNumbers } = part;
        const next = rowNumbers[rowNumbers.length - 1] + 1;
        // The line has room for what is being answered; here it is waited for.
        await line.put({ rows: part.rows, next, work: await begin(part) });
      }
    }
  }

  async function begin(part: RowBlock): Promise<Running> {
    if (pool === undefined && jobs > 1 && worked > ALONE)
      pool = await Pool.start(classifier.model, job, jobs, stop);
    return pool?.start(part) ?? here(part);
  }

  /** The same in this thread: the work is done as parts are asked for. */
  function here(part: RowBlock): Running {
    let done = (_: Outcome & { milliseconds: number }): void => undefined;
    let fail = (_: unknown): void => undefined;
    const outcome = new Promise<Outcome & { milliseconds: number }>((resolve, reject) => {
      done = resolve;
      fail = reject;
    });
    outcome.catch(() => undefined);
    return {
      outcome,
      async *parts() {
        try {
          const running = answerer.answer(part, stop);
          let milliseconds = 0;
          for (;;) {
            const before = performance.now();
            const step = running.next();
            const took = performance.now() - before;
            milliseconds += took;
            worked += took;
            if (step.done) return done({ ...step.value, milliseconds });
            yield step.value;
            await setImmediate(); // signals, and what is being read
          }
        } catch (error) {
          fail(error);
          throw error;
        }
      },
    };
  }

  async function write(): Promise<void> {
    for (let item = await line.take(); item !== undefined; item = await line.take()) {
      for await (const part of item.work.parts()) await output.write(part);
      const outcome = await item.work.outcome;
      slicer?.learn(Math.max(1, outcome.rows), outcome.milliseconds);
      rows += outcome.rows;
      if (outcome.rows < item.rows) {
        cut = true;
        return line.end(); // later rows would not follow on
      }
      state = { next: item.next, failed: state.failed + outcome.failed, started: true };
      plan.sum?.add(outcome.summary);
      plan.progress?.(rows);
      const now = performance.now();
      if (now < markAt) {
        if (plan.sum === undefined) await output.mark(state, false);
        continue;
      }
      await output.mark(summed(), true);
      const took = performance.now() - now;
      markAt = now + Math.max(MARK_EVERY, MARK_SHARE * took);
    }
  }
}

interface Item<T> {
  readonly rows: number;
  readonly next: number;
  readonly work: T;
}

/** A queue with a bounded number of places. */
class Line<T> {
  readonly #places: number;
  readonly #items: Item<T>[] = [];
  #ended = false;
  #tell: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  async put(item: Item<T>): Promise<void> {
    this.#items.push(item);
    this.#change();
    while (this.#items.length >= this.#places && !this.#ended) await this.#wait();
  }

  async take(): Promise<Item<T> | undefined> {
    while (this.#items.length === 0 && !this.#ended) await this.#wait();
    const item = this.#items.shift();
    this.#change();
    return item;
  }

  end(): void {
    this.#ended = true;
    this.#change();
  }

  #change(): void {
    const tell = this.#tell;
    this.#tell = [];
    for (const wake of tell) wake();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell.push(resolve);
    });
  }
}
