// What is said of one row where a reason may fail now and then: a short set of values that keeps the class often enough, and the
// explanation that always does.
import {
  coverage,
  type Distribution,
  literal,
  type Probability,
  type Problem,
  precise,
  precision as precisionOf,
  predictionOf,
  rule,
  type Within,
} from '@xpxlc/core';
import { type Missing, missingIn } from '../terminal/missing.ts';
import { type Standing, standingOf } from '../terminal/standing.ts';
import { Allowance } from './allowance.ts';
import { type ProbabilityRecord, toProbabilityRecord, tryProbability } from './probability-record.ts';

/** What to ask of each row. */
export interface PreciseQuestion {
  /** How often the class must stay, at least. */
  readonly precision: number;
  readonly distribution: Distribution;
  /** Milliseconds; three quarters of them for the search of a smaller set. */
  readonly maxTime?: number;
  /** What may move; everything where it is absent. */
  readonly within?: Within;
}

/** A set of features in words. */
interface SetRecord {
  readonly features: readonly string[];
  readonly literals: readonly string[];
  readonly rule: string;
  readonly size: number;
}

export interface PreciseRecord extends SetRecord, Standing, Missing {
  readonly class: string;
  /** Lead over the strongest rival: the double nearest to the exact number, in decimals. */
  readonly margin: string;
  /** The margin is within rounding noise of the model's own arithmetic. */
  readonly doubtful?: true;
  /** How often the class stays: at least as often as asked. */
  readonly precision: ProbabilityRecord;
  /** How often the rule applies. */
  readonly coverage: ProbabilityRecord | null;
  /** It is proved that no smaller set will do. */
  readonly smallest: boolean;
  /** No set with fewer features than this will do. */
  readonly atLeast: number;
  /** A smallest explanation: it always holds. */
  readonly always: SetRecord;
  /** How many features fewer than that. */
  readonly gap: number;
}

export function preciseRecord(
  problem: Problem,
  question: PreciseQuestion,
  allowance: Allowance = new Allowance({}),
): PreciseRecord {
  const { precision, distribution } = question;
  const prediction = predictionOf(problem);
  const { class: name, margin, doubtful } = prediction;
  const search = allowance.share(3 / 4);
  const found = precise(problem, { precision, distribution, budget: { signal: search } });
  const held =
    search.stopped === undefined
      ? found.precision
      : narrower(
          found.precision,
          precisionOf(problem, found.features, distribution, { budget: { signal: allowance } }),
        );
  return {
    class: name,
    margin: String(margin),
    ...standingOf(problem.classifier, prediction),
    ...(doubtful ? { doubtful } : {}),
    ...missingIn(problem),
    ...setRecord(problem, found.features),
    // Nothing is held, and still not always.
    ...(found.features.length === 0 && held.low < 1 ? { rule: `USUALLY ${name}` } : {}),
    precision: toProbabilityRecord(held),
    coverage: tryProbability(() => coverage(problem, found.features, distribution)),
    smallest: found.smallest,
    atLeast: found.atLeast,
    always: setRecord(problem, found.explanation),
    gap: found.explanation.length - found.features.length,
  };
}

/** Both are certain. */
function narrower(a: Probability, b: Probability): Probability {
  return b.exact === null ? { ...b, low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) } : b;
}

function setRecord(problem: Problem, set: readonly number[]): SetRecord {
  const { features } = problem.classifier;
  return {
    features: set.map((i) => features[i].name),
    literals: set.map((i) => literal(problem, i)),
    rule: rule(problem, set, { digits: 'few' }),
    size: set.length,
  };
}
