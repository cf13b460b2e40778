// The principal reasons for a decision, by one rule: the features of a smallest explanation, in the order of their drops. With two
// classes these are the features with the largest drops, as many as fix the decision.
import { literal, type Problem, type Value } from '@xpxlc/core';
import type { Decision } from '../decision/decision.ts';
import { missingIn, missingTexts } from '../terminal/missing.ts';
import { READABLE } from '../terminal/readable.ts';
import { type Direction, directions } from './directions.ts';
import type { Phrases } from './phrases.ts';

/** What to give. */
export interface ReasonsOptions {
  /** How many at most. */
  readonly most: number;
  /** The class that the reader would rather have seen; by default the strongest rival. */
  readonly target?: string | undefined;
  readonly phrases?: Phrases | undefined;
}

/** One reason. */
export interface Reason {
  readonly feature: number;
  /** The phrase, or else the value in the model's words. */
  readonly text: string;
  /** The value in the model's words: `late payments ≥ 3`. */
  readonly literal: string;
  /** How far the lead falls at most if only this changes; Infinity without end. */
  readonly drop: number;
  /** In every explanation: changing this alone can change the decision. */
  readonly necessary: boolean;
  readonly direction?: Direction;
}

/** The reasons for a decision. */
export interface Reasons {
  /** The class against which drops and directions are told. */
  readonly rival: string;
  /** Largest drop first; equal ones in the model's order. */
  readonly list: readonly Reason[];
  /** Features of the same explanation that are left out because there are too many, in the same order. */
  readonly further: readonly number[];
}

/**
 * The reasons for a decision. Directions are told over the whole space, also where the decision is narrowed: a value is not called too high
 * where a still higher one would help, allowed or not.
 */
export function principalReasons(decision: Decision, { most, target, phrases }: ReasonsOptions): Reasons {
  const { problem, whole } = decision;
  const { class: own } = problem;
  const rival = target === undefined || target === own ? decision.outcome().rival : target;
  const against = decision.worths().find(({ class: name }) => name === rival);
  const explanation = new Set(decision.reason().features);
  const order = (against?.order ?? [...explanation]).filter((i) => explanation.has(i));
  const always = new Set(decision.always());
  const values = ownValues(problem);
  const { classifier } = whole.problem;
  const sides = order.length === 0 ? [] : directions(classifier, values.map(toPosition(problem)), rival);
  const list = order.slice(0, most).map((i): Reason => {
    const direction = sides[i];
    const said = literal(problem, i, READABLE);
    const gone = missingTexts(missingIn({ ...problem, missing: problem.missing.filter((m) => m === i) }));
    const phrase = phrases?.({ class: own, feature: i, value: values[i], direction });
    return {
      feature: i,
      text: phrase ?? gone[0] ?? said,
      literal: gone[0] ?? said,
      drop: against?.drops[i] ?? 0,
      necessary: always.has(i),
      direction,
    };
  });
  return { rival, list, further: order.slice(most) };
}

/** Categories by name, numbers, null where a value is missing. */
function ownValues({ classifier: { features }, values, missing }: Problem): (string | number | null)[] {
  return features.map((feature, i) => {
    if (missing.includes(i) || Number.isNaN(values[i])) return null;
    return feature.kind === 'categorical' ? feature.values[values[i]] : values[i];
  });
}

/** Categories by position: their names may look like numbers. */
function toPosition({ values }: Problem): (value: Value, i: number) => Value {
  return (value, i) => (value === null ? null : values[i]);
}
