// Which rows are held out? The same as scikit-learn's train_test_split(train_size=…, random_state=seed) holds out, so that a
// model can be compared with one trained there: NumPy's Mersenne Twister and its way of shuffling, reproduced.
import { InstanceError, show } from '@xpxlc/core';

/** How a table is split. */
export interface SplitOptions {
  /** Share of the rows to train on. Default 0.8; 1 holds nothing out. */
  readonly trainShare?: number;
  /** From 0 to 2^32 − 1. Default 0. */
  readonly seed?: number;
}

/**
 * One entry per row: 1 for a row that is held out, 0 for one to train on.
 *
 * @throws {InstanceError} `bad-option`.
 */
export function splitRows(rows: number, { trainShare = 0.8, seed = 0 }: SplitOptions = {}): Uint8Array {
  if (!(trainShare > 0 && trainShare <= 1)) {
    throw new InstanceError('not a share', {
      code: 'bad-option',
      place: 'trainShare',
      expected: 'more than 0, at most 1',
      got: show(trainShare),
    });
  }
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    throw new InstanceError('not a seed', {
      code: 'bad-option',
      place: 'seed',
      expected: 'a whole number from 0 to 4294967295',
      got: show(seed),
    });
  }
  const heldOut = new Uint8Array(rows);
  if (trainShare === 1) return heldOut;
  const order = permutation(rows, seed);
  const test = rows - Math.floor(trainShare * rows);
  for (let x = 0; x < test; x++) heldOut[order[x]] = 1;
  return heldOut;
}

/** The numbers 0 … n − 1 as `numpy.random.RandomState(seed).permutation(n)` shuffles them. */
export function permutation(n: number, seed: number): Uint32Array {
  const next = mersenneTwister(seed);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const mask = 0xffffffff >>> Math.clz32(i);
    let j = next() & mask;
    while (j >>> 0 > i) j = next() & mask;
    const held = order[i];
    order[i] = order[j];
    order[j] = held;
  }
  return order;
}

/** MT19937 (Matsumoto and Nishimura 1998), seeded with one word: a source of 32-bit words. */
function mersenneTwister(seed: number): () => number {
  const state = new Uint32Array(624);
  state[0] = seed;
  for (let i = 1; i < 624; i++) {
    const previous = state[i - 1] ^ (state[i - 1] >>> 30);
    state[i] = Math.imul(1812433253, previous) + i;
  }
  let at = 624;
  const twist = (): void => {
    for (let i = 0; i < 624; i++) {
      const y = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7fffffff);
      state[i] = state[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    at = 0;
  };
  return () => {
    if (at === 624) twist();
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}
