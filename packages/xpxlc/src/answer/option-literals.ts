// The literals of categories and bins as bytes: a fragment per option. They are few, and so always near; texts of several options together
// would be many.
import type { Classifier, Problem } from '@xpxlc/core';
import type { ByteWriter } from './byte-writer.ts';
import { offsetsOf, optionsAt } from './combinations.ts';

/** Writes literals. */
export class OptionLiterals {
  private readonly out: ByteWriter;
  private readonly text: (feature: number, option: number) => string;
  /** By option, counted from the first one of the first feature: the fragment, plus one. */
  private readonly fragments: Int32Array;
  private readonly offsets: Int32Array;
  private options: Int32Array = new Int32Array(0);
  private at = 0;

  /** @param text - the literal of an option, with what is between it and the next one. */
  constructor(out: ByteWriter, classifier: Classifier, text: (feature: number, option: number) => string) {
    this.out = out;
    this.text = text;
    this.offsets = offsetsOf(classifier);
    this.fragments = new Int32Array(this.offsets[classifier.features.length]);
  }

  open(options: Int32Array, at: number): void {
    this.options = options;
    this.at = at;
  }

  openProblem({ classifier, values }: Problem): void {
    this.open(optionsAt(classifier, values), 0);
  }

  write(members: Int32Array, size: number): void {
    const { out, options, at, offsets, fragments } = this;
    for (let m = 0; m < size; m++) {
      const i = members[m];
      const option = options[at + i];
      const fragment = fragments[offsets[i] + option];
      if (fragment !== 0) out.fragment(fragment - 1);
      else this.intern(i, option);
    }
  }

  private intern(feature: number, option: number): void {
    const text = this.text(feature, option);
    this.fragments[this.offsets[feature] + option] = this.out.intern(text) + 1; // 0 is "not met yet", or no room for it
    this.out.text(text);
  }
}
