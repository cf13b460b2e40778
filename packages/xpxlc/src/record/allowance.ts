// What one row may cost: time and explanations. What is found until then is the answer, and says so.

/** Why an answer is partial. */
export type Stopped = 'max-time' | 'max-explanations' | 'interrupted';

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

/** Looking at the clock takes longer than finding an explanation. */
const LOOKS = 64;

/** What one row may cost, from now on. A signal for the core's budgets. */
export class Allowance implements Stop {
  private readonly most: number;
  private readonly end: number;
  private readonly stop: Stop;
  private looks = 0;
  private found = 0;
  private reason: Stopped | undefined;

  constructor({ maxTime, maxExplanations }: AllowanceOptions, stop: Stop = NEVER) {
    this.most = maxExplanations ?? Number.POSITIVE_INFINITY;
    this.end = maxTime === undefined ? Number.POSITIVE_INFINITY : performance.now() + maxTime;
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
    this.looks += 1;
    return this.looks % LOOKS === 1 && this.look();
  }

  /** Is it time to stop? Looks at the clock. */
  look(): boolean {
    if (this.stop.aborted) this.reason = 'interrupted';
    else if (performance.now() > this.end) this.reason = 'max-time';
    return this.reason !== undefined;
  }
}
