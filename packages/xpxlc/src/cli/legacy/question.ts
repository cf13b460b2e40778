// Which instance of which classifier is to be explained? From the texts of the files to exact drops, their threshold and the
// literals as they are printed.
import { drops as dropsOf, type Problem, reduce, weigh } from '@xpxlc/core';
import { readBounds } from '../../import/paper/bounds.ts';
import { readInst } from '../../import/paper/inst.ts';
import { defaultNames, type Names } from '../../import/paper/names.ts';
import { renderLiteral } from '../../import/paper/render.ts';
import { parseXlc, readXlc } from '../../import/paper/xlc.ts';
import { readXmap } from '../../import/paper/xmap.ts';
import { general15 } from './perl-numbers.ts';

/** An instance, ready to be explained. Sets of features are sufficient iff their drops add up to more than `threshold`. */
export interface LegacyCase {
  readonly names: Names;
  /** Per feature: the position of its category, or its number. */
  readonly values: readonly number[];
  /** Per feature, as printed. */
  readonly literals: readonly string[];
  readonly problem: Problem;
  /** Features that can move without end: they are in every explanation, and their drop is 0 here. */
  readonly forced: readonly number[];
  /** Per feature: how far the score can fall against the predicted class, an integer times the unit. */
  readonly drops: readonly bigint[];
  readonly threshold: bigint;
  /** The paper's Φ, sum of the drops minus margin, in the same unit. */
  readonly phi: bigint;
  /** An integer times the unit as the nearest double. */
  toDouble(x: bigint): number;
  /** All features in the order of the original's search: by drop, heaviest first, equal ones by position. */
  readonly order: readonly number[];
}

/** A text and what to call it in an error. */
export type Reading = <T>(file: 'xlc' | 'inst' | 'xmap' | 'bounds', read: (text: string) => T) => T;

/**
 * Put a question together.
 *
 * @param has which of the optional files there are.
 * @param reading runs a reader on the text of a file; it names the file in the reader's errors.
 */
export function toLegacyCase(reading: Reading, has: { xmap: boolean; bounds: boolean }): LegacyCase {
  const bounds = has.bounds ? reading('bounds', readBounds) : undefined;
  const named = has.xmap ? reading('xmap', (text) => readXmap(text, { repeats: 'keep' })) : undefined;
  const { model, xlc } = reading('xlc', (text) => ({
    model: readXlc(text, {
      names: named,
      bounds,
    }),
    xlc: parseXlc(text),
  }));
  const names =
    named ??
    defaultNames({ classes: 2, reals: xlc.reals.length, sizes: xlc.tables.map((row) => row.length) });
  const { values, problem } = reading('inst', (text) => {
    const instance = readInst(text, { of: model, class: 'ignore' });
    return {
      values: instance.values,
      problem: weigh(reduce(model, { neverWins: 'allow' }), instance.values),
    };
  });
  const [{ winsTies, drops: approx, exact }] = dropsOf(problem);
  const { margin, exponent, denominator } = exact;
  const forced = exact.drops.flatMap((drop, i) => (drop === 'endless' ? [i] : []));
  const drops = exact.drops.map((drop) => (drop === 'endless' ? 0n : drop));
  const phi = drops.reduce((sum, drop) => sum + drop, 0n) - margin;
  const reals = xlc.reals.length;
  // The original subtracts in doubles, as does this; it cannot handle numeric features, whose drops are as good as any.
  const delta = values.map((value, i) => {
    if (i < reals) return approx[i];
    const row = xlc.tables[i - reals];
    return problem.classIndex === 0
      ? row[value] - row.reduce((a, b) => Math.min(a, b))
      : row.reduce((a, b) => Math.max(a, b)) - row[value];
  });
  return {
    names,
    values,
    literals: values.map((value, i) => renderLiteral(names, i, value)),
    problem,
    forced,
    drops,
    threshold: winsTies ? phi - 1n : phi,
    phi,
    toDouble: (x) => scaled(x, exponent) / Number(denominator),
    order: listingOrder(delta),
  };
}

/**
 * Positions by decreasing delta as the original sorts them: equal are those that print alike with 15 digits, and equal ones
 * keep their order.
 */
export function listingOrder(deltas: readonly number[]): number[] {
  const key = deltas.map((delta) => (Number.isFinite(delta) ? Number(general15(delta)) : delta));
  const heavier = (i: number, j: number): number => (key[i] === key[j] ? i - j : key[i] > key[j] ? -1 : 1);
  return deltas.map((_, i) => i).sort(heavier);
}

/** x · 2^exponent; in two steps, since the power alone may lie beyond the doubles. */
function scaled(x: bigint, exponent: number): number {
  const bits = x.toString(2).length;
  const excess = Math.max(0, bits - 1000);
  const half = Math.trunc((exponent + excess) / 2);
  return Number(x >> BigInt(excess)) * 2 ** half * 2 ** (exponent + excess - half);
}
