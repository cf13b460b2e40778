import { expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { scorecard } from '../../src/model/scorecard.ts';
import { optionsOf } from '../../src/reduce/options-of.ts';
import { reduce } from '../engine.ts';
import { coverProblem } from '../problems.ts';

it('the options of a feature are its categories or its bins; a number of a line has none', () => {
  const spec = { classes: ['no', 'yes'], features: [{ name: 'x', lower: 2, upper: 9 }] };
  const card = reduce(scorecard({ ...spec, cutoff: 5, points: [{ cuts: [1, 4], values: [0, 5, 9] }] }), {
    neverWins: 'allow',
  });
  expect(optionsOf(card, 'x')).toEqual({
    reachable: [false, true, true],
    bins: { cuts: [1, 4], closed: 'left' },
  });
  expect(optionsOf(coverProblem([1], 0).classifier, 'f0')).toEqual({ reachable: [true, true] });
  expect(optionsOf(reduce(linearModel({ ...spec, weights: [1], intercept: -5 })), 0)).toBeUndefined();
});
