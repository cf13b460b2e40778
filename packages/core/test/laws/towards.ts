// Contrasts towards a chosen class: against every point of a finite domain; for numbers, against points tried out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import type { Value } from '../../src/model/types.ts';
import { check } from '../../src/query/check.ts';
import { type Counterfactual, counterfactual } from '../../src/query/counterfactual.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { predict } from '../../src/query/predict.ts';
import { smallest } from '../../src/query/smallest.ts';
import { anyCase, type Case, neighbours } from '../arbitraries.ts';
import { Oracle } from '../oracle/oracle.ts';
import { atLeast, holds, law, until } from '../property.ts';
import { expectInside } from './inside.ts';
import { sorted, within } from './sets.ts';

export function towardsLaws(times = 150): void {
  const finite = fc.oneof(
    anyCase({ maxFeatures: 4, finite: true, classes: 3, tables: true, families: ['small integers'] }),
    anyCase({ maxFeatures: 4, finite: true, classes: 4, tables: true, families: ['small integers'] }),
    anyCase({ maxFeatures: 4, finite: true }),
  );

  describe('contrasts towards a class', () => {
    it('are exactly the minimal sets whose change can make that class win, in either order', () => {
      holds(5 * times, finite, fc.nat(), (c, choice) => {
        const target = aRival(c, choice);
        const truth = c.oracle.towards(target);
        for (const order of ['search', 'size'] as const) {
          const sets = towards(c, { target, order });
          expect(sorted(sets)).toEqual(truth);
          const sizes = sets.map((set) => set.length);
          if (order === 'size') expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
        }
      });
    });

    law('have a smallest one of the least size, or none', times, finite, fc.nat(), (c, choice) => {
      const target = aRival(c, choice);
      const truth = c.oracle.towards(target);
      const found = smallest(c.weigh(), { kind: 'cxp', target });
      if (truth.length === 0) {
        expect(found).toBeUndefined();
      } else {
        expect(truth).toContainEqual(found);
        expect(found?.length).toBe(Math.min(...truth.map((set) => set.length)));
      }
    });

    it('are what checking a set takes for one: it holds, is minimal, or is repaired', () => {
      const some = fc.uniqueArray(fc.nat(3));
      holds(times, finite, fc.nat(), some, (c, choice, list) => {
        const target = aRival(c, choice);
        const set = list.filter((i) => i < c.instance.length).sort((a, b) => a - b);
        const has = (members: readonly number[]): boolean => c.oracle.reaches(target, members);
        const truth = c.oracle.towards(target);
        const answer = check(c.weigh(), set, { kind: 'cxp', target });
        const spare = set.filter((left) => has(set.filter((i) => i !== left)));
        expect(answer.holds).toBe(has(set));
        expect(answer.redundant).toEqual(answer.holds ? spare : []);
        expect(answer.minimal).toBe(truth.some((one) => one.join() === set.join()));
        if (truth.length === 0) expect(answer.repaired).toBeUndefined();
        else expect(truth).toContainEqual(answer.repaired);
        expect(answer.counterexample !== undefined).toBe(answer.holds);
        if (answer.counterexample !== undefined) expectClass(c, answer.counterexample, target, set);
      });
    });

    it('can be continued after any of them', () => {
      holds(
        times / 2,
        finite,
        fc.nat(),
        fc.constantFrom('search' as const, 'size' as const),
        (c, choice, order) => {
          const target = aRival(c, choice);
          const all = towards(c, { target, order });
          all.forEach((after, position) => {
            expect(towards(c, { target, order, after })).toEqual(all.slice(position + 1));
          });
        },
      );
    });

    it('come with an instance of that class that differs only there', () => {
      holds(times, finite, fc.nat(), fc.uniqueArray(fc.nat(3)), (c, choice, list) => {
        const target = aRival(c, choice);
        const set = list.filter((i) => i < c.instance.length);
        const answer = counterfactual(c.weigh(), set, { target });
        expect(answer !== undefined).toBe(c.oracle.reaches(target, set));
        if (answer !== undefined) expectClass(c, answer, target, set);
      });
    });

    it('of any kind of number come with an instance of that class, unless only a real number does it', () => {
      let found = 0;
      until(() => found > atLeast(times / 2)).holds(
        2 * times,
        anyCase({ maxFeatures: 4, classes: 3 }),
        fc.nat(),
        (c, choice) => {
          const target = aRival(c, choice);
          for (const set of decided(() => towards(c, { target, order: 'search' })) ?? []) {
            const answer = counterfactual(c.weigh(), set, { target });
            if (answer === undefined) continue;
            expectClass(c, answer, target, set);
            found += 1;
          }
        },
      );
    });

    it('of one number come with an instance wherever a double shows one', () => {
      let found = 0;
      const lines = anyCase({ maxFeatures: 3, classes: 3 });
      until(() => found > atLeast(times)).holds(
        6 * times,
        lines,
        fc.nat(2),
        fc.nat(2),
        fc.nat(),
        (c, i, step, seed) => {
          const feature = c.additive.features[i];
          if (feature === undefined || feature.kind === 'categorical' || feature.only === 'missing') return;
          const most = feature.kind === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
          const wish = [feature.lower, feature.upper, 0, step - 1, 10 ** (step - 1)][seed % 5];
          const x = Math.min(Math.max(wish, feature.lower, -most), feature.upper, most);
          if (feature.kind === 'integer' && !Number.isSafeInteger(x)) return;
          const target = new Oracle(c.additive, c.instance.with(i, x)).class;
          if (target === c.oracle.class) return;
          for (const movement of ['least', 'nearest'] as const) {
            const answer = decided(() => ({ is: counterfactual(c.weigh(), [i], { target, movement }) }));
            if (answer === undefined) continue;
            expect(answer.is).toBeDefined();
            expectClass(c, answer.is as Counterfactual, target, [i]);
            found += 1;
          }
        },
      );
    });

    it('are not denied where some instance shows them', () => {
      const withPoint = anyCase({ maxFeatures: 4, classes: 3, families: TAME }).chain((c) =>
        fc.tuple(fc.constant(c), neighbours(c)),
      );
      let compared = 0;
      until(() => compared > atLeast(5 * times)).holds(times, withPoint, ([c, point]) => {
        const target = new Oracle(c.additive, point).class;
        fc.pre(target !== c.oracle.class);
        const changed = c.oracle.all.filter((i) => !Object.is(point[i], c.instance[i]));
        const sets = decided(() => towards(c, { target, order: 'search' }));
        if (sets === undefined) return;
        expect(sets.some((set) => within(set, changed))).toBe(true);
        compared += 1;
      });
    });
  });
}

const TAME = ['small integers', 'multiples of 1/8', 'zeros and repeats', 'one-digit decimals'];

interface Towards {
  readonly target: number;
  readonly order: 'search' | 'size';
  readonly after?: readonly number[];
}

function towards(c: Case, question: Towards): number[][] {
  return Array.from(enumerate(c.weigh(), { kind: 'cxp', ...question }), (set) => set.features);
}

function aRival({ oracle }: Case, choice: number): number {
  return oracle.rivals[choice % oracle.rivals.length];
}

/** With curves it may be left undecided, and says so. */
function decided<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

function expectClass(
  c: Case,
  answer: {
    instance: { readonly [feature: string]: Value };
    class: string;
    changed: readonly number[];
  },
  target: number,
  set: readonly number[],
): void {
  const values = c.model.features.map((feature) => {
    const value = answer.instance[feature.name] ?? Number.NaN;
    return feature.kind === 'categorical' ? feature.values.indexOf(value as string) : (value as number);
  });
  expect(answer.class).toBe(`c${target}`);
  expect(predict(c.classifier, answer.instance).classIndex).toBe(target);
  expect(new Oracle(c.additive, values).class).toBe(target);
  expectInside(c, values);
  expect(within(answer.changed, set)).toBe(true);
  expect(answer.changed).toEqual(c.oracle.all.filter((i) => !Object.is(values[i], c.instance[i])));
}
