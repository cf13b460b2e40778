// Where questions are answered that may take long: worker threads, each told to stop when its time is up or nobody waits for its answer any more.
// One that does not, or needs too much memory, is ended, and another one takes its place.
import type { Model } from '@xpxlc/core';
import type { Piscina } from 'piscina';
import { endWorkers, startWorkers, workersLoaded } from '../batch/start-workers.ts';
import type { AnswerPlan, WorkerTask } from './answer-worker.ts';
import type { Limits } from './limits.ts';
import type { Slice, SliceTask } from './slice.ts';

/** A task that a limit has ended. */
export interface Ended {
  readonly ended: 'max-time' | 'max-memory';
  /** Cases that were answered before; their answers are lost. */
  readonly cases: number;
}

/** Milliseconds in which a worker comes to an end by itself; searches look far more often. */
const GRACE = 1000;

export class Workers {
  readonly #limits: Pick<Limits, 'jobs' | 'maxMemory'>;
  readonly #model: Model;
  #pool: Promise<Piscina> | undefined;
  #free: number;
  /** Those who wait for a worker, first come first served. */
  readonly #waiting: (() => void)[] = [];

  constructor(model: Model, limits: Pick<Limits, 'jobs' | 'maxMemory'>) {
    this.#model = model;
    this.#limits = limits;
    this.#free = limits.jobs;
  }

  /** Start them; otherwise the first question does. Fulfilled when they have loaded what they need. */
  async open(): Promise<void> {
    await workersLoaded(await this.#started());
  }

  /**
   * Have cases answered, as soon as a worker is free.
   *
   * @param maxTime - milliseconds that the worker may take, from when it begins.
   * @throws the signal's reason, once it is raised; the worker is free then.
   */
  async answer(task: SliceTask, maxTime: number, signal: AbortSignal): Promise<Slice | Ended> {
    await this.#take(signal);
    const words = new Int32Array(new SharedArrayBuffer(8));
    const ended = (why: Ended['ended']): Ended => ({ ended: why, cases: words[0] });
    const kill = new AbortController();
    let timer: NodeJS.Timeout;
    const stop = (): void => {
      Atomics.store(words, 1, 1);
      clearTimeout(timer);
      timer = setTimeout(() => kill.abort(), GRACE);
    };
    timer = setTimeout(stop, maxTime);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const pool = await this.#started();
      const work: WorkerTask = { ...task, words: words.buffer };
      const slice = (await pool.run(work, { signal: kill.signal })) as Slice | undefined;
      signal.throwIfAborted();
      return slice ?? ended('max-time');
    } catch (error) {
      signal.throwIfAborted();
      if (kill.signal.aborted) return ended('max-time');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return ended('max-memory');
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#give();
    }
  }

  async close(): Promise<void> {
    const pool = await this.#pool;
    this.#pool = undefined;
    if (pool !== undefined) await endWorkers(pool);
  }

  /** Wait for a free worker. */
  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #started(): Promise<Piscina> {
    this.#pool ??= this.#start();
    return this.#pool;
  }

  async #start(): Promise<Piscina> {
    const { jobs, maxMemory } = this.#limits;
    const data: AnswerPlan = { model: this.#model };
    const from = import.meta.url;
    const pool = await startWorkers({ module: './answer-worker', from, threads: jobs, data, maxMemory });
    // Of a worker that fails while it has nothing to do; whoever asks the next question gets another one.
    pool.on('error', () => undefined);
    return pool;
  }
}
