// Counting the covers of a search in the kernel: how many, of which sizes, and in how many each rank is.
import { kernelFor } from '../kernel/load.ts';
import type { Meter } from '../model/budget.ts';
import type { DepthFirst } from './cover-search.ts';
import { freeMemory } from './kernel-source.ts';
import {
  CUT,
  decide,
  ENDED,
  FIRST,
  Layout,
  PHASE,
  placeSearch,
  stateOf,
  writeSearch,
} from './kernel-state.ts';
import type { RankTally } from './tail-counter.ts';

/** Places in what a tally adds to the state (packages/core/kernel/diagram.ts): doubles, and 32-bit numbers. */
const FOUND = 16;
const LIMIT = 17;
const PAUSE = 18;
const SIZES = 38;
const SHAPES = 39;
const SHAPE_ROOM = 42;
const FREE = 43;
const FULL = 44;

/** After so many covers, a diagram with levels of at most so many nodes is worth building. */
interface Stage {
  readonly after: number;
  readonly nodes: number;
}
const STAGES: readonly Stage[] = [
  { after: 1 << 9, nodes: 1 << 8 },
  { after: 1 << 13, nodes: 1 << 12 },
  { after: 1 << 24, nodes: 1 << 15 },
];
/** Nodes of all levels together, and doubles for the sizes of a level's nodes, per node of the largest level. */
const ALL_NODES = 3;
const SHAPE = 20;
/** After so many covers the signal is looked at. */
const PATIENCE = 1 << 24;
/** A node of more than this share of the limit may not fit below it in the end. */
const SHARE = 1 / 8;

/** Count the first so many covers of a search that has not begun; null where there is no kernel. */
export function kernelTally(
  search: DepthFirst,
  limit: number,
  meter: Meter,
  stages: readonly Stage[] = STAGES,
): RankTally | null {
  const kernel = kernelFor('tails');
  if (kernel === null || search.cover.threshold < 0n) return null;
  const { count, alone } = search;
  const words = 2;
  const most = stages.reduce((larger, { nodes }) => Math.max(larger, nodes), 0);
  const layout = new Layout(kernel);
  const place = placeSearch(layout, search, words);
  const sizes = layout.take(8 * (2 * count + 4));
  const first = layout.take(16 * most + 20);
  // One double before the shapes is 0.
  const shapes = [0, 1].map(() => layout.take(8 * SHAPE * most + 16) + 16);
  const levels = layout.take(32 * ALL_NODES * (most + 2));
  if (!kernel.room(layout.end)) return null;
  freeMemory();
  writeSearch(kernel, place, search, words);
  const fields = stateOf(kernel, place);
  fields[FIRST] = first;
  fields[SIZES] = sizes;
  fields.set(shapes, SHAPES);
  fields[SHAPE_ROOM] = SHAPE * most;
  fields[FREE] = levels;
  fields[FULL] = layout.end;
  const numbers = new Float64Array(kernel.buffer, 0, levels / 8);
  for (const at of shapes) numbers[at / 8 - 1] = 0;
  numbers.fill(0, sizes / 8, first / 8);
  const state = place.state / 8;
  numbers[state + LIMIT] = limit;
  for (let stage = 0; !meter.look(); ) {
    numbers[state + PAUSE] = Math.min(
      stages[stage]?.after ?? Number.POSITIVE_INFINITY,
      numbers[state + FOUND] + PATIENCE,
    );
    kernel.calls.tally(place.state, decide(kernel, place, fields, search));
    if (fields[PHASE] === ENDED || fields[PHASE] === CUT) break;
    if (stage < stages.length && numbers[state + FOUND] >= stages[stage].after) {
      const from = place.ranks + alone * place.rank;
      kernel.calls.growDiagram(place.state, from, stages[stage].nodes, Math.max(1, limit * SHARE));
      stage += 1;
    }
  }
  kernel.calls.closeTally(place.state);
  const stride = place.rank / 8;
  const hits = place.ranks / 8 + stride - 1;
  return {
    count: numbers[state + FOUND],
    complete: fields[PHASE] === ENDED,
    byRank: Float64Array.from({ length: count }, (_, k) => numbers[hits + k * stride]),
    sizes: numbers.slice(sizes / 8, sizes / 8 + count + 1),
  };
}
