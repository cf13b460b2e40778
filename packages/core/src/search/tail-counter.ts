// What the tail covers of a search add up to, without listing them: how often each weight occurs and how many covers
// there are of each size. A node of the diagram's first level is met many times; meetings are counted, and read off the diagram
// at the end. The diagram grows while the search goes on: a small one is built at once, a large one only if it pays.
import { Meter } from '../model/budget.ts';
import type { Cover } from '../weigh/cover.ts';
import { DepthFirst } from './cover-search.ts';
import { buildDiagram, type Diagram, toFinder } from './diagram.ts';
import type { Tail } from './tail.ts';

/** How many covers there are, or are counted up to a limit; by rank and by size. */
export interface RankTally {
  readonly count: number;
  /** False when the limit or the budget left some out. */
  readonly complete: boolean;
  readonly byRank: Float64Array;
  readonly sizes: Float64Array;
}

/** Count the first so many covers, in search order. @param bits - resolution of the grid, for tests. */
export function countCovers(
  cover: Cover,
  limit: number,
  { meter = new Meter(), bits }: { readonly meter?: Meter; readonly bits?: number | undefined } = {},
): RankTally {
  const ranks = cover.singles.length + cover.order.length;
  const byRank = new Float64Array(ranks);
  const sizes = new Float64Array(ranks + 1);
  const tails = new TailCounter(byRank, sizes);
  let count = 0;
  // With a larger diagram the search begins again: where it stood, that would have come too late for most of what is left.
  const tabulate = (weights: Float64Array): Tail => {
    const tail = tails.grow(weights);
    byRank.fill(0);
    sizes.fill(0);
    count = 0;
    search.begin();
    return tail;
  };
  const search: DepthFirst = new DepthFirst(cover, { bits, tabulate });
  const { path } = search;
  let complete = true;
  while (complete && search.next()) {
    const { depth, from, to, lo, hi, node } = search;
    const taken = meter.spend(1) ? Math.min(limit - count, search.size) : 0;
    complete = taken === search.size;
    count += taken;
    for (let q = 0; q < depth; q++) byRank[path[q]] += taken;
    if (to > from) {
      for (let rank = from; rank < from + taken; rank++) byRank[rank] += 1;
      sizes[depth + 1] += taken;
    } else if (cover.threshold < 0n) {
      sizes[0] += taken; // the empty explanation
    } else if (taken === hi - lo) {
      tails.add(node, depth);
    } else {
      tails.addFirst(node, depth, taken);
    }
  }
  tails.settle();
  return { count, complete, byRank, sizes };
}

/** Nodes of the first level, and the meetings after which the next larger diagram is worth building. */
const STAGES = [
  { nodes: 1 << 9, patience: 1 << 8 },
  { nodes: 1 << 12, patience: 1 << 18 },
  { nodes: 1 << 16, patience: Number.POSITIVE_INFINITY },
] as const;

/** Adds the covers of tails to counts by rank and by size. */
class TailCounter {
  private readonly byRank: Float64Array;
  private readonly sizes: Float64Array;
  private stage = 0;
  private diagram: Diagram = { start: 0, levels: [] };
  /** Per node of the first level: how many tail covers have s members, at `node · levels + s`. */
  private shapes: Float64Array = new Float64Array(0);
  private hits: Float64Array = new Float64Array(0);

  constructor(byRank: Float64Array, sizes: Float64Array) {
    this.byRank = byRank;
    this.sizes = sizes;
  }

  /** The first, or the next larger, table for a search: lists that are only counted. */
  grow(weights: Float64Array): Tail {
    this.settle();
    const { nodes, patience } = STAGES[Math.min(this.stage++, STAGES.length - 1)];
    this.diagram = buildDiagram(weights, weights.length, ({ breaks }) => breaks.length <= nodes);
    this.shapes = sizesOf(this.diagram);
    const { start, levels } = this.diagram;
    const { counts, breaks } = levels[0];
    this.hits = new Float64Array(counts.length);
    const bounds = new Float64Array(counts.length + 1);
    for (let k = 0; k < counts.length; k++) bounds[k + 1] = bounds[k] + counts[k];
    // All weights are in the diagram: there is nothing left to grow for.
    return {
      start,
      finder: toFinder(breaks),
      codes: new Uint32Array(0),
      bounds,
      patience: start === 0 ? Number.POSITIVE_INFINITY : patience,
    };
  }

  /** All covers of a node, met at a depth. */
  add(node: number, depth: number): void {
    const { hits, shapes, sizes } = this;
    const stride = this.diagram.levels.length;
    hits[node] += 1;
    for (let s = 1; s < stride; s++) sizes[depth + s] += shapes[node * stride + s];
  }

  /** Only the first `most` covers of a node, one by one in search order. */
  addFirst(node: number, depth: number, most: number): void {
    const { byRank, sizes } = this;
    const { levels } = this.diagram;
    const first = byRank.length - (levels.length - 1);
    const members: number[] = [];
    let left = most;
    const visit = (l: number, k: number): void => {
      if (left === 0 || levels[l].counts[k] === 0) return;
      const { picked, skipped } = levels[l];
      members.push(first + l);
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

  /** Push the meetings down the diagram: a picked weight occurs once in every cover below. */
  settle(): void {
    const { levels } = this.diagram;
    const length = levels.length - 1;
    let hits = this.hits;
    for (let l = 0; l < length; l++) {
      const { picked, skipped } = levels[l];
      const below = levels[l + 1];
      const next = new Float64Array(below.counts.length);
      const rank = this.byRank.length - length + l;
      for (let k = 0; k < hits.length; k++) {
        if (hits[k] === 0) continue;
        next[skipped[k]] += hits[k];
        if (picked[k] < 0) {
          this.byRank[rank] += hits[k];
        } else {
          this.byRank[rank] += hits[k] * below.counts[picked[k]];
          next[picked[k]] += hits[k];
        }
      }
      hits = next;
    }
    this.hits = new Float64Array(this.hits.length);
  }
}

/** Sizes of the covers of each node, from the bottom up. */
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
