import { InstanceError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { permutation, splitRows } from '../../src/train/split.ts';
import { expected } from './loans.ts';

describe('splitting rows', () => {
  it.each(Object.entries(expected.permutations))('shuffles as NumPy does: seed/rows %s', (key, order) => {
    const [seed, rows] = key.split('/').map(Number);
    expect(Array.from(permutation(rows, seed))).toEqual(order);
  });

  it('holds out the rows that scikit-learn holds out', () => {
    const rows = splitRows(600);
    expect(Array.from(rows.keys()).filter((row) => rows[row] === 1)).toEqual(expected.test_rows);
  });

  it('holds nothing out when all rows are for training, and rounds the training part down', () => {
    expect(splitRows(10, { trainShare: 1 }).every((x) => x === 0)).toBe(true);
    expect(splitRows(11, { trainShare: 0.8 }).reduce((a, b) => a + b, 0)).toBe(3);
    expect(splitRows(0)).toHaveLength(0);
  });

  it.each([
    { trainShare: 0 },
    { trainShare: 1.5 },
    { trainShare: Number.NaN },
    { seed: -1 },
    { seed: 0.5 },
    { seed: 2 ** 32 },
  ])('refuses %j', (options) => {
    expect(() => splitRows(5, options)).toThrow(InstanceError);
  });
});
