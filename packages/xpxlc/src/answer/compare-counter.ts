// Where two models differ over many rows: what is added up.

import { type Comparison, overlapOf } from './compare-record.ts';
import { FixedSum, type FixedSumState } from './fixed-sum.ts';
import type { Pairing } from './pairing.ts';
import type { CompareSummary, CompareSums } from './record-fields.ts';

/** What a {@link CompareCounter} has added up. */
export interface CompareState {
  readonly failed: number;
  /** By position of A's class. */
  readonly classes: readonly CompareClassState[];
}

interface CompareClassState {
  /** By position of B's class: rows with that prediction. */
  readonly rows: readonly number[];
  readonly holds: number;
  readonly sameFeatures: number;
  readonly unproved: number;
  readonly overlap: FixedSumState;
  /** By feature: in A's, in B's, in both. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly both: readonly number[];
}

/** Adds up comparisons. */
export class CompareCounter {
  private readonly pairing: Pairing;
  private readonly classes: readonly ClassCounter[];
  private failed = 0;

  constructor(pairing: Pairing) {
    this.pairing = pairing;
    this.classes = pairing.a.classes.map(() => new ClassCounter(pairing));
  }

  /** A row to which A and B give these classes. */
  add(ownA: number, ownB: number, found: Comparison): void {
    this.classes[ownA].add(ownB, found);
  }

  addFailed(): void {
    this.failed += 1;
  }

  state(): CompareState {
    return { failed: this.failed, classes: this.classes.map((part) => part.state()) };
  }

  merge({ failed, classes }: CompareState): void {
    this.failed += failed;
    classes.forEach((part, k) => {
      this.classes[k].merge(part);
    });
  }

  result(): CompareSummary {
    const { pairing, failed } = this;
    const { a, b, inB, fromB } = pairing;
    const all = new ClassCounter(pairing);
    for (const part of this.classes) all.merge(part.state());
    const same = this.classes.reduce((sum, part, k) => sum + part.sameAs(a.classes[k]), 0);
    return {
      ...all.result(same),
      failed,
      onlyA: a.features.filter((_, i) => inB[i] < 0).map(({ name }) => name),
      onlyB: b.features.filter((_, i) => fromB[i] >= a.features.length).map(({ name }) => name),
      predictions: this.classes.flatMap((part, k) =>
        part.rows.flatMap((rows, l) => (rows === 0 ? [] : [{ a: a.classes[k], b: b.classes[l], rows }])),
      ),
      classes: this.classes.flatMap((part, k) =>
        part.total === 0 ? [] : [{ class: a.classes[k], ...part.result(part.sameAs(a.classes[k])) }],
      ),
    };
  }
}

/** The rows of one of A's classes. */
class ClassCounter {
  /** By B's class. */
  readonly rows: number[];
  private readonly pairing: Pairing;
  private holds = 0;
  private sameFeatures = 0;
  private unproved = 0;
  private readonly overlap = new FixedSum();
  private readonly sums: Record<'a' | 'b' | 'both', Float64Array>;

  constructor(pairing: Pairing) {
    const zeros = (): Float64Array => new Float64Array(pairing.features.length);
    this.pairing = pairing;
    this.rows = pairing.b.classes.map(() => 0);
    this.sums = { a: zeros(), b: zeros(), both: zeros() };
  }

  get total(): number {
    return this.rows.reduce((sum, rows) => sum + rows, 0);
  }

  /** Rows to which B gives this class. */
  sameAs(name: string): number {
    return this.rows[this.pairing.b.classes.indexOf(name)] ?? 0;
  }

  add(ownB: number, found: Comparison): void {
    this.rows[ownB] += 1;
    this.holds += Number(found.holds);
    this.sameFeatures += Number(found.shared === found.all);
    this.unproved += Number(!found.known.a.complete || !found.known.b.complete);
    this.overlap.add(overlapOf(found));
    for (const i of found.a) this.sums.a[i] += 1;
    for (const i of found.b) {
      this.sums.b[i] += 1;
      if (found.a.includes(i)) this.sums.both[i] += 1;
    }
  }

  state(): CompareClassState {
    const { rows, holds, sameFeatures, unproved, overlap, sums } = this;
    return {
      rows,
      holds,
      sameFeatures,
      unproved,
      overlap: overlap.state(),
      a: Array.from(sums.a),
      b: Array.from(sums.b),
      both: Array.from(sums.both),
    };
  }

  merge(other: CompareClassState): void {
    other.rows.forEach((rows, l) => {
      this.rows[l] += rows;
    });
    this.holds += other.holds;
    this.sameFeatures += other.sameFeatures;
    this.unproved += other.unproved;
    this.overlap.merge(other.overlap);
    for (const key of ['a', 'b', 'both'] as const)
      other[key].forEach((rows, i) => {
        this.sums[key][i] += rows;
      });
  }

  result(same: number): CompareSums {
    const { holds, sameFeatures, unproved, overlap, total, pairing, sums } = this;
    const members = (counts: Float64Array): number => counts.reduce((sum, rows) => sum + rows, 0);
    return {
      rows: total,
      same,
      holds,
      sameFeatures,
      unproved,
      overlap: total === 0 ? null : overlap.over(total),
      sizes: total === 0 ? null : { a: members(sums.a) / total, b: members(sums.b) / total },
      features: pairing.features.map((feature, i) => ({
        feature,
        a: sums.a[i],
        b: sums.b[i],
        left: sums.a[i] - sums.both[i],
        entered: sums.b[i] - sums.both[i],
      })),
    };
  }
}
