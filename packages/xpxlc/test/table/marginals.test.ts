// How often values occur in a table, against counting by hand.

import { type Classifier, linearModel, type Marginals, reduce, scorecard } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { marginalsOfTable } from '../../src/table/marginals.ts';
import { openTable } from '../../src/table/source.ts';
import { folder } from '../cli/program.ts';

async function ofText(text: string, classifier: Classifier): Promise<Marginals> {
  const table = await openTable(`${folder({ 't.csv': text })}/t.csv`);
  try {
    return await marginalsOfTable(table, classifier);
  } finally {
    table.close();
  }
}

const mixed = reduce(
  linearModel({
    classes: ['no', 'yes'],
    features: [
      { name: 'job', values: ['clerk', 'nurse', 'none'] },
      { name: 'age', lower: 0, upper: 99 },
    ],
    weights: [[0, 1, 2], 1],
    intercept: -50,
  }),
);

describe('the marginals of a table', () => {
  it('are the counts of categories and of numbers, without the rows that cannot be read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom('clerk', 'nurse', 'pirate'),
            fc.constantFrom('1', '1.0', '2.5', '-0', '120', 'x'),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        async (rows) => {
          const good = rows.filter(([job, age]) => job !== 'pirate' && age !== '120' && age !== 'x');
          const text = `job,age\n${rows.map((row) => row.join(',')).join('\n')}\n`;
          if (good.length === 0) {
            await expect(ofText(text, mixed)).rejects.toMatchObject({ code: 'no-rows' });
            return;
          }
          const jobs = ['clerk', 'nurse', 'none'].map((job) => good.filter(([own]) => own === job).length);
          const ages = [...new Set(good.map(([, age]) => Number(age) + 0))].sort((a, b) => a - b);
          const { marginals } = await ofText(text, mixed);
          expect(marginals[0]).toEqual(jobs);
          const { values, weights } = marginals[1] as { values: number[]; weights: number[] };
          expect(values.map((value) => value + 0)).toEqual(ages);
          expect(weights).toEqual(ages.map((own) => good.filter(([, age]) => Number(age) === own).length));
        },
      ),
      runs(20),
    );
  });

  it('of bins have one number each, and missing ones as NaN', async () => {
    const card = reduce(
      scorecard({
        classes: ['no', 'yes'],
        features: [{ name: 'age', lower: 18, upper: 99, missing: true }],
        points: [{ cuts: [30, 50], values: [0, 5, 9], missing: 2 }],
        cutoff: 5,
      }),
    );
    const { marginals } = await ofText('id,age\n1,20\n2,29.5\n3,50\n4,\n5,99\n6,17\n', card);
    const { values, weights } = marginals[0] as { values: number[]; weights: number[] };
    expect(weights).toEqual([2, 2, 1]);
    expect(values[0]).toBeLessThan(30);
    expect(values[1]).toBeGreaterThanOrEqual(50);
    expect(values[2]).toBeNaN();
  });

  it('are refused where a number has too many values to count each', async () => {
    const ages = Array.from({ length: 100_001 }, (_, x) => `clerk,${x / 1024}`);
    await expect(ofText(`job,age\n${ages.slice(1).join('\n')}\n`, mixed)).resolves.toBeDefined();
    await expect(ofText(`job,age\n${ages.join('\n')}\n`, mixed)).rejects.toMatchObject({
      code: 'too-many-values',
      place: "feature 'age'",
    });
  });
});
