// Quotients of whole numbers, as records have them: the few that come again and again are worked out once.
import { ratio } from './count-record.ts';
import { MOST_TALLIED } from './quick-tally.ts';

/** So many are kept. */
const MOST = 1 << 16;
/** More than any number that is divided by, so that both make one key; small ones are found fastest. */
const WIDTH = MOST_TALLIED + 1;

export class Ratios<T> {
  private readonly known = new Map<number, T>();
  private readonly make: (quotient: number) => T;

  /** @param make - what is to be known of a quotient. */
  constructor(make: (quotient: number) => T) {
    this.make = make;
  }

  /** Of two whole numbers, the second not above {@link MOST_TALLIED}. */
  of(part: number, whole: number): T {
    const key = part * WIDTH + whole;
    let known = this.known.get(key);
    if (known === undefined) {
      known = this.make(ratio(BigInt(part), BigInt(whole)));
      if (this.known.size >= MOST) this.known.clear();
      this.known.set(key, known);
    }
    return known;
  }
}
