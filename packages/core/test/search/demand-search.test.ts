import { describe, expect, it } from 'vitest';
import { Meter } from '../../src/model/budget.ts';
import { linearModel } from '../../src/model/linear.ts';
import { enumerate, enumerateMasks } from '../../src/query/enumerate.ts';
import { relevant } from '../../src/query/relevant.ts';
import { type DemandSearchOptions, searchDemands } from '../../src/search/demand-search.ts';
import { isTowards } from '../../src/search/towards.ts';
import type { Kind } from '../../src/weigh/cover.ts';
import { type Demands, toDemands } from '../../src/weigh/demands.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { reduce, weigh } from '../engine.ts';
import { matrix } from '../matrix.ts';
import { subsets } from '../oracle/oracle.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';

const list = (rows: Demands, options?: DemandSearchOptions): number[][] => [...searchDemands(rows, options)];
const sum = (weights: readonly number[], set: readonly number[]): number =>
  set.reduce((total, i) => total + weights[i], 0);

/** Sets with a property that lose it with any member. */
function minimalSets(n: number, holds: (set: readonly number[]) => boolean): string[] {
  return subsets(Array.from({ length: n }, (_, i) => i))
    .filter((set) => holds(set) && set.every((left) => !holds(set.filter((i) => i !== left))))
    .map(String)
    .sort();
}

/** Random rows of n weights, with thresholds at a share of their sums. */
function instances(): { n: number; weights: number[][]; thresholds: number[]; problem: Weighed }[] {
  return Array.from({ length: 36 }, (_, seed) => {
    const n = 3 + (seed % 5);
    const weights = Array.from({ length: 2 + (seed % 2) }, (_, r) =>
      sequence(seed * 7 + r, n, seed % 3 === 0 ? 4 : 60),
    );
    const thresholds = weights.map((row, r) =>
      Math.floor(sum(row, [...row.keys()]) * (0.3 + 0.15 * r) - 0.001),
    );
    return { n, weights, thresholds, problem: rowsProblem(weights, thresholds) };
  }).filter(({ weights, problem }) => problem.classIndex === weights.length);
}

const truths: Record<
  Kind,
  (weights: number[][], thresholds: number[]) => (set: readonly number[]) => boolean
> = {
  axp: (weights, thresholds) => (set) => weights.every((row, r) => sum(row, set) > thresholds[r]),
  // Changing a set leaves the others held; a rival wins where they no longer exceed its threshold.
  cxp: (weights, thresholds) => (set) =>
    weights.some(
      (row, r) =>
        sum(
          row,
          [...row.keys()].filter((i) => !set.includes(i)),
        ) <= thresholds[r],
    ),
};

describe.each(['axp', 'cxp'] as const)('the search over several rows: %s', (kind) => {
  it('finds exactly the minimal sets, whatever the grid, in either order', () => {
    let found = 0;
    for (const { n, weights, thresholds, problem } of instances()) {
      const expected = minimalSets(n, truths[kind](weights, thresholds));
      found += expected.length;
      const plain = list(toDemands(problem, kind));
      expect(plain.map(String).sort()).toEqual(expected);
      for (const bits of [2, 4]) expect(list(toDemands(problem, kind, bits))).toEqual(plain);
      for (const bits of [undefined, 2]) {
        const sized = list(toDemands(problem, kind, bits), { bySize: true });
        expect(sized.map(String).sort()).toEqual(expected);
        expect(sized.map((set) => set.length)).toEqual(sized.map((set) => set.length).sort());
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('continues after any set as if it had never stopped', () => {
    for (const { problem } of instances().slice(0, 12)) {
      for (const bySize of [false, true]) {
        const rows = toDemands(problem, kind);
        const all = list(rows, { bySize });
        expect(all.length).toBeGreaterThan(0);
        all.forEach((after, position) => {
          expect(list(rows, { bySize, after })).toEqual(all.slice(position + 1));
        });
      }
    }
  });

  // Asked for in mode `all` only.
  if (kind === 'axp')
    it('honours a further condition that only grows', () => {
      let compared = 0;
      for (const { n, weights, thresholds, problem } of instances().slice(0, 12)) {
        const holds = (set: readonly number[]): boolean => set.includes(0) && set.includes(n - 1);
        const expected = minimalSets(n, (set) => truths[kind](weights, thresholds)(set) && holds(set));
        const open = toDemands(problem, kind);
        // Every feature must be there to be picked, also one without weight.
        if (open.features.length < n) continue;
        for (const bySize of [false, true])
          expect(list(open, { holds, bySize }).map(String).sort()).toEqual(expected);
        compared += expected.length;
      }
      expect(compared).toBeGreaterThan(12);
    });

  it('is what an enumeration of several classes delivers, limits and masks included', () => {
    for (const { problem } of instances().slice(0, 12)) {
      for (const order of ['search', 'size'] as const) {
        const all = list(toDemands(problem, kind), { bySize: order === 'size' });
        const sets = (options: object): number[][] =>
          Array.from(enumerate(problem, { kind, order, ...options }), (set) => set.features);
        expect(sets({})).toEqual(all);
        expect(sets({ limit: 2 })).toEqual(all.slice(0, 2));
        if (all.length > 1) expect(sets({ after: all[0] })).toEqual(all.slice(1));
        const masks: number[] = [];
        for (const batch of enumerateMasks(problem, { kind, order, limit: 3, batch: 2 }))
          masks.push(...batch.masks.subarray(0, batch.count));
        expect(masks).toEqual(all.slice(0, 3).map((set) => set.reduce((mask, i) => mask | (1 << i), 0)));
      }
    }
  });
});

describe('the search over several rows', () => {
  it('continues after a set that changes the class alone', () => {
    const problem = rowsProblem(matrix([5, 5, 1, 1], [1, 1, 1, 1]), [7, 2]);
    const rows = toDemands(problem, 'cxp');
    expect(list(rows)).toEqual([[0], [1], [2, 3]]);
    expect(list(rows, { after: [0] })).toEqual([[1], [2, 3]]);
    expect(list(rows, { after: [1] })).toEqual([[2, 3]]);
    expect(list(rows, { after: [2, 3] })).toEqual([]);
    expect(list(rows, { after: [1], bySize: true })).toEqual([[2, 3]]);
  });

  it('continues among sets that hold what could move without end', () => {
    const features = [{ name: 'x' }, ...['y', 'z', 'w'].map((name) => ({ name, lower: 0, upper: 2 }))];
    const model = linearModel({
      classes: ['own', 'a', 'b'],
      features,
      rows: [{ weights: [1, 1, 1, 1] }, { weights: [0, 0, 0, 0], intercept: 4 }, { weights: [0, 0, 0, 0] }],
    });
    const rows = toDemands(weigh(reduce(model, { neverWins: 'allow' }), [1, 2, 2, 2]), 'axp');
    const all = list(rows);
    expect(all.map(String).sort()).toEqual(['0,1,2', '0,1,3', '0,2,3']);
    all.forEach((after, position) => {
      expect(list(rows, { after })).toEqual(all.slice(position + 1));
    });
  });

  it('leaves branches that cannot become an answer', () => {
    // Without the bounds there would be many times as many steps.
    const steps = (kind: Kind, bySize: boolean): number => {
      const weights = [sequence(3, 16, 1000), sequence(4, 16, 1000)].map((row, r) =>
        row.map((w, i) => (i % 4 === r ? 0 : w + 1)),
      );
      const thresholds = weights.map((row) => Math.floor(sum(row, [...row.keys()]) * 0.6));
      let made = 0;
      const stop = (more: number): boolean => {
        made += more;
        return made > 1e6;
      };
      list(toDemands(rowsProblem(weights, thresholds), kind), { bySize, stop });
      return made;
    };
    for (const kind of ['axp', 'cxp'] as const) {
      expect(steps(kind, false)).toBeLessThan(5120);
      expect(steps(kind, true)).toBeLessThan(23_552);
    }
  });

  it('asks now and then whether to stop', () => {
    const weights = [sequence(1, 22, 1000), sequence(2, 22, 1000)].map((row) => row.map((w) => w + 500));
    const problem = rowsProblem(
      weights,
      weights.map((row) => Math.floor(sum(row, [...row.keys()]) / 2)),
    );
    let asked = 0;
    const stop = (): boolean => ++asked === 3;
    const found = list(toDemands(problem, 'axp'), { stop });
    expect(asked).toBe(3);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(
      list(toDemands(problem, 'axp'), { stop: () => ++asked > 100 }).slice(0, found.length),
    );
  });

  it('of contrasts ends at once where a signal says so', () => {
    const signal = { aborted: false };
    const running = enumerate(rowsProblem(matrix([2, 2, 2], [2, 2, 1]), [3, 2]), { budget: { signal } });
    expect(running.next().done).toBe(false);
    signal.aborted = true;
    expect(running.next().done).toBe(true);
    expect([running.complete, running.delivered]).toEqual([false, 1]);
    signal.aborted = false;
    expect(running.next().done).toBe(true);
  });
});

describe('features that matter against several rivals', () => {
  it('are those in some minimal explanation', () => {
    for (const { n, weights, thresholds, problem } of instances()) {
      const sets = minimalSets(n, truths.axp(weights, thresholds));
      const expected = [...new Set(sets.flatMap((set) => (set === '' ? [] : set.split(',').map(Number))))];
      expect(relevant(problem)).toEqual(expected.sort((a, b) => a - b));
    }
  });

  it('are those in some minimal explanation against one rival too', () => {
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const n = 1 + (seed % 8);
      const weights = sequence(seed, n, seed % 2 === 0 ? 5 : 40);
      const threshold = Math.floor(sum(weights, [...weights.keys()]) * (0.2 + (seed % 7) / 10)) - 0.5;
      const problem = coverProblem(weights, threshold);
      if (problem.classIndex === 0) continue;
      const sets = minimalSets(n, (set) => sum(weights, set) > threshold);
      const expected = [...new Set(sets.flatMap((set) => (set === '' ? [] : set.split(',').map(Number))))];
      expect(relevant(problem)).toEqual(expected.sort((a, b) => a - b));
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('are found in few steps', () => {
    const weights = sequence(5, 60, 1000).map((w) => w + 1);
    const other = sequence(6, 60, 1000).map((w) => w + 1);
    const half = (row: number[]): number => Math.floor(sum(row, [...row.keys()]) / 2);
    expect(() => relevant(coverProblem(weights, half(weights)), { budget: { steps: 400 } })).not.toThrow();
    expect(() =>
      relevant(rowsProblem([weights, other], [half(weights), half(other)]), { budget: { steps: 12_000 } }),
    ).not.toThrow();
  });
});

describe('a minimal contrast towards a class', () => {
  it('has the property and loses it with any member', () => {
    // t needs two of the three against a; b is no danger.
    const offOn = (name: string) => ({ name, values: ['off', 'on'] });
    const flat = [0, 0, 0].map(() => [0, 0]);
    const model = linearModel({
      classes: ['t', 'a', 'b'],
      features: ['x', 'y', 'z'].map(offOn),
      rows: [
        { weights: [1, 1, 1].map((w) => [0, w]) },
        { weights: flat, intercept: 1.5 },
        { weights: flat, intercept: -1 },
      ],
    });
    const problem = weigh(reduce(model, { neverWins: 'allow' }), ['off', 'off', 'off']);
    const is = (set: number[]): boolean => isTowards(problem, toTarget(problem, 0), set, new Meter());
    expect([is([0, 1]), is([1, 2]), is([0]), is([]), is([0, 1, 2])]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const all = Array.from(enumerate(problem, { kind: 'cxp', target: 't' }), (set) => set.features);
    expect(all.map(String).sort()).toEqual(['0,1', '0,2', '1,2']);
    expect(
      Array.from(enumerate(problem, { kind: 'cxp', target: 't', after: all[0] }), (set) => set.features),
    ).toEqual(all.slice(1));
  });
});
