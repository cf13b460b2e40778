// One explanation that respects wishes, against all explanations listed by brute force.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimal } from '../../src/query/minimal.ts';
import { anyCase, type Case } from '../arbitraries.ts';
import { holds } from '../property.ts';
import { within } from './sets.ts';

export function wishLaws(times = 250): void {
  const cases = anyCase({ maxFeatures: 7 });
  const some = fc.uniqueArray(fc.nat(6), { maxLength: 4 });

  describe('an explanation with wishes', () => {
    it('is a minimal explanation without forbidden features, or there is none', () => {
      holds(times, cases, some, some, some, (c, a, b, d) => {
        const [never, avoid, keep] = [a, b, d].map((list) => known(c, list));
        const answer = minimal(c.weigh(), { never, avoid, keep, costs: costsOf(c, d) });
        const allowed = c.oracle.axps().filter((set) => !set.some((i) => never.includes(i)));
        expect(answer.possible).toBe(allowed.length > 0);
        if (answer.possible) {
          expect(allowed).toContainEqual(answer.features);
          expect(answer.unavoidable).toEqual(answer.features.filter((i) => avoid.includes(i)));
          const costs = costsOf(c, d);
          expect(answer.cost).toBe(answer.features.reduce((sum, i) => sum + (costs[`f${i}`] ?? 1), 0));
        }
      });
    });

    it('is refused with a minimal set of forbidden features whose freedom alone changes the class', () => {
      holds(times, cases, some, (c, list) => {
        const never = known(c, list);
        const answer = minimal(c.weigh(), { never });
        fc.pre(!answer.possible);
        const { blockedBy, reason } = answer;
        expect(within(blockedBy, never)).toBe(true);
        expect(blockedBy).toEqual(blockedBy.toSorted((i, j) => i - j));
        expect(c.oracle.contrast(blockedBy)).toBe(true);
        for (const left of blockedBy)
          expect(c.oracle.contrast(blockedBy.filter((i) => i !== left))).toBe(false);
        for (const i of blockedBy) expect(reason).toContain(`'f${i}'`);
        expect(reason).toContain(`'${answer.rival}'`);
        // Whoever wins has overtaken the class.
        const rival = c.model.classes.indexOf(answer.rival);
        expect(c.oracle.rivals).toContain(rival);
        expect(c.oracle.overtakes(rival, blockedBy)).toBe(true);
      });
    });

    it('is refused with the name of a class that wins for some instance, found by trying all of them', () => {
      const small = fc.constantFrom(3 as const, 4 as const, 5 as const).chain((classes) =>
        anyCase({
          classes,
          maxFeatures: 5,
          finite: true,
          families: ['small integers', 'zeros and repeats', 'plain doubles'],
        }),
      );
      holds(2 * times, small, some, (c, list) => {
        const answer = minimal(c.weigh(), { never: known(c, list) });
        fc.pre(!answer.possible);
        expect(c.oracle.reaches(c.model.classes.indexOf(answer.rival), answer.blockedBy)).toBe(true);
      });
    });

    it('avoids what can be avoided: no explanation uses only some of the unwanted features it uses', () => {
      holds(times, cases, some, (c, list) => {
        const avoid = known(c, list);
        const answer = minimal(c.weigh(), { avoid });
        if (!answer.possible) throw new Error('nothing was forbidden');
        const { unavoidable } = answer;
        for (const set of c.oracle.axps()) {
          const used = set.filter((i) => avoid.includes(i));
          expect(used.length < unavoidable.length && within(used, unavoidable)).toBe(false);
        }
      });
    });

    it('uses as few of the unwanted features as can be when there are two classes, whatever they cost', () => {
      holds(times, anyCase({ maxFeatures: 7, classes: 2 }), some, (c, list) => {
        const avoid = known(c, list);
        const answer = minimal(c.weigh(), { avoid, costs: costsOf(c, avoid) });
        if (!answer.possible) throw new Error('nothing was forbidden');
        const least = Math.min(...c.oracle.axps().map((set) => set.filter((i) => avoid.includes(i)).length));
        expect(answer.unavoidable.length).toBe(least);
      });
    });
  });
}

function known({ instance }: Case, list: readonly number[]): number[] {
  return list.filter((i) => i < instance.length);
}

/** Some costs other than 1, whole so that sums are exact. */
function costsOf(c: Case, list: readonly number[]): { [feature: string]: number } {
  return Object.fromEntries(known(c, list).map((i, x) => [`f${i}`, 2 * x]));
}
