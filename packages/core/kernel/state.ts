// Where a search for covers stands, in memory: src/search/kernel-state.ts lays it out and knows the places of the fields.

/** Nothing is known of the rank that comes next. */
export const SCAN = 0;
/** The rank that comes next does not close. */
export const TEST = 1;
/** In doubt: does it close? */
export const ASK_CLOSES = 2;
/** In doubt: does the rest suffice? */
export const ASK_ENOUGH = 3;
export const ENDED = 4;
/** There are more than the limit. */
export const CUT = 5;

/** The answer to what was in doubt. */
export const YES = 1;

/** A rank: its record is followed by its mask. Records have a length of `State.rank` bytes. */
@unmanaged
export class Rank {
  weight: f64;
  /** The largest residual that it certainly closes, the least that it certainly does not. */
  closes: f64;
  opens: f64;
  /** The same for all ranks from here on together (depth-first search). */
  enough: f64;
  scarce: f64;
  /** Where its mask is among the masks of all ranks. */
  mask: usize;
}
export const RANK_MASK: usize = 48;

/** A depth of the search: what was picked there, at which residual; followed by the mask of what was picked before. */
@unmanaged
export class Frame {
  r: f64;
  picked: usize;
}
export const FRAME_MASK: usize = 16;

@unmanaged
export class State {
  /** Residual. */
  r: f64;
  /** Closer comparisons than this are in doubt; and from where on "more" is certain. */
  window: f64;
  certain: f64;
  threshold: f64;
  /** Buckets of the table's finder per unit of residual. */
  perUnit: f64;
  /** The rank that comes next; the frame of the depth; what is known. */
  j: usize;
  frame: usize;
  phase: i32;
  /** Words per mask; bytes of a rank and of a frame. */
  words: i32;
  rank: usize;
  depth: usize;
  /** The ranks, where the table takes over (`end` while there is none), and behind the last (a record that has only `mask`). */
  ranks: usize;
  start: usize;
  end: usize;
  frames: usize;
  /** Where covers are written to. */
  out: usize;
  /** The rest of a run of covers: where its masks are, how many bytes, and by what they are to be completed. */
  run: usize;
  left: usize;
  base: usize;
  /** The table: nodes, the last of them, masks of their lists, first node by bucket. */
  nodes: i32;
  table: usize;
  lists: usize;
  first: usize;
  last: usize;
  /** Its other half: the two are used in turns while it grows. */
  table2: usize;
  lists2: usize;
  /** How many sizes of how many nodes there may be. */
  boundsRoom: i32;
}
