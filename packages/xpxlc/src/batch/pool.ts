// Blocks of rows, answered by workers: each block's parts can be taken in order while later blocks are being worked on.
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Model } from '@xpxlc/core';
import type { Piscina } from 'piscina';
import type { Part } from '../answer/answerer.ts';
import type { Job } from '../answer/job.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { nativeWork } from '../table/native-work.ts';
import { freePage, readPage, type SharedPage } from './shared-pages.ts';
import { endWorkers, startWorkers } from './start-workers.ts';
import type { StopFlag } from './stop.ts';
import type { Task, TaskOutcome, WorkerPlan } from './worker.ts';

/** A block that is being answered. */
export interface Running {
  /** Its parts, in order. */
  parts(): AsyncGenerator<Part, void, void>;
  readonly outcome: Promise<TaskOutcome>;
}

export class Pool {
  readonly #pool: Piscina;
  /** Those who wait for a block. */
  readonly #waiting = new Set<(error: Error) => void>();
  #failed: Error | undefined;

  constructor(pool: Piscina) {
    this.#pool = pool;
    // A worker has ended that was doing nothing, perhaps before it could start: others may wait for it in vain. When it happens while
    // the pool is being closed, nobody waits any more.
    pool.on('error', (error: Error) => this.#fail(error));
  }

  /** Have a block answered; it must not be used any more. */
  start(block: RowBlock): Running {
    const { port1, port2 } = new MessageChannel();
    const task: Task = { block, port: port2 };
    const buffers = new Set([block.rowNumbers, ...block.columns].map(({ buffer }) => buffer as ArrayBuffer));
    const outcome = new Promise<TaskOutcome>((resolve, reject) => {
      if (this.#failed !== undefined) reject(this.#failed);
      this.#waiting.add(reject);
      this.#pool
        .run(task, { transferList: [port2, ...buffers] })
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
    outcome.catch(() => port1.close()); // told to whoever waits for it
    return { parts: () => partsFrom(port1, outcome), outcome };
  }

  /** Ends workers that are done. */
  async close(): Promise<void> {
    await endWorkers(this.#pool);
  }

  /** Ends them in the middle of a search. That may take long, but only the end of the process waits for it, and not where a signal ends that. */
  abandon(): void {
    this.#fail(new Error('ended'));
    void nativeWork(endWorkers(this.#pool));
  }

  /** Nobody is answered any more. */
  #fail(error: Error): void {
    this.#failed ??= error;
    for (const fail of this.#waiting) fail(error);
  }
}

export async function startPool(model: Model, job: Job, jobs: number, stop: StopFlag): Promise<Pool> {
  const data: WorkerPlan = { model, job, stop: stop.memory };
  return new Pool(await startWorkers({ module: './worker', from: import.meta.url, threads: jobs, data }));
}

/** What a worker sends, until it says that there is no more; each part taken makes room for another one. */
async function* partsFrom(port: MessagePort, outcome: Promise<unknown>): AsyncGenerator<Part, void, void> {
  const waiting: (Part | SharedPage | null)[] = [];
  let wake = (): void => undefined;
  port.on('message', (part: Part | SharedPage | null) => {
    waiting.push(part);
    wake();
  });
  const end = (): void => {
    waiting.push(null);
    wake();
  };
  port.on('close', end);
  outcome.catch(end); // the port may have been closed before anyone listened
  try {
    for (;;) {
      const part = waiting.shift();
      if (part === null) return;
      if (part === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      else if ('pages' in part) {
        yield readPage(part) as Uint8Array<ArrayBuffer>;
        freePage(part);
      } else {
        yield part;
        port.postMessage(null);
      }
    }
  } finally {
    port.close();
  }
}
