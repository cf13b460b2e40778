// The literals of categories and bins as bytes: a word per option. They are few, and so always near; texts of several options together
// would be many.
import type { Classifier, Problem } from '@xpxlc/core';
import { offsetsOf, optionsAt } from './combinations.ts';
import type { Ink } from './ink.ts';

/** Writes literals. */
export class OptionLiterals {
  private readonly ink: Ink;
  private readonly text: (feature: number, option: number) => string;
  /** By option, counted from the first one of the first feature: the word, plus one. */
  private readonly words: Int32Array;
  private readonly offsets: Int32Array;
  private options: Int32Array = new Int32Array(0);
  private at = 0;

  /** @param text - the literal of an option, with what is between it and the next one. */
  constructor(ink: Ink, classifier: Classifier, text: (feature: number, option: number) => string) {
    this.ink = ink;
    this.text = text;
    this.offsets = offsetsOf(classifier);
    this.words = new Int32Array(this.offsets[classifier.features.length]);
  }

  open(options: Int32Array, at: number): void {
    this.options = options;
    this.at = at;
  }

  openProblem({ classifier, values }: Problem): void {
    this.open(optionsAt(classifier, values), 0);
  }

  write(members: Int32Array, size: number): void {
    const { ink, options, at, offsets, words } = this;
    for (let m = 0; m < size; m++) {
      const i = members[m];
      const option = options[at + i];
      const word = words[offsets[i] + option];
      if (word !== 0) ink.word(word - 1);
      else this.learn(i, option);
    }
  }

  private learn(feature: number, option: number): void {
    const text = this.text(feature, option);
    this.words[this.offsets[feature] + option] = this.ink.learn(text) + 1; // 0 is "not met yet", or no room for it
    this.ink.text(text);
  }
}
