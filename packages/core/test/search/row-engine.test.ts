// The engine of everyday rows against exact integers, on the fine grid and on coarse ones where much is in doubt.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DepthFirst } from '../../src/search/cover-search.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { DOUBT, type RowEngine, rowEngine } from '../../src/search/row-engine.ts';
import { exactSmallest } from '../../src/search/smallest-set.ts';
import { CoverSource } from '../../src/search/source.ts';
import { toCover } from '../../src/weigh/cover.ts';
import { coarsen } from '../../src/weigh/sides.ts';
import { anyCase, type Case } from '../arbitraries.ts';
import { coverProblem } from '../problems.ts';
import { atLeast, law, until } from '../property.ts';

const kinds = fc.constantFrom('axp' as const, 'cxp' as const);
const wide = anyCase({ classes: 2, maxFeatures: 9, tables: true, within: 'never' });
const bits = fc.constantFrom(51, 51, 20, 8, 5, 3);

/** The truth, in the order of the search. */
function listed(c: Case, kind: 'axp' | 'cxp'): number[][] {
  const problem = c.weigh();
  const cover = toCover(problem.rivals[0], kind);
  const source = new CoverSource(new DepthFirst(cover), cover.forced, c.instance.length);
  const mask = new Uint32Array(source.words);
  const sets: number[][] = [];
  while (source.fill(mask, 1) === 1) sets.push(members(mask, 0));
  return sets;
}

function members(masks: Uint32Array, at: number): number[] {
  return Array.from({ length: 32 }, (_, i) => i).filter((i) => (masks[at] >>> i) & 1);
}

function loaded(c: Case, engine: RowEngine, kind: 'axp' | 'cxp'): RowEngine {
  const { encoded, classIndex: own } = c.weigh();
  engine.load(encoded.options, 0, own, kind);
  return engine;
}

describe('the engine of everyday rows', () => {
  const questions = fc.tuple(wide, kinds, bits);

  it('lists, counts and finds a smallest one exactly as integers do, or says that it is in doubt', () => {
    let [sure, doubtful, sized] = [0, 0, 0];
    until(() => sure > atLeast(3000) && doubtful > atLeast(100) && sized > atLeast(3000)).holds(
      3000,
      questions,
      ([c, kind, resolution]) => {
        const truth = listed(c, kind);
        coarsen(c.classifier, resolution);
        const engine = loaded(c, rowEngine(c.classifier) as RowEngine, kind);
        const count = engine.list(1e6);
        if (count === DOUBT) doubtful += 1;
        else {
          sure += 1;
          expect(Array.from({ length: count }, (_, s) => members(engine.masks, s))).toEqual(truth);
        }
        const tallied = engine.tally(1e6);
        expect(tallied === DOUBT).toBe(count === DOUBT);
        if (tallied !== DOUBT) {
          expect(tallied).toBe(truth.length);
          expect(Array.from(engine.frequency)).toEqual(
            c.instance.map((_, i) => truth.filter((set) => set.includes(i)).length),
          );
          expect(Array.from(engine.sizes)).toEqual(
            Array.from(
              { length: c.instance.length + 1 },
              (_, k) => truth.filter((set) => set.length === k).length,
            ),
          );
        }
        const size = engine.smallest();
        if (size === DOUBT) return;
        sized += 1;
        const smallest = exactSmallest(c.weigh().rivals[0], kind);
        expect(size > engine.length ? undefined : engine.heaviest(size)).toEqual(smallest);
      },
    );
  });

  it('gives the first so many, and says whether they are all', () => {
    const counted = { stopped: 0, complete: 0 };
    until(() => counted.stopped > atLeast(500) && counted.complete > atLeast(500)).holds(
      1000,
      wide,
      kinds,
      fc.nat(9),
      (c, kind, most) => {
        const truth = listed(c, kind);
        const engine = loaded(c, rowEngine(c.classifier) as RowEngine, kind);
        const first = truth.slice(0, most);
        const count = engine.list(most);
        if (count !== DOUBT) {
          expect(Array.from({ length: count }, (_, s) => members(engine.masks, s))).toEqual(first);
          expect(engine.complete).toBe(truth.length <= most);
        }
        const tallied = engine.tally(most);
        if (tallied === DOUBT) return;
        counted[truth.length > most ? 'stopped' : 'complete'] += 1;
        expect(tallied).toBe(first.length);
        expect(engine.complete).toBe(truth.length <= most);
        expect(Array.from(engine.frequency)).toEqual(
          c.instance.map((_, i) => first.filter((set) => set.includes(i)).length),
        );
        expect(Array.from(engine.sizes)).toEqual(
          Array.from(
            { length: c.instance.length + 1 },
            (_, k) => first.filter((set) => set.length === k).length,
          ),
        );
      },
    );
  });

  it('has masks of as many words as features need', () => {
    const weights = Array.from({ length: 70 }, (_, i) => (i < 66 ? 0.5 : 10));
    const problem = coverProblem(weights, 15.5);
    const engine = rowEngine(problem.classifier) as RowEngine;
    engine.load(problem.encoded.options, 0, problem.classIndex, 'axp');
    // Two of the four heavy ones; or one of them and twelve of the light ones, which are far too many.
    expect(engine.words).toBe(3);
    expect([engine.list(1000), engine.complete]).toEqual([1000, false]);
    expect(Array.from(engine.masks.subarray(0, 6))).toEqual([0, 0, 0b1100, 0, 0, 0b10100]);
  });

  it('keeps lists side by side, each as it was, however many and however long', () => {
    // Of n equal drops k exceed k − 1/2: so many sets of k features.
    const ask = (n: number, k: number) => {
      const { classifier, encoded, classIndex } = coverProblem(new Array<number>(n).fill(1), k - 0.5);
      const engine = rowEngine(classifier) as RowEngine;
      engine.load(encoded.options, 0, classIndex, 'axp');
      return { engine, count: engine.list(1e6) };
    };
    const kept: { masks: Uint32Array; copy: number[] }[] = [];
    for (const [n, k, count] of [
      [6, 2, 15],
      [16, 8, 12870],
      [14, 7, 3432],
      [14, 6, 3003],
      [14, 8, 3003],
      [33, 2, 528],
      [5, 5, 1],
    ]) {
      const asked = ask(n, k);
      expect(asked.count).toBe(count);
      const { words } = asked.engine;
      const copy = Array.from(asked.engine.masks.subarray(0, count * words));
      const sets = Array.from({ length: count }, (_, x) => listMask(asked.engine.masks, x * words, words));
      expect(sets.every((set) => set.length === k)).toBe(true);
      expect(new Set(sets.map(String)).size).toBe(count);
      const masks = asked.engine.keep(count);
      asked.engine.masks.fill(0);
      kept.push({ masks, copy });
    }
    for (const { masks, copy } of kept) expect(Array.from(masks)).toEqual(copy);
  });

  law('serves two classes of categories and bins only', 200, anyCase(), (c) => {
    const able =
      c.classifier.classes.length === 2 && c.classifier.terms.every(({ kind }) => kind === 'choice');
    expect(rowEngine(c.classifier) !== null).toBe(able);
  });
});
