import { reduce, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase, neighbours } from '../../../core/test/arbitraries.ts';
import { explainLines } from '../../src/record/explain-lines.ts';
import { explainRecord, type Question } from '../../src/record/explain-record.ts';
import type { RowBlock } from '../../src/table/encode.ts';

const question: Question = {
  kind: 'axp',
  limit: 1,
  order: 'size',
  avoid: [],
  never: [],
  fixed: [],
  inflate: false,
  certificate: false,
};

/** Cases of two classes with some rows; half of them with categories only. */
const cases = fc
  .boolean()
  .chain((tables) => anyCase({ classes: 2, maxFeatures: 6, tables }))
  .chain((c) =>
    fc.tuple(fc.constant(c), fc.array(neighbours(c), { minLength: 1, maxLength: 8 }), fc.boolean()),
  );

describe('the quick way to NDJSON', () => {
  it('writes byte for byte what the records say', () => {
    let taken = 0;
    fc.assert(
      fc.property(cases, ([c, rows, withKeys]) => {
        const classifier = reduce(c.model, { neverWins: 'allow' });
        const lines = explainLines(classifier);
        if (lines === undefined) return;
        taken += 1;
        const block: RowBlock = {
          rows: rows.length,
          columns: c.model.features.map((_, i) => Float64Array.from(rows, (row) => row[i])),
          rowNumbers: Float64Array.from(rows, (_, r) => 10 * r),
          bad: [],
          ...(withKeys ? { keys: rows.map((_, r) => (r === 1 ? null : `"k${r}"`)) } : {}),
        };
        const records = rows.map((row, r) => {
          const at = { row: 10 * r, ...(block.keys === undefined ? {} : { id: block.keys[r] }) };
          return JSON.stringify(explainRecord(at, () => weigh(classifier, row), question));
        });
        expect(Buffer.concat(lines(block).pages).toString()).toBe(`${records.join('\n')}\n`);
        // A second time everything comes from memory.
        expect(Buffer.concat(lines(block).pages).toString()).toBe(`${records.join('\n')}\n`);
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it('does not go for numbers that are no bins, for more classes or for more than 32 features', () => {
    const yesNo = (i: number) => ({ kind: 'categorical', name: `f${i}`, values: ['no', 'yes'] }) as const;
    const model = (n: number) =>
      reduce(
        {
          kind: 'linear',
          classes: ['a', 'b'],
          tieOrder: ['a', 'b'],
          features: Array.from({ length: n }, (_, i) => yesNo(i)),
          weights: [Array.from({ length: n }, () => [-1, 1])],
          intercept: [0],
        },
        { neverWins: 'allow' },
      );
    expect(explainLines(model(32))).toBeDefined();
    expect(explainLines(model(33))).toBeUndefined();
  });
});
