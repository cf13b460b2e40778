// The quick way to list a million explanations of one row as JSON: eight features at a time, whose names, positions and literals
// are put together once for every combination met. Byte for byte what `JSON.stringify` makes of the records.
import { literal, type MaskBatch, type Problem } from '@xpxlc/core';
import { type Ink, NO_WORD } from './ink.ts';

/** Writes sets of features of one problem as entries of a JSON list, with commas between them. */
export class ExplanationList {
  private readonly ink: Ink;
  private readonly groups: number;
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
    this.groups = Math.max(1, (n + 7) >> 3);
    this.words = new Int32Array(PARTS * 256 * this.groups);
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
      const base = s * words;
      let size = 0;
      for (let w = 0; w < words; w++) size += ones(masks[base + w]);
      ink.word(this.opening);
      this.part(0, masks, base);
      if (size > 0) ink.back();
      ink.word(this.indices);
      this.part(1, masks, base);
      if (size > 0) ink.back();
      ink.word(this.literals);
      this.part(2, masks, base);
      if (size > 0) ink.back();
      this.close(size);
    }
    return count;
  }

  private part(part: number, masks: Uint32Array, base: number): void {
    for (let g = 0; g < this.groups; g++) {
      const held = (masks[base + (g >> 2)] >>> ((g & 3) << 3)) & 255;
      if (held === 0) continue;
      const key = ((part * this.groups + g) << 8) + held;
      const word = this.words[key];
      if (word !== 0) this.ink.word(word - 1);
      else this.learn(part, g, held, key);
    }
  }

  private learn(part: number, group: number, held: number, key: number): void {
    let text = '';
    for (let bit = 0; bit < 8; bit++) if ((held >> bit) & 1) text += this.texts[part][8 * group + bit];
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

/** Names, positions, literals. */
const PARTS = 3;

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
