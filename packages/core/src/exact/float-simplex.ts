// Small linear programs in plain doubles: numbers x from 0 up to a bound each, with Σ shares·x ≥ need for every row, at the least cost.
// Dual simplex with bounded variables. What it says is a good guess, no more: the caller proves it by the multipliers.

/** Differences below this are rounding, most likely. Nothing rests on it but speed. */
const TINY = 2 ** -32;
/** Pivots before giving up: many more than are ever needed. */
const PIVOTS_PER_ROW = 40;

/** How {@link FloatSimplex.solve} ended. */
export type Outcome = 'solved' | 'impossible' | 'stuck';

/** A linear program. */
export interface FloatProgram {
  /** `shares[row · count + item]`. */
  readonly shares: Float64Array;
  /** Per row. */
  readonly needs: Float64Array;
  /** Per item: its largest value, perhaps infinite. */
  readonly most: Float64Array;
  /** What each unit of any item costs, not less than 0. */
  readonly cost: number;
}

/**
 * Variables 0 … count − 1 are the items, the others how much more than its need each row gets. At any time `rows` of them are basic and depend
 * on the others, each of which lies at one of its bounds.
 */
export class FloatSimplex {
  private readonly count: number;
  private readonly rows: number;
  /** `table[row · count + column]`: by how much the row's basic variable grows with the column's variable. */
  private readonly table: Float64Array;
  /** By how much the cost grows with the column's variable. */
  private readonly cost: Float64Array;
  private readonly basic: Int32Array;
  private readonly free: Int32Array;
  /** Values of the basic variables, by row, and of the others, by column. */
  private readonly value: Float64Array;
  private readonly at: Float64Array;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  /** One per row: weights of a sum of the rows that proves the outcome. */
  readonly multipliers: Float64Array;
  /** Per item. */
  readonly solution: Float64Array;

  constructor(count: number, rows: number) {
    this.count = count;
    this.rows = rows;
    this.table = new Float64Array(count * rows);
    this.cost = new Float64Array(count);
    this.basic = new Int32Array(rows);
    this.free = new Int32Array(count);
    this.value = new Float64Array(rows);
    this.at = new Float64Array(count);
    this.lower = new Float64Array(count + rows);
    this.upper = new Float64Array(count + rows);
    this.multipliers = new Float64Array(rows);
    this.solution = new Float64Array(count);
  }

  /** Begin with all items at 0. */
  start({ shares, needs, most, cost }: FloatProgram): void {
    this.table.set(shares);
    this.cost.fill(cost);
    this.at.fill(0);
    this.lower.fill(0);
    this.upper.set(most);
    this.upper.fill(Number.POSITIVE_INFINITY, this.count);
    for (let r = 0; r < this.rows; r++) {
      this.value[r] = -needs[r];
      this.basic[r] = this.count + r;
    }
    for (let j = 0; j < this.count; j++) this.free[j] = j;
  }

  /** Begin where another one is. */
  copy(other: FloatSimplex): void {
    this.table.set(other.table);
    this.cost.set(other.cost);
    this.basic.set(other.basic);
    this.free.set(other.free);
    this.value.set(other.value);
    this.at.set(other.at);
    this.lower.set(other.lower);
    this.upper.set(other.upper);
  }

  /** Is the item fixed at 0 or 1, or −1 for neither? */
  fixed(item: number): number {
    return this.lower[item] === this.upper[item] ? this.lower[item] : -1;
  }

  fix(item: number, value: 0 | 1): void {
    this.lower[item] = value;
    this.upper[item] = value;
    for (let j = 0; j < this.count; j++) if (this.free[j] === item) this.move(j, value - this.at[j]);
  }

  /** Solve from where it is: a few pivots after an item was fixed. */
  solve(): Outcome {
    for (let left = PIVOTS_PER_ROW * this.rows; left > 0; left--) {
      const row = this.mostViolated();
      if (row < 0) {
        this.readSolution();
        return 'solved';
      }
      const low = this.value[row] < this.lower[this.basic[row]];
      const bound = low ? this.lower[this.basic[row]] : this.upper[this.basic[row]];
      const column = this.entering(row, bound);
      if (column < 0) {
        this.readProof(row, low ? 1 : -1);
        return 'impossible';
      }
      this.pivot(row, column, bound);
    }
    return 'stuck';
  }

  private mostViolated(): number {
    let worst = -1;
    let most = TINY;
    for (let r = 0; r < this.rows; r++) {
      const variable = this.basic[r];
      const short = Math.max(this.lower[variable] - this.value[r], this.value[r] - this.upper[variable]);
      if (short > most) {
        most = short;
        worst = r;
      }
    }
    return worst;
  }

  /**
   * The column that brings the row to its bound at the least cost. Columns that cost less but do not get it there go to their other bound
   * on the way.
   */
  private entering(row: number, bound: number): number {
    const { count, table, cost, free, at, lower, upper } = this;
    const start = row * count;
    for (;;) {
      const missing = bound - this.value[row];
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (let j = 0; j < count; j++) {
        const variable = free[j];
        if (lower[variable] === upper[variable]) continue;
        const rise = table[start + j];
        const gain = missing > 0 === at[j] <= lower[variable] ? rise : -rise;
        if (gain <= TINY) continue;
        const ratio = Math.abs(cost[j]) / gain;
        if (ratio < least) {
          least = ratio;
          best = j;
        }
      }
      if (best < 0) return -1;
      const way = upper[free[best]] - lower[free[best]];
      if (Math.abs(table[start + best]) * way >= Math.abs(missing) - TINY) return best;
      this.move(best, at[best] <= lower[free[best]] ? way : -way);
    }
  }

  /** Move the variable of a column by a step. */
  private move(column: number, step: number): void {
    this.at[column] += step;
    for (let r = 0; r < this.rows; r++) this.value[r] += this.table[r * this.count + column] * step;
  }

  /** The column's variable takes the place of the row's, which goes to its bound. */
  private pivot(row: number, column: number, bound: number): void {
    const { count, rows, table, cost } = this;
    const start = row * count;
    const turn = table[start + column];
    const step = (bound - this.value[row]) / turn;
    this.move(column, step);
    this.value[row] = this.at[column];
    this.at[column] = bound;
    const leaving = this.basic[row];
    this.basic[row] = this.free[column];
    this.free[column] = leaving;
    for (let j = 0; j < count; j++) table[start + j] /= -turn;
    table[start + column] = 1 / turn;
    for (let r = 0; r < rows; r++) {
      if (r === row) continue;
      const factor = table[r * count + column];
      if (factor === 0) continue;
      table[r * count + column] = 0;
      for (let j = 0; j < count; j++) table[r * count + j] += factor * table[start + j];
    }
    const price = cost[column];
    cost[column] = 0;
    for (let j = 0; j < count; j++) cost[j] += price * table[start + j];
  }

  private readSolution(): void {
    this.multipliers.fill(0);
    for (let j = 0; j < this.count; j++) {
      if (this.free[j] < this.count) this.solution[this.free[j]] = this.at[j];
      else this.multipliers[this.free[j] - this.count] = Math.max(0, this.cost[j]);
    }
    for (let r = 0; r < this.rows; r++)
      if (this.basic[r] < this.count) this.solution[this.basic[r]] = this.value[r];
  }

  private readProof(row: number, direction: 1 | -1): void {
    this.multipliers.fill(0);
    for (let j = 0; j < this.count; j++)
      if (this.free[j] >= this.count)
        this.multipliers[this.free[j] - this.count] = Math.max(
          0,
          -direction * this.table[row * this.count + j],
        );
    if (this.basic[row] >= this.count) this.multipliers[this.basic[row] - this.count] = 1;
  }
}
