// Pairs of classes that have been asked for. A question needs those of one class, or of a few; with very many classes and features all of them do not
// fit into memory, so those of the class that came first are given up then, and made again when a row of theirs comes.
import type { Pair } from './classifier.ts';

/** Features and options of all pairs that are kept: some 100 to 400 MB. */
const MOST = 2 ** 21;
/** As many classes as one question may need; theirs are kept whatever their size. */
const FEWEST = 4;

export class PairStore {
  readonly #size: number;
  /** By the first class of the pair. */
  readonly #pairs = new Map<number, Map<number, Pair>>();
  #kept = 0;

  /** @param size - features and options of one pair. */
  constructor(size: number) {
    this.#size = size;
  }

  get(c: number, k: number): Pair | undefined {
    return this.#pairs.get(c)?.get(k);
  }

  keep(c: number, k: number, pair: Pair): Pair {
    let own = this.#pairs.get(c);
    if (own === undefined) {
      this.#makeRoom();
      own = new Map();
      this.#pairs.set(c, own);
    }
    own.set(k, pair);
    this.#kept += this.#size;
    return pair;
  }

  /** For one class more. */
  #makeRoom(): void {
    for (const [c, { size }] of this.#pairs) {
      if (this.#kept <= MOST || this.#pairs.size < FEWEST) return;
      this.#pairs.delete(c);
      this.#kept -= size * this.#size;
    }
  }
}
