// Chance that can be repeated: a source of numbers for each round, made of the seed, the area and the number of the round alone. So one
// round can be run again without those before it.
import { createHash } from 'node:crypto';

export class Random {
  /** @type {number} */ #state;

  /** @param {...(string | number)} parts what this chance belongs to */
  constructor(...parts) {
    this.#state = createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32LE(0);
  }

  /** At least 0, below 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} n @returns {number} a whole number from 0 to n − 1 */
  below(n) {
    return Math.floor(this.next() * n);
  }

  /** @param {number} share @returns {boolean} true so often */
  chance(share) {
    return this.next() < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** @template T @param {readonly T[]} list @param {number} count @returns {T[]} some of them, in any order */
  some(list, count) {
    const left = [...list];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0],
    );
  }

  /** A size below `most`, small ones as likely as large ones. @param {number} most */
  size(most) {
    return Math.floor(2 ** (this.next() * Math.log2(most + 1))) - 1;
  }
}
