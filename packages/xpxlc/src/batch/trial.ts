// Work that is tried in this thread, where nothing else can happen meanwhile, not even Ctrl-C: for a short time only. What is not done by then
// is forgotten, and left to a worker, which can be ended.
import { LimitError } from '@xpxlc/core';
import type { Answerer, Outcome, Part } from '../answer/answerer.ts';
import type { Stop } from '../record/allowance.ts';
import type { RowBlock } from '../table/encode.ts';

/** A block that was answered in time. */
export interface Tried {
  readonly parts: readonly Part[];
  readonly outcome: Outcome;
}

/** Answer a block within some milliseconds; undefined, and nothing is lost, where that is too short. */
export function tryHere(answerer: Answerer, block: RowBlock, stop: Stop, most: number): Tried | undefined {
  const trial = new Trial(stop, performance.now() + most);
  const parts: Part[] = [];
  try {
    const running = answerer.answer(block, trial);
    for (;;) {
      const step = running.next();
      if (trial.isOver) return undefined;
      if (step.done) return { parts, outcome: step.value };
      // Bytes last until the next part is asked for.
      parts.push(step.value instanceof Uint8Array ? step.value.slice() : step.value);
    }
  } catch (error) {
    if (trial.isOver && error instanceof LimitError) return undefined;
    throw error;
  }
}

/** Says to stop when the time is over. */
class Trial implements Stop {
  readonly #stop: Stop;
  readonly #end: number;
  #over = false;

  constructor(stop: Stop, end: number) {
    this.#stop = stop;
    this.#end = end;
  }

  /** The time was over when someone asked: what was answered is cut short. */
  get isOver(): boolean {
    return this.#over;
  }

  get aborted(): boolean {
    this.#over ||= performance.now() > this.#end;
    return this.#over || this.#stop.aborted;
  }
}
