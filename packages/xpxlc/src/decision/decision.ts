// Everything about one decision, for terminal, report, page, picture and notebook alike. A part is worked out when it is first asked for,
// once, as long as patience lasts, and told in the model's terms: sets of features, numbers, changed cases. Words are for those who show it.
import {
  type Audit,
  additiveForm,
  audit,
  type Budget,
  type Certificate,
  type Count,
  type CountBounds,
  type Counterfactual,
  type CountOptions,
  certify,
  count,
  countBounds,
  counterfactual,
  enumerate,
  type KnownSmallest,
  LimitError,
  necessary,
  type Prediction,
  type Problem,
  powerIndices,
  predictionOf,
  relevant,
  smallestKnown,
  type Tally,
  tally,
  verify,
} from '@xpxlc/core';
import { ENDLESS, type Part, type Patience } from './patience.ts';
import { type Worths, worthsOf } from './worths.ts';

/** Explanations, the smallest first. */
export interface SmallestSets {
  readonly list: readonly (readonly number[])[];
  /** There are no others. */
  readonly complete: boolean;
}

/** One way to another decision. */
export interface Contrast {
  /** What changes. */
  readonly features: readonly number[];
  /** A changed case; undefined where only numbers that are no doubles would do. */
  readonly changed: Counterfactual | undefined;
}

/** Ways to another decision, those with the fewest changes first. */
export interface Contrasts {
  readonly list: readonly Contrast[];
  /** There are no others. */
  readonly complete: boolean;
  /** Why others were not looked for: the search was ended. */
  readonly limit?: string;
}

/** In which explanations a feature is: in every one, in some, in none; undecided where that would take too long. */
export type Role = 'necessary' | 'relevant' | 'irrelevant' | 'undecided';

/** A certificate, checked by code that shares nothing with the search. */
export interface Proof {
  readonly certificate: Certificate;
  readonly valid: boolean;
  /** Why it is not valid. */
  readonly reason?: string;
}

/** With several classes a list by size may take for ever: steps, so that the same is listed each time; some seconds at most. */
const LISTING = 100_000;

export class Decision {
  /** As it was asked about: over all cases, or over those that were left by what may move. */
  readonly problem: Problem;
  /**
   * The same decision with everything free to move, which is what reasons for an adverse decision speak of: a factor counts, whether it can
   * be changed or not. All else speaks of what was asked. The same object where everything is free.
   */
  readonly whole: Decision;
  private readonly patience: Patience;
  private readonly known = new Map<string, unknown>();

  /** @param whole - the case with everything free to move. */
  constructor(problem: Problem, patience: Patience = ENDLESS, whole: Problem = problem) {
    this.problem = problem;
    this.patience = patience;
    this.whole = whole === problem ? this : new Decision(whole, patience);
  }

  /** The class, its margin, its strongest rival. */
  outcome(): Prediction {
    return this.once('outcome', () => predictionOf(this.problem));
  }

  /** What each value is worth, per rival. */
  worths(): readonly Worths[] {
    return this.once('worths', () => worthsOf(this.problem));
  }

  /** A smallest explanation, as far as patience lasts. */
  reason(): KnownSmallest {
    return this.once('reason', () => smallestKnown(this.problem, { budget: this.patience('reason') }));
  }

  /** The smallest explanations. */
  explanations(most: number): SmallestSets {
    return this.once(`explanations ${most}`, () => {
      const running = enumerate(this.problem, { order: 'size', limit: most, budget: this.listing('list') });
      const list: (readonly number[])[] = [];
      const within = affordable(() => {
        for (const { features } of running) list.push(features);
      });
      return { list, complete: within.error === undefined && running.complete };
    });
  }

  /** How many explanations there are, counted up to a limit. */
  tally(limit: number): Tally {
    return this.once(`tally ${limit}`, () => tally(this.problem, { limit, budget: this.listing('count') }));
  }

  /** How many explanations there are, however many that is, and of which sizes or with which features; undefined where that takes too long. */
  count(parts: Pick<CountOptions, 'sizes' | 'frequency'> = {}): Count | undefined {
    return this.once(`count ${Object.keys(parts)}`, () => {
      const budget = this.patience('count');
      return affordable(() => count(this.problem, { ...parts, budget })).answer;
    });
  }

  /** Between which numbers their number lies, where it cannot be counted. */
  bounds(): CountBounds | undefined {
    return this.once('bounds', () => {
      const budget = this.patience('bounds');
      return affordable(() => countBounds(this.problem, { budget })).answer;
    });
  }

  /** Features in every explanation. */
  always(): readonly number[] {
    return this.once('always', () => necessary(this.problem));
  }

  /** By feature: in which explanations it is. */
  roles(): readonly Role[] {
    return this.once('roles', () => {
      const always = new Set(this.always());
      const found = affordable(() => relevant(this.problem, { budget: this.patience('roles') })).answer;
      const some = found && new Set(found);
      return this.problem.classifier.features.map((_, i) => {
        if (always.has(i)) return 'necessary';
        return some === undefined ? 'undecided' : some.has(i) ? 'relevant' : 'irrelevant';
      });
    });
  }

  /** By feature: its Shapley–Shubik power; undefined where that takes too long, or more than one rival matters. */
  power(): readonly number[] | undefined {
    return this.once('power', () =>
      affordable(() =>
        powerIndices(this.problem, { indices: ['shapleyShubik'], budget: this.patience('power') }),
      ).answer?.shapleyShubik?.map(({ value }) => value),
    );
  }

  /** A smallest change that changes the decision; undefined where there is none. @param target - the class that must win. */
  contrast(target?: string): Contrast | undefined {
    return this.once(`contrast ${target}`, () => {
      const { problem } = this;
      const known = smallestKnown(problem, { kind: 'cxp', target, budget: this.patience('contrasts') });
      if (known === undefined) return undefined;
      const { features } = known;
      return {
        features,
        changed: counterfactual(problem, features, { target, budget: this.patience('contrasts') }),
      };
    });
  }

  /** What would change the decision. @param target - the class that must win; by default any other. */
  contrasts(most: number, target?: string): Contrasts {
    return this.once(`contrasts ${most} ${target}`, () => {
      const { problem } = this;
      if (target === problem.class) return { list: [], complete: true };
      const budget = this.listing('contrasts');
      const { signal } = budget;
      const list: Contrast[] = [];
      // One more is looked for, to know whether there are more.
      const running = enumerate(problem, { kind: 'cxp', order: 'size', limit: most + 1, target, budget });
      const within = affordable(() => {
        for (const { features } of running) {
          if (list.length === most) return;
          const changed = counterfactual(problem, features, { target, budget: { signal } });
          list.push({ features, changed });
        }
      });
      if (within.error !== undefined) return { list, complete: false, limit: within.error.message };
      if (running.complete) return { list, complete: true };
      return {
        list,
        complete: false,
        ...(list.length === most ? {} : { limit: 'the search was ended before' }),
      };
    });
  }

  /** The proof of the explanation, or of other features that are one. */
  proof(features: readonly number[] = this.reason().features): Proof {
    return this.once(`proof ${features}`, () => {
      const certificate = certify(this.problem, features);
      return { certificate, ...verify(certificate, additiveForm(this.problem.classifier)) };
    });
  }

  /** What part protected features play; undefined where that takes too long. */
  audit(names: readonly string[]): Audit | undefined {
    return this.once(`audit ${JSON.stringify(names)}`, () => {
      const budget = this.patience('audit');
      return affordable(() => audit(this.problem, names, { budget })).answer;
    });
  }

  private listing(part: Part): Budget {
    const { classes } = this.problem.classifier;
    // Between two explanations of two classes lie few steps.
    return { ...(classes.length === 2 ? {} : { steps: LISTING }), ...this.patience(part) };
  }

  private once<T>(part: string, work: () => T): T {
    if (!this.known.has(part)) this.known.set(part, work());
    return this.known.get(part) as T;
  }
}

/** What a question answers within its limits, or the limit. */
function affordable<T>(
  ask: () => T,
):
  | { readonly answer: T; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: LimitError } {
  try {
    return { answer: ask() };
  } catch (error) {
    if (error instanceof LimitError) return { error };
    throw error;
  }
}
