// Texts of sets of features that come again and again, as fragments.
import { type ByteWriter, NO_FRAGMENT } from './byte-writer.ts';

/** Sets whose texts are kept. */
const MOST = 1 << 13;
/** Wider sets have no number of their own. */
const WIDEST = 32;

export class SetFragments {
  private readonly out: ByteWriter;
  private readonly text: (members: readonly number[]) => string;
  private readonly fragments = new Map<number, number>();
  private readonly most: number;

  /** @param n - how many features there are. */
  constructor(out: ByteWriter, n: number, text: (members: readonly number[]) => string) {
    this.out = out;
    this.text = text;
    this.most = n <= WIDEST ? MOST : 0;
  }

  /** Write the text of a set; false, and nothing written, where it is not known. */
  write(mask: number, members: Int32Array, size: number): boolean {
    if (this.most === 0) return false;
    const fragment = this.fragments.get(mask | 0);
    if (fragment !== undefined) {
      this.out.fragment(fragment);
      return true;
    }
    return this.fragments.size < this.most && this.intern(mask, members, size);
  }

  private intern(mask: number, members: Int32Array, size: number): boolean {
    const fragment = this.out.intern(this.text(Array.from(members.subarray(0, size))));
    if (fragment === NO_FRAGMENT) return false;
    this.fragments.set(mask | 0, fragment);
    this.out.fragment(fragment);
    return true;
  }
}
