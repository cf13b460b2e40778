import {
  additiveModel,
  categoricalNaiveBayes,
  FormatError,
  gaussianNaiveBayes,
  linearModel,
  predict,
  reduce,
  scorecard,
} from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../../core/test/expect-error.ts';
import { matrix } from '../../../../core/test/matrix.ts';
import { readXlc, writeXlc } from '../../../src/import/paper/xlc.ts';
import { readXmap } from '../../../src/import/paper/xmap.ts';

const text = '3\n-1.5\n1\n0.25\n2\n2 0.5 -0.5\n3 1e-3 +2 .5\n';
const bounds = [{ name: 'v0', lower: 0, upper: 30 }];

describe('readXlc', () => {
  it('speaks for the second class and gives it the ties', () => {
    expect(readXlc(text, { bounds })).toEqual({
      kind: 'linear',
      classes: ['0', '1'],
      tieOrder: ['1', '0'],
      features: [
        { kind: 'real', name: 'v0', lower: 0, upper: 30 },
        { kind: 'categorical', name: 'v1', values: ['0', '1'] },
        { kind: 'categorical', name: 'v2', values: ['0', '1', '2'] },
      ],
      weights: [[-0.25, [-0.5, 0.5], [-1e-3, -2, -0.5]]],
      intercept: [1.5],
    });
  });

  it('predicts class 0 when v > 0, class 1 when v ≤ 0', () => {
    const classifier = reduce(readXlc('1\n0\n0\n1\n3 1 0 -1\n'));
    expect([0, 1, 2].map((value) => predict(classifier, [value]).classIndex)).toEqual([0, 1, 1]);
  });

  it('takes names, and bounds by name', () => {
    const names = {
      classes: ['yes', 'no'],
      features: [
        { name: 'age' },
        { name: 'x', values: ['a', ''] },
        { name: 'y', values: ['a', 'b', '(empty)'] },
      ],
    };
    const model = readXlc(text, { names, bounds: [{ name: 'age', lower: 18, upper: 99, integer: true }] });
    expect(model.classes).toEqual(['yes', 'no']);
    expect(model.features).toEqual([
      { kind: 'integer', name: 'age', lower: 18, upper: 99 },
      { kind: 'categorical', name: 'x', values: ['a', '(empty)'] },
      { kind: 'categorical', name: 'y', values: ['a', 'b', '(empty)'] },
    ]);
  });

  it('numbers the classes when the names have none', () => {
    const names = readXmap('0\n1\n0\n1\n0 x\n2\n0 a\n1 b\n');
    expect(readXlc('1\n0\n0\n1\n2 5 6\n', { names }).classes).toEqual(['0', '1']);
  });

  it('wants bounds for numeric features, or to hear that there are none', () => {
    expectError(() => readXlc(text), FormatError, {
      code: 'missing-bounds',
      place: 'line 3, column 1',
      expected: "bounds for 'v0' (bounds: readBounds('name,lower,upper'), or 'unbounded')",
      got: 'none',
    });
    expect(readXlc(text, { bounds: 'unbounded' }).features[0]).toMatchObject({
      lower: Number.NEGATIVE_INFINITY,
      upper: Number.POSITIVE_INFINITY,
    });
    expectError(
      () => readXlc(text, { bounds: [...bounds, { name: 'v1', lower: 0, upper: 1 }] }),
      FormatError,
      { code: 'unknown-feature', place: 'bounds', expected: 'numeric features only', got: "'v1'" },
    );
  });

  it('reads what the original reads and more: comments, tabs, CR LF, byte order mark, blank lines', () => {
    const variant = `\ufeffc made by hand\r\n\t3\r\n${text.slice(2).replaceAll('\n', ' \r\n').replaceAll(' ', '\t')}\r\n\r\n`;
    expect(readXlc(variant, { bounds })).toEqual(readXlc(text, { bounds }));
  });

  it('reads a classifier without features', () => {
    expect(readXlc('0\n-2\n0\n0\n')).toMatchObject({ features: [], intercept: [2] });
  });

  it.each([
    ['', 'unexpected-end', 'line 1, column 1'],
    ['2\n0\n0\n1\n1 5\n', 'wrong-count', 'line 1, column 1'],
    ['1\nx\n0\n1\n1 5\n', 'bad-number', 'line 2, column 1'],
    ['1\nNaN\n0\n1\n1 5\n', 'bad-number', 'line 2, column 1'],
    ['1\n0x1\n0\n1\n1 5\n', 'bad-number', 'line 2, column 1'],
    ['1\n1e999\n0\n1\n1 5\n', 'number-too-large', 'line 2, column 1'],
    ['1\n0\n0\n1\n2 5\n', 'wrong-count', 'line 5, column 4'],
    ['1\n0\n0\n1\n2 5 6 7\n', 'wrong-count', 'line 5, column 7'],
    ['1\n0\n0\n1\n1e12 5\n', 'wrong-count', 'line 5, column 7'],
    ['1\n0\n0\n1\n0\n', 'empty-domain', 'line 5, column 1'],
    ['1\n0\n0\n1\n1.5 5\n', 'bad-count', 'line 5, column 1'],
    ['1\n0\n0\n1\n1 Infinity\n', 'bad-number', 'line 5, column 3'],
    ['1\n0\n0\n1\n', 'count-too-large', 'line 4, column 1'],
    ['1000000000000\n0\n0\n1000000000000\n', 'count-too-large', 'line 1, column 1'],
    ['1\n0\n0\n1\n1 5\n1 5\n', 'extra-line', 'line 6, column 1'],
    ['1\n0 0\n0\n1\n1 5\n', 'extra-value', 'line 2, column 3'],
  ])('refuses %j', (wrong, code, place) => {
    expect(() => readXlc(wrong)).toThrow(expect.objectContaining({ name: 'FormatError', code, place }));
  });

  it.each([
    [{ classes: ['a', 'b', 'c'], features: [] }, 'line 1, column 1', '3 as in the names'],
    [{ classes: ['a', 'b'], features: [] }, 'line 1, column 1', '0 as in the names'],
    [{ classes: ['a', 'b'], features: [{ name: 'x' }] }, 'line 1, column 1', '1 as in the names'],
    [
      { classes: ['a', 'b'], features: [{ name: 'x', values: ['u'] }] },
      'line 5, column 2',
      '1 as in the names',
    ],
  ])('refuses names that do not fit: %j', (names, place, expected) => {
    expect(() => readXlc('1\n0\n0\n1\n 2 5 6\n', { names })).toThrow(
      expect.objectContaining({ code: 'names-mismatch', place, expected }),
    );
  });
});

describe('writeXlc', () => {
  const features = [{ name: 'x', values: ['a', 'b'] }];

  it('folds threshold, both classes and shapes into one number each', () => {
    const model = additiveModel({
      classes: ['p', 'q'],
      tieOrder: ['q', 'p'],
      features: [...features, { name: 'n', lower: -1, upper: 1 }],
      bias: [1, 0.5],
      threshold: 0.25,
      shapes: [
        [
          { kind: 'table', values: [1, 2] },
          { kind: 'table', values: [0.5, 4] },
        ],
        // 2(x − 1)² + 3 against 2(x + 1)² − x: the squares cancel, and 2 − 2 is left of the constants beside 3.
        [
          { kind: 'quadratic', quadratic: 2, center: 1, constant: 3 },
          { kind: 'quadratic', quadratic: 2, center: -1, linear: -1, constant: -1 },
        ],
      ],
    });
    // w0 = 1 − 0.5 + 0.25 + (2 + 3) − (2 − 1 − 1); the slope is −4 − (4 − 1).
    expect(writeXlc(model)).toBe('2\n5.75\n1\n-7\n1\n2 0.5 -2\n');
  });

  it('writes a model that gives ties to its first class with the other class first', () => {
    const model = linearModel({ classes: ['no', 'yes'], features, weights: [[-1, 2]], intercept: 1 });
    expectError(() => writeXlc(model), FormatError, {
      code: 'tie-order',
      place: 'tieOrder',
      expected: "'yes' first, or firstClass: 'yes'",
      got: "'no' first",
    });
    expect(writeXlc(model, { firstClass: 'yes' })).toBe('1\n1\n0\n1\n2 -1 2\n');
  });

  it('refuses to round unless asked to', () => {
    const model = categoricalNaiveBayes({
      classes: ['p', 'q'],
      tieOrder: ['q', 'p'],
      features,
      prior: [0.5, 0.5],
      likelihood: [matrix([0.9, 0.1], [0.3, 0.7])],
    });
    expect(() => writeXlc(model)).toThrow(
      expect.objectContaining({ code: 'needs-rounding', place: "feature 'x', value 'a'" }),
    );
    expect(writeXlc(model, { rounding: 'allow' })).toBe(
      `1\n0\n0\n1\n2 ${Math.log(0.9) - Math.log(0.3)} ${Math.log(0.1) - Math.log(0.7)}\n`,
    );
  });

  it('refuses weights beyond the doubles even when rounding is allowed', () => {
    const big = Number.MAX_VALUE;
    const model = linearModel({
      classes: ['p', 'q'],
      tieOrder: ['q', 'p'],
      features,
      rows: [{ weights: [[big, 0]] }, { weights: [[-big, 0]] }],
    });
    expect(() => writeXlc(model, { rounding: 'allow' })).toThrow(
      expect.objectContaining({ code: 'number-too-large', place: "feature 'x', value 'a'" }),
    );
  });

  it('refuses bins, parabolas and more than two classes', () => {
    const number = { name: 'n', lower: 0, upper: 9 };
    const card = scorecard({
      classes: ['p', 'q'],
      features: [number],
      points: [{ cuts: [5], values: [0, 1] }],
      cutoff: 1,
    });
    const bayes = gaussianNaiveBayes({
      classes: ['p', 'q'],
      tieOrder: ['q', 'p'],
      features: [number],
      prior: [0.5, 0.5],
      mean: [[1], [2]],
      variance: [[1], [2]],
    });
    const three = linearModel({
      classes: ['p', 'q', 'r'],
      features: [],
      rows: [1, 2, 3].map(() => ({ weights: [] })),
    });
    expect(() => writeXlc(card)).toThrow(
      expect.objectContaining({ code: 'not-representable', got: 'steps' }),
    );
    expect(() => writeXlc(bayes)).toThrow(
      expect.objectContaining({ code: 'not-representable', got: 'a parabola' }),
    );
    expect(() => writeXlc(three)).toThrow(expect.objectContaining({ code: 'too-many-classes', got: '3' }));
  });
});
