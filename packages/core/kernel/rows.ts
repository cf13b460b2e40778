// Everyday rows, a chunk at a time: two classes, up to 64 features that are categories or bins. The same searches as in
// src/search/row-engine.ts and src/block/script-engine.ts, where they are explained.

/** As a size or a count: a comparison was too close for the grid. */
const DOUBT: i32 = -1;
/** Stands for the class of a row that is not to be answered. */
const NO_CLASS: u32 = 2;

/** A side of the model, as src/block/kernel-engine.ts lays it out. */
@unmanaged
class Side {
  /** Per option: its drop, and its rank. */
  drops: usize;
  rank: usize;
  /** Per rank: the drop, the feature's bit, the feature. */
  byRank: usize;
  bit: usize;
  feature: usize;
  counted: u32;
  constant: u32;
  unused: u32;
  threshold: f64;
  window: f64;
}

/**
 * The row at hand, heaviest drop first: an entry per feature that counts. After the last comes one with a drop that never closes a set. By
 * entry: the drop, what the drops from it on add up to, the feature's bit, sets that it was picked for, and where runs of sets closed by
 * one drop after the other begin (+1) and end (−1).
 */
const ROW = memory.data(65 * 40, 16);
const ENTRY: usize = 40;
const REST: usize = 8;
const BIT: usize = 16;
const FEATURE: usize = 24;
const HITS: usize = 28;
const ENDS: usize = 32;
/** The path of the search: entries, and how many sets were found before each was picked. */
const PATH = memory.data(65 * 8, 16);
const BEFORE: usize = 4;
/** A bitset over ranks: up to 64 words, whose summary is one. */
const RANKS = memory.data(64 * 8, 16);

/** The last search found all there is. */
let all: bool = true;

// @ts-expect-error: decorator
function f64at(base: usize, i: i32): f64 {
  return load<f64>(base + ((<usize>i) << 3));
}

// @ts-expect-error: decorator
function i32at(base: usize, i: i32): i32 {
  return load<i32>(base + ((<usize>i) << 2));
}

/** Mark the ranks of a row; the answer says which words of the bitset hold any. */
// @ts-expect-error: decorator
function mark(side: Side, row: usize, n: i32): u64 {
  const rank = side.rank;
  const counted = side.counted;
  let summary: u64 = 0;
  for (let i = 0; i < n; i++) {
    const at = <u32>i32at(rank, i32at(row, i));
    if (at < counted) {
      const word = RANKS + ((at >> 6) << 3);
      store<u64>(word, load<u64>(word) | ((<u64>1) << (at & 63)));
      summary |= (<u64>1) << (at >> 6);
    }
  }
  return summary;
}

/** What the drops of a contrast must exceed: all of the row's together, less what an explanation's must. */
// @ts-expect-error: decorator
function contrastThreshold(side: Side, row: usize, n: i32): f64 {
  const drops = side.drops;
  let total = -side.threshold - (side.window === 0 ? 1.0 : 0.0);
  for (let i = 0; i < n; i++) total += f64at(drops, i32at(row, i));
  return total;
}

/** What the sets of the row at hand must exceed; see {@link contrastThreshold}. */
function thresholdOf(side: Side, contrast: bool): f64 {
  return contrast ? load<f64>(ROW, REST) - side.threshold - (side.window === 0 ? 1.0 : 0.0) : side.threshold;
}

/** Order a row by rank: where its entries end. */
function order(side: Side, row: usize, n: i32): usize {
  const byRank = side.byRank;
  const bit = side.bit;
  const feature = side.feature;
  let end = ROW;
  for (let summary = mark(side, row, n); summary !== 0; summary &= summary - 1) {
    const w = <i32>ctz(summary);
    const place = RANKS + ((<usize>w) << 3);
    const base = w << 6;
    for (let word = load<u64>(place); word !== 0; word &= word - 1) {
      const at = base + <i32>ctz(word);
      store<f64>(end, f64at(byRank, at));
      store<u64>(end, load<u64>(bit + ((<usize>at) << 3)), BIT);
      store<i32>(end, i32at(feature, at), FEATURE);
      end += ENTRY;
    }
    store<u64>(place, 0);
  }
  let sum: f64 = 0;
  store<f64>(end, -Infinity);
  store<f64>(end, 0, REST);
  for (let entry = end; entry > ROW; ) {
    entry -= ENTRY;
    sum += load<f64>(entry);
    store<f64>(entry, sum, REST);
  }
  return end;
}

/**
 * Write one column's options into the rows and add their drops to the rows' leads: how many cells were no option. Those count as the
 * first one; the caller knows what to do with their rows.
 */
function gather<T>(
  column: usize,
  rows: i32,
  values: u32,
  first: u32,
  options: usize,
  stride: usize,
  drops: usize,
  leads: usize,
): i32 {
  let bad = 0;
  for (let r = 0; r < rows; r++) {
    const v = <u32>load<T>(column);
    let at = first + v;
    if (v >= values) {
      bad += 1;
      at = first;
    }
    store<u32>(options, at);
    store<f64>(leads, load<f64>(leads) + load<f64>(drops + ((<usize>at) << 3)));
    column += sizeof<T>();
    options += stride;
    leads += 8;
  }
  return bad;
}

/** A column of whole numbers of so many bytes; see {@link gather}. */
export function gatherColumn(
  bytes: i32,
  column: usize,
  rows: i32,
  values: u32,
  first: u32,
  options: usize,
  stride: usize,
  drops: usize,
  leads: usize,
): i32 {
  if (bytes === 1) return gather<u8>(column, rows, values, first, options, stride, drops, leads);
  if (bytes === 2) return gather<u16>(column, rows, values, first, options, stride, drops, leads);
  return gather<u32>(column, rows, values, first, options, stride, drops, leads);
}

/** A smallest set of each row: its size and its mask. */
export function smallestRows(
  sides: usize,
  options: usize,
  classes: usize,
  n: i32,
  rows: i32,
  contrast: bool,
  sizes: usize,
  masks: usize,
): i32 {
  const wide = n > 32;
  let doubts = 0;
  for (let r = 0; r < rows; r++) {
    const c = <u32>load<u8>(classes + r);
    let size = 0;
    let mask: u64 = 0;
    if (c !== NO_CLASS) {
      const side = changetype<Side>(sides + c * offsetof<Side>());
      if (!side.constant) {
        const row = options + ((<usize>r * n) << 2);
        const threshold = contrast ? contrastThreshold(side, row, n) : side.threshold;
        const window = side.window;
        const unsure = threshold - window;
        const byRank = side.byRank;
        const bit = side.bit;
        let sum: f64 = 0;
        for (let summary = mark(side, row, n); summary !== 0; summary &= summary - 1) {
          const w = <i32>ctz(summary);
          const place = RANKS + ((<usize>w) << 3);
          const base = w << 6;
          for (let word = load<u64>(place); word !== 0 && sum <= unsure; word &= word - 1) {
            const at = base + <i32>ctz(word);
            sum += f64at(byRank, at);
            mask |= load<u64>(bit + ((<usize>at) << 3));
            size += 1;
          }
          store<u64>(place, 0);
        }
        const over = sum - threshold;
        if (over < Math.max(window, 1)) {
          size = over <= -window ? 0 : DOUBT;
          mask = 0;
        }
      }
    }
    if (size === DOUBT) doubts += 1;
    store<i32>(sizes + ((<usize>r) << 2), size);
    if (wide) store<u64>(masks + ((<usize>r) << 3), mask);
    else store<u32>(masks + ((<usize>r) << 2), <u32>mask);
  }
  return doubts;
}

/**
 * The sets of the row at hand, up to `most`, as masks from `out` on: how many, or DOUBT. A drop or a rest suffices from `bar` on, and
 * certainly does not up to `gap` below it.
 */
function listRow<M>(threshold: f64, window: f64, most: i32, out: usize): i32 {
  const more = Math.max(window, 1);
  const gap = more + window;
  const stop = out + <usize>most * sizeof<M>();
  let bar = threshold + more;
  let path = PATH;
  let at = out;
  let mask: M = 0;
  let from = ROW;
  all = true;
  let rest = load<f64>(ROW, REST);
  if (rest < bar) return rest > bar - gap ? DOUBT : 0;
  while (true) {
    let entry = from;
    let drop = load<f64>(entry);
    while (drop >= bar) {
      if (at === stop) {
        all = false;
        return most;
      }
      store<M>(at, mask | <M>load<u64>(entry, BIT));
      at += sizeof<M>();
      entry += ENTRY;
      drop = load<f64>(entry);
    }
    if (drop > bar - gap) return DOUBT;
    if (entry !== from) {
      rest = load<f64>(entry, REST);
      while (rest < bar) {
        if (rest > bar - gap) return DOUBT;
        if (path === PATH) return <i32>((at - out) / sizeof<M>());
        path -= 8;
        entry = load<u32>(path);
        bar += load<f64>(entry);
        mask ^= <M>load<u64>(entry, BIT);
        entry += ENTRY;
        rest = load<f64>(entry, REST);
      }
      drop = load<f64>(entry);
    }
    store<u32>(path, <u32>entry);
    path += 8;
    bar -= drop;
    mask |= <M>load<u64>(entry, BIT);
    from = entry + ENTRY;
  }
}

/** The sets of each row from `first` on, up to `most` of a row: the row before which it stopped for want of room. */
export function listRows(
  sides: usize,
  options: usize,
  classes: usize,
  n: i32,
  first: i32,
  rows: i32,
  contrast: bool,
  most: i32,
  room: i32,
  counts: usize,
  complete: usize,
  masks: usize,
): i32 {
  const wide = n > 32;
  let used = 0;
  for (let r = first; r < rows; r++) {
    const c = <u32>load<u8>(classes + r);
    let found = 0;
    all = true;
    if (c !== NO_CLASS) {
      const side = changetype<Side>(sides + c * offsetof<Side>());
      const out = masks + ((<usize>used) << (wide ? 3 : 2));
      const fits = min(most, room - used);
      if (side.constant) {
        // The empty explanation, or no contrast.
        if (!contrast) {
          if (fits < 1 && fits < most) return r;
          found = min(1, most);
          all = most > 0;
          if (found > 0) {
            if (wide) store<u64>(out, 0);
            else store<u32>(out, 0);
          }
        }
      } else {
        order(side, options + ((<usize>r * n) << 2), n);
        const threshold = thresholdOf(side, contrast);
        found = wide
          ? listRow<u64>(threshold, side.window, fits, out)
          : listRow<u32>(threshold, side.window, fits, out);
        if (!all && fits < most) return r;
      }
    }
    store<i32>(counts + ((<usize>r) << 2), found);
    store<u8>(complete + r, <u8>all);
    if (found > 0) used += found;
  }
  return rows;
}

/** The sets of the row at hand, counted by size and by feature, up to `most`: how many, or DOUBT. */
function tallyRow(end: usize, threshold: f64, window: f64, most: i32, sizes: usize, frequency: usize): i32 {
  const more = Math.max(window, 1);
  const gap = more + window;
  let bar = threshold + more;
  let path = PATH;
  let size = sizes + 4;
  let found = 0;
  let from = ROW;
  all = true;
  let rest = load<f64>(ROW, REST);
  if (rest < bar) return rest > bar - gap ? DOUBT : 0;
  for (let entry = ROW; entry <= end; entry += ENTRY) {
    store<i32>(entry, 0, HITS);
    store<i32>(entry, 0, ENDS);
  }
  let busy = true;
  while (busy) {
    let entry = from;
    let drop = load<f64>(entry);
    while (drop >= bar) {
      entry += ENTRY;
      drop = load<f64>(entry);
    }
    if (drop > bar - gap) return DOUBT;
    if (entry !== from) {
      let run = <i32>((entry - from) / ENTRY);
      // Their sum may be more than a number holds.
      if (run > most - found) {
        run = most - found;
        entry = from + <usize>run * ENTRY;
        all = false;
      }
      found += run;
      store<i32>(size, load<i32>(size) + run);
      store<i32>(from, load<i32>(from, ENDS) + 1, ENDS);
      store<i32>(entry, load<i32>(entry, ENDS) - 1, ENDS);
      if (!all) break;
      rest = load<f64>(entry, REST);
      while (rest < bar) {
        if (rest > bar - gap) return DOUBT;
        if (path === PATH) {
          busy = false;
          break;
        }
        path -= 8;
        size -= 4;
        entry = load<u32>(path);
        bar += load<f64>(entry);
        store<i32>(entry, load<i32>(entry, HITS) + found - load<i32>(path, BEFORE), HITS);
        entry += ENTRY;
        rest = load<f64>(entry, REST);
      }
      if (!busy) break;
      drop = load<f64>(entry);
    }
    store<u32>(path, <u32>entry);
    store<i32>(path, found, BEFORE);
    path += 8;
    size += 4;
    bar -= drop;
    from = entry + ENTRY;
  }
  while (path > PATH) {
    path -= 8;
    const entry = <usize>load<u32>(path);
    store<i32>(entry, load<i32>(entry, HITS) + found - load<i32>(path, BEFORE), HITS);
  }
  let open = 0;
  for (let entry = ROW; entry < end; entry += ENTRY) {
    open += load<i32>(entry, ENDS);
    store<i32>(frequency + ((<usize>load<i32>(entry, FEATURE)) << 2), load<i32>(entry, HITS) + open);
  }
  return found;
}

/** The sets of each row, counted by size and by feature, up to `most` of a row. */
export function tallyRows(
  sides: usize,
  options: usize,
  classes: usize,
  n: i32,
  rows: i32,
  contrast: bool,
  most: i32,
  counts: usize,
  complete: usize,
  sizeCounts: usize,
  frequency: usize,
): i32 {
  let doubts = 0;
  memory.fill(sizeCounts, 0, (<usize>rows * (n + 1)) << 2);
  memory.fill(frequency, 0, (<usize>rows * n) << 2);
  for (let r = 0; r < rows; r++) {
    const c = <u32>load<u8>(classes + r);
    let found = 0;
    all = true;
    if (c !== NO_CLASS) {
      const side = changetype<Side>(sides + c * offsetof<Side>());
      const sizes = sizeCounts + ((<usize>r * (n + 1)) << 2);
      if (side.constant) {
        if (!contrast) {
          found = min(1, most);
          all = most > 0;
          store<i32>(sizes, found);
        }
      } else {
        const end = order(side, options + ((<usize>r * n) << 2), n);
        const threshold = thresholdOf(side, contrast);
        found = tallyRow(end, threshold, side.window, most, sizes, frequency + ((<usize>r * n) << 2));
      }
    }
    if (found === DOUBT) doubts += 1;
    store<i32>(counts + ((<usize>r) << 2), found);
    store<u8>(complete + r, <u8>all);
  }
  return doubts;
}
