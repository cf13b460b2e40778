// The scorecard of the examples.
import { type Classifier, reduce, scorecard } from '@xpxlc/core';

export function loanCard(): Classifier {
  return reduce(
    scorecard({
      classes: ['refuse', 'grant'],
      features: [
        { name: 'age', kind: 'integer', lower: 18, upper: 99, unit: 'years' },
        { name: 'income', lower: 0, upper: 500, unit: 'k€' },
        { name: 'home', values: ['rent', 'own', 'with family'] },
        { name: 'late payments', kind: 'integer', lower: 0, upper: 50 },
      ],
      points: [
        { cuts: [25, 35, 50], values: [5, 15, 25, 30] },
        { cuts: [20, 40, 80], values: [0, 10, 25, 40] },
        [5, 20, 10],
        { cuts: [1, 3], values: [30, 10, 0] },
      ],
      cutoff: 65,
    }),
  );
}
