// A worker: answers blocks of rows with the model it was started with. Parts go back as they are made, no more of them than the
// other side has room for; text in memory that both sides see.
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { type Model, reduce } from '@xpxlc/core';
import { workerData } from 'piscina';
import type { Outcome, Part } from '../answer/answerer.ts';
import { type Job, toAnswerer } from '../answer/job.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { type Loaded, sayLoaded } from './loaded.ts';
import { PageFiller } from './shared-pages.ts';
import { StopFlag } from './stop.ts';

/** What a worker is started with. */
export interface WorkerPlan {
  readonly model: Model;
  readonly job: Job;
  readonly stop: SharedArrayBuffer;
}

/** One block of rows, and the way back. */
export interface Task {
  readonly block: RowBlock;
  readonly port: MessagePort;
}

/** What comes back in the end. */
export interface TaskOutcome extends Outcome {
  readonly milliseconds: number;
}

/** Rows of tables that may be under way at a time, in parts. */
const ROOM = 32;

const { model, job, stop, loaded } = workerData as WorkerPlan & { readonly loaded: Loaded };
sayLoaded(loaded);
const answerer = toAnswerer(reduce(model, { neverWins: 'allow' }), job);
const flag = new StopFlag(stop);
const pages = new PageFiller();

export default async function answer({ block, port }: Task): Promise<TaskOutcome> {
  let milliseconds = 0;
  let room = ROOM;
  port.on('message', () => {
    room += 1;
  });
  try {
    const running = answerer.answer(block, flag);
    for (;;) {
      const start = performance.now();
      const step = running.next();
      milliseconds += performance.now() - start; // not the waiting for room
      if (step.done) return { ...step.value, milliseconds };
      if (step.value instanceof Uint8Array) {
        for (const page of pages.fill(step.value)) port.postMessage(page);
        continue;
      }
      while (room === 0) await once(port, 'message');
      room -= 1;
      port.postMessage(step.value, buffersOf(step.value));
    }
  } finally {
    port.postMessage(null); // no more parts
    port.close();
  }
}

/** What can be handed over instead of copied. */
function buffersOf(part: Part): ArrayBuffer[] {
  if (!('coded' in part)) return [];
  const { classes, margins, masks, names, literals } = part;
  return [classes, margins, masks, ...names, ...literals].map((array) => array.buffer as ArrayBuffer);
}
