// Counting, places, samples and power of cards of 7 to 16 features, against brute force over all sets of features.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/weigh/cover.ts';
import { anyCard, anyWeight, CardCase, runs, weightFamilies } from '../../arbitraries.ts';
import { type Asking, disagreements } from '../../laws/cards.ts';

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

  it('are those of brute force for whole numbers', () => {
    fc.assert(
      fc.property(anyCard(), (c) => {
        expect(wrongs(c)).toEqual([]);
      }),
      runs(2500),
    );
  });

  it('are those of brute force for whole numbers and up to 16 features', () => {
    fc.assert(
      fc.property(anyCard({ minFeatures: 13, maxFeatures: 16 }), (c) => {
        expect(wrongs(c)).toEqual([]);
      }),
      runs(80),
    );
  });

  it.each<Asking>([
    { resolution: { float: 4 }, bits: 4 },
    { resolution: { float: 3, pair: 4 }, bits: 3 },
    { resolution: { float: 5, pair: 7 }, bits: 6 },
    { resolution: { float: 1, pair: 1 }, bits: 1 },
  ])('are the same on rounded lattices: %o', (asking) => {
    fc.assert(
      fc.property(anyCard({ points: fc.integer({ min: 0, max: 40 }) }), (c) => {
        expect(wrongs(c, asking)).toEqual([]);
      }),
      runs(150),
    );
  });

  it.each(Object.entries({ ...weightFamilies, 'of any family': anyWeight }))(
    'are those of brute force for weights that are %s',
    (_, weight) => {
      const points = weight.map(Math.abs);
      fc.assert(
        fc.property(
          anyCard({ points, maxFeatures: 11 }),
          fc.constantFrom({}, { resolution: { float: 8, pair: 12 }, bits: 8 }),
          (c, asking) => {
            expect(wrongs(c, asking)).toEqual([]);
          },
        ),
        runs(60),
      );
    },
  );
});
