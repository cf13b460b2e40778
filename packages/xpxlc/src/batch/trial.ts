// Work that is tried in this thread, where nothing else can happen meanwhile, not even Ctrl-C: for a short time only. What is not done by then
// is forgotten, and left to a worker, which can be ended.
import { LimitError } from '@xpxlc/core';
import type { Stop } from '../answer/allowance.ts';
import type { Answerer, Outcome, Part } from '../answer/answerer.ts';
import type { RowBlock } from '../cells/row-block.ts';

/** A block that was answered in time. */
export interface Tried {
  readonly parts: readonly Part[];
  readonly outcome: Outcome;
}

/** Answer a block within some milliseconds; undefined, and nothing is lost, where that is too short. */
export function tryHere(answerer: Answerer, block: RowBlock, stop: Stop, most: number): Tried | undefined {
  const trial = new Trial(stop, most);
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
  /** Milliseconds of work. */
  readonly #most: number;
  readonly #before = process.cpuUsage();
  #end: number;
  #over = false;

  constructor(stop: Stop, most: number) {
    this.#stop = stop;
    this.#most = most;
    this.#end = performance.now() + most;
  }

  /** The time was over when someone asked: what was answered is cut short. */
  get isOver(): boolean {
    return this.#over;
  }

  get aborted(): boolean {
    if (!this.#over && performance.now() > this.#end) {
      // Where others keep the processor busy, little may have been done yet.
      const { user, system } = process.cpuUsage(this.#before);
      const left = this.#most - (user + system) / 1000;
      this.#over = left <= 0;
      this.#end += left;
    }
    return this.#over || this.#stop.aborted;
  }
}
