// All minimal covers, smallest first (src/search/size-search.ts says why it is right): one depth-first pass per size, writing masks.
//
// With q picks left, a rank is passed over if it closes with the q − 2 lightest ones that could come before the last: then every cover
// with it would be smaller. After a step back that holds for none of the later ranks.
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

/** In the ranks, `enough` is the sum of the weights before. */
@unmanaged
export class Sized extends State {
  /** Picks of the current pass, and of the last. */
  pass: i32;
  largest: i32;
  /** Doubles: what the m lightest weights add up to without the very lightest, by m. */
  light: usize;
  /** The table by size: where the covers of s members begin, `stride` numbers a node; and the masks. */
  sizes: usize;
  stride: i32;
  sorted: usize;
}

/** Sort the lists of the table by size, equally large ones as they were, into its other half. */
export function sortTable(state: usize): void {
  const s = changetype<Sized>(state);
  const words = s.words;
  const size = (<usize>words) << 2;
  const stride = <i32>((s.end - s.start) / s.rank) + 1;
  const nodes = s.nodes;
  const lists = s.lists;
  const sorted = s.lists2;
  s.stride = stride;
  s.sorted = sorted;
  let bounds = s.sizes;
  const bytes = (<usize>stride) << 2;
  for (let k = 0; k < nodes; k++) {
    const node = s.table + <usize>k * NODE;
    const from = lists + load<usize>(node, 8);
    const to = lists + load<usize>(node + NODE, 8);
    // How many of each size; then where each size ends; then, from the back, where each begins.
    memory.fill(bounds, 0, bytes);
    for (let mask = from; mask < to; mask += size) {
      const at = bounds + ((<usize>sizeOf(mask, words)) << 2);
      store<usize>(at, load<usize>(at) + size);
    }
    let sum = from - lists;
    for (let b: usize = 0; b < bytes; b += 4) {
      sum += load<usize>(bounds + b);
      store<usize>(bounds + b, sum);
    }
    for (let mask = to; mask > from; ) {
      mask -= size;
      const at = bounds + ((<usize>sizeOf(mask, words)) << 2);
      const place = load<usize>(at) - size;
      store<usize>(at, place);
      if (words === 2) store<u64>(sorted + place, load<u64>(mask));
      else memory.copy(sorted + place, mask, size);
    }
    bounds += bytes;
  }
  store<usize>(bounds, load<usize>(s.table + <usize>nodes * NODE, 8));
}

function sizeOf(mask: usize, words: i32): i32 {
  if (words === 2) return <i32>popcnt(load<u64>(mask));
  let size = 0;
  for (const end = mask + ((<usize>words) << 2); mask < end; mask += 4) size += popcnt(load<i32>(mask));
  return size;
}

/** Write further covers, as `list` does. */
export function listSized(state: usize, capacity: usize, answer: i32): usize {
  const s = changetype<Sized>(state);
  if (s.words === 2) return run<u64>(s, capacity, answer);
  if (s.words === 1) return run<u32>(s, capacity, answer);
  return run<Wide>(s, capacity, answer);
}

function run<T>(s: Sized, capacity: usize, answer: i32): usize {
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
  const start = s.start;
  const end = s.end;
  const window = s.window;
  const certain = s.certain;
  let f = s.frame;
  let j = s.j;
  let r = s.r;
  let q = s.pass - <i32>((f - s.frames) / depth);
  let edge = j < start ? start : end;
  /** Answers: j is known to close; the next q from j on are known to suffice. */
  let closed = false;
  let known = false;
  if (phase === SCAN || phase === TEST) {
    if (j === start) edge = start;
  } else if (phase === ASK_CLOSES) {
    closed = answer === YES;
    if (closed && q > 1) j += rank;
    else if (!closed && q === 1) j = edge = end;
    phase = closed ? SCAN : TEST;
  } else {
    known = answer === YES;
    if (!known) j = edge = end;
    phase = TEST;
  }
  let stop = false;
  for (;;) {
    if (q === 1) {
      // The last pick: all that close.
      let e = j;
      if (closed) {
        e += rank;
        closed = false;
      }
      while (e < end && changetype<Rank>(e).closes >= r) e += rank;
      const doubt = e < end && changetype<Rank>(e).opens > r;
      if (e > j) {
        const from = changetype<Rank>(j).mask;
        const all = changetype<Rank>(e).mask - from;
        const bytes = min(all, room);
        Masks.complete<T>(out, from, bytes, f + FRAME_MASK, words);
        out += bytes;
        room -= bytes;
        if (room === 0) {
          s.run = from + bytes;
          s.left = all - bytes;
          s.base = f + FRAME_MASK;
          j = doubt ? e : end;
          phase = doubt ? ASK_CLOSES : TEST;
          break;
        }
      }
      if (doubt) {
        j = e;
        phase = ASK_CLOSES;
        break;
      }
      j = edge = end;
    } else if (phase === SCAN) {
      closed = false;
      const light = load<f64>(s.light + ((<usize>(q - 1)) << 3));
      while (j < edge && changetype<Rank>(j).closes + light >= r) j += rank;
      if (j < edge && changetype<Rank>(j).opens > r) {
        phase = ASK_CLOSES;
        break;
      }
      phase = TEST;
    }
    // Pick j if it may lead to covers, or step back.
    for (;;) {
      if (j === edge) {
        if (
          j !== end &&
          j + <usize>q * rank <= end &&
          changetype<Rank>(j + <usize>q * rank).enough - changetype<Rank>(j).enough - r > -window &&
          load<f64>(s.light + ((<usize>q) << 3)) - r < certain
        ) {
          const node = Finder.nodeOf(r, s.table, s.last, s.first, s.perUnit, window, NODE);
          if (node === 0) {
            // The table cannot tell for certain: go on step by step.
            edge = end;
            phase = SCAN;
            break;
          }
          const at = s.sizes + ((<usize>(((node - s.table) / NODE) * s.stride + q)) << 2);
          const from = s.sorted + load<usize>(at);
          const all = load<usize>(at, 4) - load<usize>(at);
          if (all > 0) {
            const bytes = min(all, room);
            Masks.complete<T>(out, from, bytes, f + FRAME_MASK, words);
            out += bytes;
            room -= bytes;
            if (room === 0) {
              s.run = from + bytes;
              s.left = all - bytes;
              s.base = f + FRAME_MASK;
              j = end;
              phase = TEST;
              stop = true;
              break;
            }
          }
        }
      } else {
        if (known) break;
        const next = j + <usize>q * rank;
        if (next <= end) {
          const difference = changetype<Rank>(next).enough - changetype<Rank>(j).enough - r;
          if (difference >= certain) {
            if (sizeof<T>() === 1 || q !== 2) break;
            // The last two picks: the later the first is, the fewer follow it. What is in doubt, or does not fit, goes the long way.
            const held = load<T>(f, FRAME_MASK);
            let rest = r - changetype<Rank>(j).weight;
            let e = next;
            let plain = true;
            while (e < end && changetype<Rank>(e).closes >= rest) e += rank;
            for (;;) {
              const from = changetype<Rank>(j + rank).mask;
              const bytes = changetype<Rank>(e).mask - from;
              if (bytes >= room || (e < end && changetype<Rank>(e).opens > rest)) {
                plain = false;
                break;
              }
              Masks.add<T>(out, from, bytes, <T>(held | load<T>(j, RANK_MASK)));
              out += bytes;
              room -= bytes;
              j += rank;
              if (j === edge) break;
              rest = r - changetype<Rank>(j).weight;
              const least = j + rank;
              while (e > least && changetype<Rank>(e - rank).closes < rest) e -= rank;
              if (e <= least) break;
            }
            if (plain) continue;
            break;
          }
          if (difference > -window) {
            phase = ASK_ENOUGH;
            stop = true;
            break;
          }
        }
      }
      if (f === s.frames) {
        if (s.pass === s.largest) {
          phase = ENDED;
          stop = true;
          break;
        }
        s.pass += 1;
        q = s.pass;
        j = s.ranks;
        r = s.threshold;
        edge = j <= start ? start : end;
        phase = SCAN;
        break;
      }
      f -= depth;
      q += 1;
      j = changetype<Frame>(f).picked + rank;
      r = changetype<Frame>(f).r;
      edge = j <= start ? start : end;
    }
    if (stop) break;
    if (phase === SCAN) continue;
    known = false;
    changetype<Frame>(f).r = r;
    changetype<Frame>(f).picked = j;
    Masks.join<T>(f + depth + FRAME_MASK, f + FRAME_MASK, j + RANK_MASK, words);
    r -= changetype<Rank>(j).weight;
    f += depth;
    q -= 1;
    j += rank;
    edge = j <= start ? start : end;
    phase = SCAN;
  }
  s.frame = f;
  s.j = j;
  s.r = r;
  s.phase = phase;
  return capacity - room;
}
