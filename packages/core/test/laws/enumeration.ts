// What any enumeration of explanations must do, against the brute-force truth.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase, type Case, type CaseOptions } from '../arbitraries.ts';
import { order as compare } from '../oracle/fraction.ts';
import { minimalSets } from '../oracle/oracle.ts';
import { holds } from '../property.ts';
import { type Lister, type Question, questions } from './lister.ts';
import { lexicographic, sorted } from './sets.ts';

/** The laws of listing. `times` is the number of random cases per law. */
export function enumerationLaws(lister: Lister, times = 150): void {
  const sizes: CaseOptions = { maxFeatures: 7, ...(lister.classes === 'two' ? { classes: 2 } : {}) };
  const cases = anyCase(sizes);

  describe(lister.name, () => {
    it('lists exactly the minimal sufficient sets and the minimal contrasts, each once, in either order', () => {
      holds(times, cases, (c) => {
        const problem = c.weigh();
        for (const question of questions) {
          expect(sorted(lister.list(problem, question))).toEqual(truth(c, question));
        }
      });
    });

    it('lists smaller sets first when asked, and otherwise the same sets', () => {
      holds(times / 2, cases, fc.constantFrom('axp' as const, 'cxp' as const), (c, kind) => {
        const problem = c.weigh();
        const bySize = lister.list(problem, { kind, order: 'size' });
        const lengths = bySize.map((set) => set.length);
        expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
        expect(sorted(bySize)).toEqual(sorted(lister.list(problem, { kind, order: 'search' })));
      });
    });

    it('continues after any of its answers with exactly those that follow', () => {
      holds(times / 2, cases, fc.constantFrom(...questions), (c, question) => {
        const problem = c.weigh();
        const all = lister.list(problem, question);
        all.forEach((after, position) => {
          expect(lister.list(problem, { ...question, after })).toEqual(all.slice(position + 1));
        });
      });
    });

    it('lists contrasts that are the minimal hitting sets of the explanations, and the other way round', () => {
      holds(times / 2, cases, (c) => {
        const problem = c.weigh();
        const axps = lister.list(problem, { kind: 'axp', order: 'search' });
        const cxps = lister.list(problem, { kind: 'cxp', order: 'search' });
        expect(sorted(cxps)).toEqual(hittingSets(c, axps));
        expect(sorted(axps)).toEqual(hittingSets(c, cxps));
      });
    });

    if (lister.classes === 'two') {
      it('keeps to the order of the paper: heaviest first, picking before skipping', () => {
        holds(times / 2, cases, fc.constantFrom(...questions), (c, question) => {
          const toRanks = ranksOf(c, question);
          const ranks = lister.list(c.weigh(), question).map(toRanks);
          const inOrder = [...ranks].sort((a, b) =>
            question.order === 'size' ? a.length - b.length || lexicographic(a, b) : lexicographic(a, b),
          );
          expect(ranks).toEqual(inOrder);
        });
      });
    }
  });
}

function truth({ oracle }: Case, { kind }: Question): number[][] {
  return kind === 'axp' ? oracle.axps() : oracle.cxps();
}

function hittingSets({ oracle }: Case, sets: readonly (readonly number[])[]): number[][] {
  return minimalSets(oracle.all, (candidate) => sets.every((set) => set.some((i) => candidate.includes(i))));
}

/** A set as positions in the order of drops: the largest first, of equal ones the first; endless ones apart (why). */
function ranksOf({ oracle }: Case, { kind }: Question): (set: readonly number[]) => number[] {
  const [rival] = oracle.rivals;
  const drops = oracle.all.map((i) => oracle.drop(rival, i));
  const heavier = (i: number, j: number): number => {
    const [a, b] = [drops[i], drops[j]];
    if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined) || i - j;
    return compare(b, a) || i - j;
  };
  const byWeight = [...oracle.all].sort(heavier);
  const ranked = kind === 'axp' ? byWeight.filter((i) => drops[i] !== undefined) : byWeight;
  return (set) =>
    set
      .filter((i) => ranked.includes(i))
      .map((i) => ranked.indexOf(i))
      .sort((a, b) => a - b);
}
