// What an answer may cost. A `limit` says how many answers are wanted; a budget, how much work they may take.
import { LimitError } from '../errors.ts';
import { checkLimit } from './pick.ts';

/** Something that says when to stop; an `AbortSignal` will do. */
export interface Signal {
  readonly aborted: boolean;
}

/**
 * What an answer may cost at most. Beyond it a list ends and is not complete; a question with one answer throws a {@link LimitError}:
 * `count-too-large` where it counts, `too-many-steps` where it searches, `aborted` where the signal said so.
 */
export interface Budget {
  /** Steps of work: branches of a search, entries of lists, answers of a list. */
  readonly steps?: number;
  /** Bytes of memory for the lists that counting keeps. */
  readonly memory?: number;
  /** Ends the work soon after `aborted` becomes true. */
  readonly signal?: Signal;
}

/** Looking at a signal takes longer than a step. */
const PATIENCE = 1024;

/** Keeps account of the steps of one search. */
export class Meter {
  private readonly most: number;
  private readonly signal: Signal | undefined;
  private spent = 0;
  private nextLook = PATIENCE;
  private aborted = false;

  constructor({ steps, signal }: Budget = {}, most: number = Number.POSITIVE_INFINITY) {
    this.most = checkLimit(steps ?? most, 'budget.steps');
    this.signal = signal;
  }

  /** Steps that may still be made. */
  get left(): number {
    return this.most - this.spent;
  }

  /** Make so many steps; false when that is more than allowed, or the signal was seen. */
  spend(steps: number): boolean {
    this.spent += steps;
    if (this.spent > this.most) return false;
    if (this.spent < this.nextLook) return !this.aborted;
    this.nextLook = this.spent + PATIENCE;
    return !this.look();
  }

  /** Is it over? Looks at the signal. */
  look(): boolean {
    return this.stopped() || this.spent > this.most;
  }

  /** Has the signal said so? Looks at it. */
  stopped(): boolean {
    this.aborted ||= this.signal?.aborted === true;
    return this.aborted;
  }

  /** The refusal to go on: `what` was not done, and how far one got. */
  refusal(what: string, got: string): LimitError {
    if (this.aborted) return abortion();
    return new LimitError(`${what} within the budget`, {
      code: 'too-many-steps',
      place: 'budget.steps',
      expected: `at most ${this.most} steps`,
      got,
    });
  }
}

/** The refusal to go on after a signal. */
export function abortion(): LimitError {
  return new LimitError('stopped by the signal', {
    code: 'aborted',
    place: 'budget.signal',
    expected: 'no signal',
    got: 'aborted',
  });
}
