// Answers keep to the space they were asked in.
import { expect } from 'vitest';
import type { Case } from '../arbitraries.ts';
import { exactly } from '../oracle/fraction.ts';
import { inDomain } from '../oracle/oracle.ts';

/** Every value of a point belongs to what is left of its domain. */
export function expectInside({ additive }: Case, values: readonly number[]): void {
  additive.features.forEach((feature, i) => {
    expect(inDomain(feature, exactly(values[i]))).toBe(true);
  });
}
