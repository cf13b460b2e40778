import { describe, expect, it } from 'vitest';
import { scorecard } from '../../src/model/scorecard.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { linear } from '../problems.ts';

describe('values that an instance leaves out', () => {
  const model = linear(
    [
      { name: 'income', lower: 0, upper: 100, missing: 42 },
      { name: 'job', values: ['none', 'clerk'], missing: 'clerk' },
      { name: 'age', lower: 0, upper: 99 },
    ],
    [1, [0, 1], 1],
    -50,
  );

  it('are known beside what they count as', () => {
    const classifier = reduce(model);
    const problem = weigh(classifier, { age: 30 });
    expect([problem.missing, Array.from(problem.values)]).toEqual(matrix([0, 1], [42, 1, 30]));
    expect(weigh(classifier, [null, 'none', 30]).missing).toEqual([0]);
    // The same value, if it is there, is not missing.
    expect(weigh(classifier, [42, 'clerk', 30]).missing).toEqual([]);
    expect(weigh(classifier, Float64Array.of(42, 1, 30) as unknown as number[]).missing).toEqual([]);
  });

  it('are not among them where missing is a value of its own', () => {
    const card = scorecard({
      classes: ['no', 'yes'],
      features: [{ name: 'x', missing: true }],
      cutoff: 5,
      points: [{ cuts: [1], values: [0, 9], missing: 3 }],
    });
    expect(weigh(reduce(card), [null]).missing).toEqual([]);
  });

  it('are the same in a narrowed space', () => {
    const within = { features: { age: 'fixed' } } as const;
    expect(weigh(reduce(model), { age: 30 }, { within }).missing).toEqual([0, 1]);
  });
});
