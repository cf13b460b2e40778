// Rows chosen from blocks, and packed again: the same rows in the same order, in blocks of one length.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowBlock } from '../../src/cells/row-block.ts';
import { keepRows } from '../../src/cells/row-block.ts';

/** A block of these rows of a source; every seventh row is bad. */
function blockOf(first: number, rows: number): RowBlock {
  const numbers = Array.from({ length: rows }, (_, r) => first + r);
  return {
    rows,
    columns: [Uint8Array.from(numbers, (x) => x % 250), Float64Array.from(numbers, (x) => x / 3)],
    rowNumbers: Float64Array.from(numbers),
    bad: numbers.flatMap((row, index) =>
      row % 7 === 3 ? [{ index, row, code: 'c', place: 'p', message: 'm', expected: 'e', got: 'g' }] : [],
    ),
    keys: numbers.map((x) => `key ${x}`),
    labels: Uint16Array.from(numbers),
  };
}

async function* stream(length: number, rows: number): AsyncGenerator<RowBlock, void, void> {
  for (let first = 0; first < rows; first += length) yield blockOf(first, Math.min(length, rows - first));
}

describe('keepRows', () => {
  it('keeps the chosen rows, whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.boolean(), { maxLength: 100 }),
        async (length, wanted) => {
          const found: number[] = [];
          const lengths: number[] = [];
          const chosen = ({ rowNumbers }: RowBlock): Int32Array =>
            Int32Array.from([...rowNumbers.keys()].filter((r) => wanted[rowNumbers[r]]));
          for await (const block of keepRows(stream(length, wanted.length), chosen)) {
            lengths.push(block.rows);
            expect(block.bad.map(({ index }) => index)).toEqual(
              [...block.rowNumbers.keys()].filter((r) => block.rowNumbers[r] % 7 === 3),
            );
            block.rowNumbers.forEach((row, r) => {
              const { columns, keys, labels } = blockOf(row, 1);
              expect(block.columns.map((column) => column[r])).toEqual(columns.map(([cell]) => cell));
              expect([block.keys?.[r], block.labels?.[r]]).toEqual([keys?.[0], labels?.[0]]);
              found.push(row);
            });
          }
          expect(found).toEqual([...wanted.keys()].filter((row) => wanted[row]));
          expect(lengths.slice(0, -1).every((rows) => rows === Math.min(length, wanted.length))).toBe(true);
        },
      ),
    );
  });
});
