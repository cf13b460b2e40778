import { categoricalNaiveBayes } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../../core/test/matrix.ts';
import { readCnbc, writeCnbc } from '../../../src/import/paper/cnbc.ts';
import { cnbcToXlc } from '../../../src/import/paper/cnbc-to-xlc.ts';
import { readXlc } from '../../../src/import/paper/xlc.ts';

const text = '2\n0.25\n0.75\n2\n2\n0.9 0.1 \n0.2 0.8 \n3\n1 0 0\n5e-1 .25 0.25\n';

describe('readCnbc', () => {
  it('reads probabilities of two classes, ties to the second', () => {
    expect(readCnbc(text)).toMatchObject({
      classes: ['0', '1'],
      tieOrder: ['1', '0'],
      prior: [0.25, 0.75],
      likelihood: [matrix([0.9, 0.1], [0.2, 0.8]), matrix([1, 0, 0], [0.5, 0.25, 0.25])],
    });
  });

  it('reads more classes, ties to the lowest index', () => {
    const model = readCnbc('3\n0.5\n0.25\n0.25\n1\n1\n1\n1\n1\n');
    expect(model.tieOrder).toEqual(['0', '1', '2']);
    expect(model.likelihood).toEqual([[[1], [1], [1]]]);
  });

  it.each([
    ['1\n1\n0\n', 'too-few-classes', 'line 1, column 1'],
    ['1000000000000\n1\n0\n', 'count-too-large', 'line 1, column 1'],
    ['2\n0.5\n0.6\n0\n', 'probability-sum', 'line 2, column 1'],
    ['2\n0\n1\n0\n', 'class-never-wins', 'line 2, column 1'],
    ['2\n-0.5\n1.5\n0\n', 'bad-probability', 'line 2, column 1'],
    ['2\n.5\n.5\n1\n2\n.5 .5\n .5 .6\n', 'probability-sum', 'line 7, column 2'],
    ['2\n.5\n.5\n1\n2\n.5 .5\n-1 2\n', 'bad-probability', 'line 7, column 1'],
    ['2\n.5\n.5\n1\n2\n.5 .5 0\n.5 .5\n', 'wrong-count', 'line 6, column 7'],
    ['2\n.5\n.5\n1\n2\n.5\n.5 .5\n', 'wrong-count', 'line 6, column 3'],
    ['2\n.5\n.5\n1\n1e9\n.5 .5\n.5 .5\n', 'wrong-count', 'line 6, column 6'],
    ['2\n.5\n.5\n1\n0\n.5 .5\n.5 .5\n', 'wrong-count', 'line 6, column 1'],
    ['2\n.5\n.5\n1\n2\n.5 .5\n', 'count-too-large', 'line 4, column 1'],
    ['2\n.5\n.5\n0\n2\n', 'extra-line', 'line 5, column 1'],
    ['2\n.5\n.5\n1\n2\n.5 .5\nhalf half\n', 'bad-number', 'line 7, column 1'],
  ])('refuses %j', (wrong, code, place) => {
    expect(() => readCnbc(wrong)).toThrow(expect.objectContaining({ name: 'FormatError', code, place }));
  });
});

describe('writeCnbc', () => {
  it('writes what it reads', () => {
    expect(writeCnbc(readCnbc(text))).toBe(
      '2\n0.25\n0.75\n2\n2\n0.9 0.1\n0.2 0.8\n3\n1 0 0\n0.5 0.25 0.25\n',
    );
  });

  it('writes priors without exponent', () => {
    const [, first] = writeCnbc(readCnbc('2\n1e-7\n0.9999999\n0\n')).split('\n');
    expect(first).toBe('0.0000001');
  });

  const spec = { classes: ['p', 'q'], features: [], prior: [0.25, 0.75], likelihood: [] };

  it('writes a model that gives ties to its first class with the other class first', () => {
    const model = categoricalNaiveBayes(spec);
    expect(() => writeCnbc(model)).toThrow(
      expect.objectContaining({ code: 'tie-order', expected: "q, p, or firstClass: 'q'", got: 'p, q' }),
    );
    expect(writeCnbc(model, { firstClass: 'q' })).toBe('2\n0.75\n0.25\n0\n');
  });

  it('refuses logarithms, thresholds and other families', () => {
    const log = categoricalNaiveBayes({ ...spec, scale: 'log', prior: [Math.log(0.5), Math.log(0.5)] });
    const shifted = categoricalNaiveBayes({ ...spec, threshold: 1 });
    const linear = readXlc('0\n0\n0\n0\n');
    for (const model of [log, shifted, linear])
      expect(() => writeCnbc(model as typeof log)).toThrow(
        expect.objectContaining({ code: 'not-representable' }),
      );
  });
});

describe('cnbcToXlc', () => {
  it('takes a probability of 1 for what it is', () => {
    // The original's translator gives both categories of the feature about −7.3 here.
    const { weights } = readXlc(cnbcToXlc('2\n0.4\n0.6\n1\n2\n1 0\n0.5 0.5\n'));
    const [[certain, never]] = weights[0] as [number[]];
    expect(-certain).toBeCloseTo(Math.LN2, 12);
    const all = Math.log(0.4) + Math.log(0.6) + 2 * Math.log(0.5);
    expect(-never).toBeCloseTo(all - 1 + Math.LN2, 12);
  });

  it('keeps ties when all probabilities are powers of two', () => {
    expect(cnbcToXlc('2\n0.5\n0.5\n1\n2\n0.25 0.75\n0.75 0.25\n')).toMatch(/e|\./);
    expect(cnbcToXlc('2\n0.5\n0.5\n2\n3\n.5 .25 .25\n.25 .25 .5\n3\n.25 .25 .5\n.25 .5 .25\n')).toBe(
      '2\n0\n0\n2\n3 1 0 -1\n3 0 -1 1\n',
    );
  });

  it('writes a small w0 without exponent', () => {
    expect(cnbcToXlc('2\n0.50001\n0.49999\n0\n').split('\n')[1]).toMatch(/^0\.00004\d+$/);
  });

  it('refuses more than two classes', () => {
    expect(() => cnbcToXlc('3\n.5\n.25\n.25\n0\n')).toThrow(
      expect.objectContaining({ code: 'too-many-classes' }),
    );
  });

  it('does not hold numbers, though they have bins', () => {
    const model = categoricalNaiveBayes({
      classes: ['a', 'b'],
      tieOrder: ['b', 'a'],
      features: [{ name: 'x' }],
      bins: [{ cuts: [1] }],
      prior: [0.5, 0.5],
      likelihood: [matrix([0.5, 0.5], [0.25, 0.75])],
    });
    expect(() => writeCnbc(model)).toThrow("feature 'x': the format cannot hold this model");
  });
});
