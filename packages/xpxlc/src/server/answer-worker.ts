// A worker of the server: answers cases about the model that it was started with.
import { type Model, reduce } from '@xpxlc/core';
import { workerData } from 'piscina';
import { type Slice, SliceAnswerer, type SliceTask } from './slice.ts';

/** What a worker is started with. */
export interface AnswerPlan {
  readonly model: Model;
}

/** A task, and where to note how far it has got: seen even when the worker is ended. */
export interface WorkerTask extends SliceTask {
  readonly progress: SharedArrayBuffer;
}

const { model } = workerData as AnswerPlan;
const answerer = new SliceAnswerer(reduce(model, { neverWins: 'allow' }));

export default function answer({ progress, ...task }: WorkerTask): Slice {
  const word = new Int32Array(progress);
  return answerer.answer(task, (cases) => Atomics.store(word, 0, cases));
}
