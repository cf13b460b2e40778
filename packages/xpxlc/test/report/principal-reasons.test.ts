// The rule that picks and orders reasons, held against the oracle of the core on random models.

import { drops, linearModel, predictionOf, reduce, smallest, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCase, type Case } from '../../../core/test/arbitraries.ts';
import { exactly, minus, order } from '../../../core/test/oracle/fraction.ts';
import { type Additive, lowestGap, valueAt } from '../../../core/test/oracle/oracle.ts';
import { atLeast, runs } from '../../../core/test/property.ts';
import { Decision } from '../../src/decision/decision.ts';
import { ENDLESS } from '../../src/decision/patience.ts';
import { directions } from '../../src/report/directions.ts';
import { principalReasons } from '../../src/report/principal-reasons.ts';

const decisionOn = (one: Case): Decision =>
  new Decision(one.weigh(), ENDLESS, weigh(one.classifier, one.instance));

/** Whether some number of the domain at or above (at or below) the value makes the lead smaller: by the definition. */
function helps({ additive, instance }: Case, i: number, c: number, k: number, side: 'up' | 'down'): boolean {
  const feature = additive.features[i];
  if (feature.kind === 'categorical') return false;
  const { missing: _, ...numbers } = feature;
  const half = side === 'up' ? { ...numbers, lower: instance[i] } : { ...numbers, upper: instance[i] };
  const narrowed: Additive = { ...additive, features: additive.features.with(i, half) };
  const lowest = lowestGap(narrowed, i, c, k);
  const x = exactly(instance[i]);
  const here = minus(valueAt(additive.shapes[i][c], x), valueAt(additive.shapes[i][k], x));
  return lowest === undefined || order(lowest, here) < 0;
}

it('calls a number high only if lower ones would help and no higher one would, and low likewise', () => {
  const seen = { high: 0, low: 0, neither: 0 };
  fc.assert(
    fc.property(anyCase({ within: 'never' }), (one) => {
      const problem = one.weigh();
      const { rival } = predictionOf(problem);
      const k = one.model.classes.indexOf(rival);
      const values = one.instance.map((x) => (Number.isNaN(x) ? null : x));
      for (const [i, direction] of directions(one.classifier, values, rival).entries()) {
        seen[direction ?? 'neither'] += 1;
        const { kind } = one.model.features[i];
        if (kind === 'categorical' || values[i] === null) {
          expect(direction).toBeUndefined();
          continue;
        }
        const [up, down] = (['up', 'down'] as const).map((side) =>
          helps(one, i, problem.classIndex, k, side),
        );
        expect(direction).toBe(up === down ? undefined : down ? 'high' : 'low');
      }
    }),
    runs(300),
  );
  expect(Math.min(seen.high, seen.low, seen.neither)).toBeGreaterThan(atLeast(100));
});

it('gives features of a smallest explanation, the largest drop first, equal ones in the order of the model', () => {
  fc.assert(
    fc.property(anyCase(), fc.integer({ min: 1, max: 5 }), (one, most) => {
      const problem = one.weigh();
      const { rival, list, further } = principalReasons(decisionOn(one), { most });
      const all = [...list.map(({ feature }) => feature), ...further];
      expect(all.toSorted((i, j) => i - j)).toEqual(smallest(problem));
      expect(one.oracle.sufficient(all)).toBe(true);
      expect(list.length).toBe(Math.min(most, all.length));
      expect(rival).toBe(predictionOf(problem).rival);
      const against = drops(problem).find((entry) => entry.class === rival)?.exact.drops ?? [];
      const weight = (i: number): bigint => {
        const drop = against[i];
        return drop === 'endless' ? 2n ** 5000n : drop;
      };
      for (const [x, i] of all.slice(1).entries()) {
        const before = all[x];
        expect(weight(before) > weight(i) || (weight(before) === weight(i) && before < i)).toBe(true);
      }
    }),
    runs(200),
  );
});

it('gives no reason that is worth 0: what is below the least double is told as that (seed 1517442639)', () => {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'x', lower: -5e-324, upper: 1 }],
    weights: [5e-324],
  });
  const classifier = reduce(model);
  const { list } = principalReasons(new Decision(weigh(classifier, [5e-324])), { most: 3 });
  expect(list).toMatchObject([{ feature: 0, drop: 5e-324, necessary: true }]);
});

it('leaves out no feature that counts more than one it gives, with two classes', () => {
  fc.assert(
    fc.property(anyCase({ classes: 2 }), (one) => {
      const problem = one.weigh();
      const { list } = principalReasons(decisionOn(one), { most: 99 });
      const [{ drops: all }] = drops(problem);
      const given = new Set(list.map(({ feature }) => feature));
      const least = Math.min(...list.map(({ drop }) => drop));
      all.forEach((drop, i) => {
        // Doubles near each other may be in either order.
        if (!given.has(i)) expect(drop <= least * (1 + 1e-9)).toBe(true);
      });
      for (const { drop } of list) expect(drop).toBeGreaterThan(0);
    }),
    runs(200),
  );
});

it('marks as necessary exactly the features whose change alone can change the decision', () => {
  fc.assert(
    fc.property(anyCase({ maxFeatures: 5 }), (one) => {
      const { list } = principalReasons(decisionOn(one), { most: 99 });
      for (const { feature, necessary } of list)
        expect(necessary).toBe(one.oracle.axps().every((set) => set.includes(feature)));
    }),
    runs(100),
  );
});

it('tells directions over the whole space, also where less may move', () => {
  fc.assert(
    fc.property(anyCase({ within: 'always' }), (one) => {
      const { rival, list } = principalReasons(decisionOn(one), { most: 99 });
      const values = one.instance.map((x) => (Number.isNaN(x) ? null : x));
      const whole = directions(one.classifier, values, rival);
      expect(weigh(one.classifier, values).class).toBe(one.weigh().class);
      for (const { feature, direction } of list) expect(direction).toBe(whole[feature]);
    }),
    runs(100),
  );
});
