// How many explanations there are, how large they are and how often each feature occurs, by going through them all (or
// the first so many). Tails are not listed but counted: a search node at the diagram's first level stands for thousands of
// covers at once, and what it says of features and sizes is read off the diagram.
import { type Features, pick } from '../model/pick.ts';
import { type Kind, toCover } from '../weigh/cover.ts';
import type { Problem } from '../weigh/problem.ts';
import { DepthFirst } from './cover-search.ts';
import { buildDiagram, type Diagram, toFinder } from './diagram.ts';
import { toSource } from './enumerate.ts';
import { popcount } from './feature-set.ts';
import type { Tail } from './tail.ts';

/** Options of {@link tally}. */
export interface TallyOptions {
  /** `'axp'` (default) or `'cxp'`. */
  readonly kind?: Kind;
  /** Count only the first so many, in the order of the depth-first search. Default: all. */
  readonly limit?: number;
  /** Features that cannot change (contrasts only). */
  readonly fixed?: Features;
}

/** What {@link tally} answers. Numbers are exact up to 2^53. */
export interface Tally {
  readonly count: number;
  /** False when the limit cut the list: then the frequencies are those of the first ones found, not of all. */
  readonly complete: boolean;
  /** By size: how many explanations have it. Index 0 is the empty explanation. */
  readonly sizes: readonly number[];
  /** By feature: in how many explanations it occurs. */
  readonly frequency: readonly number[];
}

/**
 * Count explanations, their sizes and the frequency of each feature by going through them.
 *
 * @throws {InstanceError} when a feature is unknown.
 * @example
 * ```ts
 * import { linearModel, reduce, tally, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * tally(weigh(reduce(model), ['yes', 'yes', 'yes'])); // => { count: 3, complete: true, sizes: [0, 0, 3], frequency: [2, 2, 2] }
 * ```
 */
export function tally(
  problem: Problem,
  { kind = 'axp', limit = Number.POSITIVE_INFINITY, fixed = [] }: TallyOptions = {},
): Tally {
  const n = problem.classifier.features.length;
  const immutable = pick(problem.classifier, fixed);
  if (problem.rivals.length > 1) return tallySets(problem, kind, limit, immutable, n);
  const cover = toCover(problem.rivals[0], kind, new Set(kind === 'cxp' ? immutable : []));
  let diagram: Diagram | undefined;
  let shapes: Float64Array | undefined;
  const tabulate = (weights: Float64Array): Tail => {
    diagram = buildDiagram(
      weights,
      weights.length,
      ({ breaks }) => breaks.length <= (limit > MANY ? MOST_NODES_MANY : MOST_NODES),
    );
    shapes = sizesOf(diagram);
    return toCounts(diagram);
  };
  const search = new DepthFirst(cover, { tabulate });
  const { features, path } = search;
  const byRank = new Float64Array(features.length);
  const sizes = new Float64Array(features.length + 1);
  let hits = new Float64Array(0);
  let count = 0;
  let complete = true;
  while (search.next()) {
    if (count >= limit) {
      complete = false;
      break;
    }
    const { depth, from, to, lo, hi } = search;
    const room = limit - count;
    const taken = Math.min(room, to - from + hi - lo);
    if (taken < to - from + hi - lo) complete = false;
    for (let q = 0; q < depth; q++) byRank[path[q]] += taken;
    count += taken;
    if (hi === lo) {
      for (let rank = from; rank < from + taken; rank++) byRank[rank] += 1;
      sizes[depth + 1] += taken;
    } else if (diagram === undefined || shapes === undefined) {
      sizes[0] += 1; // the empty explanation
    } else if (taken === hi - lo) {
      if (hits.length === 0) hits = new Float64Array(diagram.levels[0].counts.length);
      hits[search.node] += 1;
      const stride = diagram.levels.length;
      for (let s = 1; s < stride; s++) sizes[depth + s] += shapes[search.node * stride + s];
    } else {
      takeFirst(diagram, features.length, search.node, taken, depth, byRank, sizes);
    }
    if (!complete) break;
  }
  if (diagram !== undefined && hits.length > 0) spread(diagram, features.length, hits, byRank);
  const frequency = new Array<number>(n).fill(0);
  byRank.forEach((times, rank) => {
    frequency[features[rank]] = times;
  });
  for (const feature of cover.forced) frequency[feature] = count;
  return { count, complete, sizes: trimmed(sizes, cover.forced.length), frequency };
}

/** Nodes of the diagram's first level: more make fewer steps, but take time to build. */
const MOST_NODES = 1 << 12;
const MOST_NODES_MANY = 1 << 16;
/** From this limit on the larger diagram pays. */
const MANY = 1e7;

/** Lists that are only counted: bounds are running counts, there are no codes. */
function toCounts({ start, levels }: Diagram): Tail {
  const { counts, breaks } = levels[0];
  const bounds = new Float64Array(counts.length + 1);
  for (let k = 0; k < counts.length; k++) bounds[k + 1] = bounds[k] + counts[k];
  return { start, finder: toFinder(breaks), codes: new Uint32Array(0), bounds };
}

/** Per node of the first level: how many tail covers have s members, at `node · levels + s`. */
function sizesOf({ levels }: Diagram): Float64Array {
  const stride = levels.length;
  let below = new Float64Array(stride);
  for (let l = levels.length - 2; l >= 0; l--) {
    const { counts, picked, skipped } = levels[l];
    const here = new Float64Array(counts.length * stride);
    for (let k = 0; k < counts.length; k++) {
      const at = k * stride;
      if (picked[k] < 0) here[at + 1] = 1;
      else for (let s = 1; s < stride; s++) here[at + s] = below[picked[k] * stride + s - 1];
      for (let s = 1; s < stride; s++) here[at + s] += below[skipped[k] * stride + s];
    }
    below = here;
  }
  return below;
}

/** Push how often each node was met down the diagram: a picked weight occurs once per cover below. */
function spread({ levels }: Diagram, ranks: number, top: Float64Array, byRank: Float64Array): void {
  let hits = top;
  const length = levels.length - 1;
  for (let l = 0; l < length; l++) {
    const { picked, skipped } = levels[l];
    const below = levels[l + 1];
    const next = new Float64Array(below.counts.length);
    const rank = ranks - length + l;
    for (let k = 0; k < hits.length; k++) {
      if (hits[k] === 0) continue;
      next[skipped[k]] += hits[k];
      if (picked[k] < 0) byRank[rank] += hits[k];
      else {
        byRank[rank] += hits[k] * below.counts[picked[k]];
        next[picked[k]] += hits[k];
      }
    }
    hits = next;
  }
}

/** Only the first covers of a node, one by one in search order. */
function takeFirst(
  { levels }: Diagram,
  ranks: number,
  node: number,
  most: number,
  depth: number,
  byRank: Float64Array,
  sizes: Float64Array,
): void {
  const length = levels.length - 1;
  const members: number[] = [];
  let left = most;
  const visit = (l: number, k: number): void => {
    if (left === 0 || levels[l].counts[k] === 0) return;
    const { picked, skipped } = levels[l];
    members.push(ranks - length + l);
    if (picked[k] < 0) {
      left -= 1;
      for (const rank of members) byRank[rank] += 1;
      sizes[depth + members.length] += 1;
    } else {
      visit(l + 1, picked[k]);
    }
    members.pop();
    visit(l + 1, skipped[k]);
  };
  visit(0, node);
}

/** More than two classes: set by set. */
function tallySets(problem: Problem, kind: Kind, limit: number, fixed: readonly number[], n: number): Tally {
  const source = toSource(problem, { kind, fixed });
  const { words } = source;
  const mask = new Uint32Array(words);
  const frequency = new Array<number>(n).fill(0);
  const sizes = new Float64Array(n + 1);
  let count = 0;
  let complete = true;
  while (source.fill(mask, 1) === 1) {
    if (count >= limit) {
      complete = false;
      break;
    }
    count += 1;
    let size = 0;
    for (let w = 0; w < words; w++) {
      size += popcount(mask[w]);
      for (let rest = mask[w]; rest !== 0; rest &= rest - 1)
        frequency[32 * w + 31 - Math.clz32(rest & -rest)] += 1;
    }
    sizes[size] += 1;
  }
  return { count, complete, sizes: trimmed(sizes, 0), frequency };
}

/** As a list up to the last size that occurs, moved up by the features that are in every explanation. */
function trimmed(sizes: Float64Array, more: number): number[] {
  let length = sizes.length;
  while (length > 0 && sizes[length - 1] === 0) length -= 1;
  return [...new Array<number>(length > 0 ? more : 0).fill(0), ...sizes.subarray(0, length)];
}
