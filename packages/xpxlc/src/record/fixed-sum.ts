// A sum of doubles that does not depend on the order in which they come: rows are added up by several threads, and runs are
// interrupted and continued. Each is rounded to a multiple of 2^-48 once, and those add up without rounding.

const UNIT = 2 ** 48;

/** Finite numbers, added up. */
export class FixedSum {
  private units: bigint;
  /** Numbers that were not finite. */
  private endless: number;

  /** @param state - of another sum, to go on with. */
  constructor({ units = '0', endless = 0 }: FixedSumState = {}) {
    this.units = BigInt(units);
    this.endless = endless;
  }

  add(x: number): void {
    if (Number.isFinite(x * UNIT)) this.units += BigInt(Math.round(x * UNIT));
    else this.endless += 1;
  }

  merge({ units = '0', endless = 0 }: FixedSumState): void {
    this.units += BigInt(units);
    this.endless += endless;
  }

  /** The sum divided by `count`. */
  over(count: number): number {
    return this.endless > 0 ? Number.POSITIVE_INFINITY : Number(this.units) / UNIT / count;
  }

  /** As JSON can hold it. */
  state(): FixedSumState {
    return { units: String(this.units), endless: this.endless };
  }
}

export interface FixedSumState {
  readonly units?: string;
  readonly endless?: number;
}
