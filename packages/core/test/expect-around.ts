// One way to check the bounds of a probability: they hold, and are narrow.
import { expect } from 'vitest';
import type { Probability } from '../src/query/precision.ts';

export function expectAround(
  { low, high }: Pick<Probability, 'low' | 'high'>,
  truth: number,
  width = 0.001,
): void {
  expect(low).toBeLessThanOrEqual(truth);
  expect(high).toBeGreaterThanOrEqual(truth);
  expect(high - low).toBeLessThanOrEqual(width);
}
