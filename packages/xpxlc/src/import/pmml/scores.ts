// The score of each class as a sum of functions of raw fields, collected while a model is read.
import { multiply, ZERO } from '@xpxlc/core/exact';
import type { Expression } from './arithmetic.ts';
import { scaled } from './arithmetic.ts';
import { unsupported } from './attributes.ts';
import { type Exact, isZero, sum } from './exact.ts';
import { constantOf, type Func } from './func.ts';
import type { XmlElement } from './xml.ts';

/** One class's score so far. */
export interface Score {
  readonly label: string;
  bias: Exact;
  /** By raw field. */
  readonly terms: Map<string, Func[]>;
}

export function newScore(label: string): Score {
  return { label, bias: ZERO, terms: new Map() };
}

/** Add `factor · expression` to a score. */
export function addTerm(score: Score, expression: Expression, factor: Exact, element: XmlElement): void {
  for (const part of scaled(expression, factor, element)) {
    if (part.of === undefined) {
      const value = constantOf(part.pieces[0]);
      if (value === undefined)
        throw unsupported(element, 'a constant that is missing', 'a number', part.pieces[0].kind);
      score.bias = sum(score.bias, value);
      continue;
    }
    const list = score.terms.get(part.of.name);
    if (list === undefined) score.terms.set(part.of.name, [part]);
    else list.push(part);
  }
}

/** Add `factor` times another score. */
export function addScore(to: Score, from: Score, factor: Exact, element: XmlElement): void {
  to.bias = sum(to.bias, multiply(from.bias, factor));
  for (const list of from.terms.values()) for (const func of list) addTerm(to, [func], factor, element);
}

/** No class-dependent content at all. */
export function isEmpty({ bias, terms }: Score): boolean {
  return isZero(bias) && terms.size === 0;
}
