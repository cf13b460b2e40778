// The sides of a two-class model of categories and bins where a question narrows what may move. What is left of a feature's domain
// depends on its option alone, so the drops are prepared once still. Only the threshold depends on the row: it falls by what is out
// of reach.
//
// Nothing is rounded anew. A row's explanation S is sufficient iff Σ_S drop(own) + Σ_rest drop(worst in reach) exceeds the threshold of
// the whole space: n drops on the grid, whatever S is, for which the window stands already.
import type { Feature, NumericFeature } from '../model/types.ts';
import { categories, type Rule } from '../model/within.ts';
import type { Reduced } from '../reduce/classifier.ts';
import type { Narrower } from '../reduce/narrow.ts';
import { binOf, type Choice, endsOf } from '../reduce/term.ts';
import { type Side, toSides } from './sides.ts';

/** The sides over what may move; null for models that have none. */
export function toNarrowSides({ whole }: Reduced, narrower: Narrower): readonly Side[] | null {
  const sides = toSides(whole);
  if (sides === null) return null;
  const reach = whole.terms.flatMap((term, i) =>
    reachOf(whole.features[i], term as Choice, narrower.rules[i], narrower.absent[i]),
  );
  return sides.map((side, c) => narrowSide(whole, side, c, reach));
}

/** Per option of a feature: the options in reach where a row has it. */
function reachOf(
  feature: Feature,
  term: Choice,
  rule: Rule | undefined,
  absent: number,
): (readonly boolean[])[] {
  const { reachable } = term;
  if (rule === undefined) return reachable.map(() => reachable);
  if (feature.kind === 'categorical')
    return reachable.map((_, v) => categories(feature, rule, v, absent) ?? reachable);
  const bins = term.bins as NonNullable<Choice['bins']>;
  const missing = bins.cuts.length + 1;
  return reachable.map((_, v) =>
    reachable.map((able, j) => {
      if (v === missing || j === missing) return v === j;
      return able && isLeft(feature, bins, rule, v, j);
    }),
  );
}

/** Is bin j in reach of a number in bin v? */
function isLeft(
  feature: NumericFeature,
  bins: NonNullable<Choice['bins']>,
  rule: Rule,
  v: number,
  j: number,
): boolean {
  switch (rule.kind) {
    case 'up':
      return j >= v;
    case 'down':
      return j <= v;
    case 'zeros': {
      const zero = binOf(Math.min(Math.max(0, feature.lower), feature.upper), bins);
      return j >= Math.min(zero, v) && j <= Math.max(zero, v);
    }
    case 'interval': {
      const [low, high] = endsOf(j, bins, { ...feature, lower: rule.lower, upper: rule.upper });
      return low <= high;
    }
    default:
      return j === v;
  }
}

function narrowSide(
  { pair, terms, offset }: Reduced,
  side: Side,
  c: number,
  reach: readonly (readonly boolean[])[],
): Side {
  const { drop } = pair(c, 1 - c);
  const size = side.rank.length;
  const exact = new Array<bigint>(size).fill(0n);
  const drops = new Float64Array(size);
  const lost = new Float64Array(size);
  const owner = new Int32Array(size);
  terms.forEach((term, i) => {
    const { reachable } = term as Choice;
    for (let v = 0, flat = offset[i]; v < reachable.length; v++, flat++) {
      owner[flat] = i;
      if (!reachable[v]) continue;
      let worst = flat;
      reach[flat].forEach((able, u) => {
        if (able && drop[offset[i] + u] < drop[worst]) worst = offset[i] + u;
      });
      exact[flat] = drop[flat] - drop[worst];
      lost[flat] = side.drops[worst];
      drops[flat] = side.drops[flat] - side.drops[worst];
    }
  });
  const order = Int32Array.from(exact.keys()).sort((x, y) =>
    exact[x] === exact[y] ? owner[x] - owner[y] : exact[x] > exact[y] ? -1 : 1,
  );
  const rank = new Int32Array(size);
  order.forEach((flat, r) => {
    rank[flat] = r;
  });
  return {
    ...side,
    drops,
    lost,
    rank,
    byRank: Float64Array.from(order, (flat) => drops[flat]),
    feature: Int32Array.from(order, (flat) => owner[flat]),
    counted: exact.filter((w) => w > 0n).length,
    marks: null,
  };
}
