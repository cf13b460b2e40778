// Which features matter: necessary, relevant, protected. Against all explanations, listed by brute force.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/query/audit.ts';
import { necessary } from '../../src/query/necessary.ts';
import { relevant } from '../../src/query/relevant.ts';
import { anyCase } from '../arbitraries.ts';
import { holds, law } from '../property.ts';

export function featureLaws(times = 250): void {
  const cases = anyCase({ maxFeatures: 7 });

  describe('features', () => {
    law('are necessary exactly when they are in every explanation', times, cases, (c) => {
      expect(necessary(c.weigh())).toEqual(c.oracle.necessary());
    });

    law('are relevant exactly when they are in some explanation', times, cases, (c) => {
      expect(relevant(c.weigh())).toEqual(c.oracle.relevant());
    });

    it('are audited by how many explanations contain them', () => {
      holds(times, cases, fc.uniqueArray(fc.nat(6), { maxLength: 4 }), (c, wanted) => {
        const chosen = wanted.filter((i) => i < c.instance.length).sort((a, b) => a - b);
        const axps = c.oracle.axps();
        const verdictOn = (some: readonly number[]): 'none' | 'some' | 'all' => {
          const with_ = axps.filter((set) => set.some((i) => some.includes(i))).length;
          return with_ === 0 ? 'none' : with_ === axps.length ? 'all' : 'some';
        };
        const answer = audit(c.weigh(), chosen);
        expect(answer.verdict).toBe(verdictOn(chosen));
        expect(answer.features).toEqual(
          chosen.map((feature) => ({ feature, verdict: verdictOn([feature]) })),
        );
        const avoiding = axps.filter((set) => !set.some((i) => chosen.includes(i)));
        if (avoiding.length === 0) expect(answer.avoiding).toBeUndefined();
        else expect(avoiding).toContainEqual(answer.avoiding);
      });
    });
  });
}
