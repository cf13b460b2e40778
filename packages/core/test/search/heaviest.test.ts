import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heaviestExceeding } from '../../src/search/heaviest.ts';
import { holds } from '../property.ts';

const whole = fc.array(fc.nat(9), { maxLength: 40 }).map((list) => Float64Array.from(list));

describe('the heaviest values that exceed a threshold', () => {
  it('are as few as can be, and none of the others is heavier', () => {
    holds(500, whole, fc.nat(200), (values, threshold) => {
      const sorted = [...values].sort((a, b) => b - a);
      let needed = 0;
      let sum = 0;
      while (needed < sorted.length && sum <= threshold) sum += sorted[needed++];
      const found = heaviestExceeding(values, threshold);
      if (sum <= threshold) {
        expect(found).toBeUndefined();
        return;
      }
      const chosen = [...(found?.items ?? [])].slice(0, found?.count);
      expect(found?.count).toBe(needed);
      expect(chosen.map((i) => values[i]).sort((a, b) => b - a)).toEqual(sorted.slice(0, needed));
      expect(found?.sum).toBe(sum);
      expect(found?.before).toBe(sum - sorted[needed - 1]);
      expect(new Set(found?.items).size).toBe(values.length);
    });
  });

  it('are found among many equal ones, one, or none', () => {
    expect(heaviestExceeding(new Float64Array(0), 0)).toBeUndefined();
    expect(heaviestExceeding(Float64Array.of(0), 0)).toBeUndefined();
    expect(heaviestExceeding(Float64Array.of(1), 0)).toMatchObject({ count: 1, sum: 1, before: 0 });
    expect(heaviestExceeding(new Float64Array(1000).fill(1), 499)).toMatchObject({
      count: 500,
      sum: 500,
      before: 499,
    });
    expect(heaviestExceeding(new Float64Array(1000).fill(1), 1000)).toBeUndefined();
  });

  it('are found in sorted input of any size in either direction', () => {
    const rising = Float64Array.from({ length: 20_000 }, (_, i) => i);
    for (const values of [rising, rising.toReversed()]) {
      const found = heaviestExceeding(values, 19_999 + 19_998);
      expect(found).toMatchObject({ count: 3, sum: 19_999 + 19_998 + 19_997 });
    }
  });
});
