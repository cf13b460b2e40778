// The tail of a search as a decision diagram (src/search/diagram.ts says why it is right), for covers that are counted and not listed.
// Levels lie one after the other in memory, that of the lightest weight first; a level may be added at any time.
import { Finder } from './finder';
import { RANK_MASK, Rank, SCAN, State } from './state';

/** A node: the residuals from `from` to that of the next; and what picking and skipping the level's weight lead to (0: it closes). */
@unmanaged
export class Node {
  from: f64;
  count: f64;
  /** How often the node was met itself. */
  hits: f64;
  picked: usize;
  skipped: usize;
}
export const NODE: usize = 32;

@unmanaged
export class Tally extends State {
  found: f64;
  limit: f64;
  /** Stop here for a larger diagram. */
  pause: f64;
  /** By size, doubles: how many covers have it. */
  sizes: usize;
  /** Sizes of the covers of each node of the first level, `stride` doubles each, of which the last is 0 (one more 0 lies before the first); and room for the next. */
  shapes: usize;
  shapes2: usize;
  stride: i32;
  /** Doubles that fit there. */
  shapeRoom: i32;
  /** Where the next level begins, and behind the last byte for levels. */
  free: usize;
  full: usize;
}

/**
 * Add levels, down to the weight at `from`, while none has more than `most` nodes or a node of more than `mostCovers`. If there are any,
 * the search begins again: where it stood, the larger diagram would have come too late for most of what is left.
 */
export function growDiagram(state: usize, from: usize, most: i32, mostCovers: f64): void {
  const t = changetype<Tally>(state);
  if (t.nodes === 0) clear(t);
  const before = t.start;
  const table = t.table;
  const end = table + <usize>t.nodes * NODE;
  while (t.start > from && addLevel(t, t.start - t.rank, most, mostCovers)) t.start -= t.rank;
  if (t.start < before) {
    for (let node = table; node < end; node += NODE) changetype<Node>(node).hits = 0;
    beginAgain(t);
  }
  t.last = t.table + <usize>(t.nodes - 1) * NODE;
  Finder.prepare(t, NODE);
}

/** Forget what was counted, and stand before the first rank. */
function beginAgain(t: Tally): void {
  t.found = 0;
  t.frame = t.frames;
  t.j = t.ranks;
  t.r = t.threshold;
  t.phase = SCAN;
  let size = t.sizes;
  store<f64>(size, 0);
  for (let rank = t.ranks; rank < t.end; rank += t.rank) {
    store<f64>(rank, 0, RANK_MASK);
    size += 8;
    store<f64>(size, 0);
  }
}

/** No weight at all: one hopeless node. */
function clear(t: Tally): void {
  t.nodes = 1;
  t.table = t.free;
  setNode(t.free, 0, 0, 0, 0);
  setNode(t.free + NODE, Infinity, 0, 0, 0);
  t.free += 2 * NODE;
  t.stride = 2;
  store<f64>(t.shapes, 0);
  store<f64>(t.shapes, 0, 8);
}

function setNode(at: usize, from: f64, count: f64, picked: usize, skipped: usize): void {
  const node = changetype<Node>(at);
  node.from = from;
  node.count = count;
  node.hits = 0;
  node.picked = picked;
  node.skipped = skipped;
}

function addLevel(t: Tally, rank: usize, most: i32, mostCovers: f64): bool {
  const d = changetype<Rank>(rank).weight;
  const old = t.stride;
  const weights = <i32>((t.end - rank) / t.rank);
  // Sizes 0 … weights, and at least one 0 behind them.
  const stride = (weights + 3) & ~1;
  if (2 * t.nodes * stride > t.shapeRoom || t.free + <usize>(2 * t.nodes + 1) * NODE > t.full) return false;
  const oldBytes = (<usize>old) << 3;
  const table = t.table;
  const last = table + <usize>t.nodes * NODE;
  let plain = table;
  let moved = table;
  let node = t.free;
  let shape = t.shapes2;
  const full = node + <usize>most * NODE;
  while (plain < last || moved < last) {
    const a = changetype<Node>(plain).from;
    const b = changetype<Node>(moved).from + d;
    const next = a < b ? a : b;
    plain += a === next ? NODE : 0;
    moved += b === next ? NODE : 0;
    const skipped = plain - NODE;
    const picked = moved === table ? 0 : moved - NODE;
    const count = changetype<Node>(skipped).count + (picked === 0 ? 1 : changetype<Node>(picked).count);
    if (count > mostCovers || node === full) return false;
    setNode(node, next, count, picked, skipped);
    node += NODE;
    const below = t.shapes + ((skipped - table) / NODE) * oldBytes;
    if (picked === 0) {
      memory.copy(shape, below, oldBytes);
      store<f64>(shape, load<f64>(shape, 8) + 1, 8);
    } else {
      addShapes(shape, t.shapes + ((picked - table) / NODE) * oldBytes, below, oldBytes);
    }
    if (stride > old) v128.store(shape + oldBytes, i64x2.splat(0));
    shape += (<usize>stride) << 3;
  }
  setNode(node, Infinity, 0, 0, 0);
  t.nodes = <i32>((node - t.free) / NODE);
  t.table = t.free;
  t.free = node + NODE;
  t.stride = stride;
  const shapes = t.shapes;
  t.shapes = t.shapes2;
  t.shapes2 = shapes;
  return true;
}

/** What there is with the weight, one more each, and without it. Before each shape there is a 0. */
function addShapes(to: usize, picked: usize, skipped: usize, bytes: usize): void {
  for (const end = to + bytes; to < end; to += 16, picked += 16, skipped += 16)
    v128.store(to, f64x2.add(v128.load(picked - 8), v128.load(skipped)));
}

/** Push the meetings down: a picked weight is in every cover below. Adds to the hits of the ranks. */
export function settle(t: Tally): void {
  let rank = t.start;
  let node = t.free - NODE;
  // From the end of the level: its nodes down to its first; the level before ends right there.
  let table = t.table;
  for (; rank < t.end; rank += t.rank) {
    const hits = rank + RANK_MASK;
    let sum: f64 = 0;
    for (let at = table; at < node; at += NODE) {
      const met = changetype<Node>(at).hits;
      if (met === 0) continue;
      const picked = changetype<Node>(at).picked;
      changetype<Node>(changetype<Node>(at).skipped).hits += met;
      if (picked === 0) {
        sum += met;
      } else {
        sum += met * changetype<Node>(picked).count;
        changetype<Node>(picked).hits += met;
      }
    }
    store<f64>(hits, load<f64>(hits) + sum);
    // The last node of a level is the hopeless one, which leads to the hopeless one below: the end of that level.
    node = table - NODE;
    table = changetype<Node>(table).skipped;
  }
}
