// Damage to bytes, as files suffer it and as someone hostile does it: cut, doubled, swapped, flipped, overwritten, spliced.
import { NUMBERS, TEXTS } from './nonsense.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {(bytes: Buffer, random: Random) => Buffer} Damage */

/** @type {readonly Damage[]} */
const WAYS = [
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)), // cut off
  (bytes, random) => bytes.subarray(random.size(bytes.length)), // the beginning is missing
  (bytes, random) => {
    const [at, length] = piece(bytes, random); // a piece is missing
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  (bytes, random) => {
    const [at, length] = piece(bytes, random); // a piece is elsewhere, too
    const to = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, at + length), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes); // some bits are flipped
    for (let left = 1 + random.size(8); left > 0 && copy.length > 0; left--)
      copy[place(copy, random)] ^= 1 << random.below(8);
    return copy;
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes); // some bytes are others
    for (let left = 1 + random.size(16); left > 0 && copy.length > 0; left--)
      copy[place(copy, random)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
    return copy;
  },
  (bytes, random) => {
    const at = place(bytes, random); // nonsense is spliced in, or instead of a piece
    const gone = random.chance(0.5) ? 0 : random.size(20);
    const text = random.pick(random.chance(0.5) ? NUMBERS : TEXTS);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + gone)]);
  },
  (bytes, random) => {
    const [at, length] = piece(bytes, random); // a piece is there very often
    const times = Math.min(2 + random.size(2000), Math.ceil(60_000 / Math.max(length, 1)));
    const copies = Array.from({ length: times }, () => bytes.subarray(at, at + length));
    return Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at + length)]);
  },
  (bytes, random) => {
    // A number in the text is another one.
    const text = bytes.toString('latin1');
    const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
    if (found.length === 0) return bytes;
    const { 0: old, index } = random.pick(found);
    return Buffer.concat([
      bytes.subarray(0, index),
      Buffer.from(anyNumber(random)),
      bytes.subarray(index + old.length),
    ]);
  },
];

/** @type {Damage} */
export function damageBytes(bytes, random) {
  let now = bytes;
  for (let left = random.size(3); left >= 0; left--) now = random.pick(WAYS)(now, random);
  return now;
}

/** As often one that may well be meant. @param {Random} random */
export function anyNumber(random) {
  if (random.chance(0.5)) return random.pick(NUMBERS);
  return random.chance(0.5) ? String(random.size(1000)) : (random.next() * 4 - 2).toFixed(random.below(6));
}

/** A place; often near one of the ends, where formats say what they are. @param {Buffer} bytes @param {Random} random */
function place(bytes, random) {
  const at = random.chance(0.5) ? random.below(bytes.length) : random.size(bytes.length);
  return Math.max(0, Math.min(bytes.length - 1, random.chance(0.3) ? bytes.length - 1 - at : at));
}

/** @param {Buffer} bytes @param {Random} random @returns {[at: number, length: number]} */
function piece(bytes, random) {
  return [place(bytes, random), random.size(bytes.length)];
}
