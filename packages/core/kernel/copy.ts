// Masks completed by a mask. Masks of one and two words are the types u32 and u64, wider ones `Wide`: each kind has a loop of its own.
// Up to 128 bytes more than asked are read and written: arrays have that much to spare.

import { State } from './state';

/** Stands for masks of more than two words. */
export type Wide = u8;

// Methods, since only these can be marked to be inlined in a way that other tools understand; a call would spill every register.
export class Masks {
  /** Write masks to `to`: the `bytes` at `from`, each with the bits of the one at `base`. */
  @inline
  static complete<T>(to: usize, from: usize, bytes: usize, base: usize, words: i32): void {
    if (sizeof<T>() === 1) {
      completeWide(to, from, bytes, base, words);
      return;
    }
    const bits = sizeof<T>() === 8 ? i64x2.splat(load<i64>(base)) : i32x4.splat(load<i32>(base));
    const end = to + bytes;
    // Blocks of 128 bytes, at least one: fewer loops to leave are worth more than bytes saved.
    do {
      v128.store(to, v128.or(v128.load(from), bits));
      v128.store(to, v128.or(v128.load(from, 16), bits), 16);
      v128.store(to, v128.or(v128.load(from, 32), bits), 32);
      v128.store(to, v128.or(v128.load(from, 48), bits), 48);
      v128.store(to, v128.or(v128.load(from, 64), bits), 64);
      v128.store(to, v128.or(v128.load(from, 80), bits), 80);
      v128.store(to, v128.or(v128.load(from, 96), bits), 96);
      v128.store(to, v128.or(v128.load(from, 112), bits), 112);
      to += 128;
      from += 128;
    } while (to < end);
  }

  /** Write a few masks to `to`: the `bytes` at `from`, each with further bits. */
  @inline
  static add<T>(to: usize, from: usize, bytes: usize, mask: T): void {
    const bits = sizeof<T>() === 8 ? i64x2.splat(<i64>mask) : i32x4.splat(<i32>mask);
    const end = to + bytes;
    do {
      v128.store(to, v128.or(v128.load(from), bits));
      v128.store(to, v128.or(v128.load(from, 16), bits), 16);
      v128.store(to, v128.or(v128.load(from, 32), bits), 32);
      v128.store(to, v128.or(v128.load(from, 48), bits), 48);
      to += 64;
      from += 64;
    } while (to < end);
  }

  /** Write one mask to `to`: the bits of two. */
  @inline
  static join<T>(to: usize, a: usize, b: usize, words: i32): void {
    if (sizeof<T>() === 1) joinWide(to, a, b, words);
    else store<T>(to, <T>(load<T>(a) | load<T>(b)));
  }
}

function completeWide(to: usize, from: usize, bytes: usize, base: usize, words: i32): void {
  const size = (<usize>words) << 2;
  for (const end = to + bytes; to < end; to += size, from += size) joinWide(to, from, base, words);
}

/** Three words or more: the last four may have been written before. */
function joinWide(to: usize, a: usize, b: usize, words: i32): void {
  if (words === 3) {
    store<i64>(to, load<i64>(a) | load<i64>(b));
    store<i32>(to, load<i32>(a, 8) | load<i32>(b, 8), 8);
    return;
  }
  const last = (<usize>(words - 4)) << 2;
  for (let w: usize = 0; w < last; w += 16) v128.store(to + w, v128.or(v128.load(a + w), v128.load(b + w)));
  v128.store(to + last, v128.or(v128.load(a + last), v128.load(b + last)));
}

/** Copy in blocks of 64 bytes. */
export function copy(to: usize, from: usize, bytes: usize): void {
  for (const end = to + bytes; to < end; to += 64, from += 64) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    v128.store(to, v128.load(from, 32), 32);
    v128.store(to, v128.load(from, 48), 48);
  }
}

/** Write what is left of a run that did not fit, up to `room` bytes; how many there were. */
export function writeLeft<T>(s: State, room: usize): usize {
  const bytes = min(s.left, room);
  if (bytes === 0) return 0;
  Masks.complete<T>(s.out, s.run, bytes, s.base, s.words);
  s.run += bytes;
  s.left -= bytes;
  return bytes;
}
