// The covers of a search's tail, as masks in search order, per interval of the residual. Built from the lightest weight up: over
// one more weight d the breakpoints are those there were, B, and B + d; a list begins with the covers that have d (or d alone, where
// it closes) and goes on with those that have not.
import { copy, Masks, Wide } from './copy';
import { Finder } from './finder';
import { RANK_MASK, Rank, State } from './state';

/** Take in further weights, down to the one at `from`, while no more than `most` bytes of masks come out. */
export function growTable(state: usize, from: usize, most: usize): void {
  const s = changetype<State>(state);
  if (s.nodes === 0) clear(s);
  while (s.start > from) {
    const rank = s.start - s.rank;
    // One size more than weights, one bound more than sizes, of at most twice as many nodes.
    if ((<i32>((s.end - rank) / s.rank) + 2) * 2 * s.nodes > s.boundsRoom) break;
    if (
      s.words === 2
        ? !addLevel<u64>(s, rank, most)
        : s.words === 1
          ? !addLevel<u32>(s, rank, most)
          : !addLevel<Wide>(s, rank, most)
    )
      break;
    s.start = rank;
  }
  s.last = s.table + <usize>(s.nodes - 1) * NODE;
  Finder.prepare(s, NODE);
}

/** Begin with no weight at all: one hopeless node. */
function clear(s: State): void {
  s.nodes = 1;
  s.start = s.end;
  setNode(s.table, 0, 0);
  setNode(s.table + NODE, Infinity, 0);
}

/** Nodes lie end to end: where the interval begins, and where the list begins, in bytes. */
export const NODE: usize = 16;

function setNode(node: usize, from: f64, list: usize): void {
  store<f64>(node, from);
  store<usize>(node, list, 8);
}

/** One more weight; false, and nothing changes, when there would be too many masks. */
function addLevel<T>(s: State, rank: usize, most: usize): bool {
  const d = changetype<Rank>(rank).weight;
  const mask = rank + RANK_MASK;
  const words = s.words;
  const size = (<usize>words) << 2;
  const lists = s.lists;
  const newLists = s.lists2;
  const table = s.table;
  const last = table + <usize>s.nodes * NODE;
  const full = s.table2 + (most / size) * NODE;
  // The next of B and of B + d; beyond the last there is Infinity.
  let plain = table;
  let moved = table;
  let node = s.table2;
  let total: usize = 0;
  while (plain < last || moved < last) {
    const a = load<f64>(plain);
    const b = load<f64>(moved) + d;
    const next = a < b ? a : b;
    plain += a === next ? NODE : 0;
    moved += b === next ? NODE : 0;
    // The intervals of r and of r − d are those before.
    const skippedAt = load<usize>(plain - NODE, 8);
    const skipped = load<usize>(plain, 8) - skippedAt;
    const closes = moved === table;
    const pickedAt = closes ? 0 : load<usize>(moved - NODE, 8);
    const picked = closes ? size : load<usize>(moved, 8) - pickedAt;
    if (total + picked + skipped > most || node === full) return false;
    setNode(node, next, total);
    node += NODE;
    const to = newLists + total;
    if (closes) copy(to, mask, size);
    else Masks.complete<T>(to, lists + pickedAt, picked, mask, words);
    copy(to + picked, lists + skippedAt, skipped);
    total += picked + skipped;
  }
  setNode(node, Infinity, total);
  s.nodes = <i32>((node - s.table2) / NODE);
  s.table = s.table2;
  s.lists = newLists;
  s.table2 = table;
  s.lists2 = lists;
  return true;
}
