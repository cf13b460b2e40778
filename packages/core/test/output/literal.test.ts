import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import type { Shape } from '../../src/model/types.ts';
import { literal, literalRegion, wideLiteral } from '../../src/output/literal.ts';
import { rule } from '../../src/output/rule.ts';
import { inflate } from '../../src/query/inflate.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, linear } from '../problems.ts';

const classes = ['no', 'yes'];
const flat: Shape = { kind: 'linear', weight: 0 };

/** A problem about one number, of which the second class has the shape. */
function about(
  shape: Shape,
  x: number,
  feature: { lower?: number; upper?: number; unit?: string; kind?: 'integer' } = {},
): Weighed {
  const first: Shape = shape.kind === 'steps' ? { ...shape, values: shape.values.map(() => 0) } : flat;
  const model = additiveModel({ classes, features: [{ name: 'x', ...feature }], shapes: [[first, shape]] });
  return weigh(reduce(model, { neverWins: 'allow' }), [x]);
}

describe('a literal', () => {
  it('of a category is its value', () => {
    expect(literal(coverProblem([1], 0), 'f0')).toBe('f0 = on');
    const one = linearModel({ classes, features: [{ name: 'x', values: ['only'] }], weights: [[1]] });
    expect(literal(weigh(reduce(one, { neverWins: 'allow' }), ['only']), 0)).toBe('x = only');
  });

  it('of a number is the side that does no harm', () => {
    const line = (weight: number): Shape => ({ kind: 'linear', weight });
    expect(literal(about(line(1), 5), 'x')).toBe('x ≥ 5');
    expect(literal(about(line(1), -5), 'x')).toBe('x ≤ -5');
    expect(literal(about(line(1), 5, { lower: 0, upper: 5 }), 'x')).toBe('x = 5');
    expect(literal(about(line(1), 5, { unit: '€' }), 'x')).toBe('x ≥ 5 €');
    expect(literal(about(line(0), 5), 'x')).toBe('x is anything');
    expect(literal(about({ kind: 'quadratic', quadratic: -1, constant: 10 }, 2), 'x')).toBe('-2 ≤ x ≤ 2');
    expect(literal(about({ kind: 'quadratic', quadratic: -1, constant: 10 }, 2, { unit: 'cm' }), 'x')).toBe(
      '-2 ≤ x ≤ 2 cm',
    );
    expect(literal(about({ kind: 'quadratic', quadratic: -1, constant: 10 }, 0), 'x')).toBe('x = 0');
  });

  it('of a number in bins is its bin', () => {
    const bins = (closed: 'left' | 'right'): Shape => ({
      kind: 'steps',
      cuts: [10, 20],
      values: [1, 2, 3],
      closed,
    });
    const texts = (closed: 'left' | 'right', unit?: string): string[] =>
      [5, 10, 15, 20, 25].map((x) =>
        literal(about(bins(closed), x, unit === undefined ? {} : { unit }), 'x'),
      );
    expect(texts('left')).toEqual(['x < 10', 'x in [10, 20)', 'x in [10, 20)', 'x ≥ 20', 'x ≥ 20']);
    expect(texts('right')).toEqual(['x ≤ 10', 'x ≤ 10', 'x in (10, 20]', 'x in (10, 20]', 'x > 20']);
    expect(texts('left', 'kg')).toEqual([
      'x < 10 kg',
      'x in [10, 20) kg',
      'x in [10, 20) kg',
      'x ≥ 20 kg',
      'x ≥ 20 kg',
    ]);
    expect(literal(about({ kind: 'steps', cuts: [], values: [1] }, 5), 'x')).toBe('x is anything');
  });

  it('of a whole number that is alone in its bin is that number', () => {
    const bins = (closed: 'left' | 'right', cuts: number[]): Shape => ({
      kind: 'steps',
      cuts,
      values: [...cuts, 0].map((_, v) => v),
      closed,
    });
    const texts = (shape: Shape, feature: { lower?: number; upper?: number; unit?: string }): string[] =>
      [0, 1, 2, 3, 4, 5].map((x) => literal(about(shape, x, { kind: 'integer', ...feature }), 'x'));
    const whole = { lower: 0, upper: 5 };
    expect(texts(bins('left', [1, 2, 4]), whole)).toEqual([
      'x = 0',
      'x = 1',
      'x in [2, 4)',
      'x in [2, 4)',
      'x ≥ 4',
      'x ≥ 4',
    ]);
    expect(texts(bins('right', [0, 1, 4]), whole)).toEqual([
      'x = 0',
      'x = 1',
      'x in (1, 4]',
      'x in (1, 4]',
      'x in (1, 4]',
      'x = 5',
    ]);
    expect(texts(bins('left', [0.5, 1.5, 2.5, 5]), { unit: 'times' })).toEqual([
      'x < 0.5 times',
      'x = 1 times',
      'x = 2 times',
      'x in [2.5, 5) times',
      'x in [2.5, 5) times',
      'x ≥ 5 times',
    ]);
    expect(literal(about(bins('left', [1, 2]), 1, whole), 'x')).toBe('x in [1, 2)'); // a real number
  });

  it('of a missing value says so, and what it counts as', () => {
    const model = linear(
      [
        { name: 'age', lower: 0, upper: 99, missing: 40.123456789 },
        { name: 'job', values: ['clerk', 'nurse'], missing: 'nurse' },
        { name: 'home', values: ['rent', '(missing)'], missing: '(missing)' },
      ],
      [1, [0, 5], [0, 5]],
      -48,
    );
    const gone = weigh(reduce(model), { age: null, job: null, home: null });
    expect(rule(gone, [0, 1, 2])).toBe(
      'IF age is missing (counted as 40.123456789) AND job is missing (counted as nurse) AND home = (missing) THEN yes',
    );
    expect(literal(gone, 'age', { digits: 'few' })).toBe('age is missing (counted as 40.12…)');
    expect(literal(weigh(reduce(model), { age: 40.123456789, job: 'nurse', home: '(missing)' }), 'age')).toBe(
      'age ≥ 40.123456789',
    );
    expect(inflate(gone, [0, 1, 2]).map((wide) => wideLiteral(gone, wide, { digits: 'few' }))[0]).toBe(
      'age > 38 or age is missing (counted as 40.12…)',
    );
    const narrowed = weigh(
      reduce(model),
      { age: null, job: null, home: '(missing)' },
      { within: { features: { age: 'up', job: 'fixed' } } },
    );
    expect(rule(narrowed, [])).toContain('GIVEN age ≥ 40.123456789 AND job is missing (counted as nurse)');
  });

  it('has names in quotation marks where a list would be unclear without', () => {
    const names = ['a', 'b, c', 'say "d"', 'e or f'];
    const model = linear([{ name: 'x', values: [...names, 'g'] }], [[1, 1, 1, 1, -1]]);
    const problem = weigh(reduce(model), ['b, c']);
    const [wide] = inflate(problem, [0]);
    expect(wideLiteral(problem, wide)).toBe('x in {a, "b, c", "say \\"d\\"", e or f}');
    expect(wideLiteral(problem, wide, { ranges: 'words' })).toBe('x is a, "b, c", "say \\"d\\"" or "e or f"');
    expect(literal(problem, 'x')).toBe('x = b, c');
  });

  it('that was widened lists values, runs of bins, or an interval', () => {
    const wide = (problem: Weighed): string[] => inflate(problem, [0]).map((l) => wideLiteral(problem, l));
    const categories = linear([{ name: 'x', values: ['a', 'b', 'c'] }], [[3, -1, 1]]);
    expect(wide(weigh(reduce(categories), ['a']))).toEqual(['x in {a, c}']);
    const steps: Shape = { kind: 'steps', cuts: [1, 2, 3, 4], values: [1, 1, -1, 1, 1] };
    expect(wide(about(steps, 0))).toEqual(['x < 2 or x ≥ 3']);
    expect(wide(about({ ...steps, values: [-1, 1, 1, -1, 1] }, 1))).toEqual(['x in [1, 3) or x ≥ 4']);
    expect(wide(about({ ...steps, values: [1, 1, 1, 1, 1] }, 0))).toEqual(['x is anything']);
    expect(wide(about({ kind: 'quadratic', quadratic: -1, constant: 9 }, 0, { kind: 'integer' }))).toEqual([
      '-2 ≤ x ≤ 2',
    ]);
    expect(wide(about({ kind: 'linear', weight: 1 }, 5, { kind: 'integer', lower: -5, upper: 5 }))).toEqual([
      'x ≥ 1',
    ]);
    const any = linearModel({ classes, features: [{ name: 'x', values: ['a', 'b'] }], weights: [[1, 2]] });
    expect(wide(weigh(reduce(any, { neverWins: 'allow' }), ['a']))).toEqual(['x is anything']);
  });

  it('has ranges and lists in words where that is asked for', () => {
    const words = { ranges: 'words' } as const;
    const wide = (problem: Weighed): string[] =>
      inflate(problem, [0]).map((l) => wideLiteral(problem, l, words));
    const bins = (closed: 'left' | 'right'): Shape => ({
      kind: 'steps',
      cuts: [10, 20],
      values: [1, 2, 3],
      closed,
    });
    const bin = (closed: 'left' | 'right', x: number): string =>
      literal(about(bins(closed), x, { unit: 'kg' }), 'x', words);
    expect([5, 15, 25].map((x) => bin('left', x))).toEqual([
      'x < 10 kg',
      'x from 10 to under 20 kg',
      'x ≥ 20 kg',
    ]);
    expect([5, 15, 25].map((x) => bin('right', x))).toEqual(['x ≤ 10 kg', 'x over 10 to 20 kg', 'x > 20 kg']);
    expect(wide(about({ kind: 'quadratic', quadratic: -1, constant: 9 }, 0, { kind: 'integer' }))).toEqual([
      'x from -2 to 2',
    ]);
    expect(literal(about({ kind: 'quadratic', quadratic: -1, constant: 9 }, 0), 'x', words)).toBe('x = 0');
    const categories = (weights: number[]): string[] =>
      wide(weigh(reduce(linear([{ name: 'x', values: ['a', 'b', 'c', 'd'] }], [weights])), ['a']));
    expect(categories([3, -1, -1, 1])).toEqual(['x is a or d']);
    expect(categories([3, -1, 1, 1])).toEqual(['x is a, c or d']);
    expect(categories([3, -1, -1, -1])).toEqual(['x = a']);
    // @ts-expect-error: no such way
    expect(() => literal(coverProblem([1], 0), 'f0', { ranges: 'brackets' })).toThrow(/ranges/);
  });

  it('is said as data, too', () => {
    const problem = coverProblem([1, 1], 1);
    expect(literalRegion(problem, 'f1')).toEqual({ feature: 1, region: { kind: 'options', options: [1] } });
  });

  it('is refused for unknown features', () => {
    const error = { code: 'unknown-feature', expected: 'a feature name or a position below 1', got: "'y'" };
    expectError(() => literal(coverProblem([1], 0), 'y'), InstanceError, error);
    expectError(() => rule(coverProblem([1], 0), ['y']), InstanceError, error);
  });
});

describe('a rule', () => {
  it('joins literals, in the order of the features', () => {
    expect(rule(coverProblem([1, 1], 1), ['f1', 'f0'])).toBe('IF f0 = on AND f1 = on THEN yes');
    expect(rule(coverProblem([1, 1], -1), [])).toBe('ALWAYS yes');
  });
});
