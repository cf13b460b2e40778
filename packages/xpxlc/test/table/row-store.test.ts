// Rows that are kept: all, or every second, fourth, … in order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, until } from '../../../core/test/property.ts';
import type { RowBlock } from '../../src/cells/row-block.ts';
import { RowStore } from '../../src/table/row-store.ts';

function blockOf(first: number, rows: number): RowBlock {
  const numbers = Array.from({ length: rows }, (_, r) => first + r);
  return {
    rows,
    columns: [Float64Array.from(numbers), Uint8Array.from(numbers)],
    rowNumbers: Float64Array.from(numbers),
    bad: [],
  };
}

describe('RowStore', () => {
  it('keeps every row while there is room, then every stride-th from the first on', () => {
    let thin = 0;
    until(() => thin > atLeast(300)).holds(
      300,
      fc.array(fc.nat(40), { maxLength: 12 }),
      fc.integer({ min: 9, max: 900 }),
      (lengths, room) => {
        const store = new RowStore(room);
        let seen = 0;
        for (const rows of lengths) {
          store.add(blockOf(seen, rows));
          seen += rows;
        }
        const { rows, columns } = store.block();
        const stride = rows > 1 ? columns[0][1] - columns[0][0] : undefined;
        expect(rows === 0).toBe(seen === 0);
        if (rows === 0) return;
        if (stride === undefined) expect(columns[0][0]).toBe(0);
        else {
          const wanted = Array.from({ length: Math.ceil(seen / stride) }, (_, r) => r * stride);
          expect(Array.from(columns[0])).toEqual(wanted);
          expect(Array.from(columns[1])).toEqual(wanted.map((x) => x % 256));
          expect(store.complete).toBe(stride === 1);
          expect(9 * rows <= room || rows === 1).toBe(true);
          // No more is left out than there is no room for.
          if (stride > 1) expect(9 * Math.ceil(seen / (stride / 2))).toBeGreaterThan(room);
          thin += stride > 1 ? 1 : 0;
        }
      },
    );
  });
});
