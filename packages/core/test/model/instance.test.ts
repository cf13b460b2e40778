import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { decodeInstance, encodeInstance } from '../../src/model/instance.ts';
import { pick, pickClass } from '../../src/model/pick.ts';
import type { Feature, Instance } from '../../src/model/types.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';

const features: Feature[] = [
  { kind: 'categorical', name: 'job', values: ['none', 'clerk', '2'] },
  { kind: 'real', name: 'income', lower: 0, upper: Number.POSITIVE_INFINITY },
  { kind: 'integer', name: 'age', lower: 18, upper: 99 },
];

function refuses(what: string, instance: unknown, error: ExpectedError): void {
  it(`refuses ${what}`, () => {
    expectError(() => encodeInstance(features, instance as Instance), InstanceError, error);
  });
}

describe('an instance', () => {
  it('has every feature as a property of its own, whatever its name', () => {
    const named: Feature[] = [{ kind: 'real', name: '__proto__', lower: 0, upper: 9 }];
    expect(Object.entries(decodeInstance(named, Float64Array.of(1)))).toEqual([['__proto__', 1]]);
  });

  it('is the same by name and in order, with categories by name or position', () => {
    const numbers = Float64Array.of(1, 1.5, 40);
    expect(encodeInstance(features, ['clerk', 1.5, 40])).toEqual(numbers);
    expect(encodeInstance(features, [1, 1.5, 40])).toEqual(numbers);
    expect(encodeInstance(features, { age: 40, income: 1.5, job: 'clerk' })).toEqual(numbers);
    expect(encodeInstance(features, Float64Array.of(1, 1.5, 40) as unknown as Instance)).toEqual(numbers);
  });

  it('means a category by name when it is text, also text that looks like a position', () => {
    expect(encodeInstance(features, ['2', 0, 18])[0]).toBe(2);
    expectError(() => encodeInstance(features, ['1', 0, 18]), InstanceError, {
      code: 'unknown-category',
      place: "feature 'job'",
      expected: "one of 'none', 'clerk', '2'",
      got: "'1'",
    });
  });

  it('knows no negative zero', () => {
    const [job, income] = encodeInstance(features, [-0, -0, 18]);
    expect([Object.is(job, 0), Object.is(income, 0)]).toEqual([true, true]);
  });

  it('of no features is the empty list or the empty object', () => {
    expect(encodeInstance([], [])).toEqual(new Float64Array(0));
    expect(encodeInstance([], {})).toEqual(new Float64Array(0));
  });

  it('comes back in the words of the user', () => {
    expect(decodeInstance(features, Float64Array.of(1, 2.5, 30))).toEqual({
      job: 'clerk',
      income: 2.5,
      age: 30,
    });
  });

  const whole = { code: 'bad-instance', expected: 'a list or an object with one value per feature' };
  refuses('null', null, { ...whole, got: 'null' });
  refuses('a number', 7, { ...whole, got: '7' });
  refuses('too few values', ['clerk', 1], {
    code: 'wrong-length',
    place: 'instance',
    expected: '3 values, one per feature',
    got: '2',
  });
  refuses('too many values', ['clerk', 1, 20, 1], {
    code: 'wrong-length',
    place: 'instance',
    expected: '3 values, one per feature',
    got: '4',
  });
  refuses(
    'an unknown feature',
    { job: 'clerk', income: 1, age: 20, sex: 'f' },
    { code: 'unknown-feature', place: 'instance', expected: "one of 'job', 'income', 'age'", got: "'sex'" },
  );
  refuses(
    'a missing value',
    { job: 'clerk', age: 20 },
    { code: 'missing-value', place: "feature 'income'", expected: 'a value', got: 'none' },
  );
  const category = {
    code: 'unknown-category',
    place: "feature 'job'",
    expected: "one of 'none', 'clerk', '2'",
  };
  refuses('an unknown category', ['pilot', 1, 20], { ...category, got: "'pilot'" });
  refuses('a position beyond the categories', [3, 1, 20], { ...category, got: '3' });
  refuses('a negative position', [-1, 1, 20], { ...category, got: '-1' });
  refuses('half a position', [0.5, 1, 20], { ...category, got: '0.5' });
  const finite = { code: 'not-finite', place: "feature 'income'", expected: 'a finite number' };
  refuses('an infinite number, also in an infinite domain', [0, Number.POSITIVE_INFINITY, 20], {
    ...finite,
    got: 'Infinity',
  });
  refuses('NaN', [0, Number.NaN, 20], { ...finite, got: 'NaN' });
  refuses('a number written as text', [0, '1', 20], { ...finite, got: "'1'" });
  refuses('a fraction of a whole number', [0, 1, 20.5], {
    code: 'not-integer',
    place: "feature 'age'",
    expected: 'a whole number',
    got: '20.5',
  });
  refuses('a whole number beyond 2^53', [0, 1, 1e16], {
    code: 'not-integer',
    place: "feature 'age'",
    expected: 'a whole number',
    got: '10000000000000000',
  });
  refuses('a number below the bounds', [0, -1, 20], {
    code: 'out-of-bounds',
    place: "feature 'income'",
    expected: 'at least 0',
    got: '-1',
  });
  refuses('a number above the bounds', [0, 1, 100], {
    code: 'out-of-bounds',
    place: "feature 'age'",
    expected: '18 to 99',
    got: '100',
  });

  it('lists at most eight names in a message', () => {
    const many: Feature = {
      kind: 'categorical',
      name: 'x',
      values: Array.from({ length: 9 }, (_, v) => `v${v}`),
    };
    expectError(() => encodeInstance([many], ['w']), InstanceError, {
      code: 'unknown-category',
      place: "feature 'x'",
      expected: "one of 'v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', … (9 in all)",
      got: "'w'",
    });
    const eight: Feature = { ...many, values: many.values.slice(0, 8) };
    expect(() => encodeInstance([eight], ['w'])).toThrow("'v6', 'v7', got 'w'");
  });
});

describe('features named in a question', () => {
  const model = { features, indexOf: new Map(features.map(({ name }, i) => [name, i])) };
  it('are given by name or position, in any order, once or more', () => {
    expect(pick(model, ['age', 0, 'job', 2])).toEqual([0, 2]);
    expect(pick(model, [])).toEqual([]);
  });
  const unknown = { code: 'unknown-feature', expected: 'a feature name or a position below 3' };
  it.each([
    ['an unknown name', 'sex', "'sex'"],
    ['a position beyond the last', 3, '3'],
    ['a negative position', -1, '-1'],
    ['half a position', 0.5, '0.5'],
    ['nothing', undefined, 'undefined'],
  ])('are refused when there is no such feature: %s', (_, entry, got) => {
    expectError(() => pick(model, [entry as string]), InstanceError, { ...unknown, got });
  });
});

describe('a class named in a question', () => {
  it('is given by name or position', () => {
    expect(pickClass(['no', 'yes'], 'yes')).toBe(1);
    expect(pickClass(['no', 'yes'], 0)).toBe(0);
  });
  it.each([
    ['maybe', "'maybe'"],
    [2, '2'],
    [-1, '-1'],
    [0.5, '0.5'],
  ])('is refused when there is none: %s', (chosen, got) => {
    expectError(() => pickClass(['no', 'yes'], chosen), InstanceError, {
      code: 'unknown-class',
      expected: "one of 'no', 'yes'",
      got,
    });
  });
});
