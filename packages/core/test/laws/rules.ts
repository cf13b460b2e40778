// Rules: right for every instance, and counted exactly.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredRows } from '../../src/block/covered-rows.ts';
import { poolRules } from '../../src/block/pool-rules.ts';
import type { NumericFeature } from '../../src/model/types.ts';
import type { Region } from '../../src/move/region.ts';
import { inflate } from '../../src/query/inflate.ts';
import { ruleHolds } from '../../src/query/rule-holds.ts';
import { smallest } from '../../src/query/smallest.ts';
import { anyCase, type Case, neighbours } from '../arbitraries.ts';
import { weigh } from '../engine.ts';
import { Oracle } from '../oracle/oracle.ts';
import { keepsClass, type Literal, regionHas, widerRegions } from '../oracle/region.ts';
import { atLeast, holds, until } from '../property.ts';

export function ruleLaws(times = 150): void {
  describe('a rule', () => {
    it('holds exactly where the class stays, whatever values its literals allow', () => {
      let [right, wrong] = [0, 0];
      until(() => Math.min(right, wrong) > atLeast(times)).holds(
        4 * times,
        anyCase({ maxFeatures: 5, within: 'never' }),
        fc.nat(),
        (c, seed) => {
          const problem = c.weigh();
          const literals = inflate(problem, smallest(problem));
          const rules = [literals, ...literals.flatMap((literal, x) => variants(c, literals, x, literal))];
          const own = c.oracle.class;
          for (const some of [rules[0], rules[seed % rules.length]]) {
            const holds = ruleHolds(c.classifier, { class: own, literals: some });
            expect(holds).toBe(keepsClass(c.oracle, some));
            if (holds) right += 1;
            else wrong += 1;
          }
        },
      );
    });

    it('is covered by the rows whose values it allows', () => {
      holds(times, withRows(anyCase({ maxFeatures: 5, within: 'never' })), ([c, rows]) => {
        const problem = c.weigh();
        const literals = inflate(problem, smallest(problem));
        const covered = coveredRows(c.classifier, literals, toBlock(c, rows));
        rows.forEach((row, r) => {
          expect(covered[r] === 1).toBe(hasAll(c, literals, row));
        });
      });
    });
  });

  for (const [kind, options] of [
    ['any models', {}],
    ['two classes', { classes: 2 as const }],
    ['finite spaces', { finite: true }],
    ['ties', { families: ['small integers', 'zeros and repeats'], finite: true }],
  ] as const)
    describe(`rules that are pooled: ${kind}`, () => {
      it('hold for every instance, and say to how many rows they apply', () => {
        let [pooled, several] = [0, 0];
        until(() => pooled > atLeast(times) && several > atLeast(times)).holds(
          times,
          withRows(anyCase({ maxFeatures: 4, within: 'never', ...options })),
          ([c, rows]) => {
            const rules = poolRules(c.classifier, toBlock(c, rows), { limit: 100 });
            const open = new Set(rows.keys());
            for (const { class: own, literals, rows: count, added } of rules) {
              const covered = [...rows.keys()].filter((r) => hasAll(c, literals, rows[r]));
              expect(count).toBe(covered.length);
              expect(added).toBe(covered.filter((r) => open.has(r)).length);
              expect(added).toBeGreaterThan(0);
              for (const r of covered) open.delete(r);
              const oracle = new Oracle(c.additive, rows[covered[0]]);
              expect(oracle.class).toBe(own);
              expect(keepsClass(oracle, literals)).toBe(true);
              // What allows every value says nothing.
              for (const { feature, region } of literals)
                if (region.kind === 'options')
                  expect(widerRegions(c.additive, { feature, region }).length).toBeGreaterThan(0);
                else
                  expect(region).not.toMatchObject(
                    pickBounds(c.additive.features[feature] as NumericFeature),
                  );
              pooled += 1;
              if (new Set(covered.map((r) => String(rows[r]))).size > 1) several += 1;
            }
            // There is one for every row, as each has an explanation; of very different rows some may be left out.
            if (rows.length <= 5) expect(open.size).toBe(0);
          },
        );
      });
    });

  describe('pooled rules of some classes', () => {
    it('are those of these classes', () => {
      holds(times, withRows(anyCase({ maxFeatures: 4, within: 'never' })), fc.nat(1), ([c, many], own) => {
        const rows = many.slice(0, 5);
        const rules = poolRules(c.classifier, toBlock(c, rows), { limit: 100, classes: [own] });
        expect(rules.every((rule) => rule.class === own)).toBe(true);
        const all = rows.filter((row) => weigh(c.classifier, row).classIndex === own);
        expect(rules.reduce((sum, { added }) => sum + added, 0)).toBe(all.length);
      });
    });
  });
}

function hasAll({ additive }: Case, literals: readonly Literal[], row: readonly number[]): boolean {
  return literals.every((literal) => regionHas(additive, literal, row[literal.feature]));
}

function pickBounds({ lower, upper }: NumericFeature): Pick<NumericFeature, 'lower' | 'upper'> {
  return { lower, upper };
}

/** The rule with one literal wider or narrower, or without it. */
function variants(
  c: Case,
  literals: readonly Literal[],
  x: number,
  { feature, region }: Literal,
): Literal[][] {
  const regions: Region[] = [
    ...widerRegions(c.additive, { feature, region }),
    ...(region.kind === 'options' ? region.options.map((v) => ({ ...region, options: [v] })) : []),
  ];
  return [
    literals.filter((_, y) => y !== x),
    ...regions.map((other) => literals.map((literal, y) => (y === x ? { feature, region: other } : literal))),
  ];
}

function withRows(cases: fc.Arbitrary<Case>): fc.Arbitrary<[Case, number[][]]> {
  return cases.chain((c) =>
    fc.tuple(fc.constant(c), fc.array(neighbours(c), { minLength: 1, maxLength: 12 })),
  );
}

function toBlock(c: Case, rows: readonly (readonly number[])[]) {
  return {
    rows: rows.length,
    columns: c.instance.map((_, i) => Float64Array.from(rows, (row) => row[i])),
  };
}
