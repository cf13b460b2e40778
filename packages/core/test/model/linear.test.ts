import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { type LinearModelSpec, linearModel } from '../../src/model/linear.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';

const classes = ['no', 'yes'];
const features = [{ name: 'age' }, { name: 'job', values: ['none', 'clerk'] }];
const fine = { classes, features, weights: [1, [0, 2]] };
const three = { classes: ['a', 'b', 'c'], features, rows: [1, 2, 3].map((w) => ({ weights: [w, [0, w]] })) };

function refuses(what: string, spec: object, error: ExpectedError): void {
  it(`refuses ${what}`, () => {
    expectError(() => linearModel(spec as LinearModelSpec), ModelError, error);
  });
}

describe('a linear model', () => {
  it('with one row scores the second class', () => {
    expect(linearModel(fine)).toMatchObject({ kind: 'linear', weights: [[1, [0, 2]]], intercept: [0] });
    expect(linearModel({ ...fine, intercept: -3 }).intercept).toEqual([-3]);
  });
  it('with a row per class scores each, also when there are two', () => {
    expect(linearModel(three).intercept).toEqual([0, 0, 0]);
    const rows = [{ weights: [1, [0, 2]], intercept: 1 }, { weights: [2, [0, 1]] }];
    expect(linearModel({ classes, features, rows })).toMatchObject({
      intercept: [1, 0],
      weights: [
        [1, [0, 2]],
        [2, [0, 1]],
      ],
    });
  });
  it('has no negative zeros', () => {
    const { weights, intercept } = linearModel({ ...fine, weights: [-0, [-0, 0]], intercept: -0 });
    expect(weights).toEqual([[0, [0, 0]]]);
    expect(intercept).toEqual([0]);
  });

  refuses(
    'one row for three classes',
    { ...fine, classes: ['a', 'b', 'c'] },
    { code: 'bad-model', place: 'weights', expected: 'rows, one per class', got: '3 classes' },
  );
  refuses(
    'a row too few',
    { ...three, rows: three.rows.slice(1) },
    { code: 'wrong-length', place: 'rows', expected: '3 (one per class)', got: '2' },
  );
  refuses(
    'rows that are no list',
    { ...three, rows: 1 },
    { code: 'bad-model', place: 'rows', expected: 'a list with one entry per class', got: '1' },
  );
  refuses(
    'a row that is missing',
    { ...three, rows: [three.rows[0], undefined, three.rows[2]] },
    {
      code: 'bad-model',
      place: "weights, class 'b'",
      expected: 'a list with one entry per feature',
      got: 'undefined',
    },
  );
  refuses(
    'a weight too few',
    { ...fine, weights: [1] },
    { code: 'wrong-length', place: 'weights', expected: '2 (one per feature)', got: '1' },
  );
  refuses(
    'no weights',
    { classes, features },
    { code: 'bad-model', place: 'weights', expected: 'a list with one entry per feature', got: 'undefined' },
  );
  refuses(
    'one weight for all categories',
    { ...fine, weights: [1, 2] },
    { code: 'bad-model', place: "feature 'job'", expected: 'a list with one entry per value', got: '2' },
  );
  refuses(
    'a weight per category for a number',
    { ...fine, weights: [[1], [0, 2]] },
    { code: 'not-finite', place: "feature 'age'", expected: 'a finite number', got: 'an array of 1' },
  );
  refuses(
    'a category without a weight',
    { ...fine, weights: [1, [0]] },
    { code: 'wrong-length', place: "feature 'job'", expected: '2 (one per value)', got: '1' },
  );
  refuses(
    'an infinite weight',
    { ...fine, weights: [Number.POSITIVE_INFINITY, [0, 2]] },
    { code: 'not-finite', place: "feature 'age'", expected: 'a finite number', got: 'Infinity' },
  );
  refuses(
    'a category with weight NaN',
    { ...fine, weights: [1, [0, Number.NaN]] },
    { code: 'not-finite', place: "feature 'job', entry 1", expected: 'a finite number', got: 'NaN' },
  );
  refuses(
    'an intercept of NaN',
    { ...fine, intercept: Number.NaN },
    { code: 'not-finite', place: 'intercept', expected: 'a finite number', got: 'NaN' },
  );
  refuses(
    'an infinite intercept of a class',
    { ...three, rows: three.rows.map((row) => ({ ...row, intercept: Number.NEGATIVE_INFINITY })) },
    { code: 'not-finite', place: "intercept, class 'a'", expected: 'a finite number', got: '-Infinity' },
  );
  refuses(
    'a bad weight of a class',
    { ...three, rows: [...three.rows.slice(0, 2), { weights: [null, [0, 1]] }] },
    { code: 'not-finite', place: "feature 'age', class 'c'", expected: 'a finite number', got: 'null' },
  );
});
