import { describe, expect, it } from 'vitest';
import { linearModel } from '../../src/model/linear.ts';
import { toDemands } from '../../src/weigh/demands.ts';
import { onGrid, whyInDoubles } from '../../src/weigh/float-demands.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { rowsProblem } from '../problems.ts';

/** Three classes of which the last one has nothing, and an instance of it. */
function numbers(
  rows: number[][],
  features: { name: string; lower?: number; upper?: number }[],
  at: number[],
) {
  const spec = {
    classes: ['a', 'b', 'c'],
    features,
    rows: rows.map(([intercept, ...weights]) => ({ weights, intercept })),
  };
  return weigh(reduce(linearModel(spec), { neverWins: 'allow' }), at);
}

describe('what several rivals ask, in doubles', () => {
  const problem = rowsProblem(matrix([4, 0, 2, 1], [1, 0, 3, 0], [1, 1, 1, 1]), [4.5, 2.5, -1]);

  it('leaves out rivals that never win, and features that count against no other', () => {
    const demands = whyInDoubles(problem);
    expect(demands?.forced).toEqual([]);
    expect(Array.from(demands?.features ?? [])).toEqual([0, 2, 3]);
    expect(demands?.list.map(({ weights }) => Array.from(weights))).toEqual(matrix([4, 2, 1], [1, 3, 0]));
    expect(demands?.list.map(({ threshold }) => threshold)).toEqual([4.5, 2.5]);
    for (const { doubt } of demands?.list ?? []) {
      expect(doubt).toBeGreaterThan(0);
      expect(doubt).toBeLessThan(1e-12);
    }
  });

  it('is decided exactly by ranks', () => {
    const tied = whyInDoubles(rowsProblem(matrix([4, 0, 2, 1], [1, 0, 3, 0]), [4, 3]));
    expect(tied?.list.map(({ exactly }) => [[0], [1], [0, 2], [0, 1], []].map(exactly))).toEqual([
      [false, false, true, true, false],
      [false, false, false, true, false],
    ]);
  });

  it('is not known where all drops together are as much as the margin', () => {
    expect(whyInDoubles(rowsProblem(matrix([4, 2], [1, 3]), [0, 2]))).toBeUndefined();
    expect(whyInDoubles(rowsProblem(matrix([4, 2], [1, 3]), [3, 2 ** -52]))).toBeUndefined();
    expect(whyInDoubles(rowsProblem(matrix([4, 2], [1, 3]), [3, -(2 ** -52)]))).toBeUndefined();
    expect(whyInDoubles(rowsProblem(matrix([4, 2], [1, 3]), [3, 2 ** -40]))).toBeDefined();
  });

  it('holds what can move without end, and counts it nowhere', () => {
    const free = numbers(
      matrix([0, 1, 1, 0], [0, 0, 2, 0], [5, 0, 0, 1]),
      [{ name: 'x' }, { name: 'y', lower: 0, upper: 4 }, { name: 'z', lower: 0, upper: 2 }],
      [0, 0, 1],
    );
    const demands = whyInDoubles(free);
    expect(demands?.forced).toEqual([0]);
    expect(Array.from(demands?.features ?? [])).toEqual([1, 2]);
    // Margins of 6 against drops of 4 and 1, which is too little, and of 8 and 1.
    expect(demands?.list.map(({ weights, threshold }) => [...weights, threshold])).toEqual([[8, 1, 3]]);
    expect(demands?.list.map(({ exactly }) => [[0], [1], [], [0, 1]].map(exactly))).toEqual([
      [true, false, false, true],
    ]);
  });

  it('is not known where drops are beyond the doubles, or below them', () => {
    const bounds = (weight: number, upper: number) =>
      numbers(
        matrix([0, weight, 1], [0, 1, 2], [9, 0, 0]),
        [
          { name: 'x', lower: 0, upper },
          { name: 'y', lower: 0, upper: 8 },
        ],
        [0, 0],
      );
    expect(whyInDoubles(bounds(1, 10))).toBeDefined();
    expect(whyInDoubles(bounds(1e200, 1e200))).toBeUndefined();
    expect(whyInDoubles(bounds(1e-200, 1e-200))).toBeUndefined();
  });
});

describe('demands on grids', () => {
  it('have thresholds between whole sums, and exact integers beside', () => {
    const grid = onGrid(toDemands(rowsProblem(matrix([4, 0, 2, 1], [1, 0, 3, 0]), [4, 3]), 'axp'));
    const ranks = (features: number[]) => features.map((i) => Array.from(grid.features).indexOf(i));
    const [first, second] = grid.list;
    expect([first.threshold, first.doubt]).toEqual([4.5, 0]);
    expect([second.threshold, second.doubt]).toEqual([3.5, 0]);
    expect(ranks([0, 2, 3]).map((rank) => first.weights[rank])).toEqual([4, 2, 1]);
    expect([[0], [0, 3], [2, 3]].map((set) => first.exactly(ranks(set)))).toEqual([false, true, false]);
    expect([[2], [0, 2], []].map((set) => second.exactly(ranks(set)))).toEqual([false, true, false]);
  });
});
