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
import { missingIn } from '../terminal/missing.ts';
import { standingOf } from '../terminal/standing.ts';
import { Allowance } from './allowance.ts';
import { toProbabilityRecord, tryProbability } from './probability-record.ts';
import type { PreciseRecord, SetRecord } from './record-fields.ts';

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
