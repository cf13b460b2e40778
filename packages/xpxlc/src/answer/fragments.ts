// Texts that come again and again, interned when they are first written.
import type { Classifier, Problem } from '@xpxlc/core';
import { type ByteWriter, NO_FRAGMENT } from './byte-writer.ts';
import { offsetsOf, optionsAt } from './combinations.ts';

/** Texts by number. */
export class Fragments {
  private readonly out: ByteWriter;
  private readonly text: (at: number) => string;
  private readonly passing: boolean;
  /** The fragment, plus one; 0 is "not met yet", or no room for it. */
  private readonly known: Int32Array;

  /** @param passing - until {@link forget}. */
  constructor(out: ByteWriter, count: number, text: (at: number) => string, passing = false) {
    this.out = out;
    this.text = text;
    this.passing = passing;
    this.known = new Int32Array(count);
  }

  write(at: number): void {
    const fragment = this.known[at];
    if (fragment !== 0) this.out.fragment(fragment - 1);
    else this.intern(at);
  }

  /** The texts are others now. */
  forget(): void {
    this.known.fill(0);
  }

  private intern(at: number): void {
    const text = this.text(at);
    this.known[at] = this.out.intern(text, this.passing) + 1;
    this.out.text(text);
  }
}

/** Sets whose texts are kept. */
const MOST_SETS = 1 << 13;
/** Wider sets have no number of their own. */
const WIDEST = 32;

/** Texts of sets of features. */
export class SetFragments {
  private readonly out: ByteWriter;
  private readonly text: (members: readonly number[]) => string;
  private readonly known = new Map<number, number>();
  private readonly most: number;

  /** @param n - how many features there are. */
  constructor(out: ByteWriter, n: number, text: (members: readonly number[]) => string) {
    this.out = out;
    this.text = text;
    this.most = n <= WIDEST ? MOST_SETS : 0;
  }

  /** Write the text of a set; false, and nothing written, where there is no room for it. */
  write(mask: number, members: Int32Array, size: number): boolean {
    const fragment = this.known.get(mask | 0) ?? this.intern(mask, members, size);
    if (fragment === NO_FRAGMENT) return false;
    this.out.fragment(fragment);
    return true;
  }

  private intern(mask: number, members: Int32Array, size: number): number {
    if (this.known.size >= this.most) return NO_FRAGMENT;
    const fragment = this.out.intern(this.text(Array.from(members.subarray(0, size))));
    if (fragment !== NO_FRAGMENT) this.known.set(mask | 0, fragment);
    return fragment;
  }
}

/** The literals of categories and bins: a fragment per option. They are few, and so always near; texts of several options would be many. */
export class OptionLiterals {
  private readonly fragments: Fragments;
  private readonly offsets: Int32Array;
  private options: Int32Array = new Int32Array(0);
  private at = 0;

  /** @param text - the literal of an option, with what is between it and the next one. */
  constructor(out: ByteWriter, classifier: Classifier, text: (feature: number, option: number) => string) {
    const offsets = offsetsOf(classifier);
    this.offsets = offsets;
    this.fragments = new Fragments(out, offsets[classifier.features.length], (at) => {
      const feature = offsets.findLastIndex((offset) => offset <= at);
      return text(feature, at - offsets[feature]);
    });
  }

  open(options: Int32Array, at: number): void {
    this.options = options;
    this.at = at;
  }

  openProblem({ classifier, values }: Problem): void {
    this.open(optionsAt(classifier, values), 0);
  }

  write(members: Int32Array, size: number): void {
    const { fragments, offsets, options, at } = this;
    for (let m = 0; m < size; m++) fragments.write(offsets[members[m]] + options[at + members[m]]);
  }
}
