import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import { ReachInDoubles } from '../../src/move/reach-in-doubles.ts';
import { reachTarget } from '../../src/move/reach-target.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import { toTarget } from '../../src/weigh/target.ts';
import { anyCase } from '../arbitraries.ts';
import { atLeast, until } from '../property.ts';

/** The exact answer; undefined where it was not decided. */
function exactly(problem: Weighed, t: number, free: readonly number[]): boolean | undefined {
  try {
    return reachTarget(problem, toTarget(problem, t), free, { whether: true }) !== undefined;
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

const cases = fc.oneof(
  anyCase({ classes: 3, maxFeatures: 5 }),
  anyCase({ classes: 4, maxFeatures: 4, finite: true }),
  anyCase({ classes: 5, maxFeatures: 4, bounded: true }),
);

describe('reaching a class in doubles', () => {
  it('is decided as exact numbers decide it, or not at all', () => {
    const told = { true: 0, false: 0 };
    until(() => Math.min(told.true, told.false) > atLeast(800) / 4).holds(
      800,
      cases,
      fc.nat(),
      fc.uniqueArray(fc.nat(4)),
      (c, choice, list) => {
        const problem = c.weigh();
        const t = c.oracle.rivals[choice % c.oracle.rivals.length];
        const free = list.filter((i) => i < c.instance.length);
        const answer = ReachInDoubles.of(problem, toTarget(problem, t))?.decide(free);
        if (answer === undefined) return;
        const truth = exactly(problem, t, free);
        if (truth === undefined) return;
        expect(answer).toBe(truth);
        told[answer ? 'true' : 'false'] += 1;
      },
    );
  });

  it('needs what follows from any sum of the demands', () => {
    let reached = 0;
    const multipliers = fc.array(fc.oneof(fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 4,
      maxLength: 4,
    });
    until(() => reached > atLeast(800) / 4).holds(
      800,
      cases,
      fc.nat(),
      fc.uniqueArray(fc.nat(4)),
      multipliers,
      (c, choice, list, factors) => {
        const problem = c.weigh();
        const t = c.oracle.rivals[choice % c.oracle.rivals.length];
        const target = toTarget(problem, t);
        const free = list.filter((i) => i < c.instance.length);
        const doubles = ReachInDoubles.of(problem, target);
        if (doubles === undefined || exactly(problem, t, free) !== true) return;
        reached += 1;
        const { weights, least } = doubles.necessity(
          Float64Array.from(factors.slice(0, target.against.length)),
        );
        expect(free.reduce((sum, i) => sum + weights[i], 0) < least).toBe(false);
      },
    );
  });
});
