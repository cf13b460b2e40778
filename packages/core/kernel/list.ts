// Depth-first search for all minimal covers (src/search/cover-search.ts says why it is right), writing masks.
//
// A rank that was picked did not close, so none after it closes with the same residual: after a step back only the rest is asked for.
// A rank was picked because the rest suffices, so after a pick that need not be asked again unless something closed.
import { Masks, Wide, writeLeft } from './copy';
import { Finder } from './finder';
import {
  ASK_CLOSES,
  ASK_ENOUGH,
  ENDED,
  FRAME_MASK,
  Frame,
  RANK_MASK,
  Rank,
  SCAN,
  State,
  TEST,
  YES,
} from './state';
import { NODE } from './table';

/**
 * Write further covers, up to `capacity` bytes of masks; how many bytes were written. Fewer come when there are no more, or when
 * something is in doubt: then `phase` says what, and the next call brings the answer.
 */
export function list(state: usize, capacity: usize, answer: i32): usize {
  const s = changetype<State>(state);
  if (s.words === 2) return run<u64>(s, capacity, answer);
  if (s.words === 1) return run<u32>(s, capacity, answer);
  return run<Wide>(s, capacity, answer);
}

function run<T>(s: State, capacity: usize, answer: i32): usize {
  const words = s.words;
  const begun = writeLeft<T>(s, capacity);
  let room = capacity - begun;
  let out = s.out + begun;
  let phase = s.phase;
  if (room === 0 || phase === ENDED) return capacity - room;
  if (phase >= ASK_CLOSES && answer === 0) return capacity - room;

  // Bytes of records, known beforehand where masks are narrow.
  const rank: usize = sizeof<T>() === 1 ? s.rank : RANK_MASK + 8;
  const depth: usize = sizeof<T>() === 1 ? s.depth : FRAME_MASK + 8;
  const frames = s.frames;
  const start = s.start;
  const end = s.end;
  const window = s.window;
  const table = s.table;
  const lists = s.lists;
  const first = s.first;
  const last = s.last;
  const perUnit = s.perUnit;
  let f = s.frame;
  let j = s.j;
  let r = s.r;
  /** How far to go by steps: to the table, or to the end where that has been passed or cannot tell. */
  let edge = j < start ? start : end;
  /** The first rank is known to close. */
  let closed = phase === ASK_CLOSES && answer === YES;
  /** The rest is known to suffice. */
  let known = phase === ASK_ENOUGH && answer === YES;
  if (phase === SCAN || phase === TEST) {
    if (j === start) edge = start;
  } else if (phase === ASK_ENOUGH && !known) {
    j = edge = end;
  }
  let scan = phase === SCAN || closed;

  let stop = false;
  for (;;) {
    if (scan) {
      let e = j;
      if (closed) {
        e += rank;
        closed = false;
      }
      while (e < edge && changetype<Rank>(e).closes >= r) e += rank;
      const doubt = e < edge && changetype<Rank>(e).opens > r;
      if (e > j) {
        known = false;
        const from = changetype<Rank>(j).mask;
        const all = changetype<Rank>(e).mask - from;
        const bytes = min(all, room);
        Masks.complete<T>(out, from, bytes, f + FRAME_MASK, words);
        out += bytes;
        room -= bytes;
        j = e;
        phase = doubt ? ASK_CLOSES : e === edge && edge === start ? SCAN : TEST;
        if (room === 0) {
          s.run = from + bytes;
          s.left = all - bytes;
          s.base = f + FRAME_MASK;
          break;
        }
      }
      if (doubt) {
        phase = ASK_CLOSES;
        break;
      }
    }
    // Nothing closes at j, unless the table begins there.
    scan = false;
    for (;;) {
      if (j === edge) {
        if (j !== end) {
          const node = Finder.nodeOf(r, table, last, first, perUnit, window, NODE);
          if (node === 0) {
            // The table cannot tell for certain: go on step by step.
            edge = end;
            known = false;
            scan = true;
            break;
          }
          const at = load<usize>(node, 8);
          const all = load<usize>(node + NODE, 8) - at;
          const from = lists + at;
          if (all < room) {
            Masks.complete<T>(out, from, all, f + FRAME_MASK, words);
            out += all;
            room -= all;
          } else {
            Masks.complete<T>(out, from, room, f + FRAME_MASK, words);
            s.run = from + room;
            s.left = all - room;
            s.base = f + FRAME_MASK;
            room = 0;
            j = end;
            phase = TEST;
            stop = true;
            break;
          }
        }
      } else {
        if (known || changetype<Rank>(j).enough >= r) break;
        if (changetype<Rank>(j).scarce > r) {
          phase = ASK_ENOUGH;
          stop = true;
          break;
        }
      }
      if (f === frames) {
        phase = ENDED;
        stop = true;
        break;
      }
      f -= depth;
      j = changetype<Frame>(f).picked + rank;
      r = changetype<Frame>(f).r;
      edge = j <= start ? start : end;
    }
    if (stop) break;
    if (scan) continue;
    // Pick j, and all that follow while none closes.
    do {
      changetype<Frame>(f).r = r;
      changetype<Frame>(f).picked = j;
      Masks.join<T>(f + depth + FRAME_MASK, f + FRAME_MASK, j + RANK_MASK, words);
      r -= changetype<Rank>(j).weight;
      f += depth;
      j += rank;
    } while (j < edge && changetype<Rank>(j).opens <= r);
    known = j < edge;
    scan = known;
  }
  s.frame = f;
  s.j = j;
  s.r = r;
  s.phase = phase;
  return capacity - room;
}
