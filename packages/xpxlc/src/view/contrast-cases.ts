// What would change the decision: the smallest contrasts, each with the changed case.
import {
  type Counterfactual,
  type CounterfactualOptions,
  changeLiterals,
  counterfactual,
  enumerate,
  LimitError,
  type Problem,
  type Signal,
  type Value,
} from '@xpxlc/core';
import { assigned } from '../terminal/assigned.ts';
import { listBudget } from '../terminal/list-budget.ts';

/** One way to another decision. */
export interface ContrastCase {
  /** `A`, `B`, …, as in the table of changed cases. */
  readonly letter: string;
  readonly features: readonly number[];
  /** What must be so, in words; empty where only numbers that are no doubles would do. */
  readonly literals: readonly string[];
  /** The class of the changed case. */
  readonly class?: string;
  readonly doubtful: boolean;
  /** New values of the features that change, by position. */
  readonly values: ReadonlyMap<number, Value>;
}

/** All that is told of what would change a decision. */
export interface Contrasts {
  readonly list: readonly ContrastCase[];
  /** There are more than are listed, or may be where there is a `limit`. */
  readonly more: boolean;
  /** Why not all were looked for. */
  readonly limit?: string;
}

const PLAIN = { digits: 'few', ranges: 'words' } as const;

/** @param most - how many at most. @param target - the class that must win; by default any other. @param signal - ends the search. */
export function contrastCases(
  problem: Problem,
  most: number,
  target: string | undefined,
  signal?: Signal,
): Contrasts {
  if (target === problem.class) return { list: [], more: false };
  const towards = { target };
  const limits = { budget: { signal } };
  const list: ContrastCase[] = [];
  try {
    const running = enumerate(problem, {
      kind: 'cxp',
      order: 'size',
      limit: most + 1,
      budget: listBudget(problem, signal),
      ...towards,
    });
    for (const { features } of running) {
      if (list.length === most) return { list, more: true };
      list.push(contrastCase(problem, features, letterOf(list.length), { ...towards, ...limits }));
    }
    return running.complete
      ? { list, more: false }
      : { list, more: true, limit: 'the search was ended before' };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { list, more: true, limit: error.message };
  }
}

/** Lists of hundreds of categories are not read: the one of the changed case stands for them. */
const LONGEST = 160;

function brief(
  { classifier }: Problem,
  { changed, instance }: Counterfactual,
  x: number,
  text: string,
): string {
  if (text.length <= LONGEST) return text;
  const feature = classifier.features[changed[x]];
  const unit = feature.kind === 'categorical' ? undefined : feature.unit;
  return `${assigned(feature.name, instance[feature.name], unit)} (among others)`;
}

/** `A` … `Z`, `A2`, … */
function letterOf(x: number): string {
  const letter = String.fromCharCode(65 + (x % 26));
  return x < 26 ? letter : `${letter}${Math.floor(x / 26) + 1}`;
}

function contrastCase(
  problem: Problem,
  features: readonly number[],
  letter: string,
  towards: CounterfactualOptions,
): ContrastCase {
  const changed: Counterfactual | undefined = counterfactual(problem, features, towards);
  if (changed === undefined) return { letter, features, literals: [], doubtful: false, values: new Map() };
  const { classifier } = problem;
  const named = (i: number): Value => changed.instance[classifier.features[i].name];
  return {
    letter,
    features,
    literals: changeLiterals(problem, changed, undefined, PLAIN).map((text, x) =>
      brief(problem, changed, x, text),
    ),
    class: changed.class,
    doubtful: changed.doubtful,
    values: new Map(changed.changed.map((i) => [i, named(i)])),
  };
}
