// What a count may cost, and the refusal when it would cost more.
import { LimitError } from '../errors.ts';
import { checkLimit } from '../model/pick.ts';

/** What counting may cost at most; beyond it a {@link LimitError} `count-too-large` says what it would have cost. */
export interface Budget {
  /** Entries of lists to make or to read. Default 1.5·10⁹, some seconds. */
  readonly steps?: number;
  /** Memory in bytes. Default 768 MiB. */
  readonly bytes?: number;
}

/** Where explanations have to be gone through one by one, each takes about as long as so many steps. */
const STEPS_PER_SET = 1000;

const STEPS = 1.5e9;
const BYTES = 768 * 2 ** 20;

/** Keeps account of one answer. */
export class Account {
  readonly steps: number;
  readonly bytes: number;
  private spent = 0;

  constructor({ steps = STEPS, bytes = BYTES }: Budget = {}) {
    this.steps = checkLimit(steps, 'budget.steps');
    this.bytes = checkLimit(bytes, 'budget.bytes');
  }

  /** How many explanations may be gone through one by one. */
  get sets(): number {
    return Math.floor(this.steps / STEPS_PER_SET);
  }

  /** Refuse steps that would be too many, before the first is made. */
  afford(steps: number): void {
    if (this.spent + steps > this.steps) refuse('steps', this.steps, this.spent + steps);
  }

  /** Spend steps, or refuse before they are made. */
  spend(steps: number): void {
    this.afford(steps);
    this.spent += steps;
  }

  /** Refuse what would need more memory at a time than allowed. */
  need(bytes: number): void {
    if (bytes > this.bytes) refuse('bytes of memory', this.bytes, bytes);
  }
}

function refuse(what: string, most: number, got: number): never {
  throw new LimitError('counting would cost more than allowed', {
    code: 'count-too-large',
    place: 'budget',
    expected: `at most ${most} ${what}`,
    got: `at least ${Math.ceil(got)}`,
  });
}
