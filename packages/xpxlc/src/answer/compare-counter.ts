// Where two models differ over many rows: what is added up.

import { type Comparison, overlapOf } from './compare-record.ts';
import { FixedSum } from './fixed-sum.ts';
import type { Pairing } from './pairing.ts';
import type { CompareSummary, CompareSums } from './record-fields.ts';
import { addSums, type SumsState, stateOf } from './sums.ts';

/** What is added up of the rows of one of A's classes. */
interface Added {
  /** By position of B's class. */
  readonly rows: Float64Array;
  holds: number;
  sameFeatures: number;
  unproved: number;
  readonly overlap: FixedSum;
  /** By feature: in A's, in B's, in both. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly both: Float64Array;
}

/** What a {@link CompareCounter} has added up. */
export type CompareState = SumsState<{ readonly failed: number; readonly classes: readonly Added[] }>;

/** Adds up comparisons. */
export class CompareCounter {
  private readonly pairing: Pairing;
  private readonly sums: { failed: number; readonly classes: readonly Added[] };

  constructor(pairing: Pairing) {
    this.pairing = pairing;
    this.sums = { failed: 0, classes: pairing.a.classes.map(() => nothing(pairing)) };
  }

  /** A row to which A and B give these classes. */
  add(ownA: number, ownB: number, found: Comparison): void {
    const sums = this.sums.classes[ownA];
    sums.rows[ownB] += 1;
    sums.holds += Number(found.holds);
    sums.sameFeatures += Number(found.shared === found.all);
    sums.unproved += Number(!found.known.a.complete || !found.known.b.complete);
    sums.overlap.add(overlapOf(found));
    for (const i of found.a) sums.a[i] += 1;
    for (const i of found.b) {
      sums.b[i] += 1;
      if (found.a.includes(i)) sums.both[i] += 1;
    }
  }

  addFailed(): void {
    this.sums.failed += 1;
  }

  state(): CompareState {
    return stateOf(this.sums);
  }

  /** Add what another one has added up. */
  merge(state: CompareState): void {
    addSums(this.sums, state);
  }

  result(): CompareSummary {
    const { pairing, sums } = this;
    const { a, b, inB, fromB } = pairing;
    const all = nothing(pairing);
    for (const part of sums.classes) addSums(all, stateOf(part));
    const same = sums.classes.map(({ rows }, k) => rows[b.classes.indexOf(a.classes[k])] ?? 0);
    return {
      ...resultOf(
        pairing,
        all,
        same.reduce((sum, rows) => sum + rows, 0),
      ),
      failed: sums.failed,
      onlyA: a.features.filter((_, i) => inB[i] < 0).map(({ name }) => name),
      onlyB: b.features.filter((_, i) => fromB[i] >= a.features.length).map(({ name }) => name),
      predictions: sums.classes.flatMap((part, k) =>
        Array.from(part.rows).flatMap((rows, l) =>
          rows === 0 ? [] : [{ a: a.classes[k], b: b.classes[l], rows }],
        ),
      ),
      classes: sums.classes.flatMap((part, k) =>
        part.rows.every((rows) => rows === 0)
          ? []
          : [{ class: a.classes[k], ...resultOf(pairing, part, same[k]) }],
      ),
    };
  }
}

function nothing({ b, features }: Pairing): Added {
  const zeros = (): Float64Array => new Float64Array(features.length);
  return {
    rows: new Float64Array(b.classes.length),
    holds: 0,
    sameFeatures: 0,
    unproved: 0,
    overlap: new FixedSum(),
    a: zeros(),
    b: zeros(),
    both: zeros(),
  };
}

/** @param same - rows to which B gives the same class. */
function resultOf(
  { features }: Pairing,
  { rows, holds, sameFeatures, unproved, overlap, a, b, both }: Added,
  same: number,
): CompareSums {
  const total = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);
  const all = total(rows);
  return {
    rows: all,
    same,
    holds,
    sameFeatures,
    unproved,
    overlap: all === 0 ? null : overlap.over(all),
    sizes: all === 0 ? null : { a: total(a) / all, b: total(b) / all },
    features: features.map((feature, i) => ({
      feature,
      a: a[i],
      b: b[i],
      left: a[i] - both[i],
      entered: b[i] - both[i],
    })),
  };
}
