// Counting, places, samples and power of cards of 7 to 16 features, against brute force over all sets of features.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count } from '../../src/query/count.ts';
import { countBounds } from '../../src/query/count-bounds.ts';
import { estimateCount } from '../../src/query/estimate-count.ts';
import { sampler } from '../../src/query/sampler.ts';
import type { Kind } from '../../src/weigh/cover.ts';
import { anyCard, anyWeight, CardCase, weightFamilies } from '../arbitraries.ts';
import { coversBySum } from '../count/truth.ts';
import { type Asking, disagreements } from '../laws/cards.ts';
import { coalitionsOf, members } from '../oracle/coalitions.ts';
import { coverProblem } from '../problems.ts';
import { holds } from '../property.ts';

/** Milliseconds for the longest tests, on a machine that does other things as well. */
const LONG = 120_000;
const KINDS: readonly Kind[] = ['axp', 'cxp'];

function wrongs(c: CardCase, asking?: Asking): string[] {
  const problem = c.weigh();
  return KINDS.flatMap((kind) => disagreements(c, problem, kind, asking).wrong);
}

describe('the explanations of a card', () => {
  it('are those of brute force where sums meet the cut-off exactly: 3, 2, 2, 2, 2, 2, 2, seven needed', () => {
    const sizes = [3, 2, 2, 2, 2, 2, 2];
    for (const yesWinsTies of [true, false]) {
      const card = {
        points: sizes.map((size) => [0, size]),
        cutoff: 7,
        yesWinsTies,
        instance: sizes.map(() => 1),
      };
      expect(wrongs(new CardCase(card))).toEqual([]);
    }
  });

  it(
    'are those of brute force for whole numbers',
    () => {
      holds(1500, anyCard(), (c) => {
        expect(wrongs(c)).toEqual([]);
      });
    },
    LONG,
  );

  it(
    'are those of brute force for whole numbers and up to 16 features',
    () => {
      holds(60, anyCard({ minFeatures: 13, maxFeatures: 16 }), (c) => {
        expect(wrongs(c)).toEqual([]);
      });
    },
    LONG,
  );

  it('are counted by bounds that meet and by estimates without error, where nothing is rounded', () => {
    holds(300, anyCard({ maxFeatures: 10 }), fc.constantFrom(...KINDS), (c, kind) => {
      const exact = BigInt(coalitionsOf(c.card, kind).minimal.length);
      expect(countBounds(c.weigh(), { kind })).toEqual({ lower: exact, upper: exact });
      const { estimate, high } = estimateCount(c.weigh(), { kind, samples: 20 });
      expect([estimate, high]).toEqual([Number(exact), Number(exact)]);
    });
  });

  it('are drawn at random, all of them and no others', () => {
    holds(100, anyCard({ maxFeatures: 8 }), fc.constantFrom(...KINDS), fc.nat(), (c, kind, seed) => {
      const truth = coalitionsOf(c.card, kind).minimal.map((mask) => members(mask).join());
      // So many draws miss one of them once in some 10^8 cases.
      const size = Math.ceil(truth.length * (Math.log(truth.length + 1) + 19));
      const { draw } = sampler(c.weigh(), { kind, seed });
      const drawn = Array.from({ length: size }, () => draw()?.join());
      expect(new Set(drawn)).toEqual(new Set(truth));
    });
  });

  it('are as many as a dynamic programme over sums says, of 17 to 60 features', () => {
    const large = anyCard({ minFeatures: 17, maxFeatures: 60 });
    holds(200, large, ({ card: { points, cutoff } }) => {
      // All at their best, and more than the threshold needed.
      const sizes = points.map(([, size]) => size).filter((size) => size > 0);
      const threshold = Math.min(cutoff, sizes.reduce((a, b) => a + b, 0) - 1);
      fc.pre(threshold >= 0);
      const found = count(coverProblem(sizes, threshold), { sizes: true, frequency: true });
      const truth = coversBySum(sizes, threshold);
      expect(found.count).toBe(truth.count);
      expect(found.sizes).toEqual(truth.sizes);
      const members = truth.sizes.reduce((sum, times, size) => sum + times * BigInt(size), 0n);
      expect(found.frequency?.reduce((a, b) => a + b, 0n)).toBe(members);
      // Equal weights occur equally often.
      const times = new Map(sizes.map((size, i) => [size, found.frequency?.[i]]));
      expect(sizes.map((size) => times.get(size))).toEqual(found.frequency);
    });
  });

  it.each<Asking>([
    { resolution: { float: 4 }, bits: 4 },
    { resolution: { float: 3, pair: 4 }, bits: 3 },
    { resolution: { float: 5, pair: 7 }, bits: 6 },
    { resolution: { float: 1, pair: 1 }, bits: 1 },
  ])('are the same on rounded grids: %o', (asking) => {
    holds(150, anyCard({ points: fc.integer({ min: 0, max: 40 }) }), (c) => {
      expect(wrongs(c, asking)).toEqual([]);
    });
  });

  it.each(Object.entries({ ...weightFamilies, 'of any family': anyWeight }))(
    'are those of brute force for weights that are %s',
    (_, weight) => {
      const points = weight.map(Math.abs);
      holds(
        60,
        anyCard({ points, maxFeatures: 14 }),
        fc.constantFrom({}, { resolution: { float: 8, pair: 12 }, bits: 8 }),
        (c, asking) => {
          expect(wrongs(c, asking)).toEqual([]);
        },
      );
    },
  );
});
