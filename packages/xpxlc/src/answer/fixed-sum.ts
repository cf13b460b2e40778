// A sum of doubles that does not depend on the order in which they come: rows are added up by several threads, and runs are
// interrupted and continued. Each is rounded to a multiple of 2^-48 once, and those add up without rounding.

/** Units of one. */
export const UNIT: number = 2 ** 48;

/** Finite numbers, added up. */
export class FixedSum {
  private units: bigint;
  /** Units that are not yet among those: their sum is exact. */
  private few = 0;
  /** Numbers that were not finite. */
  private endless: number;

  /** @param state - of another sum, to go on with. */
  constructor({ units = '0', endless = 0 }: FixedSumState = {}) {
    this.units = BigInt(units);
    this.endless = endless;
  }

  add(x: number): void {
    if (Number.isFinite(x * UNIT)) this.addUnits(Math.round(x * UNIT));
    else this.endless += 1;
  }

  /** A number of units of 2^-48. */
  addUnits(units: number): void {
    if (Math.abs(this.few) + Math.abs(units) > Number.MAX_SAFE_INTEGER) {
      this.units += BigInt(this.few);
      this.few = 0;
    }
    if (Math.abs(units) > Number.MAX_SAFE_INTEGER) this.units += BigInt(units);
    else this.few += units;
  }

  merge({ units = '0', endless = 0 }: FixedSumState): void {
    this.units += BigInt(units);
    this.endless += endless;
  }

  /** The sum divided by `count`. */
  over(count: number): number {
    return this.endless > 0 ? Number.POSITIVE_INFINITY : Number(this.total) / UNIT / count;
  }

  private get total(): bigint {
    return this.units + BigInt(this.few);
  }

  /** As JSON can hold it. */
  state(): FixedSumState {
    return { units: String(this.total), endless: this.endless };
  }
}

export interface FixedSumState {
  readonly units?: string;
  readonly endless?: number;
}
