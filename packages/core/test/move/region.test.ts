import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { ownRegion } from '../../src/move/region.ts';
import { inflate } from '../../src/query/inflate.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { linear } from '../problems.ts';

describe('a region', () => {
  it('ends at the largest number there is where only infinity would cost too much', () => {
    const lower = (kind: 'real' | 'integer') => {
      const model = linear([{ name: 'x', kind }], [1e-300], 1e9);
      const [{ region }] = inflate(weigh(reduce(model), [5]), ['x']);
      return region.kind === 'interval' ? [region.lower, region.upper] : [];
    };
    expect(lower('real')).toEqual([-Number.MAX_VALUE, Number.POSITIVE_INFINITY]);
    expect(lower('integer')).toEqual([-Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]);
  });

  it('that costs nothing is the value itself against two rivals that pull apart, and a half-line against one', () => {
    const features = [{ name: 'x', lower: -9, upper: 9 }];
    const rows = [{ weights: [0], intercept: 5 }, { weights: [1] }, { weights: [-1] }];
    const three = weigh(reduce(linearModel({ classes: ['a', 'b', 'c'], features, rows })), [2]);
    expect(ownRegion(three, 0)).toEqual({ kind: 'interval', lower: 2, upper: 2 });
    const two = weigh(reduce(linearModel({ classes: ['a', 'b'], features, weights: [1] })), [2]);
    expect(ownRegion(two, 0)).toEqual({ kind: 'interval', lower: 2, upper: 9 });
  });

  it('that costs nothing ends at the value however little moves cost', () => {
    const features = [{ name: 'x', lower: -9, upper: 9 }];
    const own = (...weights: number[]) => {
      const rows = weights.map((weight, k) => ({ weights: [weight], intercept: k === 0 ? 5 : 0 }));
      const model = linearModel({ classes: weights.map((_, k) => `c${k}`), features, rows });
      const region = ownRegion(weigh(reduce(model, { neverWins: 'allow' }), [2]), 0);
      return region.kind === 'interval' ? [region.lower, region.upper] : [];
    };
    expect(own(Number.MIN_VALUE, 0)).toEqual([2, 9]);
    expect(own(0, Number.MIN_VALUE)).toEqual([-9, 2]);
    expect(own(0.1 + 0.2, 0.3)).toEqual([2, 9]);
    expect(own(0.3, 0.3)).toEqual([-9, 9]);
    expect(own(0.3, 0.3, 0.4)).toEqual([-9, 2]);
    expect(own(0.3, 0.2, 0.4)).toEqual([2, 2]);
  });

  it('may spend the whole margin only where ties are won', () => {
    const features = [{ name: 'x', values: ['a', 'b', 'c'] }];
    const region = (tieOrder: string[]) => {
      const model = linearModel({ classes: ['no', 'yes'], tieOrder, features, weights: [[3, 0, -1]] });
      return inflate(weigh(reduce(model), ['a']), ['x'])[0].region;
    };
    expect(region(['yes', 'no'])).toEqual({ kind: 'options', options: [0, 1] });
    expect(region(['no', 'yes'])).toEqual({ kind: 'options', options: [0] });
  });

  it('spends on one feature what its worst value costs, against each rival', () => {
    const features = ['x', 'y'].map((name) => ({ name, values: ['a', 'b', 'c'] }));
    const rows = [
      { weights: matrix([0, 0, 0], [0, 0, 0]) },
      { weights: matrix([-4, -2, -3], [-4, -2, -1]), intercept: 4.5 },
      { weights: matrix([-4, -4, -4], [-4, -4, -4]) },
    ];
    const problem = weigh(
      reduce(linearModel({ classes: ['own', 'b', 'c'], features, rows }), { neverWins: 'allow' }),
      ['a', 'a'],
    );
    // A margin of 3.5 against b: x may take all its values and costs 2 at worst, then 1.5 is left.
    expect(inflate(problem, ['x', 'y']).map(({ region }) => region)).toEqual([
      { kind: 'options', options: [0, 1, 2] },
      { kind: 'options', options: [0] },
    ]);
  });
});
