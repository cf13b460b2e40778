import { describe, expect, it } from 'vitest';
import { blockMargins } from '../../src/block/block-margins.ts';
import { predictBlock } from '../../src/block/predict-block.ts';
import { linearModel } from '../../src/model/linear.ts';
import { drops, inScores } from '../../src/query/drops.ts';
import { predict } from '../../src/query/predict.ts';
import { anyCase } from '../arbitraries.ts';
import { reduce, weigh } from '../engine.ts';
import { nearestDouble } from '../oracle/doubles.ts';
import { law } from '../property.ts';

describe('drops', () => {
  law('are near the exact ones, and 0 only where nothing can be lost', 300, anyCase(), (one) => {
    for (const { class: rival, margin, drops: list, exact } of drops(one.weigh())) {
      const k = one.model.classes.indexOf(rival);
      const lead = one.oracle.margin(k);
      expect(margin === 0).toBe(lead.num === 0n);
      if (margin !== 0) expect(near(margin, nearestDouble(lead))).toBe(true);
      list.forEach((drop, i) => {
        const truth = one.oracle.drop(k, i);
        expect(exact.drops[i] === 'endless').toBe(truth === undefined);
        if (truth === undefined) {
          expect(drop).toBe(Number.POSITIVE_INFINITY);
          return;
        }
        expect(drop === 0).toBe(truth.num === 0n);
        expect(near(drop, nearestDouble(truth))).toBe(true);
      });
    }
  });

  it('of products below the least double are told as the least double, as is the lead (seed 1517442639)', () => {
    const features = [{ name: 'x', lower: -5e-324, upper: 1 }];
    const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights: [5e-324] }));
    const [against] = drops(weigh(classifier, [5e-324]));
    expect(against.exact.drops).toEqual([2n * against.exact.margin]);
    expect([against.margin, ...against.drops]).toEqual([5e-324, 5e-324]);
    expect(inScores(-1n, against.exact)).toBe(-5e-324);
    expect(inScores(0n, against.exact)).toBe(0);
    expect(predict(classifier, [5e-324])).toMatchObject({ class: 'yes', margin: 5e-324, tie: false });
    const block = { rows: 2, columns: [Float64Array.of(5e-324, 0)] };
    expect(Array.from(blockMargins(classifier, block, predictBlock(classifier, block)).margins)).toEqual([
      5e-324, 0,
    ]);
  });
});

/** Equal but for the last digits of a double. */
function near(shown: number, exact: number): boolean {
  return shown === exact || Math.abs(shown - exact) <= Math.abs(exact) * 2 ** -50 + Number.MIN_VALUE;
}
