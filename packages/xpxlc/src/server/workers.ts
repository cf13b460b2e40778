// Where questions are answered that may take long: worker threads, each ended when its time is up, when it needs too much memory, or
// when nobody waits for its answer any more. Then another one takes its place.
import type { Model } from '@xpxlc/core';
import type { Piscina } from 'piscina';
import { startWorkers } from '../batch/start-workers.ts';
import type { AnswerPlan, WorkerTask } from './answer-worker.ts';
import type { Limits } from './limits.ts';
import type { Slice, SliceTask } from './slice.ts';

/** A task that a limit has ended. */
export interface Ended {
  readonly ended: 'max-time' | 'max-memory';
  /** Cases that were answered before; their answers are lost. */
  readonly cases: number;
}

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

  /** Start them; otherwise the first question does. */
  async open(): Promise<void> {
    await this.#started();
  }

  /**
   * Have cases answered, as soon as a worker is free.
   *
   * @param maxTime - milliseconds that the worker may take, from when it begins.
   * @throws the signal's reason, once it is raised; the worker has ended then.
   */
  async answer(task: SliceTask, maxTime: number, signal: AbortSignal): Promise<Slice | Ended> {
    await this.#take(signal);
    const progress = new SharedArrayBuffer(4);
    const ended = (why: Ended['ended']): Ended => ({ ended: why, cases: new Int32Array(progress)[0] });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), maxTime);
    try {
      const pool = await this.#started();
      const work: WorkerTask = { ...task, progress };
      return (await pool.run(work, { signal: AbortSignal.any([signal, late.signal]) })) as Slice;
    } catch (error) {
      signal.throwIfAborted();
      if (late.signal.aborted) return ended('max-time');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return ended('max-memory');
      throw error;
    } finally {
      clearTimeout(timer);
      this.#give();
    }
  }

  async close(): Promise<void> {
    const pool = await this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
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
