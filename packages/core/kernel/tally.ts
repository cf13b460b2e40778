// Depth-first search as in list.ts, counting: how many covers, how many of each size, and in how many each rank is. Where the diagram of
// the tail takes over, a node is met and its covers are counted all at once.
import { NODE, Node, settle, Tally } from './diagram';
import { Finder } from './finder';
import {
  ASK_CLOSES,
  ASK_ENOUGH,
  CUT,
  ENDED,
  FRAME_MASK,
  Frame,
  RANK_MASK,
  Rank,
  SCAN,
  TEST,
  YES,
} from './state';

/** Records of ranks and frames are those of narrow masks; where the masks would be, there are counters. */
const RANK: usize = RANK_MASK + 8;
const DEPTH: usize = FRAME_MASK + 8;

/** Go on until the end, the limit (then `phase` is CUT if there are more), the pause, or a doubt, as in {@link list}. */
export function tally(state: usize, answer: i32): void {
  const t = changetype<Tally>(state);
  let phase = t.phase;
  const frames = t.frames;
  const end = t.end;
  const limit = t.limit;
  const pause = t.pause;
  const window = t.window;
  const table = t.table;
  const first = t.first;
  const last = t.last;
  const perUnit = t.perUnit;
  const shapes = t.shapes;
  const stride = (<usize>t.stride) << 3;
  const start = t.start;
  let found = t.found;
  let f = t.frame;
  let j = t.j;
  let r = t.r;
  /** Counts of covers by size, from that of the path on. */
  let sizes = t.sizes + (((f - frames) / DEPTH) << 3);
  let edge = j < start ? start : end;
  let closed = phase === ASK_CLOSES && answer === YES;
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
        e += RANK;
        closed = false;
      }
      while (e < edge && changetype<Rank>(e).closes >= r) e += RANK;
      const doubt = e < edge && changetype<Rank>(e).opens > r;
      if (e > j) {
        known = false;
        const all: f64 = <f64>((e - j) / RANK);
        const taken = Math.min(all, limit - found);
        found += taken;
        store<f64>(sizes, load<f64>(sizes, 8) + taken, 8);
        const counted = j + <usize>taken * RANK;
        for (; j < counted; j += RANK) store<f64>(j, load<f64>(j, RANK_MASK) + 1, RANK_MASK);
        if (taken < all) {
          phase = CUT;
          break;
        }
        phase = doubt ? ASK_CLOSES : e === edge && edge === start ? SCAN : TEST;
        if (found >= pause) break;
      }
      if (doubt) {
        phase = ASK_CLOSES;
        break;
      }
    }
    // Nothing closes at j, unless the diagram begins there.
    scan = false;
    for (;;) {
      if (j === edge) {
        if (j !== end) {
          const at = Finder.nodeOf(r, table, last, first, perUnit, window, NODE);
          const node = changetype<Node>(at);
          // The diagram cannot tell for certain, or there are too many: go on step by step.
          if (at === 0 || node.count > limit - found) {
            edge = end;
            known = false;
            scan = true;
            break;
          }
          found += node.count;
          node.hits += 1;
          const shape = shapes + ((at - table) / NODE) * stride;
          for (let s: usize = 0; s < stride; s += 16)
            v128.store(sizes + s, f64x2.add(v128.load(sizes + s), v128.load(shape + s)));
          if (found >= pause) {
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
      f -= DEPTH;
      sizes -= 8;
      j = changetype<Frame>(f).picked;
      r = changetype<Frame>(f).r;
      store<f64>(j, load<f64>(j, RANK_MASK) + (found - load<f64>(f, FRAME_MASK)), RANK_MASK);
      j += RANK;
      edge = j <= start ? start : end;
    }
    if (stop) break;
    if (scan) continue;
    // Pick j, and all that follow while none closes.
    do {
      changetype<Frame>(f).r = r;
      changetype<Frame>(f).picked = j;
      store<f64>(f, found, FRAME_MASK);
      r -= changetype<Rank>(j).weight;
      f += DEPTH;
      sizes += 8;
      j += RANK;
    } while (j < edge && changetype<Rank>(j).opens <= r);
    known = j < edge;
    scan = known;
  }
  t.found = found;
  t.frame = f;
  t.j = j;
  t.r = r;
  t.phase = phase;
}

/** At the end: count in what is still on the path, and the meetings in the diagram. */
export function closeTally(state: usize): void {
  const t = changetype<Tally>(state);
  for (let f = t.frames; f < t.frame; f += DEPTH) {
    const picked = changetype<Frame>(f).picked;
    store<f64>(picked, load<f64>(picked, RANK_MASK) + (t.found - load<f64>(f, FRAME_MASK)), RANK_MASK);
  }
  if (t.nodes > 0) settle(t);
}
