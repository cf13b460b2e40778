import { describe, expect, it } from 'vitest';
import { fromDouble } from '../../src/exact/dyadic.ts';
import { toFraction, whole } from '../../src/exact/ratio.ts';
import type { NumericFeature } from '../../src/model/types.ts';
import { dropFrom, lowest, lowestValue, pairCurve, rise, valueAt } from '../../src/reduce/curve.ts';

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const flat = { quadratic: 0, linear: 0, constant: 0, center: 0 };

/** The curve of quadratic·(x−center)² + linear·(x−center) + constant over a domain. */
function curveOf(coefficients: Partial<typeof flat>, domain: Partial<NumericFeature> = {}) {
  const feature: NumericFeature = {
    kind: 'real',
    name: 'x',
    lower: NEGATIVE_INFINITY,
    upper: POSITIVE_INFINITY,
    ...domain,
  };
  return pairCurve(feature, { ...flat, ...coefficients }, flat);
}

const text = (x: Parameters<typeof whole>[0]): string => toFraction(whole(x));

describe('where a curve is smallest', () => {
  it('is the end towards which a line falls', () => {
    const box = { lower: -2, upper: 5 };
    expect(lowest(curveOf({ linear: 3 }, box))).toEqual({ at: 'number', x: fromDouble(-2) });
    expect(lowest(curveOf({ linear: -3 }, box))).toEqual({ at: 'number', x: fromDouble(5) });
    expect(lowest(curveOf({ linear: 3 }))).toEqual({ at: 'infinity', sign: -1 });
    expect(lowest(curveOf({ linear: -3 }))).toEqual({ at: 'infinity', sign: 1 });
  });

  it('is some number of the domain when it is flat', () => {
    expect(lowest(curveOf({ constant: 1 }))).toEqual({ at: 'number', x: fromDouble(0) });
    expect(lowest(curveOf({}, { lower: 3 }))).toEqual({ at: 'number', x: fromDouble(3) });
    expect(lowest(curveOf({}, { upper: -3 }))).toEqual({ at: 'number', x: fromDouble(-3) });
  });

  it('is the vertex of an upright parabola, or the bound next to it', () => {
    const bowl = { quadratic: 1, center: 0.5 };
    const low = lowest(curveOf(bowl));
    expect(low.at === 'number' && text(low.x)).toBe('1/2');
    expect(lowest(curveOf(bowl, { lower: 2 }))).toEqual({ at: 'number', x: fromDouble(2) });
    expect(lowest(curveOf(bowl, { upper: -2 }))).toEqual({ at: 'number', x: fromDouble(-2) });
    expect(lowest(curveOf(bowl, { lower: 0.5 }))).toEqual({ at: 'number', x: fromDouble(0.5) });
    expect(lowest(curveOf(bowl, { upper: 0.5 }))).toEqual({ at: 'number', x: fromDouble(0.5) });
    const third = lowest(curveOf({ quadratic: 3, linear: -2 }));
    expect(third.at === 'vertex' && toFraction(third.x)).toBe('1/3');
  });

  it('is the whole number next to the vertex, the left one when both are as good', () => {
    const at = (center: number): string => {
      const low = lowest(curveOf({ quadratic: 1, center }, { kind: 'integer' }));
      return low.at === 'number' ? text(low.x) : low.at;
    };
    expect([at(0.4), at(0.6), at(0.5), at(-0.4), at(-0.6), at(-1.5), at(3)]).toEqual([
      '0',
      '1',
      '0',
      '0',
      '-1',
      '-2',
      '3',
    ]);
  });

  it('is the vertex itself where that is a large whole number', () => {
    const low = lowest(curveOf({ quadratic: 1, center: 2 ** 60 }, { kind: 'integer' }));
    expect(low.at === 'number' && text(low.x)).toBe(String(2n ** 60n));
  });

  it('is the lower end of a parabola upside down, and without end at an infinite one', () => {
    const hill = { quadratic: -1, center: 1 };
    expect(lowest(curveOf(hill, { lower: 0, upper: 3 }))).toEqual({ at: 'number', x: fromDouble(3) });
    expect(lowest(curveOf(hill, { lower: -2, upper: 3 }))).toEqual({ at: 'number', x: fromDouble(-2) });
    expect(lowest(curveOf(hill, { lower: -1, upper: 3 }))).toEqual({ at: 'number', x: fromDouble(-1) });
    expect(lowest(curveOf(hill, { upper: 3 }))).toEqual({ at: 'infinity', sign: -1 });
    expect(lowest(curveOf(hill, { lower: 0 }))).toEqual({ at: 'infinity', sign: 1 });
  });

  it('can be asked for part of the domain', () => {
    expect(lowest(curveOf({ linear: 1 }), 4, 6)).toEqual({ at: 'number', x: fromDouble(4) });
    expect(lowest(curveOf({ quadratic: 1 }), -1, 6)).toMatchObject({ at: 'number', x: { m: 0n } });
  });
});

describe('how far a curve lies above its lowest point', () => {
  it('is exact at numbers and at a vertex that is no double', () => {
    const third = curveOf({ quadratic: 3, linear: -2, constant: 7 });
    const low = lowest(third);
    const drop = dropFrom(third, fromDouble(1), low);
    expect(drop && toFraction(drop)).toBe('4/3');
    const least = lowestValue(third, low);
    expect(least && toFraction(least)).toBe('20/3');
    const box = curveOf({ linear: 3 }, { lower: -2, upper: 5 });
    const rising = dropFrom(box, fromDouble(1), lowest(box));
    expect(rising && toFraction(rising)).toBe('9');
  });

  it('is unknown where the curve falls without end', () => {
    const line = curveOf({ linear: 3 });
    expect(dropFrom(line, fromDouble(1), lowest(line))).toBeUndefined();
    expect(lowestValue(line, lowest(line))).toBeUndefined();
  });

  it('does not suffer from a large constant or a distant centre', () => {
    const far = curveOf({ quadratic: 1, center: 1e200, constant: 1e300 }, { lower: 0, upper: 1 });
    expect(text(rise(far, fromDouble(0), fromDouble(1)))).toBe(String(1n - 2n * BigInt(1e200)));
    expect(text(valueAt(far, fromDouble(1)))).toBe(String((1n - BigInt(1e200)) ** 2n + BigInt(1e300)));
  });
});

describe('the difference of two curves', () => {
  it('has the rounded slope of a line, and none of a parabola', () => {
    const feature: NumericFeature = { kind: 'real', name: 'x', lower: 0, upper: 1 };
    const steep = pairCurve(feature, { ...flat, linear: 0.1 }, { ...flat, linear: -0.2 });
    expect(steep.slope).toBe(0.30000000000000004);
    expect(pairCurve(feature, { ...flat, quadratic: 1 }, flat).slope).toBeNaN();
    const cancelled = pairCurve(feature, { ...flat, quadratic: 1, center: 2 }, { ...flat, quadratic: 1 });
    expect(cancelled.slope).toBe(-4);
  });
});
