// Random numbers that are the same everywhere for the same seed: xoshiro128** (Blackman and Vigna), its state filled by splitmix32.

import { InstanceError, show } from '../errors.ts';
import { bitLength } from '../exact/dyadic.ts';

/** A seeded source of uniform random integers. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** @throws {InstanceError} `bad-option` when the seed is not a whole number from 0 to 2^53 − 1. */
  constructor(seed: number) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new InstanceError('not a seed', {
        code: 'bad-option',
        place: 'seed',
        expected: 'a whole number from 0 to 2^53 - 1',
        got: show(seed),
      });
    }
    const mix = splitmix32((seed % 2 ** 32) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x9e3779b9));
    [this.a, this.b, this.c, this.d] = [mix(), mix(), mix(), mix()];
  }

  /** 32 random bits. */
  word(): number {
    const result = Math.imul(rotate(Math.imul(this.b, 5), 7), 9) >>> 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = rotate(this.d, 11);
    return result;
  }

  /** A number from 0 to below `limit` (> 0), each as likely as any other: as many bits as it has, until they are below it. */
  below(limit: bigint): bigint {
    const bits = bitLength(limit - 1n);
    for (;;) {
      let drawn = 0n;
      for (let left = bits; left > 0; left -= 32) drawn = (drawn << 32n) | BigInt(this.word());
      const number = BigInt.asUintN(bits, drawn);
      if (number < limit) return number;
    }
  }

  /** A double from 0 to below 1, a multiple of 2^-53. */
  unit(): number {
    return (this.word() * 2 ** 21 + (this.word() >>> 11)) * 2 ** -53;
  }
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return (z ^ (z >>> 15)) | 0;
  };
}

function rotate(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}
