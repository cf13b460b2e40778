// One decision, part by part: what the oracle says, each worked out once, and nothing false where patience ends.
import { linearModel, reduce, type Signal, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { manyRivals } from '../../../core/test/problems.ts';
import { runs } from '../../../core/test/property.ts';
import { Decision } from '../../src/decision/decision.ts';
import { ENDLESS, inTurn, type Part } from '../../src/decision/patience.ts';
import { suffices, worthsOf } from '../../src/decision/worths.ts';

const NEVER: Signal = { aborted: false };
const AT_ONCE: Signal = { aborted: true };

it('says of each part what the oracle says', () => {
  fc.assert(
    fc.property(anyCase({ maxFeatures: 6 }), (one) => {
      const decision = new Decision(one.weigh());
      const [axps, cxps] = [one.oracle.axps(), one.oracle.cxps()];
      const sizes = axps.map((set) => set.length).sort((a, b) => a - b);
      expect(decision.outcome().class).toBe(one.model.classes[one.oracle.class]);
      expect(axps).toContainEqual([...decision.reason().features]);
      const { list, complete } = decision.explanations(3);
      expect(list.map((set) => set.length)).toEqual(sizes.slice(0, 3));
      expect(complete).toBe(axps.length <= 3);
      const { count, frequency } = decision.count({ frequency: true }) ?? {};
      const times = one.model.features.map((_, i) => axps.filter((set) => set.includes(i)).length);
      expect([count, frequency]).toEqual([BigInt(axps.length), times.map(BigInt)]);
      expect(decision.count({ sizes: true })?.sizes?.reduce((a, b) => a + b)).toBe(count);
      expect(decision.roles()).toEqual(
        times.map((n) => (n === axps.length ? 'necessary' : n > 0 ? 'relevant' : 'irrelevant')),
      );
      const contrasts = decision.contrasts(3);
      expect(contrasts.list.length).toBe(Math.min(3, cxps.length));
      expect(contrasts.complete).toBe(cxps.length <= 3);
      expect(contrasts.limit).toBeUndefined();
      for (const { features } of contrasts.list) expect(cxps).toContainEqual([...features]);
      expect(decision.contrast()?.features.length).toBe(contrasts.list[0]?.features.length);
      expect(decision.proof().valid).toBe(true);
    }),
    runs(60),
  );
});

it('tells what held values must be worth together: a set is sufficient if it is so against every rival', () => {
  fc.assert(
    fc.property(anyCase(), fc.nat(), (one, seed) => {
      const set = new Set(one.oracle.all.filter((i) => (seed >> i) & 1));
      const enough = worthsOf(one.weigh()).every((rival) => {
        const { drops } = rival.exact;
        if (drops.some((drop, i) => drop === 'endless' && !set.has(i))) return false;
        const held = drops.map((drop, i) => (set.has(i) && drop !== 'endless' ? drop : 0n));
        return suffices(
          rival,
          held.reduce((a, b) => a + b, 0n),
        );
      });
      expect(enough).toBe(one.oracle.sufficient([...set]));
    }),
    runs(200),
  );
});

it('works out a part when it is first asked for, and once', () => {
  const asked: Part[] = [];
  const { model, instance } = loans();
  const decision = new Decision(weigh(reduce(model), instance), (part) => {
    asked.push(part);
    return {};
  });
  expect(asked).toEqual([]);
  for (let time = 0; time < 2; time++) {
    decision.proof();
    decision.contrasts(2);
    decision.contrasts(2, 'grant');
    decision.count();
    decision.count({ sizes: true });
  }
  expect(asked).toEqual(['reason', 'contrasts', 'contrasts', 'count', 'count']);
});

it('knows the whole space beside the one that was left', () => {
  const { model, instance } = loans();
  const whole = weigh(reduce(model), instance);
  const narrow = weigh(reduce(model), instance, { within: { features: { age: 'fixed' } } });
  const decision = new Decision(narrow, ENDLESS, whole);
  expect(decision.reason().features).toEqual([1]);
  expect(decision.whole.reason().features).toEqual([0, 1]);
  expect(decision.whole.whole).toBe(decision.whole);
  expect(new Decision(whole).whole.problem).toBe(whole);
});

it('says what is not known where patience ends, and nothing false', () => {
  const { classifier, values } = manyRivals(60, 12);
  const decision = new Decision(weigh(classifier, Array.from(values)), () => ({
    steps: 100,
    signal: AT_ONCE,
  }));
  const { features, complete, atLeast } = decision.reason();
  expect(complete).toBe(false);
  expect(atLeast).toBeLessThanOrEqual(features.length);
  expect(decision.proof().valid).toBe(true);
  expect(decision.explanations(5)).toEqual({ list: [], complete: false });
  const contrasts = decision.contrasts(5);
  expect(contrasts.complete).toBe(false);
  expect(contrasts.limit).toBeDefined();
  expect([decision.count(), decision.power(), decision.audit(['f0'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(new Set(decision.roles()).has('undecided')).toBe(true);
});

it('shares the time that is left among the parts that follow', () => {
  const shares: number[] = [];
  const share = (part: number): Signal => {
    shares.push(part);
    return NEVER;
  };
  const patience = inTurn({ share }, 3, { steps: 7 });
  expect(patience('reason')).toEqual({ signal: NEVER });
  expect(patience('count')).toEqual({ steps: 7, signal: NEVER });
  patience('bounds');
  patience('list');
  expect(shares).toEqual([1 / 3, 1 / 2, 1, 1]);
});

function loans() {
  const features = [
    { name: 'age', lower: 0, upper: 9 },
    { name: 'income', lower: 0, upper: 9 },
  ];
  const model = linearModel({ classes: ['refuse', 'grant'], features, weights: [2, 1], intercept: -8 });
  return { model, instance: [1, 1] };
}
