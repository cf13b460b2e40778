import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { reduce } from '../../src/reduce/reduce.ts';
import { toCover } from '../../src/weigh/cover.ts';
import { weigh } from '../../src/weigh/problem.ts';
import { exceeds, toRows } from '../../src/weigh/rows.ts';
import { coverProblem, rowsProblem } from '../problems.ts';

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
    expect(toCover(rival, 'cxp', new Set([0]))).toMatchObject({ forced: [], singles: [1] });
  });
});

describe('the rows of several rivals', () => {
  it('leave out rivals that can never win, and features without weight', () => {
    const rows = toRows(
      rowsProblem(
        [
          [1, 0, 2],
          [5, 0, 5],
        ],
        [1, -1],
      ),
      'axp',
    );
    expect(rows).toMatchObject({ mode: 'all', forced: [], singles: [] });
    expect(rows.rows.map(({ threshold }) => threshold)).toEqual([1n]);
    expect([...rows.features]).toEqual([2, 0]);
  });

  it('set aside what changes the class alone, for any rival', () => {
    const rows = toRows(
      rowsProblem(
        [
          [1, 4, 2],
          [1, 1, 1],
        ],
        [3, 1],
      ),
      'cxp',
    );
    expect(rows).toMatchObject({ mode: 'any', singles: [1] });
    expect([...rows.features].sort()).toEqual([0, 2]);
  });

  it('have fixed features without weight', () => {
    const rows = toRows(
      rowsProblem(
        [
          [2, 2, 2],
          [1, 1, 1],
        ],
        [3, 2],
      ),
      'cxp',
      { fixed: new Set([0]) },
    );
    expect([...rows.features, ...rows.singles].includes(0)).toBe(false);
  });

  it('are exceeded exactly, whatever the grid', () => {
    for (const bits of [undefined, 3, 10]) {
      const { rows } = toRows(
        rowsProblem(
          [
            [0.1, 0.2, 0.7],
            [1, 1, 1],
          ],
          [0.3, 2],
        ),
        'axp',
        { bits },
      );
      const [row] = rows;
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
