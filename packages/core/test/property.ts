// How often is a property tried? All random tests are tried through these.
import fc from 'fast-check';
import { it } from 'vitest';

// Absent in a browser.
const env: { readonly [name: string]: string | undefined } = globalThis.process?.env ?? {};

/** The arguments of `fc.property`: what is drawn, and what must hold of it. */
type Property<Drawn extends [unknown, ...unknown[]]> = [
  ...arbitraries: { [Index in keyof Drawn]: fc.Arbitrary<Drawn[Index]> },
  holds: (...drawn: Drawn) => void,
];

/** A test that is one property. */
export function law<Drawn extends [unknown, ...unknown[]]>(
  name: string,
  count: number,
  ...property: Property<Drawn>
): void {
  it(name, () => holds(count, ...property));
}

/** Asserts a property of so many random cases. */
export function holds<Drawn extends [unknown, ...unknown[]]>(
  count: number,
  ...property: Property<Drawn>
): void {
  fc.assert(fc.property(...property), runs(count));
}

/** Asserts a property of so many random cases, and of further ones until all that it must meet has been met. */
export function until(met: () => boolean): {
  holds<Drawn extends [unknown, ...unknown[]]>(count: number, ...property: Property<Drawn>): void;
} {
  return {
    holds(count, ...property) {
      for (const round of roundsUntil(count, met)) fc.assert(fc.property(...property), round);
    },
  };
}

/**
 * Parameters of a property, round after round until all that it must meet has been met, each time with other cases. Which cases come is a matter
 * of the seed, but a property that never met one of two ways out has shown nothing of it.
 */
export function* roundsUntil(count: number, met: () => boolean): Generator<fc.Parameters<unknown>> {
  const { seed = 0 } = fc.readConfigureGlobal();
  for (let round = 0; round < 50; round++) {
    yield { ...runs(count), seed: seed + round };
    if (met()) return;
  }
  throw new Error('the cases that must be met never came');
}

/** Parameters of a property: how often to try it. XPXLC_RUNS multiplies. */
export function runs(count: number): fc.Parameters<unknown> {
  return { numRuns: Math.ceil(count * Number(env.XPXLC_RUNS ?? 1)) };
}

/** How many of so many random cases must come to a comparison at least: a property that looks at none says nothing. */
export function atLeast(count: number): number {
  return (runs(count).numRuns as number) / 10;
}
