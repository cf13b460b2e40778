// Random explanations: each as likely as any other, and the same for the same seed.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/count/random.ts';
import { InstanceError } from '../../src/errors.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { type SamplerOptions, sampler } from '../../src/query/sampler.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, sequence } from '../problems.ts';

/** Σ (observed − expected)² / expected. */
function chiSquare(observed: readonly number[], draws: number): number {
  const expected = draws / observed.length;
  return observed.reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0);
}

/** Four standard deviations above the mean of a chi-square with so many degrees of freedom. */
const unlikely = (freedom: number): number => freedom + 4 * Math.sqrt(2 * freedom);

describe('random numbers', () => {
  it('are those of xoshiro128** for a known state', () => {
    const random = new Random(0);
    // The reference implementation, as published, on the state 1, 2, 3, 4.
    Object.assign(random, { a: 1, b: 2, c: 3, d: 4 });
    expect(Array.from({ length: 4 }, () => random.word())).toEqual([11520, 0, 5927040, 70819200]);
  });

  it('below a limit are uniform, also where the limit is not a power of two', () => {
    const random = new Random(5);
    for (const limit of [1n, 2n, 3n, 10n, 37n]) {
      const observed = new Array(Number(limit)).fill(0);
      for (let i = 0; i < 10_000; i++) observed[Number(random.below(limit))] += 1;
      expect(chiSquare(observed, 10_000)).toBeLessThan(unlikely(observed.length));
    }
  });

  it('below a long limit fill its whole range', () => {
    const random = new Random(6);
    const limit = 3n * 10n ** 40n;
    const observed = new Array(30).fill(0);
    for (let i = 0; i < 10_000; i++) observed[Number((random.below(limit) * 30n) / limit)] += 1;
    expect(chiSquare(observed, 10_000)).toBeLessThan(unlikely(30));
  });

  it('between 0 and 1 are uniform', () => {
    const random = new Random(7);
    const observed = new Array(20).fill(0);
    for (let i = 0; i < 10_000; i++) observed[Math.floor(random.unit() * 20)] += 1;
    expect(chiSquare(observed, 10_000)).toBeLessThan(unlikely(20));
  });

  it('differ for different seeds, of any size', () => {
    const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
    expect(new Set(seeds.map((seed) => new Random(seed).below(2n ** 64n))).size).toBe(seeds.length);
  });

  it('need a whole number as seed', () => {
    for (const seed of [-1, 0.5, 2 ** 53, Number.NaN])
      expectError(() => new Random(seed), InstanceError, {
        code: 'bad-option',
        place: 'seed',
        expected: 'a whole number from 0 to 2^53 - 1',
        got: String(seed),
      });
  });
});

describe('random explanations', () => {
  const weights = [60, ...sequence(61, 12, 20).map((w) => w + 1)];
  const problem = coverProblem(weights, 55);

  const drawn = (size: number, options: SamplerOptions): number[][] => {
    const { draw } = sampler(problem, options);
    return Array.from({ length: size }, () => draw() as number[]);
  };

  it('are uniform', () => {
    const names = Array.from(enumerate(problem), (set) => set.features.join());
    expect(names.length).toBeGreaterThan(100);
    const times = new Map(names.map((name) => [name, 0]));
    const draws = 200 * names.length;
    for (const set of drawn(draws, { seed: 3 }))
      times.set(set.join(), (times.get(set.join()) ?? Number.NaN) + 1);
    expect([...times.keys()]).toEqual(names);
    expect(chiSquare([...times.values()], draws)).toBeLessThan(unlikely(names.length));
  });

  it('are the same for the same seed, and others for another', () => {
    expect(drawn(20, { seed: 1 })).toEqual(drawn(20, { seed: 1 }));
    expect(drawn(20, { seed: 1 })).not.toEqual(drawn(20, { seed: 2 }));
    expect(drawn(20, {})).toEqual(drawn(20, { seed: 0 }));
  });

  it('come one by one for as long as one likes', () => {
    const source = sampler(problem, { seed: 1 });
    expect(source.count).toBe(BigInt([...enumerate(problem)].length));
    const sets: number[][] = [];
    for (const set of source) if (sets.push(set) === 7) break;
    expect(sets).toEqual(drawn(7, { seed: 1 }));
  });

  it('are none where there are none', () => {
    const nothing = coverProblem([1], -1);
    expect(sampler(nothing, { kind: 'cxp' }).draw()).toBeUndefined();
    expect([...sampler(nothing, { kind: 'cxp' })]).toEqual([]);
    expect(sampler(nothing).draw()).toEqual([]);
  });
});
