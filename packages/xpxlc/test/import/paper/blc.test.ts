import { linearModel, predict, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../../core/test/matrix.ts';
import { readBlc, writeBlc } from '../../../src/import/paper/blc.ts';

describe('readBlc', () => {
  it('predicts class 0 when v > 0, class 1 when v ≤ 0', () => {
    const classifier = reduce(readBlc('c w_0, then w_1 and w_2\n2\n-1\n1\n2\n'));
    const instances = matrix([0, 0], [1, 0], [0, 1], [1, 1]);
    expect(instances.map((x) => predict(classifier, x).classIndex)).toEqual([1, 1, 0, 0]);
  });

  it('takes names of features with two categories', () => {
    const names = { classes: ['yes', 'no'], features: [{ name: 'wet', values: ['dry', 'wet'] }] };
    expect(readBlc('1\n0\n1\n', { names }).features).toEqual([{ kind: 'categorical', ...names.features[0] }]);
    const three = { ...names, features: [{ name: 'wet', values: ['a', 'b', 'c'] }] };
    expect(() => readBlc('1\n0\n1\n', { names: three })).toThrow(
      expect.objectContaining({ code: 'names-mismatch' }),
    );
  });

  it.each([
    ['', 'unexpected-end', 'line 1, column 1'],
    ['2\n1\n', 'count-too-large', 'line 1, column 1'],
    ['2\n1\n1\n', 'unexpected-end', 'line 4, column 1'],
    ['1\n1\n1\n1\n', 'extra-line', 'line 4, column 1'],
    ['1\n1\n1 1\n', 'extra-value', 'line 3, column 3'],
    ['1e12\n1\n', 'count-too-large', 'line 1, column 1'],
  ])('refuses %j', (wrong, code, place) => {
    expect(() => readBlc(wrong)).toThrow(expect.objectContaining({ name: 'FormatError', code, place }));
  });
});

describe('writeBlc', () => {
  const classes = ['p', 'q'];
  const tieOrder = ['q', 'p'];

  it('moves what both values share into w_0', () => {
    const features = ['x', 'y'].map((name) => ({ name, values: ['no', 'yes'] }));
    const weights = matrix([1, -2], [0.5, 0.5]);
    expect(writeBlc(linearModel({ classes, tieOrder, features, weights, intercept: -3 }))).toBe(
      '2\n1.5\n3\n0\n',
    );
  });

  it('refuses numbers and other domains', () => {
    const number = linearModel({ classes, tieOrder, features: [{ name: 'n' }], weights: [1] });
    const three = linearModel({
      classes,
      tieOrder,
      features: [{ name: 't', values: ['a', 'b', 'c'] }],
      weights: [[1, 2, 3]],
    });
    expect(() => writeBlc(number)).toThrow(
      expect.objectContaining({ place: "feature 'n'", got: 'a number' }),
    );
    expect(() => writeBlc(three)).toThrow(expect.objectContaining({ place: "feature 't'", got: '3' }));
  });

  it('refuses to round unless asked to', () => {
    const features = [{ name: 'x', values: ['no', 'yes'] }];
    const model = linearModel({ classes, tieOrder, features, weights: [[1e-20, -1]], intercept: 1 });
    expect(() => writeBlc(model)).toThrow(expect.objectContaining({ code: 'needs-rounding' }));
    expect(writeBlc(model, { rounding: 'allow' })).toBe('1\n-1\n1\n');
  });
});
