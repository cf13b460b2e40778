// A worker of the server: answers cases about the model that it was started with.
import { type Model, reduce } from '@xpxlc/core';
import { workerData } from 'piscina';
import type { Stop } from '../answer/allowance.ts';
import { type Loaded, sayLoaded } from '../batch/loaded.ts';
import { type Slice, SliceAnswerer, type SliceTask } from './slice.ts';

/** What a worker is started with. */
export interface AnswerPlan {
  readonly model: Model;
}

/** A task, and two words that both sides see: how many cases are answered, even when the worker is ended; and whether it should stop. */
export interface WorkerTask extends SliceTask {
  readonly words: SharedArrayBuffer;
}

const { model, loaded } = workerData as AnswerPlan & { readonly loaded: Loaded };
sayLoaded(loaded);
const answerer = new SliceAnswerer(reduce(model, { neverWins: 'allow' }));

/** Undefined where it was stopped. */
export default function answer({ words, ...task }: WorkerTask): Slice | undefined {
  const shared = new Int32Array(words);
  const stop: Stop = {
    get aborted() {
      return Atomics.load(shared, 1) !== 0;
    },
  };
  return answerer.answerUntil(task, stop, (cases) => Atomics.store(shared, 0, cases));
}
