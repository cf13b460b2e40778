import { linearModel, reduce, weigh } from '@xpxlc/core';
import { expect, it } from 'vitest';
import { NEVER } from '../../src/answer/allowance.ts';
import { describe as told } from '../../src/answer/explain-record.ts';

const QUESTION = {
  kind: 'cxp',
  limit: 1,
  order: 'size',
  avoid: [],
  never: [],
  inflate: false,
  certificate: false,
} as const;

/** The region of the only contrast of age 60. */
function regionOf(weight: number, intercept: number, kind: 'real' | 'integer' = 'real') {
  const model = linearModel({
    classes: ['refuse', 'grant'],
    features: [{ name: 'age', kind, lower: 18, upper: 99 }],
    weights: [weight],
    intercept,
  });
  const problem = weigh(reduce(model), { age: 60 });
  return told(problem, 'cxp', [0], QUESTION, {}, NEVER).counterfactual?.region.age;
}

it('the ends of a region say where they are a tie, or within the noise of the model', () => {
  // Ties go to refuse.
  expect(regionOf(1, -50)).toEqual([{ to: 50, doubtful: { to: 'tie' } }]);
  expect(regionOf(0.1, -4.4)).toEqual([{ to: expect.closeTo(44, 9), doubtful: { to: 'noise' } }]);
  // Nothing is near to a tie there.
  expect(regionOf(2, -51, 'integer')).toEqual([{ to: 25 }]);
  expect(regionOf(-2, 131, 'integer')).toEqual([{ from: 66 }]);
});
