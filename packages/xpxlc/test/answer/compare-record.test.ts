// Two models on one case: against every case of small spaces.

import { additiveModel, type Classifier, linearModel, predict, reduce, smallest, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, runs } from '../../../core/test/property.ts';
import { compareDecisions } from '../../src/answer/compare-record.ts';

const VALUES = ['u', 'v', 'w'];

/** A model of some of the features f0 … f4, with whole weights: ties are common. */
const anyModel = fc
  .record({
    names: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
    classes: fc.constantFrom(['no', 'yes'], ['yes', 'no'], ['no', 'yes', 'maybe'], ['maybe', 'yes']),
    numbers: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 60, maxLength: 60 }),
  })
  .map(({ names, classes, numbers }) => {
    let at = 0;
    const next = (): number => numbers[at++ % numbers.length];
    return reduce(
      additiveModel({
        classes,
        features: names.map((i) => ({ name: `f${i}`, values: VALUES })),
        shapes: names.map(() => classes.map(() => ({ kind: 'table' as const, values: VALUES.map(next) }))),
        bias: classes.map(next),
      }),
      { neverWins: 'allow' },
    );
  });

const anyCase = fc
  .array(fc.constantFrom(...VALUES), { minLength: 5, maxLength: 5 })
  .map((values) => Object.fromEntries(values.map((value, i) => [`f${i}`, value])));

type Cells = { readonly [name: string]: string };

/** All cases of a model that have the same values of these features. */
function* casesWith({ features }: Classifier, one: Cells, held: readonly string[]): Generator<Cells> {
  const free = features.map(({ name }) => name).filter((name) => !held.includes(name));
  for (let code = 0; code < VALUES.length ** free.length; code++)
    yield {
      ...cellsOf(features, one),
      ...Object.fromEntries(
        free.map((name, j) => [name, VALUES[Math.floor(code / VALUES.length ** j) % VALUES.length]]),
      ),
    };
}

function cellsOf(features: Classifier['features'], one: Cells): Cells {
  return Object.fromEntries(features.map(({ name }) => [name, one[name]]));
}

describe('compareDecisions', () => {
  it("says whether every case with A's values gets A's class from B, and shows one that does not", () => {
    let [held, lost] = [0, 0];
    fc.assert(
      fc.property(anyModel, anyModel, anyCase, (a, b, one) => {
        fc.pre(a.classes.some((name) => b.classes.includes(name)));
        const [caseA, caseB] = [weigh(a, cellsOf(a.features, one)), weigh(b, cellsOf(b.features, one))];
        const found = compareDecisions(caseA, caseB);
        const reason = found.a.features;
        const others = [...casesWith(b, one, reason)].filter(
          (cells) => predict(b, cells).class !== caseA.class,
        );
        expect(found.holds).toBe(others.length === 0);
        expect([found.a.class, found.b.class]).toEqual([caseA.class, caseB.class]);
        expect(found.same).toBe(caseA.class === caseB.class);
        if (found.holds) {
          held += 1;
          expect(found).not.toHaveProperty('counterexample');
        } else {
          lost += 1;
          const changed = { ...cellsOf(b.features, one), ...found.counterexample?.changes };
          expect(others).toContainEqual(changed);
          expect(found.counterexample?.class).toBe(predict(b, changed as Cells).class);
        }
      }),
      runs(500),
    );
    expect(Math.min(held, lost)).toBeGreaterThan(atLeast(300));
  });

  it('compares smallest explanations by the names of their features', () => {
    fc.assert(
      fc.property(anyModel, anyModel, anyCase, (a, b, one) => {
        fc.pre(a.classes.some((name) => b.classes.includes(name)));
        const [caseA, caseB] = [weigh(a, cellsOf(a.features, one)), weigh(b, cellsOf(b.features, one))];
        const found = compareDecisions(caseA, caseB);
        const setA = smallest(caseA).map((i) => a.features[i].name);
        const setB = smallest(caseB).map((i) => b.features[i].name);
        const all = new Set([...setA, ...setB]);
        expect([found.a.features, found.b.features]).toEqual([setA, setB]);
        expect(found.left).toEqual(setA.filter((name) => !setB.includes(name)));
        expect(found.entered).toEqual(setB.filter((name) => !setA.includes(name)));
        const shared = all.size - found.left.length - found.entered.length;
        expect(found.overlap).toBe(all.size === 0 ? 1 : shared / all.size);
      }),
    );
  });

  it('refuses models without a common class', () => {
    const model = (classes: string[]) =>
      weigh(
        reduce(
          linearModel({
            classes,
            features: [{ name: 'f', values: VALUES }],
            weights: [[0, 1, 2]],
            intercept: -1,
          }),
        ),
        ['u'],
      );
    expect(() => compareDecisions(model(['no', 'yes']), model(['bad', 'good']))).toThrow(
      'MODEL_B: the models have no class in common; expected classes named as in MODEL_A: no, yes, got bad, good',
    );
  });
});
