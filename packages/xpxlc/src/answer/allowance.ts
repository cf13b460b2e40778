// What one row may cost: time and explanations. What is found until then is the answer, and says so.
import { LimitError, type XpxlcError } from '@xpxlc/core';

/** Why an answer is partial. */
export type Stopped = 'max-time' | 'max-steps' | 'max-explanations' | 'interrupted';

/** Limits for each row. */
export interface AllowanceOptions {
  /** Milliseconds. */
  readonly maxTime?: number;
  readonly maxExplanations?: number;
}

/** Something that says when to stop; an `AbortSignal` will do. */
export interface Stop {
  readonly aborted: boolean;
}

export const NEVER: Stop = { aborted: false };

/** Looking at the clock may take longer than finding an explanation: up to so many looks in vain are saved. */
const MOST_SAVED = 64;
/** Milliseconds between two looks at the clock, about. */
const EVERY = 4;

/** What one row may cost, from now on. A signal for the core's budgets. */
export class Allowance implements Stop {
  private readonly most: number;
  private end: number;
  private readonly seconds: number;
  private readonly stop: Stop;
  private saved = 0;
  private save = 0;
  private looked = Number.NEGATIVE_INFINITY;
  private found = 0;
  private reason: Stopped | undefined;

  constructor({ maxTime, maxExplanations }: AllowanceOptions, stop: Stop = NEVER) {
    this.most = maxExplanations ?? Number.POSITIVE_INFINITY;
    this.end = maxTime === undefined ? Number.POSITIVE_INFINITY : performance.now() + maxTime;
    this.seconds = (maxTime ?? Number.POSITIVE_INFINITY) / 1000;
    this.stop = stop;
  }

  /** One more explanation; false when that is one too many. */
  spend(): boolean {
    if (this.found === this.most) return false;
    this.found += 1;
    return true;
  }

  /** Explanations that may still be found. */
  get left(): number {
    return this.most - this.found;
  }

  /** Why the search was told to end. */
  get stopped(): Stopped | undefined {
    return this.reason;
  }

  get aborted(): boolean {
    if (this.reason !== undefined) return true;
    if (this.saved < this.save) {
      this.saved += 1;
      return false;
    }
    this.saved = 0;
    return this.look();
  }

  /** The same until part of the time is over, for the first of several questions about the row. */
  share(part: number): Allowance {
    const now = performance.now();
    const own = new Allowance({}, this.stop);
    own.end = Math.min(this.end, now + part * (this.end - now));
    return own;
  }

  /** What went wrong: where the time is over, that. */
  explain(error: XpxlcError): XpxlcError {
    if (error.code !== 'aborted' || this.reason !== 'max-time') return error;
    return new LimitError('not answered in time', {
      code: 'max-time',
      expected: `an answer within ${this.seconds} seconds`,
      got: 'none',
    });
  }

  /** Is it time to stop? Looks at the clock. */
  look(): boolean {
    const now = performance.now();
    // Those who ask often are not told each time; those whose steps take long are.
    this.save = now - this.looked < EVERY ? Math.min(2 * this.save + 1, MOST_SAVED) : this.save >> 2;
    this.looked = now;
    if (this.stop.aborted) this.reason = 'interrupted';
    else if (now > this.end) this.reason = 'max-time';
    return this.reason !== undefined;
  }
}
