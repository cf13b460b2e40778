// What reducing, weighing and predicting must deliver, against exact fractions.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { predict } from '../../src/query/predict.ts';
import { ENDLESS } from '../../src/weigh/problem.ts';
import { anyCase } from '../arbitraries.ts';
import { reduce } from '../engine.ts';
import { type Fraction, order, show } from '../oracle/fraction.ts';
import { beatsEverywhere } from '../oracle/oracle.ts';
import { plainClass } from '../oracle/plain.ts';
import { holds, law } from '../property.ts';

export function predictionLaws(times = 400): void {
  const cases = anyCase();

  describe('a prediction', () => {
    it('is the class with the largest exact score, ties by the stated order', () => {
      holds(times, cases, ({ classifier, instance, oracle }) => {
        const answer = predict(classifier, instance);
        expect(answer.classIndex).toBe(oracle.class);
        expect(answer.class).toBe(`c${oracle.class}`);
      });
    });

    it('states the exact lead over the strongest rival, and whether it is a tie', () => {
      holds(times, cases, ({ classifier, instance, oracle, additive }) => {
        const answer = predict(classifier, instance);
        const margins = oracle.rivals.map((k) => ({ k, margin: oracle.margin(k) }));
        const [strongest] = margins.sort(
          (a, b) => order(a.margin, b.margin) || additive.tieRank[a.k] - additive.tieRank[b.k],
        );
        expect(answer.exactMargin).toBe(show(strongest.margin));
        expect(answer.rival).toBe(`c${strongest.k}`);
        expect(answer.tie).toBe(strongest.margin.num === 0n);
        expect(answer.margin === 0).toBe(answer.tie);
      });
    });

    it('is called doubtful whenever plain doubles say otherwise, added up in whatever order', () => {
      holds(times, cases, fc.nat(), ({ classifier, additive, instance }, seed) => {
        const answer = predict(classifier, instance);
        if (answer.floatClass !== answer.class) expect(answer.doubtful).toBe(true);
        if (!answer.doubtful) expect(plainClass(additive, instance, seed)).toBe(answer.classIndex);
      });
    });

    it('of whole numbers is never doubtful, ties included', () => {
      const whole = anyCase({ families: ['small integers', 'zeros and repeats'], tables: true });
      holds(times, whole, ({ classifier, instance }) => {
        expect(predict(classifier, instance).doubtful).toBe(false);
      });
    });

    it('does not depend on how the instance is written', () => {
      holds(times / 4, cases, ({ classifier, instance, model }) => {
        const values = model.features.map((f, i) =>
          f.kind === 'categorical' ? f.values[instance[i]] : instance[i],
        );
        const record = Object.fromEntries(model.features.map((f, i) => [f.name, values[i]]));
        const answer = predict(classifier, instance);
        expect(predict(classifier, values)).toEqual(answer);
        expect(predict(classifier, record)).toEqual(answer);
      });
    });
  });

  describe('a weighed instance', () => {
    law('has the exact margin and drop of every feature against every rival', times, cases, (c) => {
      const { classifier, oracle } = c;
      const problem = c.weigh();
      expect(problem.classIndex).toBe(oracle.class);
      expect(problem.rivals.map((rival) => rival.class)).toEqual(oracle.rivals);
      for (const { class: k, weights, winsTies } of problem.rivals) {
        const { margin, drops, exponent, denominator } = weights;
        const inUnits = (m: bigint): string => show(scaled(m, exponent, denominator));
        expect(winsTies).toBe(classifier.tieRank[oracle.class] < classifier.tieRank[k]);
        expect(inUnits(margin)).toBe(show(oracle.margin(k)));
        drops.forEach((drop, i) => {
          const truth = oracle.drop(k, i);
          if (truth === undefined) expect(drop).toBe(ENDLESS);
          else expect(inUnits(drop)).toBe(show(truth));
        });
      }
    });
  });

  describe('reduce', () => {
    it('refuses exactly the models with a class that some other class beats everywhere', () => {
      holds(times, anyCase({ within: 'never' }), ({ model, additive }) => {
        const all = additive.bias.map((_, k) => k);
        const losers = all.filter((k) => all.some((c) => c !== k && beatsEverywhere(additive, c, k)));
        if (losers.length === 0) {
          expect(() => reduce(model)).not.toThrow();
        } else {
          expect(() => reduce(model)).toThrow(ModelError);
          expect(() => reduce(model)).toThrow(`class 'c${losers[0]}': a class that can never win`);
        }
        expect(() => reduce(model, { neverWins: 'allow' })).not.toThrow();
      });
    });
  });
}

/** m · 2^exponent / denominator. */
function scaled(m: bigint, exponent: number, denominator: bigint): Fraction {
  return exponent >= 0
    ? { num: m << BigInt(exponent), den: denominator }
    : { num: m, den: denominator << BigInt(-exponent) };
}
