// The baselines for one smallest explanation: sort the drops of the instance, take the heaviest until they exceed the
// threshold (paper, Proposition 1), in doubles.
import type { Column } from '@xpxlc/core';
import { dropOf, type Numeric, type Xlc } from './data.ts';

/** Class (0 is '-'), size and mask per row. */
export interface Rows {
  readonly classes: Uint8Array;
  readonly sizes: Uint32Array;
  readonly masks: Uint32Array;
}

/** Puts positions in order of non-increasing drops, equal ones by position. */
export type Sorter = (order: number[], drops: Float64Array) => void;

export const librarySort: Sorter = (order, drops) => {
  order.sort((i, j) => drops[j] - drops[i] || i - j);
};

/** By hand: for a dozen features hard to beat. */
export const insertionSort: Sorter = (order, drops) => {
  for (let x = 1; x < order.length; x++) {
    const i = order[x];
    let y = x;
    while (y > 0 && drops[order[y - 1]] < drops[i]) {
      order[y] = order[y - 1];
      y -= 1;
    }
    order[y] = i;
  }
};

/** Everything that depends on the model alone, made once: scores and, per class, drops of all categories and threshold. */
export interface Prepared {
  readonly bias: number;
  readonly offset: Int32Array;
  readonly scores: Float64Array;
  readonly sides: readonly { readonly drops: Float64Array; readonly threshold: number }[];
}

export function prepare({ bias, tables }: Xlc): Prepared {
  const offset = new Int32Array(tables.length + 1);
  tables.forEach((table, i) => {
    offset[i + 1] = offset[i] + table.length;
  });
  const sides = [-1, 1].map((sign) => {
    const worst = tables.map((table) => Math.min(...table.map((v) => sign * v)));
    return {
      drops: Float64Array.from(tables.flatMap((table, i) => table.map((v) => sign * v - worst[i]))),
      threshold: -(sign * bias + worst.reduce((a, b) => a + b, 0)),
    };
  });
  return { bias, offset, scores: Float64Array.from(tables.flat()), sides };
}

/** A smallest explanation of every row (at most 32 features) by sorting its drops. */
export function explainBySorting(
  { bias, offset, scores, sides }: Prepared,
  columns: readonly Column[],
  rows: number,
  sort: Sorter,
): Rows {
  const n = columns.length;
  const answer = {
    classes: new Uint8Array(rows),
    sizes: new Uint32Array(rows),
    masks: new Uint32Array(rows),
  };
  const drops = new Float64Array(n);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let r = 0; r < rows; r++) {
    let score = bias;
    for (let i = 0; i < n; i++) score += scores[offset[i] + columns[i][r]];
    const c = score > 0 ? 1 : 0;
    const side = sides[c];
    for (let i = 0; i < n; i++) {
      drops[i] = side.drops[offset[i] + columns[i][r]];
      order[i] = i;
    }
    sort(order, drops);
    // '-' wins ties: there, reaching the threshold is enough.
    let left = side.threshold;
    let size = 0;
    let mask = 0;
    while (c === 1 ? left >= 0 : left > 0) {
      const i = order[size++];
      left -= drops[i];
      mask |= 1 << i;
    }
    answer.classes[r] = c;
    answer.sizes[r] = size;
    answer.masks[r] = mask;
  }
  return answer;
}

/** A smallest explanation of one wide instance by an index sort of its drops. */
export function smallestBySorting({ weights, bias, values }: Numeric): Int32Array {
  const n = weights.length;
  const drops = new Float64Array(n);
  let threshold = -bias;
  for (let i = 0; i < n; i++) {
    drops[i] = dropOf(weights[i], values[i]);
    if (weights[i] < 0) threshold -= weights[i];
  }
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  order.sort((i, j) => drops[j] - drops[i] || i - j);
  let size = 0;
  while (threshold >= 0) threshold -= drops[order[size++]];
  return order.subarray(0, size).sort();
}
