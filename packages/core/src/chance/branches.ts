// Several rivals: the class is kept where it beats all of them at once. Values are tried feature by feature; a branch ends as soon as
// the class is certainly kept or lost in all of it, whatever the features to come do.
import type { Meter } from '../model/budget.ts';
import { type Against, largestOf, type Part, type Threshold } from './against.ts';
import type { Spread } from './spread.ts';

/** A branch that is decided: the values on its way, by the positions of `order`. */
export interface Branch {
  /** How many features have a value. */
  readonly depth: number;
  /** Their choices, by position in {@link Tree.order}. */
  readonly path: Int32Array;
  /** The certain share of it, as it multiplies in doubles. */
  readonly mass: number;
}

/** What {@link explore} reports. */
export interface Visitor {
  kept(branch: Branch): void;
  lost(branch: Branch): void;
}

/** The free features against all rivals, the most influential first. */
export interface Tree {
  readonly order: readonly number[];
  /** Per feature of the order: its choices, by component their shares. */
  readonly shares: readonly (readonly Float64Array[])[];
  /** Per feature of the order and rival, by choice: the least and the largest amount. */
  readonly least: readonly (readonly Float64Array[])[];
  readonly most: readonly (readonly Float64Array[])[];
  /** Per rival: the same sums as exact integers of the values on the way; null where a number varies along a line. */
  readonly exact: readonly (readonly (readonly bigint[])[])[] | null;
  /** Per feature of the order: option or number of each choice. */
  readonly values: readonly Int32Array[];
  readonly thresholds: readonly Threshold[];
}

/** Into how many pieces a line is cut here. */
const PIECES = 32;
/** Branches between two looks at the signal. */
const LOOK_EVERY = 64;

export function toTree(
  rivals: readonly Against[],
  spread: Spread,
  free: readonly number[],
  thresholds: readonly Threshold[],
): Tree {
  const weight = influences(rivals);
  const order = [...free].sort((i, j) => weight[j] - weight[i]);
  const points = order.every((i) => rivals[0].parts[i].kind === 'points');
  const values = order.map((i) => choicesOf(rivals[0].parts[i]));
  const amounts = (i: number, x: number, end: 'least' | 'most'): Float64Array[] =>
    rivals.map(({ parts }) => {
      const part = parts[i];
      return part.kind === 'stretch'
        ? part.pieces(PIECES)[end]
        : Float64Array.from(values[x], (v) => part.amounts[part.of[v]]);
    });
  return {
    order,
    values,
    shares: order.map((i, x) => {
      const feature = spread.features[i];
      const part = rivals[0].parts[i];
      if (part.kind === 'stretch') return part.pieces(PIECES).low;
      return feature.kind === 'line'
        ? []
        : feature.shares.map(({ low }) => Float64Array.from(values[x], (v) => low[v]));
    }),
    least: order.map((i, x) => amounts(i, x, 'least')),
    most: order.map((i, x) => amounts(i, x, 'most')),
    exact: points
      ? order.map((i, x) =>
          rivals.map(({ parts }) => {
            const { exact, of } = parts[i] as Extract<Part, { kind: 'points' }>;
            return Array.from(values[x], (v) => exact[of[v]]);
          }),
        )
      : null,
    thresholds,
  };
}

/** By feature: the share of all that can be added which it can add, over the rivals. */
function influences(rivals: readonly Against[]): Float64Array {
  const sums = new Float64Array(rivals[0].parts.length);
  for (const { parts } of rivals) {
    const tops = parts.map(largestOf);
    const all = tops.reduce((a, b) => a + b, 0);
    if (all === 0) continue;
    for (let i = 0; i < tops.length; i++) sums[i] += tops[i] / all;
  }
  return sums;
}

/** Options that occur, or the numbers of the pieces. */
function choicesOf(part: Part): Int32Array {
  if (part.kind === 'stretch') return Int32Array.from(part.pieces(PIECES).least.keys());
  return Int32Array.from(part.of.keys()).filter((v) => part.of[v] >= 0);
}

/**
 * Go through the branches of one component whose share is at least `finest`; smaller ones stay undecided.
 *
 * @param most - how many branches at most. @param meter - whose signal ends it.
 * @returns how many were visited; more than `most` when there were more, or the signal has ended it.
 */
export function explore(
  tree: Tree,
  component: number,
  finest: number,
  most: number,
  visitor: Visitor,
  meter: Meter,
): number {
  const { order, shares, least, most: largest, thresholds } = tree;
  const rivals = thresholds.length;
  const path = new Int32Array(order.length);
  // What the features from each depth on add at most, and at least, per rival.
  const restMost = restsOf(largest, rivals, Math.max);
  const restLeast = restsOf(least, rivals, Math.min);
  const low = new Float64Array((order.length + 1) * rivals);
  const high = new Float64Array((order.length + 1) * rivals);
  let visited = 0;
  let isStopped = false;
  const verdict = (depth: number): 'kept' | 'lost' | 'open' => {
    let all = true;
    for (let r = 0; r < rivals; r++) {
      const { grid, window } = thresholds[r];
      const at = depth * rivals + r;
      if (high[at] + restMost[at] - grid <= -window) return 'lost';
      if (low[at] + restLeast[at] - grid < Math.max(window, 1)) all = false;
    }
    return all ? 'kept' : 'open';
  };
  const visit = (depth: number, mass: number): boolean => {
    visited += 1;
    if (visited > most) return false;
    if (visited % LOOK_EVERY === 0 && meter.stopped()) {
      isStopped = true;
      return false;
    }
    let told = verdict(depth);
    if (told === 'open' && depth === order.length && tree.exact !== null) told = decideExactly(tree, path);
    if (told !== 'open') {
      visitor[told]({ depth, path, mass });
      return true;
    }
    if (depth === order.length || mass < finest) return true;
    const own = shares[depth][component];
    for (let v = 0; v < own.length; v++) {
      path[depth] = v;
      for (let r = 0; r < rivals; r++) {
        const at = depth * rivals + r;
        low[at + rivals] = low[at] + least[depth][r][v];
        high[at + rivals] = high[at] + largest[depth][r][v];
      }
      if (!visit(depth + 1, mass * own[v])) return false;
    }
    return true;
  };
  visit(0, 1);
  return isStopped ? Number.POSITIVE_INFINITY : visited;
}

/** All features have values, but doubles do not tell. */
function decideExactly({ exact, thresholds, order }: Tree, path: Int32Array): 'kept' | 'lost' {
  const beaten = thresholds.every((threshold, r) => {
    let sum = 0n;
    for (let x = 0; x < order.length; x++) sum += (exact as NonNullable<Tree['exact']>)[x][r][path[x]];
    return sum > threshold.exact;
  });
  return beaten ? 'kept' : 'lost';
}

/** Per depth and rival. */
function restsOf(
  amounts: readonly (readonly Float64Array[])[],
  rivals: number,
  of: (a: number, b: number) => number,
): Float64Array {
  const rests = new Float64Array((amounts.length + 1) * rivals);
  for (let depth = amounts.length - 1; depth >= 0; depth--)
    for (let r = 0; r < rivals; r++)
      rests[depth * rivals + r] =
        rests[(depth + 1) * rivals + r] + amounts[depth][r].reduce((a, b) => of(a, b));
  return rests;
}
