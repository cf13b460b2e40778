import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { toCover } from '../../src/weigh/cover.ts';
import { type Demand, exceeds, toDemands, towardsDemands } from '../../src/weigh/demands.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';

const unasked = (): never => {
  throw new Error('exact sums');
};

describe('the minimal covers of one rival', () => {
  it('sort what can matter by weight and set aside what suffices alone', () => {
    const [rival] = coverProblem([1, 7, 0, 3, 8, 3], 6).rivals;
    const cover = toCover(rival, 'axp');
    expect([cover.forced, cover.singles, [...cover.order]]).toEqual([[], [4, 1], [3, 5, 0]]);
    expect([cover.weights, cover.threshold]).toEqual([[3n, 3n, 1n], 6n]);
  });

  it('have a threshold one lower where ties are won, as integers', () => {
    const features = [{ name: 'x', values: ['a', 'b'] }];
    const spec = { classes: ['no', 'yes'], features, weights: [[-1, 2]] };
    const cover = (tieOrder: string[], kind: 'axp' | 'cxp') => {
      const [rival] = weigh(reduce(linearModel({ ...spec, tieOrder })), ['b']).rivals;
      return toCover(rival, kind).threshold;
    };
    // Γ = 2, δ = 3, Φ = 1; contrasts must reach Γ, or exceed it.
    expect(cover(['no', 'yes'], 'axp')).toBe(1n);
    expect(cover(['yes', 'no'], 'axp')).toBe(0n);
    expect(cover(['no', 'yes'], 'cxp')).toBe(1n);
    expect(cover(['yes', 'no'], 'cxp')).toBe(2n);
  });

  it('set aside only what exceeds the threshold, be that 0', () => {
    const [rival] = coverProblem([3, 0, 2, 1], 2).rivals;
    expect(toCover(rival, 'axp')).toMatchObject({ singles: [0], order: Int32Array.of(2, 3), threshold: 2n });
    const [zero] = coverProblem([1, 0, 2], 0).rivals;
    expect(toCover(zero, 'axp')).toMatchObject({ singles: [2, 0], order: new Int32Array(0), threshold: 0n });
  });

  it('keep equal weights in order of position', () => {
    const weights = sequence(5, 40, 4).map((w) => w + 1);
    const { order } = toCover(coverProblem(weights, 90).rivals[0], 'axp');
    const sorted = [...weights.keys()].sort((i, j) => weights[j] - weights[i] || i - j);
    expect([...order]).toEqual(sorted);
  });

  it('put endless drops before all others', () => {
    const features = [
      { name: 'x', lower: 0, upper: 9 },
      { name: 'y' },
      { name: 'z', lower: 0, upper: 8 },
      { name: 'w' },
    ];
    const model = linearModel({ classes: ['no', 'yes'], features, weights: [1, 1, 1, 1], intercept: -10 });
    const [rival] = weigh(reduce(model), [8, 0, 8, 0]).rivals;
    expect(toCover(rival, 'cxp').singles).toEqual([1, 3, 0, 2]);
    const [other] = weigh(reduce(model), [6, 0, 8, 0]).rivals;
    expect(toCover(other, 'cxp').singles).toEqual([1, 3, 2, 0]);
  });

  it('need nothing when the class never changes', () => {
    const cover = toCover(coverProblem([3, 2], -1).rivals[0], 'axp');
    expect(cover).toMatchObject({ singles: [], weights: [], threshold: -1n });
  });

  it('hold endless drops in explanations, and let each change the class alone in contrasts', () => {
    const features = [{ name: 'x' }, { name: 'y', lower: 0, upper: 1 }];
    const [rival] = weigh(
      reduce(linearModel({ classes: ['no', 'yes'], features, weights: [1, 3], intercept: -2 })),
      [1, 1],
    ).rivals;
    expect(toCover(rival, 'axp')).toMatchObject({ forced: [0], singles: [1], threshold: 1n });
    expect(toCover(rival, 'cxp')).toMatchObject({ forced: [], singles: [0, 1] });
  });
});

describe('the rows of several rivals', () => {
  it('leave out rivals that can never win, and features without weight', () => {
    const rows = toDemands(rowsProblem(matrix([1, 0, 2], [5, 0, 5]), [1, -1]), 'axp');
    expect(rows).toMatchObject({ mode: 'all', forced: [], singles: [] });
    expect(rows.list.map(({ threshold }) => threshold)).toEqual([1n]);
    expect([...rows.features]).toEqual([2, 0]);
  });

  it('set aside what changes the class alone, for any rival', () => {
    const rows = toDemands(rowsProblem(matrix([1, 4, 2], [1, 1, 1]), [3, 1]), 'cxp');
    expect(rows).toMatchObject({ mode: 'any', singles: [1] });
    expect([...rows.features].sort()).toEqual([0, 2]);
  });

  it('keep a rival that ties at worst only where it would win the tie', () => {
    // All drops together are as large as the margin: Φ = 0, or −1 where ties are won.
    const rows = (tieOrder: string[]) =>
      toDemands(
        weigh(
          reduce(
            linearModel({
              classes: ['own', 'b', 'c'],
              tieOrder,
              features: [{ name: 'x', values: ['off', 'on'] }],
              rows: [{ weights: [[0, 2]] }, { weights: [[0, 0]] }, { weights: [[0, 0]], intercept: 1 }],
            }),
            { neverWins: 'allow' },
          ),
          ['on'],
        ),
        'axp',
      ).list.map(({ threshold }) => threshold);
    expect(rows(['b', 'c', 'own'])).toEqual([0n, 1n]);
    expect(rows(['own', 'b', 'c'])).toEqual([0n]);
  });

  it('hold what can move without end against any rival, in order', () => {
    const features = [{ name: 'x' }, { name: 'y', lower: 0, upper: 4 }, { name: 'z' }];
    const rows = [
      { weights: [0, 0, 0] },
      { weights: [0, -1, -1], intercept: 3 },
      { weights: [-1, -1, 0], intercept: 2 },
    ];
    const problem = weigh(
      reduce(linearModel({ classes: ['own', 'b', 'c'], features, rows }), { neverWins: 'allow' }),
      [1, 4, 1],
    );
    const { forced, list: demands } = toDemands(problem, 'axp');
    expect(forced).toEqual([0, 2]);
    // x and z being held, y must not lose more than 2 and 3 of its 4; ties are won.
    expect(demands.map(({ weights, threshold }) => [weights, threshold])).toEqual([
      [[4n], 1n],
      [[4n], 0n],
    ]);
    const contrasts = toDemands(problem, 'cxp');
    expect([contrasts.forced, contrasts.singles, contrasts.list]).toEqual([[], [0, 1, 2], []]);
  });

  it('leave out rivals that no change can make win', () => {
    const { list } = toDemands(rowsProblem(matrix([2, 2, 2], [3, 3, 2]), [-1, 4]), 'cxp');
    // Margins 7 and 4: all changes together are worth 6 and 8.
    expect(list.map(({ threshold }) => threshold)).toEqual([3n]);
  });

  it('put first what covers the largest share of any threshold; then the heavier against the first rival, then by position', () => {
    const order = (weights: number[][], thresholds: number[]): number[] => [
      ...toDemands(rowsProblem(weights, thresholds), 'axp').features,
    ];
    // Shares of 1/8 or 3/6, 4/8 or 1/6, 2/8 or 1/6, 2/8 or 1/6, 0 or 1/6.
    expect(order(matrix([1, 4, 2, 2, 0], [3, 1, 1, 1, 1]), [8, 6])).toEqual([1, 0, 2, 3, 4]);
    expect(order(matrix([0, 1], [1, 0]), [0, 0])).toEqual([1, 0]);
    // Shares of 4/8 and 3/4.
    expect(order(matrix([4, 0, 5], [0, 3, 2]), [8, 4])).toEqual([1, 2, 0]);
    // Drops of 2^53 and 2^53 + 1, the same share as doubles go.
    const spec = {
      classes: ['no', 'yes', 'never'],
      features: ['x', 'y'].map((name) => ({ name, values: ['off', 'on'] })),
      rows: [
        { weights: matrix([0, 0], [0, 0]) },
        { weights: matrix([0, 2 ** 53], [-1, 2 ** 53]), intercept: -1 },
        { weights: matrix([0, 0], [0, 0]), intercept: -(2 ** 60) },
      ],
    };
    const model = linearModel(spec);
    const problem = weigh(reduce(model, { neverWins: 'allow' }), ['on', 'on']);
    expect([...toDemands(problem, 'axp').features]).toEqual([1, 0]);
    const turned = linearModel({
      ...spec,
      features: spec.features.toReversed(),
      rows: spec.rows.map(({ weights, ...row }) => ({ ...row, weights: weights.toReversed() })),
    });
    expect([
      ...toDemands(weigh(reduce(turned, { neverWins: 'allow' }), ['on', 'on']), 'axp').features,
    ]).toEqual([0, 1]);
  });

  it('have as fine a grid as asked for', () => {
    const problem = rowsProblem(matrix([5, 7, 11], [1, 1, 1]), [12, 1]);
    expect(toDemands(problem, 'axp').list.map(({ grid }) => grid.window)).toEqual([0, 0]);
    expect(toDemands(problem, 'axp', 2).list[0].grid.window).toBe(3);
    // One of the three changes the class alone.
    expect(toDemands(problem, 'cxp', 2).list[0].grid.window).toBe(2);
  });

  it('are exceeded exactly, whatever the grid', () => {
    for (const bits of [undefined, 3, 10]) {
      const { list } = toDemands(rowsProblem(matrix([0.1, 0.2, 0.7], [1, 1, 1]), [0.3, 2]), 'axp', bits);
      const [row] = list;
      const sum = (ranks: number[]): number =>
        ranks.reduce((total, rank) => total + row.grid.weights[rank], 0);
      const over = (ranks: number[]): boolean => exceeds(row, sum(ranks), () => ranks);
      const exact = (ranks: number[]): boolean =>
        ranks.reduce((total, rank) => total + row.weights[rank], 0n) > row.threshold;
      for (const ranks of [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
        expect(over(ranks)).toBe(exact(ranks));
    }
  });
});

describe('exceeding a threshold', () => {
  const row = (window: number): Demand => ({
    weights: [10n, 20n],
    threshold: 15n,
    grid: { weights: Float64Array.of(1, 2), threshold: 5, window, quantum: 1n },
  });

  it('is certain from the grid alone outside the window', () => {
    expect(exceeds(row(3), 8, unasked)).toBe(true);
    expect(exceeds(row(3), 2, unasked)).toBe(false);
    expect(exceeds(row(0), 6, unasked)).toBe(true);
    expect(exceeds(row(0), 5, unasked)).toBe(false);
  });

  it('is decided by exact sums inside it', () => {
    for (const sum of [3, 5, 7]) {
      expect(exceeds(row(3), sum, () => [1])).toBe(true);
      expect(exceeds(row(3), sum, () => [0])).toBe(false);
      expect(exceeds({ ...row(3), threshold: 20n }, sum, () => [1])).toBe(false);
    }
  });
});

describe('the rows of a chosen class', () => {
  // t is 3 behind a and 2 ahead of b; x helps it against a, y against b without end, z against both.
  const spec = {
    classes: ['t', 'a', 'b'],
    features: [
      { name: 'x', values: ['off', 'on'] },
      { name: 'y', lower: 0 },
      { name: 'z', values: ['off', 'on'] },
    ],
    rows: [
      { weights: [[0, 2], 1, [0, 5]] },
      { weights: [[0, 0], 1, [0, 0]], intercept: 3 },
      { weights: [[0, 4], 0, [0, 1]], intercept: -2 },
    ] as const,
  };
  const demandsOf = (tieOrder: string[]) => {
    const problem = weigh(reduce(linearModel({ ...spec, tieOrder }), { neverWins: 'allow' }), [
      'off',
      0,
      'off',
    ]);
    return towardsDemands(problem, toTarget(problem, 0));
  };

  it('demand what is missing against each class that is ahead', () => {
    const { mode, forced, singles, features, list } = demandsOf(['t', 'a', 'b']);
    expect([mode, forced, singles]).toEqual(['all', [], []]);
    expect(list.map(({ weights, threshold }) => [threshold, [...weights].map(String)])).toEqual([
      [2n, [...features].map((i) => ['2', '0', '5'][i])],
    ]);
    expect(demandsOf(['a', 'b', 't']).list.map(({ threshold }) => threshold)).toEqual([3n]);
  });

  it('demand something of a class that ties and would win', () => {
    const model = linearModel({
      classes: ['t', 'a', 'b'],
      tieOrder: ['a', 't', 'b'],
      features: [{ name: 'x', values: ['off', 'on'] }],
      rows: [{ weights: [[0, 1]] }, { weights: [[0, 0]] }, { weights: [[0, 0]], intercept: -1 }],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), ['off']);
    expect(towardsDemands(problem, toTarget(problem, 0)).list.map(({ threshold }) => threshold)).toEqual([
      0n,
    ]);
  });

  it('keep what helps only against a class that is beaten already, be it without end', () => {
    expect([...demandsOf(['t', 'a', 'b']).features].sort()).toEqual([0, 1, 2]);
  });

  it('have an endless gain make up for anything', () => {
    const problem = weigh(
      reduce(
        linearModel({
          classes: ['t', 'a', 'b'],
          features: [{ name: 'x' }, { name: 'y', lower: 0, upper: 1 }],
          rows: [{ weights: [1, 1] }, { weights: [0, 0], intercept: 7 }, { weights: [0, 0], intercept: 0 }],
        }),
        { neverWins: 'allow' },
      ),
      [0, 0],
    );
    const { list, features } = towardsDemands(problem, toTarget(problem, 0));
    // Ties are won, so 7 is missing against a, nothing against b.
    expect([...features]).toEqual([0, 1]);
    expect(list.map(({ weights, threshold }) => [...weights, threshold])).toEqual([[7n, 1n, 6n]]);
  });
});
