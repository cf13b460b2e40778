// The quick way to list a million explanations of one row as JSON: a dozen features at a time, whose names, positions and literals
// are put together once for every combination met. Byte for byte what `JSON.stringify` makes of the records.
import { literal, type MaskBatch, type Problem } from '@xpxlc/core';
import { type Ink, NO_WORD } from './ink.ts';

/** Writes sets of features of one problem as entries of a JSON list, with commas between them. */
export class ExplanationList {
  private readonly ink: Ink;
  private readonly groups: number;
  /** By group: which of its features are in the set at hand. */
  private readonly keys: Int32Array;
  /** By group and by which of its features are in the set: the word of each part, plus one. */
  private readonly words: Int32Array;
  private readonly texts: readonly (readonly string[])[];
  private readonly opening: number;
  private readonly indices: number;
  private readonly literals: number;
  private readonly closing: Int32Array;
  private started = false;

  constructor(ink: Ink, problem: Problem) {
    const { features } = problem.classifier;
    const n = features.length;
    this.ink = ink;
    this.groups = Math.ceil(n / WIDTH);
    this.keys = new Int32Array(this.groups);
    this.words = new Int32Array((PARTS * this.groups) << WIDTH);
    this.texts = [
      features.map(({ name }) => `${JSON.stringify(name)},`),
      features.map((_, i) => `${i},`),
      features.map((_, i) => `${JSON.stringify(literal(problem, i))},`),
    ];
    this.opening = ink.learn('{"kind":"axp","features":[');
    this.indices = ink.learn('],"indices":[');
    this.literals = ink.learn('],"literals":[');
    this.closing = new Int32Array(n + 1);
  }

  /** Whether the words every entry needs fit beside the page. */
  get ready(): boolean {
    return ![this.opening, this.indices, this.literals].includes(NO_WORD);
  }

  /** Write the sets of a batch from `from` on until a page is full; where it stopped. */
  write({ masks, words, count }: MaskBatch, from: number): number {
    const { ink } = this;
    for (let s = from; s < count; s++) {
      if (ink.full) return s;
      if (this.started) ink.ascii(',');
      this.started = true;
      const size = this.look(masks, s * words, words);
      ink.word(this.opening);
      this.part(0);
      if (size > 0) ink.back();
      ink.word(this.indices);
      this.part(1);
      if (size > 0) ink.back();
      ink.word(this.literals);
      this.part(2);
      if (size > 0) ink.back();
      this.close(size);
    }
    return count;
  }

  /** Cut a mask into groups; its size. */
  private look(masks: Uint32Array, base: number, words: number): number {
    const { keys } = this;
    for (let g = 0; g < keys.length; g++) {
      const from = g * WIDTH;
      const w = from >> 5;
      const shift = from & 31;
      let bits = masks[base + w] >>> shift;
      if (shift > 32 - WIDTH && w + 1 < words) bits |= masks[base + w + 1] << (32 - shift);
      keys[g] = bits & ((1 << WIDTH) - 1);
    }
    let size = 0;
    for (let w = 0; w < words; w++) size += ones(masks[base + w]);
    return size;
  }

  private part(part: number): void {
    const { ink, keys, groups, words } = this;
    for (let g = 0; g < groups; g++) {
      const held = keys[g];
      if (held === 0) continue;
      const key = ((part * groups + g) << WIDTH) + held;
      const word = words[key];
      if (word !== 0) ink.word(word - 1);
      else this.learn(part, g, held, key);
    }
  }

  private learn(part: number, group: number, held: number, key: number): void {
    let text = '';
    for (let bit = 0; bit < WIDTH; bit++)
      if ((held >> bit) & 1) text += this.texts[part][WIDTH * group + bit];
    const word = this.ink.learn(text);
    if (word !== NO_WORD) this.words[key] = word + 1; // 0 is "not met yet"
    this.ink.text(text);
  }

  private close(size: number): void {
    if (this.closing[size] === 0) {
      const text = `],"size":${size}}`;
      this.closing[size] = this.ink.learn(text) + 1;
      if (this.closing[size] === 0) {
        this.ink.text(text);
        return;
      }
    }
    this.ink.word(this.closing[size] - 1);
  }
}

/** Features of a group. */
const WIDTH = 12;
/** Names, positions, literals. */
const PARTS = 3;

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
