// Texts of sets of features that come again and again, as words.
import { type Ink, NO_WORD } from './ink.ts';

/** Sets whose texts are kept. */
const MOST = 1 << 13;
/** Wider sets have no number of their own. */
const WIDEST = 32;

export class SetWords {
  private readonly ink: Ink;
  private readonly text: (members: readonly number[]) => string;
  private readonly words = new Map<number, number>();
  private readonly most: number;

  /** @param n - how many features there are. */
  constructor(ink: Ink, n: number, text: (members: readonly number[]) => string) {
    this.ink = ink;
    this.text = text;
    this.most = n <= WIDEST ? MOST : 0;
  }

  /** Write the text of a set; false, and nothing written, where it is not known. */
  write(mask: number, members: Int32Array, size: number): boolean {
    if (this.most === 0) return false;
    const word = this.words.get(mask | 0);
    if (word !== undefined) {
      this.ink.word(word);
      return true;
    }
    return this.words.size < this.most && this.learn(mask, members, size);
  }

  private learn(mask: number, members: Int32Array, size: number): boolean {
    const word = this.ink.learn(this.text(Array.from(members.subarray(0, size))));
    if (word === NO_WORD) return false;
    this.words.set(mask | 0, word);
    this.ink.word(word);
    return true;
  }
}
