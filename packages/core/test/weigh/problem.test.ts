import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { smallest } from '../../src/query/smallest.ts';
import { DROP_ERROR, ENDLESS } from '../../src/weigh/problem.ts';
import { overtakesWith } from '../../src/weigh/sufficiency.ts';
import { anyCase } from '../arbitraries.ts';
import { reduce, weigh } from '../engine.ts';
import { exactly, type Fraction, minus, order, plus, times } from '../oracle/fraction.ts';
import { holds } from '../property.ts';

describe('drops as doubles', () => {
  it('are within their stated relative error of the exact ones, unless they underflow or overflow', () => {
    holds(400, anyCase(), (c) => {
      for (const { class: k, approx } of c.weigh().rivals) {
        approx.forEach((x, i) => {
          const truth = c.oracle.drop(k, i);
          if (truth === undefined) {
            expect(x).toBe(Number.POSITIVE_INFINITY);
          } else if (Number.isFinite(x)) {
            const error = absolute(minus(exactly(x), truth));
            const bound = plus(times(exactly(DROP_ERROR), truth), exactly(2 ** -1073));
            expect(order(error, bound)).toBeLessThanOrEqual(0);
          }
        });
      }
    });
  });

  it('keep that error where the slope itself is too small for a double', () => {
    // The parabolas cancel and leave a slope of about −1e-320, of which a double keeps only a few digits.
    const quadratic = 1e-200;
    const shapes = [[0, 1e-120 / 1.7].map((center) => ({ kind: 'quadratic' as const, quadratic, center }))];
    const classifier = reduce(
      additiveModel({ classes: ['a', 'b'], features: [{ name: 'x', lower: -1e300, upper: 1e300 }], shapes }),
    );
    const [{ approx, weights }] = weigh(classifier, [-1e300]).rivals.map((rival) => rival);
    const exact = {
      num: weights.drops[0] << BigInt(Math.max(0, weights.exponent)),
      den: (1n << BigInt(Math.max(0, -weights.exponent))) * weights.denominator,
    };
    const worst = approx[0] === 0 ? exactly(0) : absolute(minus(exactly(approx[0]), exact));
    expect(order(worst, plus(times(exactly(DROP_ERROR), exact), exactly(2 ** -1073)))).toBeLessThanOrEqual(0);
  });
});

describe('a problem', () => {
  it('has one rival per other class, in order, and knows who wins ties', () => {
    const features = [{ name: 'x', values: ['0', '1'] }];
    const rows = [3, 1, 2].map((w) => ({ weights: [[0, w]] }));
    const model = linearModel({ classes: ['a', 'b', 'c'], tieOrder: ['b', 'a', 'c'], features, rows });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), [1]);
    expect(problem.classIndex).toBe(0);
    expect(problem.rivals.map(({ class: k, winsTies }) => [k, winsTies])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('marks drops without end', () => {
    const model = linearModel({
      classes: ['a', 'b'],
      features: [
        { name: 'x', lower: 0 },
        { name: 'y', lower: 0 },
      ],
      weights: [1, -1],
    });
    const { rivals, class: name } = weigh(reduce(model), [2, 1]);
    expect(name).toBe('b');
    expect(rivals[0].weights.drops.map((drop) => drop === ENDLESS)).toEqual([false, true]);
    expect([...rivals[0].approx]).toEqual([2, Number.POSITIVE_INFINITY]);
  });

  it('computes the exact numbers once', () => {
    const model = linearModel({
      classes: ['a', 'b'],
      features: [{ name: 'x', lower: 0, upper: 1 }],
      weights: [1],
    });
    const [rival] = weigh(reduce(model), [1]).rivals;
    expect(rival.weights).toBe(rival.weights);
    expect(rival.approx).toBe(rival.approx);
  });

  it('of no features has nothing to explain', () => {
    const model = linearModel({ classes: ['a', 'b'], features: [], weights: [], intercept: 1 });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), []);
    expect(problem.classIndex).toBe(1);
    expect(smallest(problem)).toEqual([]);
    expect(smallest(problem, { kind: 'cxp' })).toBeUndefined();
  });
});

function absolute({ num, den }: Fraction): Fraction {
  return { num: num < 0n ? -num : num, den };
}

describe('a rival', () => {
  it('overtakes with the same features by doubles and by the definition', () => {
    holds(400, anyCase(), fc.uniqueArray(fc.nat(5)), (c, list) => {
      const moving = list.filter((i) => i < c.instance.length);
      const problem = c.weigh();
      for (const rival of problem.rivals)
        expect(overtakesWith(problem, rival, moving)).toBe(c.oracle.overtakes(rival.class, moving));
    });
  });
});
