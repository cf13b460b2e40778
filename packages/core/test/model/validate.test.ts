// What all models have in common: classes, features, tie order, threshold.
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { type CommonSpec, checkCommon, checkFeature, type FeatureSpec } from '../../src/model/validate.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';

const fine: CommonSpec = { classes: ['no', 'yes'], features: [{ name: 'x' }] };

function refuses(what: string, spec: unknown, error: ExpectedError): void {
  it(`refuses ${what}`, () => {
    expectError(() => checkCommon(spec as CommonSpec), ModelError, error);
  });
}

describe('classes', () => {
  refuses(
    'a single class',
    { ...fine, classes: ['no'] },
    { code: 'too-few-classes', place: 'classes', expected: 'at least 2', got: '1' },
  );
  refuses(
    'more classes than blocks can tell apart',
    { ...fine, classes: Array.from({ length: 65_537 }, (_, k) => `c${k}`) },
    { code: 'too-many-classes', place: 'classes', expected: 'at most 65536', got: '65537' },
  );
  refuses(
    'no list',
    { ...fine, classes: 'no' },
    { code: 'bad-model', place: 'classes', expected: 'a list of strings', got: 'no' },
  );
  refuses(
    'an empty name',
    { ...fine, classes: ['no', ''] },
    { code: 'bad-name', place: 'classes', expected: 'a non-empty string', got: "''" },
  );
  refuses(
    'a name that is no string',
    { ...fine, classes: ['no', 1] },
    { code: 'bad-name', place: 'classes', expected: 'a non-empty string', got: '1' },
  );
  refuses(
    'the same name twice',
    { ...fine, classes: ['no', 'no'] },
    { code: 'duplicate-name', place: 'classes', expected: 'distinct names', got: "'no'" },
  );
});

describe('the tie order', () => {
  it('is the order of the classes unless stated', () => {
    expect(checkCommon(fine).tieOrder).toEqual(['no', 'yes']);
    expect(checkCommon({ ...fine, tieOrder: ['yes', 'no'] }).tieOrder).toEqual(['yes', 'no']);
  });
  const wrong = { code: 'bad-model', place: 'tieOrder', expected: 'no, yes' };
  refuses(
    'a class that there is not',
    { ...fine, tieOrder: ['no', 'maybe'] },
    { ...wrong, got: 'no, maybe' },
  );
  refuses(
    'more classes than there are',
    { ...fine, tieOrder: ['no', 'yes', 'maybe'] },
    { ...wrong, got: 'no, yes, maybe' },
  );
  refuses(
    'a class twice',
    { ...fine, tieOrder: ['no', 'no'] },
    { code: 'duplicate-name', place: 'tieOrder', expected: 'distinct names', got: "'no'" },
  );
  refuses('one class only', { ...fine, tieOrder: ['no'] }, { ...wrong, got: 'no' });
});

describe('the threshold', () => {
  it('is left out when it is zero', () => {
    expect(checkCommon(fine)).not.toHaveProperty('threshold');
    expect(checkCommon({ ...fine, threshold: 0 })).not.toHaveProperty('threshold');
    expect(checkCommon({ ...fine, threshold: -0 })).not.toHaveProperty('threshold');
    expect(checkCommon({ ...fine, threshold: { probability: 0.5 } })).not.toHaveProperty('threshold');
  });
  it('as a probability is its log-odds', () => {
    expect(checkCommon({ ...fine, threshold: { probability: 0.8 } }).threshold).toBeCloseTo(Math.log(4), 15);
    expect(checkCommon({ ...fine, threshold: { probability: 1e-300 } }).threshold).toBeCloseTo(
      -300 * Math.log(10),
      10,
    );
  });
  it('as a number is that number', () => {
    expect(checkCommon({ ...fine, threshold: 0.3 }).threshold).toBe(0.3);
  });
  const probability = {
    code: 'bad-threshold',
    place: 'threshold',
    expected: 'a probability strictly between 0 and 1',
  };
  refuses('a probability of 0', { ...fine, threshold: { probability: 0 } }, { ...probability, got: '0' });
  refuses('a probability of 1', { ...fine, threshold: { probability: 1 } }, { ...probability, got: '1' });
  refuses(
    'a probability that is no number',
    { ...fine, threshold: { probability: '0.5' } },
    { ...probability, got: "'0.5'" },
  );
  refuses('null', { ...fine, threshold: null }, { ...probability, got: 'undefined' });
  refuses(
    'an infinite number',
    { ...fine, threshold: Number.POSITIVE_INFINITY },
    { code: 'not-finite', place: 'threshold', expected: 'a finite number', got: 'Infinity' },
  );
  refuses(
    'three classes',
    { ...fine, classes: ['a', 'b', 'c'], threshold: 1 },
    { code: 'bad-threshold', place: 'threshold', expected: '2 classes', got: '3' },
  );
});

describe('link and arithmetic', () => {
  const link = { code: 'bad-model', place: 'link' };
  refuses(
    'one-vs-rest of two classes',
    { ...fine, link: 'one-vs-rest' },
    { ...link, expected: "'softmax', which two classes share", got: 'one-vs-rest' },
  );
  refuses(
    'an unknown link',
    { ...fine, link: 'probit' },
    { ...link, expected: "'softmax' or 'one-vs-rest'", got: 'probit' },
  );
  refuses(
    'an unknown arithmetic',
    { ...fine, arithmetic: 'half' },
    { code: 'bad-model', place: 'arithmetic', expected: "'double' or 'single'", got: 'half' },
  );
});

describe('features', () => {
  it('may be none', () => {
    expect(checkCommon({ ...fine, features: [] }).features).toEqual([]);
  });
  it('are any real number unless said otherwise', () => {
    const { NEGATIVE_INFINITY: lower, POSITIVE_INFINITY: upper } = Number;
    expect(checkFeature({ name: 'x' }, 0)).toEqual({ kind: 'real', name: 'x', lower, upper });
    expect(checkFeature({ name: 'x', lower: -0, unit: '€' }, 0)).toEqual({
      kind: 'real',
      name: 'x',
      lower: 0,
      upper,
      unit: '€',
    });
  });
  it('that are whole numbers have whole bounds', () => {
    const feature = checkFeature({ name: 'x', kind: 'integer', lower: -0.5, upper: 7.9 }, 0);
    expect(feature).toEqual({ kind: 'integer', name: 'x', lower: 0, upper: 7 });
    expect(Object.is((feature as { lower: number }).lower, 0)).toBe(true);
  });
  it('with values are categorical, one value being enough', () => {
    expect(checkFeature({ name: 'x', values: ['a'] }, 0)).toEqual({
      kind: 'categorical',
      name: 'x',
      values: ['a'],
    });
    expect(checkFeature({ kind: 'categorical', name: 'x', values: ['a', 'b'] }, 0).kind).toBe('categorical');
  });
  it('do not share lists with the specification', () => {
    const values = ['a', 'b'];
    const feature = checkFeature({ name: 'x', values }, 0);
    values.push('c');
    expect(feature).toMatchObject({ values: ['a', 'b'] });
  });

  const one = (feature: unknown): unknown => ({ ...fine, features: [feature] });
  const place = "feature 'x'";
  refuses(
    'no list of them',
    { ...fine, features: { x: 1 } },
    { code: 'bad-model', place: 'features', expected: 'a list of features', got: 'an object' },
  );
  refuses('one that is no object', one(null), {
    code: 'bad-model',
    place: 'features[0]',
    expected: 'an object',
    got: 'null',
  });
  refuses('one without a name', one({}), {
    code: 'bad-name',
    place: 'features[0]',
    expected: 'a non-empty string',
    got: 'undefined',
  });
  refuses('one with an empty name', one({ name: '' }), {
    code: 'bad-name',
    place: 'features[0]',
    expected: 'a non-empty string',
    got: "''",
  });
  refuses(
    'two of the same name',
    { ...fine, features: [{ name: 'x' }, { name: 'x' }] },
    { code: 'duplicate-name', place: 'features', expected: 'distinct names', got: "'x'" },
  );
  refuses('an unknown kind', one({ name: 'x', kind: 'date' }), {
    code: 'bad-model',
    place,
    expected: "'real' or 'integer', or values",
    got: 'date',
  });
  refuses('values of a number', one({ name: 'x', kind: 'real', values: ['a'] }), {
    code: 'bad-model',
    place,
    expected: "'categorical' with values",
    got: 'real',
  });
  refuses('no values at all', one({ name: 'x', values: [] }), {
    code: 'empty-domain',
    place,
    expected: 'at least 1',
    got: '0',
  });
  refuses('values that are no list', one({ name: 'x', values: undefined }), {
    code: 'bad-model',
    place,
    expected: 'a list of strings',
    got: 'undefined',
  });
  refuses('a stand-in that is none of the values', one({ name: 'x', values: ['a'], other: 'b' }), {
    code: 'bad-model',
    place: `${place}, other`,
    expected: 'one of the values',
    got: 'b',
  });
  refuses('missing as a value of its own without bins', one({ name: 'x', missing: true }), {
    code: 'bad-model',
    place: `${place}, missing`,
    expected: 'a number, or a model of bins',
    got: 'true',
  });
  refuses('a value twice', one({ name: 'x', values: ['a', 'a'] }), {
    code: 'duplicate-name',
    place,
    expected: 'distinct names',
    got: "'a'",
  });
  const bound = { code: 'bad-bound', expected: 'a number or the infinity on its side' };
  refuses('a lower bound of NaN', one({ name: 'x', lower: Number.NaN }), {
    ...bound,
    place: `${place}, lower bound`,
    got: 'NaN',
  });
  refuses('a lower bound of +∞', one({ name: 'x', lower: Number.POSITIVE_INFINITY }), {
    ...bound,
    place: `${place}, lower bound`,
    got: 'Infinity',
  });
  refuses('an upper bound of −∞', one({ name: 'x', upper: Number.NEGATIVE_INFINITY }), {
    ...bound,
    place: `${place}, upper bound`,
    got: '-Infinity',
  });
  refuses('an upper bound that is text', one({ name: 'x', upper: '9' }), {
    ...bound,
    place: `${place}, upper bound`,
    got: "'9'",
  });
  refuses('bounds in the wrong order', one({ name: 'x', lower: 2, upper: 1 }), {
    code: 'empty-domain',
    place,
    expected: 'lower ≤ upper',
    got: '[2, 1]',
  });
  refuses('a range without a whole number', one({ name: 'x', kind: 'integer', lower: 0.2, upper: 0.8 }), {
    code: 'empty-domain',
    place,
    expected: 'lower ≤ upper',
    got: '[0.2, 0.8]',
  });
  const large = { code: 'bad-model', place, expected: 'at most 2^53 in size, or infinite' };
  refuses('whole numbers beyond 2^53', one({ name: 'x', kind: 'integer', lower: 0, upper: 1e16 }), {
    ...large,
    got: '[0, 10000000000000000]',
  });
  refuses('whole numbers below −2^53', one({ name: 'x', kind: 'integer', lower: -1e16, upper: 0 }), {
    ...large,
    got: '[-10000000000000000, 0]',
  });

  it('accept a single number as the whole domain', () => {
    expect(checkFeature({ name: 'x', lower: 1, upper: 1 } as FeatureSpec, 0)).toMatchObject({
      lower: 1,
      upper: 1,
    });
  });
});
