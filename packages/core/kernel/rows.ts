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

/** The row at hand, heaviest drop first: the drops, what they add up to from each on, the features' bits, the features. */
const DROPS = memory.data(65 * 8, 16);
const REST = memory.data(66 * 8, 16);
const BIT = memory.data(65 * 8, 16);
const FEATURE = memory.data(65 * 4, 16);
/** The path of the search: places, and how many sets were found before each was picked. */
const PATH = memory.data(65 * 4, 16);
const BEFORE = memory.data(65 * 4, 16);
/** By place: sets that a pick was in, and where runs of closing drops begin and end. */
const HITS = memory.data(65 * 4, 16);
const ENDS = memory.data(66 * 4, 16);
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

/** Order a row by rank: how many of its features count. */
function order(side: Side, row: usize, n: i32): i32 {
  const byRank = side.byRank;
  const bit = side.bit;
  const feature = side.feature;
  let m = 0;
  for (let summary = mark(side, row, n); summary !== 0; summary &= summary - 1) {
    const w = <i32>ctz(summary);
    const place = RANKS + ((<usize>w) << 3);
    const base = w << 6;
    for (let word = load<u64>(place); word !== 0; word &= word - 1) {
      const at = base + <i32>ctz(word);
      store<f64>(DROPS + ((<usize>m) << 3), f64at(byRank, at));
      store<u64>(BIT + ((<usize>m) << 3), load<u64>(bit + ((<usize>at) << 3)));
      store<i32>(FEATURE + ((<usize>m) << 2), i32at(feature, at));
      m += 1;
    }
    store<u64>(place, 0);
  }
  let sum: f64 = 0;
  store<f64>(REST + ((<usize>m) << 3), 0);
  for (let x = m - 1; x >= 0; x--) {
    sum += f64at(DROPS, x);
    store<f64>(REST + ((<usize>x) << 3), sum);
  }
  return m;
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
): void {
  const wide = n > 32;
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
    store<i32>(sizes + ((<usize>r) << 2), size);
    if (wide) store<u64>(masks + ((<usize>r) << 3), mask);
    else store<u32>(masks + ((<usize>r) << 2), <u32>mask);
  }
}

/** The sets of the row at hand, up to `most`, as masks from `out` on: how many, or DOUBT. */
// @ts-expect-error: decorator
function listRow<M>(m: i32, threshold: f64, window: f64, most: i32, out: usize): i32 {
  const more = Math.max(window, 1);
  const less = -window;
  let left = threshold;
  let depth = 0;
  let found = 0;
  let mask: M = 0;
  let i = 0;
  all = true;
  let over = f64at(REST, 0) - left;
  if (over < more) return over > less ? DOUBT : 0;
  while (true) {
    let j = i;
    for (; j < m; j++) {
      over = f64at(DROPS, j) - left;
      if (over < more) break;
    }
    if (j < m && over > less) return DOUBT;
    if (j > i) {
      const end = found + j - i > most ? i + most - found : j;
      let at = out + <usize>found * sizeof<M>();
      for (let x = i; x < end; x++, at += sizeof<M>())
        store<M>(at, mask | <M>load<u64>(BIT + ((<usize>x) << 3)));
      found += end - i;
      if (end < j) {
        all = false;
        return found;
      }
      over = f64at(REST, j) - left;
      while (over < more) {
        if (over > less) return DOUBT;
        if (depth === 0) return found;
        depth -= 1;
        j = i32at(PATH, depth);
        left += f64at(DROPS, j);
        mask ^= <M>load<u64>(BIT + ((<usize>j) << 3));
        j += 1;
        over = f64at(REST, j) - left;
      }
    }
    store<i32>(PATH + ((<usize>depth) << 2), j);
    depth += 1;
    left -= f64at(DROPS, j);
    mask |= <M>load<u64>(BIT + ((<usize>j) << 3));
    i = j + 1;
  }
}

function listNarrow(m: i32, threshold: f64, window: f64, most: i32, out: usize): i32 {
  return listRow<u32>(m, threshold, window, most, out);
}

function listWide(m: i32, threshold: f64, window: f64, most: i32, out: usize): i32 {
  return listRow<u64>(m, threshold, window, most, out);
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
        const m = order(side, options + ((<usize>r * n) << 2), n);
        const threshold = contrast
          ? f64at(REST, 0) - side.threshold - (side.window === 0 ? 1.0 : 0.0)
          : side.threshold;
        found = wide
          ? listWide(m, threshold, side.window, fits, out)
          : listNarrow(m, threshold, side.window, fits, out);
        if (!all && fits < most) return r;
      }
    }
    store<i32>(counts + ((<usize>r) << 2), found);
    store<u8>(complete + r, <u8>all);
    if (found > 0) used += found;
  }
  return rows;
}

/** The sets of the row at hand, counted by size and by place, up to `most`: how many, or DOUBT. */
function tallyRow(m: i32, threshold: f64, window: f64, most: i32, sizes: usize, frequency: usize): i32 {
  const more = Math.max(window, 1);
  const less = -window;
  let left = threshold;
  let depth = 0;
  let found = 0;
  let i = 0;
  all = true;
  let over = f64at(REST, 0) - left;
  if (over < more) return over > less ? DOUBT : 0;
  memory.fill(HITS, 0, (<usize>m) << 2);
  memory.fill(ENDS, 0, (<usize>(m + 1)) << 2);
  let busy = true;
  while (busy) {
    let j = i;
    for (; j < m; j++) {
      over = f64at(DROPS, j) - left;
      if (over < more) break;
    }
    if (j < m && over > less) return DOUBT;
    if (j > i) {
      const end = found + j - i > most ? i + most - found : j;
      const run = end - i;
      found += run;
      const size = sizes + ((<usize>(depth + 1)) << 2);
      store<i32>(size, load<i32>(size) + run);
      const from = ENDS + ((<usize>i) << 2);
      store<i32>(from, load<i32>(from) + 1);
      const to = ENDS + ((<usize>end) << 2);
      store<i32>(to, load<i32>(to) - 1);
      if (end < j) {
        all = false;
        break;
      }
      over = f64at(REST, j) - left;
      while (over < more) {
        if (over > less) return DOUBT;
        if (depth === 0) {
          busy = false;
          break;
        }
        depth -= 1;
        j = i32at(PATH, depth);
        left += f64at(DROPS, j);
        const hit = HITS + ((<usize>j) << 2);
        store<i32>(hit, load<i32>(hit) + found - i32at(BEFORE, depth));
        j += 1;
        over = f64at(REST, j) - left;
      }
      if (!busy) break;
    }
    store<i32>(PATH + ((<usize>depth) << 2), j);
    store<i32>(BEFORE + ((<usize>depth) << 2), found);
    depth += 1;
    left -= f64at(DROPS, j);
    i = j + 1;
  }
  while (depth > 0) {
    depth -= 1;
    const hit = HITS + ((<usize>i32at(PATH, depth)) << 2);
    store<i32>(hit, load<i32>(hit) + found - i32at(BEFORE, depth));
  }
  let open = 0;
  for (let x = 0; x < m; x++) {
    open += i32at(ENDS, x);
    store<i32>(frequency + ((<usize>i32at(FEATURE, x)) << 2), i32at(HITS, x) + open);
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
): void {
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
        const m = order(side, options + ((<usize>r * n) << 2), n);
        const threshold = contrast
          ? f64at(REST, 0) - side.threshold - (side.window === 0 ? 1.0 : 0.0)
          : side.threshold;
        found = tallyRow(m, threshold, side.window, most, sizes, frequency + ((<usize>r * n) << 2));
      }
    }
    store<i32>(counts + ((<usize>r) << 2), found);
    store<u8>(complete + r, <u8>all);
  }
}
