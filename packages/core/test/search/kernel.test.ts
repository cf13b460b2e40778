// The kernel against the engines in TypeScript, at sizes where its tables matter; grids so coarse that much is in doubt; wide masks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKernel } from '../../src/kernel/load.ts';
import { Meter } from '../../src/model/budget.ts';
import { enumerateMasks } from '../../src/query/enumerate.ts';
import { tally } from '../../src/query/tally.ts';
import { DepthFirst } from '../../src/search/cover-search.ts';
import { kernelSource } from '../../src/search/kernel-source.ts';
import { kernelTally } from '../../src/search/kernel-tally.ts';
import { SizeFirst } from '../../src/search/size-search.ts';
import { CoverSource, type Source } from '../../src/search/source.ts';
import { countCovers } from '../../src/search/tail-counter.ts';
import { type Cover, toCover } from '../../src/weigh/cover.ts';
import { coverProblem, sequence } from '../problems.ts';
import { holds } from '../property.ts';

/** Whole weights, fractions that no grid holds, or many equal ones. */
function weightsOf(style: 'whole' | 'fractions' | 'equal', seed: number, n: number): number[] {
  const whole = sequence(seed, n, 1000).map((w) => w + 1);
  if (style === 'whole') return whole;
  return style === 'equal' ? whole.map((w) => 1 + (w % 3)) : whole.map((w, i) => w / 7 + i * 2 ** -40);
}

/** Weights, and the covers that exceed a share of their sum; all features moved up by `shift`. */
function toProblem(style: 'whole' | 'fractions' | 'equal', seed: number, n: number, share: number) {
  const weights = weightsOf(style, seed, n);
  return coverProblem(weights, weights.reduce((a, b) => a + b, 0) * share);
}

function coverOf(...parameters: Parameters<typeof toProblem>): Cover {
  return toCover(toProblem(...parameters).rivals[0], 'axp');
}

/** The first so many masks, asked for in batches of given sizes. */
function take(source: Source, most: number, batches: readonly number[]): Uint32Array {
  const { words } = source;
  const all = new Uint32Array(most * words);
  let count = 0;
  for (let b = 0; count < most; b++) {
    const capacity = Math.min(batches[b % batches.length], most - count);
    const masks = new Uint32Array(capacity * words);
    const got = source.fill(masks, capacity);
    all.set(masks.subarray(0, got * words), count * words);
    count += got;
    if (got < capacity) break;
  }
  return all.slice(0, count * words);
}

const styles = ['whole', 'fractions', 'equal'] as const;
const style = fc.constantFrom(...styles);
const share = fc.constantFrom(0.1, 0.3, 0.5, 0.8);
const bits = fc.constantFrom(undefined, 12, 20, 30);

describe('masks from the kernel', () => {
  const stages = fc.constantFrom(
    undefined,
    [],
    [{ after: 0, most: 1 << 16 }],
    [
      { after: 10, most: 40 },
      { after: 300, most: 2000 },
      { after: 900, most: 1 << 14 },
    ],
  );
  const batches = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 });

  it.each([
    ['search', DepthFirst],
    ['size', SizeFirst],
  ] as const)('are those of the engine in TypeScript, in the order of %s', (_, Search) => {
    holds(
      150,
      style,
      fc.nat(1000),
      fc.constantFrom(9, 20, 31, 33, 45, 64, 70, 97, 130, 170),
      share,
      bits,
      stages,
      batches,
      (kind, seed, n, part, resolution, steps, sizes) => {
        const cover = coverOf(kind, seed, n, part);
        const search = () => new Search(cover, { bits: resolution });
        const source = kernelSource(search(), [n + 3], n + 4, { stages: steps });
        expect(source).not.toBeNull();
        const most = resolution === undefined ? 3000 : 600;
        const plain = take(new CoverSource(search(), [n + 3], n + 4), most, [most]);
        expect(take(source!, most, sizes)).toEqual(plain);
      },
    );
  });

  it('of several searches that take turns do not mix', () => {
    const covers = styles.map((kind, seed) => coverOf(kind, seed, 40, 0.4));
    const both = (cover: Cover) => [new DepthFirst(cover), new SizeFirst(cover)];
    const plain = covers
      .flatMap(both)
      .map((search) => take(new CoverSource(search, [], 40), 20_000, [20_000]));
    const sources = covers.flatMap(both).map((search) => kernelSource(search, [], 40)!);
    const parts = sources.map((): Uint32Array[] => []);
    for (const size of [1, 600, 5000, 4399, 1, 9999])
      sources.forEach((source, s) => {
        parts[s].push(take(source, size, [size]));
        if (s === 1) kernelTally(new DepthFirst(covers[0]), size, new Meter());
      });
    parts.forEach((list, s) => {
      expect(list.flatMap((part) => [...part])).toEqual([...plain[s]]);
    });
  });

  it('are the public answer, with and without it', () => {
    for (const [order, kind] of [
      ['search', 'axp'],
      ['size', 'cxp'],
    ] as const) {
      const problem = toProblem('fractions', 8, 36, 0.45);
      const list = () => {
        const parts: number[] = [];
        for (const { masks, words, count } of enumerateMasks(problem, { order, kind, limit: 30_000 }))
          parts.push(...masks.subarray(0, words * count));
        return parts;
      };
      expect(list()).toEqual(withoutKernel(list));
      expect(tally(problem, { kind, limit: 1e6 })).toEqual(
        withoutKernel(() => tally(problem, { kind, limit: 1e6 })),
      );
    }
  });

  it('are left to TypeScript where they are very wide, and where nothing is to be searched', () => {
    expect(kernelSource(new DepthFirst(coverOf('whole', 1, 9, 0.5)), [], 1025)).toBeNull();
    const cover: Cover = { forced: [], singles: [], order: new Int32Array(0), weights: [], threshold: -1n };
    expect(kernelSource(new DepthFirst(cover), [], 3)).toBeNull();
    expect(kernelTally(new DepthFirst(cover), 9, new Meter())).toBeNull();
    expect(
      withoutKernel(() => kernelTally(new DepthFirst(coverOf('whole', 1, 9, 0.5)), 9, new Meter())),
    ).toBeNull();
  });
});

describe('tallies from the kernel', () => {
  const stages = fc.constantFrom(
    undefined,
    [],
    [{ after: 0, nodes: 1 << 12 }],
    [
      { after: 5, nodes: 7 },
      { after: 200, nodes: 100 },
      { after: 2000, nodes: 1 << 10 },
    ],
  );

  it('are those of the engine in TypeScript, also when the limit cuts them', () => {
    holds(
      200,
      style,
      fc.nat(1000),
      fc.constantFrom(6, 14, 18, 33, 60),
      share,
      bits,
      stages,
      fc.constantFrom(0, 1, 50, 3000, 20_000),
      (kind, seed, n, part, resolution, steps, limit) => {
        const cover = coverOf(kind, seed, n, part);
        const most = resolution === undefined ? limit : Math.min(limit, 2000);
        expect(kernelTally(new DepthFirst(cover, { bits: resolution }), most, new Meter(), steps)).toEqual(
          countCovers(cover, most, { bits: resolution }),
        );
      },
    );
  });

  it('go on to the end where there is no limit', () => {
    for (const kind of styles) {
      const cover = coverOf(kind, 4, 24, 0.5);
      const all = kernelTally(new DepthFirst(cover), Number.POSITIVE_INFINITY, new Meter())!;
      expect(all).toEqual(countCovers(cover, Number.POSITIVE_INFINITY));
      expect(all.complete).toBe(true);
      expect(kernelTally(new DepthFirst(cover), all.count, new Meter())).toEqual(all);
      expect(kernelTally(new DepthFirst(cover), all.count - 1, new Meter())!.complete).toBe(false);
    }
  });
});
