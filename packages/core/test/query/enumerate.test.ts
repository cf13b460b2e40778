import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import { linearModel } from '../../src/model/linear.ts';
import {
  type EnumerateOptions,
  enumerate,
  enumerateIndices,
  enumerateMasks,
} from '../../src/query/enumerate.ts';
import { FeatureSet, popcount } from '../../src/search/feature-set.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { reduce, weigh } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';

const list = (problem: Weighed, options?: EnumerateOptions): number[][] =>
  Array.from(enumerate(problem, options), (set) => set.features);

/** Any two of the three suffice. */
const twoOfThree = coverProblem([2, 2, 2], 3);
/** The same with three classes. */
const threeClasses = rowsProblem(matrix([2, 2, 2], [2, 2, 1]), [3, 2]);

describe('an enumeration', () => {
  it('lists what suffices, and what would change the class', () => {
    expect(list(twoOfThree)).toEqual(matrix([0, 1], [0, 2], [1, 2]));
    expect(list(twoOfThree, { kind: 'cxp' })).toEqual(matrix([0, 1], [0, 2], [1, 2]));
    expect(list(coverProblem([4, 2, 1], 5))).toEqual([[0, 1]]);
    expect(list(coverProblem([4, 2, 1], 5), { kind: 'cxp' })).toEqual([[0], [1]]);
  });

  it('of a class that never changes has the empty explanation and no contrast', () => {
    expect(list(coverProblem([1, 1], -1))).toEqual([[]]);
    expect(list(coverProblem([1, 1], -1), { kind: 'cxp' })).toEqual([]);
    expect(list(coverProblem([], -1))).toEqual([[]]);
    expect(list(coverProblem([], -1), { kind: 'cxp' })).toEqual([]);
    expect(list(rowsProblem([[1], [1]], [-1, -2]))).toEqual([[]]);
    expect(list(rowsProblem([[1], [1]], [-1, -2]), { kind: 'cxp' })).toEqual([]);
  });

  it('leaves out features without any weight', () => {
    expect(list(coverProblem([0, 3, 0, 3], 4))).toEqual([[1, 3]]);
    expect(list(coverProblem([0, 3, 0, 3], 4), { kind: 'cxp', order: 'size' })).toEqual([[1], [3]]);
  });

  it('holds what could otherwise move without end in every explanation', () => {
    const features = [{ name: 'x' }, { name: 'y', lower: 0, upper: 2 }, { name: 'z', lower: 0, upper: 2 }];
    const problem = weigh(
      reduce(linearModel({ classes: ['no', 'yes'], features, weights: [1, 1, 1], intercept: -2 })),
      [1, 2, 2],
    );
    expect(list(problem)).toEqual(matrix([0, 1], [0, 2]));
    expect(list(problem, { kind: 'cxp' })).toEqual([[0], [1, 2]]);
    expect(list(problem, { after: [0, 1] })).toEqual([[0, 2]]);
  });

  it('leaves features that cannot move out of contrasts', () => {
    const still = (names: readonly string[], { classifier, values } = twoOfThree) =>
      weigh(classifier, Array.from(values), {
        within: { features: Object.fromEntries(names.map((name) => [name, 'fixed' as const])) },
      });
    expect(list(still(['f0']), { kind: 'cxp' })).toEqual([[1, 2]]);
    expect(list(still(['f0', 'f1']), { kind: 'cxp' })).toEqual([]);
    expect(list(still(['f0', 'f1', 'f2'], threeClasses), { kind: 'cxp' })).toEqual([]);
    expectError(() => enumerate(still(['f0']), { kind: 'cxp', after: [0, 1] }), InstanceError, {
      code: 'bad-cursor',
      place: 'after',
      expected: 'a minimal cxp',
      got: '[0,1]',
    });
  });

  it('continues after a set given by names, positions, or as it was delivered', () => {
    const [first] = enumerate(twoOfThree);
    expect(list(twoOfThree, { after: first })).toEqual(matrix([0, 2], [1, 2]));
    expect(list(twoOfThree, { after: ['f2', 'f0'] })).toEqual([[1, 2]]);
    expect(list(twoOfThree, { after: [1, 2] })).toEqual([]);
    expect(list(coverProblem([1], -1), { after: [] })).toEqual([]);
  });

  it('crosses the sizes of its batches without losing or repeating anything', () => {
    const problem = coverProblem(
      sequence(7, 20, 50).map((w) => w + 1),
      260,
    );
    const all = list(problem);
    expect(all.length).toBeGreaterThan(5000);
    expect(new Set(all.map(String)).size).toBe(all.length);
    const fromMasks: number[] = [];
    for (const { masks, count } of enumerateMasks(problem, { batch: 777 }))
      fromMasks.push(...masks.subarray(0, count));
    expect(fromMasks).toEqual(all.map((set) => set.reduce((mask, i) => mask | (1 << i), 0)));
    expect(list(problem, { after: all[1500] })).toEqual(all.slice(1501));
    expect(list(problem, { order: 'size', limit: 3000 })).toEqual(
      list(problem, { order: 'size' }).slice(0, 3000),
    );
  });

  it('has masks of as many words as there are features, bit 31 included', () => {
    const n = 70;
    const weights = Array.from({ length: n }, (_, i) => (i === 31 || i === 32 || i === 69 ? 2 : 0));
    const problem = coverProblem(weights, 3);
    expect(list(problem)).toEqual(matrix([31, 32], [31, 69], [32, 69]));
    const [{ masks, words, count }] = enumerateMasks(problem);
    expect([words, count]).toEqual([3, 3]);
    expect([...masks.subarray(0, 3)]).toEqual([2 ** 31, 1, 0]);
    const [{ indices, offsets }] = enumerateIndices(problem);
    expect([...offsets]).toEqual([0, 2, 4, 6]);
    expect([...indices]).toEqual([31, 32, 31, 69, 32, 69]);
  });

  it('gives all masks at once where batches may be endless', () => {
    const problem = coverProblem(sequence(5, 16, 1000), 4000);
    const [batch, ...more] = enumerateMasks(problem, { batch: Number.POSITIVE_INFINITY });
    expect(more).toEqual([]);
    expect(batch.count).toBe([...enumerate(problem)].length);
    expect(batch.count).toBeGreaterThan(1024);
  });

  it('gives batches of indices that are the caller’s to keep', () => {
    const batches = [...enumerateIndices(twoOfThree, { batch: 1 })];
    expect(batches.map(({ indices }) => [...indices])).toEqual(matrix([0, 1], [0, 2], [1, 2]));
  });

  it('can be stopped in the middle of a long search without an answer in sight', () => {
    // Odd weights on one row and a demand that only all together meet: few answers, many steps.
    const n = 26;
    const row = sequence(11, n, 1000).map((w) => w + 1000);
    const other = row.map((w) => 3000 - w);
    const half = (list: number[]): number => list.reduce((a, b) => a + b, 0) * 0.5;
    let asked = 0;
    const signal = {
      get aborted(): boolean {
        asked += 1;
        return asked > 3;
      },
    };
    const running = enumerate(rowsProblem([row, other], [half(row), half(other)]), {
      order: 'size',
      budget: { signal },
    });
    for (const _ of running);
    expect(running.complete).toBe(false);
  });

  const place = 'after';
  it.each([
    ['not sufficient', [0], 'a minimal axp', '[0]', 'axp'],
    ['not minimal', [0, 1, 2], 'a minimal axp', '[0,1,2]', 'axp'],
    ['no contrast', [0], 'a minimal cxp', '[0]', 'cxp'],
    ['not minimal as a contrast', [0, 1, 2], 'a minimal cxp', '[0,1,2]', 'cxp'],
  ] as const)('refuses to continue after a set that is %s', (_, after, expected, got, kind) => {
    const error = { code: 'bad-cursor', place, expected, got };
    expectError(() => enumerate(twoOfThree, { kind, after }), InstanceError, error);
    expectError(
      () => enumerate(threeClasses, { kind, after: kind === 'cxp' ? after : after }),
      InstanceError,
      error,
    );
  });

  it('refuses unknown features', () => {
    const error = { code: 'unknown-feature', expected: 'a feature name or a position below 3', got: "'x'" };
    expectError(() => enumerate(twoOfThree, { after: ['x'] }), InstanceError, error);
  });
});

describe('a feature set', () => {
  it('is a view of a few words', () => {
    const masks = Uint32Array.of(0xffffffff, 0b101, 0x80000000, 7);
    const set = new FeatureSet(masks, 1, 2);
    expect(set.features).toEqual([0, 2, 63]);
    expect(set.size).toBe(3);
    expect([0, 1, 2, 31, 63, 62].map((i) => set.has(i))).toEqual([true, false, true, false, true, false]);
    expect(JSON.stringify({ set })).toBe('{"set":[0,2,63]}');
  });

  it('counts bits of every word', () => {
    expect([0, 1, 3, 0x80000000, 0xffffffff, 0x55555555, 0x0f0f0f0f].map(popcount)).toEqual([
      0, 1, 2, 1, 32, 16, 16,
    ]);
    for (let bit = 0; bit < 32; bit++) expect(popcount(1 << bit)).toBe(1);
  });
});
