import { InstanceError, linearModel } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { readInst, writeInst } from '../../../src/import/paper/inst.ts';

const model = linearModel({
  classes: ['p', 'q'],
  features: [
    { name: 'x', values: ['a', 'b'] },
    { name: 'n', lower: 0, upper: 9 },
  ],
  weights: [[0, 1], 1],
});

describe('readInst', () => {
  it('reads values and class', () => {
    expect(readInst('3\n0\n1\n2\n1\n')).toEqual({ values: [0, 1, 2], class: 1 });
    expect(readInst('c x\n\n2\r\n 1\n\t+0\r\n')).toEqual({ values: [1, 0] });
    expect(readInst('0\n')).toEqual({ values: [] });
  });

  it('reads numbers first and returns them in the order of the model', () => {
    expect(readInst('2\n-1.5e1\n1\n', { of: model })).toEqual({ values: [1, -15] });
    expect(readInst('2\n-1.5\n1\n', { reals: 1 })).toEqual({ values: [-1.5, 1] });
  });

  it.each([
    ['1\n-1\n', {}, 'bad-count', 'line 2, column 1'],
    ['1\n 3.7\n', {}, 'bad-count', 'line 2, column 2'],
    ['1\nx1\n', {}, 'bad-count', 'line 2, column 1'],
    ['1\n1 2\n', {}, 'extra-value', 'line 2, column 3'],
    ['1\n1\n-1\n', {}, 'bad-count', 'line 3, column 1'],
    ['1\n1\n0\n0\n', {}, 'extra-line', 'line 4, column 1'],
    ['2\n1\n', {}, 'count-too-large', 'line 1, column 1'],
    ['1e12\n1\n', {}, 'count-too-large', 'line 1, column 1'],
    ['1\n1\n', { of: model }, 'wrong-count', 'line 1, column 1'],
    ['2\n1\n2\n', { of: model }, 'out-of-domain', 'line 3, column 1'],
    ['2\n1\n1\n2\n', { of: model }, 'out-of-domain', 'line 4, column 1'],
  ])('refuses %j with %j', (wrong, options, code, place) => {
    expect(() => readInst(wrong, options)).toThrow(
      expect.objectContaining({ name: 'FormatError', code, place }),
    );
  });
});

describe('writeInst', () => {
  it('writes numbers first, without exponents', () => {
    expect(writeInst({ values: [1, 1e-7], class: 0 }, { of: model })).toBe('2\n0.0000001\n1\n0\n');
  });

  it.each([
    [{ values: [1] }, 'values'],
    [{ values: [1, Number.NaN] }, 'value 1'],
    [{ values: [1, 1], class: -1 }, 'class'],
  ])('refuses %j', (instance, place) => {
    expect(() => writeInst(instance, { of: model })).toThrow(InstanceError);
    expect(() => writeInst(instance, { of: model })).toThrow(
      expect.objectContaining({ code: 'bad-instance', place }),
    );
  });
});
