import { describe, expect, it } from 'vitest';
import { coveredRows } from '../../src/block/covered-rows.ts';
import { poolRules } from '../../src/block/pool-rules.ts';
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { wideLiteral } from '../../src/output/literal.ts';
import { ruleHolds } from '../../src/query/rule-holds.ts';
import type { Reduced } from '../../src/reduce/classifier.ts';
import { reduce } from '../engine.ts';
import { linear, sequence } from '../problems.ts';

const loans = reduce(
  linearModel({
    classes: ['refuse', 'grant'],
    features: [
      { name: 'age', kind: 'integer', lower: 18, upper: 99 },
      { name: 'income', lower: 0, upper: 200 },
      { name: 'home', values: ['rent', 'own', 'family'] },
    ],
    weights: [0.5, 1, [0, 12, 12]],
    intercept: -70,
  }),
);

function words(classifier: Reduced, rule: ReturnType<typeof poolRules>[number]): string {
  const literals = rule.literals.map((literal) => wideLiteral({ classifier }, literal));
  return `${literals.join(', ')}: ${classifier.classes[rule.class]} (${rule.rows}, ${rule.added})`;
}

describe('poolRules', () => {
  it('makes one rule of rows that differ only in how far they are on the safe side', () => {
    const block = {
      rows: 5,
      columns: [
        Float64Array.of(41, 35, 58, 20, 30),
        Float64Array.of(81.53, 95.1, 72.8, 11.2, 12.75),
        Uint8Array.of(0, 1, 2, 0, 0),
      ],
    };
    expect(poolRules(loans, block).map((rule) => words(loans, rule))).toEqual([
      'income ≥ 62: grant (3, 3)',
      'age ≤ 90, income ≤ 13: refuse (2, 2)',
    ]);
  });

  it('leaves bad rows out, and has nothing to say of none', () => {
    const block = {
      rows: 3,
      columns: [Float64Array.of(41, 17, 50), Float64Array.of(81, 95, Number.NaN), Uint8Array.of(0, 1, 1)],
    };
    expect(poolRules(loans, block).map((rule) => words(loans, rule))).toEqual(['income ≥ 62: grant (1, 1)']);
    expect(
      poolRules(loans, { rows: 0, columns: [[], [], []].map((list) => Float64Array.from(list)) }),
    ).toEqual([]);
    expect(poolRules(loans, { ...block, rows: 1 }, { limit: 0 })).toEqual([]);
    expect(() => poolRules(loans, { rows: 1, columns: [] })).toThrow('wrong number of columns');
  });

  it('says so where a class never changes', () => {
    const constant = reduce(linear([{ name: 'x', lower: 0, upper: 1 }], [1], 1), { neverWins: 'allow' });
    expect(poolRules(constant, { rows: 2, columns: [Float64Array.of(0, 1)] })).toEqual([
      { class: 1, literals: [], rows: 2, added: 2 },
    ]);
  });

  it('splits rows between which the class changes', () => {
    // Too little and too much are bad.
    const dose = reduce(
      additiveModel({
        classes: ['bad', 'good'],
        features: [{ name: 'dose', lower: 0, upper: 10 }],
        shapes: [
          [
            { kind: 'linear', weight: 0 },
            { kind: 'quadratic', quadratic: -1, center: 5, constant: 4 },
          ],
        ],
      }),
    );
    const rules = poolRules(dose, { rows: 6, columns: [Float64Array.of(0.5, 1.5, 8.2, 9.1, 4, 6)] });
    expect(rules.map((rule) => words(dose, rule))).toEqual([
      'dose ≤ 3: bad (2, 2)',
      'dose ≥ 7: bad (2, 2)',
      '3.1 ≤ dose ≤ 6.9: good (2, 2)',
    ]);
  });

  it('takes every row of a large table into account when it counts', () => {
    const rows = 45_000;
    const columns = [
      Float64Array.from(sequence(1, rows, 82), (x) => 18 + x),
      Float64Array.from(sequence(2, rows, 20_000), (x) => x / 100),
      Uint8Array.from(sequence(3, rows, 3)),
    ];
    const rules = poolRules(loans, { rows, columns });
    const open = new Uint8Array(rows).fill(1);
    for (const rule of rules) {
      expect(ruleHolds(loans, rule)).toBe(true);
      const covered = coveredRows(loans, rule.literals, { rows, columns });
      expect(covered.reduce((sum, x) => sum + x, 0)).toBe(rule.rows);
      let added = 0;
      covered.forEach((x, r) => {
        added += x & open[r];
        if (x === 1) open[r] = 0;
      });
      expect(added).toBe(rule.added);
    }
    expect(open.reduce((sum, x) => sum + x, 0)).toBeLessThan(0.15 * rows);
  });
});
