// How clear a decision is, in what the model counts: points of a scorecard, the probability of the class, or the lead alone.
import {
  type Classifier,
  classProbabilities,
  linkOf,
  neededProbability,
  type Prediction,
  type Problem,
  predictionOf,
  type Scored,
  shortNumber,
  totalPoints,
} from '@xpxlc/core';
import type { Decision } from '../decision/decision.ts';
import { type Missing, missingIn, missingTexts } from './missing.ts';
import { percentApart } from './percent.ts';
import { inUnit } from './unit.ts';

/** What a record says of a decision besides the class and the margin, where the model has it. */
export interface Standing {
  /** Of the predicted class. */
  readonly probability?: number;
  /** Of a scorecard: the sum, absent beyond the largest double, and what is needed for the second class. */
  readonly points?: number;
  readonly cutoff?: number;
}

/** The scores matter for more than two classes only. */
export function standingOf(classifier: Classifier, scored: Scored): Standing {
  const { model } = classifier;
  if (model.kind === 'scorecard') {
    const points = totalPoints(classifier, scored.classIndex, scored.margin) as number;
    return { ...(Number.isFinite(points) ? { points } : {}), cutoff: model.cutoff };
  }
  const probability = classProbabilities(classifier, scored)?.[scored.classIndex];
  return { probability };
}

/** The number that {@link standingOf} has for a class and a margin. */
export interface StandingNumber {
  readonly key: 'points' | 'probability';
  /** Whether it takes the scores of all classes. */
  readonly needsScores: boolean;
  /** NaN where there is none. @param scores - of all classes. */
  of(classIndex: number, margin: number, scores?: ArrayLike<number>): number;
  /** Of two classes, of the other one: its probability. */
  other?(classIndex: number, margin: number): number;
  /** Beside points. */
  readonly cutoff?: number;
}

/** Undefined where there is none. */
export function standingNumber(classifier: Classifier): StandingNumber | undefined {
  const { model } = classifier;
  if (model.kind === 'scorecard') {
    const of = (own: number, margin: number): number => totalPoints(classifier, own, margin) as number;
    return { key: 'points', needsScores: false, of, cutoff: model.cutoff };
  }
  if (linkOf(classifier) === undefined) return undefined;
  if (neededProbability(classifier) === undefined) {
    const of = (own: number, margin: number, scores: ArrayLike<number> = []): number =>
      classProbabilities(classifier, { classIndex: own, margin, scores })?.[own] ?? Number.NaN;
    return { key: 'probability', needsScores: true, of };
  }
  const both = (classIndex: number, margin: number): number[] =>
    classProbabilities(classifier, { classIndex, margin, scores: [] }) as number[];
  return {
    key: 'probability',
    needsScores: false,
    of: (own, margin) => both(own, margin)[own],
    other: (own, margin) => both(own, margin)[1 - own],
  };
}

/** The cut-off as a key of JSON, after the points. */
export function cutoffText({ cutoff }: StandingNumber): string {
  return cutoff === undefined ? '' : `,"cutoff":${JSON.stringify(cutoff)}`;
}

/** A decision as records have it. */
export interface Decided extends Standing, Missing {
  readonly class?: string;
  readonly margin?: string;
  readonly doubtful?: true;
}

/** The decision on a row, as records have it. */
export function decisionOf(problem: Problem, prediction: Prediction = predictionOf(problem)): Decided {
  return {
    class: prediction.class,
    margin: String(prediction.margin),
    ...standingOf(problem.classifier, prediction),
    ...(prediction.doubtful ? { doubtful: true } : {}),
  };
}

/** {@link decisionOf}, and what is missing. */
export function decidedOf(decision: Decision): Decided {
  return { ...decisionOf(decision.problem, decision.outcome()), ...missingIn(decision.problem) };
}

/** How clear it is: `612 points, 600 needed`; `probability 77.4 %` and `ahead of refuse by 1.2 (log odds)`; `a tie with …`. */
export function standingParts(decision: Decision): string[] {
  const { classifier } = decision.problem;
  const { margin, rival, tie } = decision.outcome();
  const standing = standingText(classifier, decidedOf(decision));
  const lead = tie
    ? `a tie with ${rival}, decided by the tie rule`
    : `ahead of ${rival} by ${inUnit(shortNumber(margin), classifier.unit)}`;
  // Points and the tie rule say it all; a probability leaves open what values are worth.
  if (standing === undefined) return [lead];
  return tie || classifier.unit === 'points' ? [standing] : [standing, lead];
}

/** `grant, 612 points, 600 needed`; `grant, probability 77.4 %`; `grant, lead 1.229`. */
export function decisionText(classifier: Classifier, decided: Decided, over = ''): string {
  const { class: name = '', margin = '0', doubtful } = decided;
  const standing = standingText(classifier, decided) ?? `lead ${shortNumber(Number(margin))}${over}`;
  const decision = `${name}, ${standing}${doubtful ? ' (within rounding noise)' : ''}`;
  return [decision, ...missingTexts(decided)].join('; ');
}

/** In points, or as a probability; undefined where the model has neither. */
export function standingText(classifier: Classifier, decided: Decided): string | undefined {
  const { classes, model } = classifier;
  const { class: name, margin, points, cutoff = 0, probability } = decided;
  if (points !== undefined) {
    const more = model.tieOrder[0] === classes[1] ? '' : 'more than ';
    // The sum may round to the cut-off that it misses.
    const total =
      points === cutoff && Number(margin) > 0
        ? `just ${name === classes[1] ? 'over' : 'under'} ${shortNumber(cutoff)}`
        : shortNumber(points, [cutoff]);
    return `${total} ${points === 1 ? 'point' : 'points'}, ${more}${shortNumber(cutoff)} needed`;
  }
  if (probability === undefined) return undefined;
  const needed = neededProbability(classifier);
  if (needed === undefined) return `probability ${percentApart(probability, [])}`;
  const tie = Number(margin) === 0 ? ' (a tie, decided by the tie rule)' : '';
  if (model.threshold === undefined)
    return `probability ${percentApart(probability, tie === '' ? [needed] : [])}${tie}`;
  const enough = `${shortNumber(100 * needed)} %`;
  if (name === classes[1])
    return `probability ${percentApart(probability, [needed])}, ${enough} needed${tie}`;
  const other = percentApart(1 - probability, [needed], -1);
  return `probability ${percentApart(probability, [1 - needed])} (${classes[1]} has ${other}, ${enough} needed)${tie}`;
}
