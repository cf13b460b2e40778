import { describe, expect, it } from 'vitest';
import { Account } from '../../src/count/account.ts';
import { countCover } from '../../src/count/count-cover.ts';
import { floatSums } from '../../src/count/float-sums.ts';
import { foresee, isLikely, type Shape } from '../../src/count/foresee.ts';
import { toHalves } from '../../src/count/halves.ts';
import { toIntegerGrid } from '../../src/count/integer-grid.ts';
import { Random } from '../../src/count/random.ts';
import type { LimitError } from '../../src/errors.ts';

/** Weights of many kinds: such as sums seldom coincide of, and such as they often do of. */
const KINDS: Readonly<Record<string, (random: Random, i: number) => number>> = {
  'numbers of about one size': (random) => 0.5 + random.unit(),
  'numbers of many sizes': (random) => Math.exp(4 * random.unit()),
  'numbers that are nearly equal': (_, i) => 1 + 1 / (i + 3.7) ** 3,
  'whole numbers': (random) => 1 + Math.floor(1e4 * random.unit()),
  'few different numbers': (random) => [0.31, 0.77, 1.13, 1.9, 2.7][Math.floor(5 * random.unit())],
  'sums of two numbers': (random) =>
    Math.floor(1 + 4 * random.unit()) + Math.SQRT2 * Math.floor(1 + 4 * random.unit()),
};

function cover(kind: string, n: number) {
  const random = new Random(7);
  const weights = Array.from({ length: n }, (_, i) => BigInt(Math.round(KINDS[kind](random, i) * 2 ** 45)));
  weights.sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
  const threshold = weights.reduce((sum, weight) => sum + weight, 0n) / 2n;
  return { forced: [], singles: [], order: Int32Array.from(weights, (_, i) => i), weights, threshold };
}

/** Allows everything, and keeps what was asked for. */
class Recording extends Account {
  most = 0;
  made = 0;
  foreseen: Account | undefined;
  override need(bytes: number): void {
    this.most = Math.max(this.most, bytes);
  }
  override spend(steps: number): void {
    this.made += steps;
  }
  override afford(): void {}
  override roomy(): Account {
    this.foreseen = new Recording();
    return this.foreseen;
  }
}

describe('what is foreseen of the lists of two halves', () => {
  for (const kind of Object.keys(KINDS))
    it(`is how long they get, or known to be too much: ${kind}`, () => {
      for (const n of [12, 25, 34]) {
        const { weights, threshold } = cover(kind, n);
        const grid = toIntegerGrid(weights, threshold, 51);
        const made = toHalves(grid, floatSums, new Recording());
        if (made === undefined) continue; // in doubt on this grid
        const shape = foresee(grid) as Shape;
        if (isLikely(shape, made) && made.entries > 1000)
          expect(made.entries / shape.entries, `${n}`).toBeGreaterThan(0.95);
        expect(shape.entries / made.entries).toBeGreaterThan(0.9);
        if (n === 34 && /^numbers/.test(kind)) expect(isLikely(shape, made)).toBe(true);
      }
    });

  it('is nothing where there are too many weights to look at', () => {
    expect(foresee({ weights: new Array<bigint>(100_000).fill(1n), threshold: 5n, window: 0n })).toBe(
      undefined,
    );
  });
});

describe('a count that cannot be finished', () => {
  for (const kind of Object.keys(KINDS).slice(0, 3))
    for (const wanted of [{}, { frequency: true }, { sizes: true }])
      it(`is refused at once, and one that can be is not: ${kind}, ${Object.keys(wanted).join() || 'alone'}`, () => {
        const problem = cover(kind, 38);
        const free = new Recording();
        const { count } = countCover(problem, 38, wanted, free);
        const possible = new Account({ memory: free.most });
        expect(countCover(problem, 38, wanted, possible).count).toBe(count);
        // Sizes are foreseen less closely.
        const tight = new Account({ memory: Math.floor(free.most * ('sizes' in wanted ? 0.5 : 0.9)) });
        let spent = 0;
        const spend = tight.spend.bind(tight);
        tight.spend = (steps) => {
          spend(steps);
          spent += steps;
        };
        const refused = (): unknown => countCover(problem, 38, wanted, tight);
        expect(refused).toThrow(expect.objectContaining({ code: 'count-too-large' }) as LimitError);
        expect(spent).toBeLessThan(2 ** 20);
        expect(spent).toBeLessThan(free.made / 2);
      });
});
