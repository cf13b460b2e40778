// Keeps account of what a count costs, and refuses what would cost more than its budget.
import { LimitError } from '../errors.ts';
import { abortion, type Budget, type Signal } from '../model/budget.ts';
import { checkLimit } from '../model/pick.ts';

/** Where explanations have to be gone through one by one, each takes about as long as so many steps. */
const STEPS_PER_SET = 1000;

/** So does a step of the search for the next one, where there are several rivals. */
const STEPS_PER_BRANCH = 1000;

/** Entries of lists to make or to read: some seconds. */
const STEPS = 1.5e9;
const MEMORY = 768 * 2 ** 20;

/** How far what is foreseen may be off. */
const ROOM = 1.02;

const NEVER: Signal = { aborted: false };

/** Keeps account of one answer. */
export class Account {
  readonly steps: number;
  readonly memory: number;
  readonly signal: Signal;
  private spent = 0;
  private readonly room: number;

  constructor({ steps = STEPS, memory = MEMORY, signal = NEVER }: Budget = {}, room = 1) {
    this.room = room;
    this.steps = checkLimit(steps, 'budget.steps');
    this.memory = checkLimit(memory, 'budget.memory');
    this.signal = signal;
  }

  /** How many explanations may be gone through one by one. */
  get sets(): number {
    return Math.floor(this.steps / STEPS_PER_SET);
  }

  /** What going through explanations one by one may cost, besides their number. */
  get search(): Budget {
    return { steps: Math.floor(this.steps / STEPS_PER_BRANCH), signal: this.signal };
  }

  /** Refuse steps that would be too many, before the first is made, and any once the signal is given. */
  afford(steps: number): void {
    if (this.signal.aborted) throw abortion();
    if (this.spent + steps > this.room * this.steps) refuse('steps', this.steps, this.spent + steps);
  }

  /** Spend steps, or refuse before they are made. */
  spend(steps: number): void {
    this.afford(steps);
    this.spent += steps;
  }

  /** An account with more room, for what is not known exactly: where it refuses, this one would, too. */
  roomy(): Account {
    const account = new Account(this, ROOM);
    account.spent = this.spent;
    return account;
  }

  /** Refuse what would need more memory at a time than allowed. */
  need(bytes: number): void {
    if (bytes > this.room * this.memory) refuse('bytes of memory', this.memory, bytes);
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
