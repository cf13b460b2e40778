// Rows beyond the bounds: each is answered as by a model of its own with wider bounds, all others as ever.

import { type Classifier, type Feature, type Model, reduce } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { roundsUntil } from '../../../core/test/property.ts';
import { NEVER } from '../../src/answer/allowance.ts';
import type { Part } from '../../src/answer/answerer.ts';
import { extendBounds, extendClassifier, withBounds } from '../../src/answer/extend-bounds.ts';
import { type Job, toAnswerer } from '../../src/answer/job.ts';
import type { RowBlock } from '../../src/cells/row-block.ts';

const JOBS: readonly Job[] = [
  {
    command: 'explain',
    question: {
      kind: 'both',
      limit: 20,
      order: 'size',
      avoid: [],
      never: [],
      inflate: false,
      certificate: false,
    },
    format: 'ndjson',
  },
  { command: 'predict', labelled: true, format: 'ndjson' },
  {
    command: 'count',
    question: { kind: 'axp', power: false, pairs: false, budget: {} },
    format: 'ndjson',
  },
];

/** A model of any kind with finite bounds, and rows of which some go beyond. */
const tables = anyCase({ maxFeatures: 4 }).chain(({ model }) => {
  const bounded = withFiniteBounds(model);
  const cell = (feature: Feature): fc.Arbitrary<number> => {
    if (feature.kind === 'categorical') return fc.nat(feature.values.length - 1);
    const near = fc.double({ min: -30, max: 30, noNaN: true }).map((x) => x + 0);
    return feature.kind === 'integer' ? fc.integer({ min: -30, max: 30 }) : near;
  };
  return fc.record({
    model: fc.constant(bounded),
    rows: fc.array(fc.tuple(...bounded.features.map(cell)), { minLength: 1, maxLength: 6 }),
  });
});

function withFiniteBounds(model: Model): Model {
  const features = model.features.map((feature): Feature => {
    if (feature.kind === 'categorical') return feature;
    const { missing: _, ...rest } = feature;
    return {
      ...rest,
      lower: Math.max(-5, Math.min(5, feature.lower)),
      upper: Math.max(5, Math.min(8, feature.upper)),
    };
  });
  return { ...model, features };
}

function isBeyond({ features }: Classifier, row: readonly number[]): boolean {
  return features.some(
    (feature, i) => feature.kind !== 'categorical' && (row[i] < feature.lower || row[i] > feature.upper),
  );
}

function toBlock(classifier: Classifier, rows: readonly (readonly number[])[], first: number): RowBlock {
  const beyond = [...rows.keys()].filter((r) => isBeyond(classifier, rows[r]));
  return {
    rows: rows.length,
    columns: classifier.features.map((_, i) => Float64Array.from(rows, (row) => row[i])),
    rowNumbers: Float64Array.from(rows, (_, r) => first + r),
    bad: [],
    labels: Uint8Array.from(rows, () => 1),
    ...(beyond.length === 0 ? {} : { beyond }),
  };
}

/** Everything that is said, as records without the mark of the extension. */
function say(parts: Generator<Part, object, void>): { records: Record<string, unknown>[]; outcome: object } {
  let text = '';
  for (;;) {
    const step = parts.next();
    if (!step.done) text += Buffer.from(step.value as Uint8Array).toString();
    else
      return {
        records: text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
        outcome: step.value,
      };
  }
}

describe('rows beyond the bounds', () => {
  it.each(JOBS)('are answered in their own bounds, others as ever: $command', (job) => {
    let seen = 0;
    for (const round of roundsUntil(30, () => seen > 0))
      fc.assert(
        fc.property(tables, ({ model, rows }) => {
          const classifier = reduce(model, { neverWins: 'allow' });
          const together = say(
            toAnswerer(classifier, { ...job, extend: true }).answer(toBlock(classifier, rows, 0), NEVER),
          );
          const alone = rows.map((row, r) => {
            // The model with room for this row, written down from the definition.
            const features = model.features.map((feature, i) =>
              feature.kind === 'categorical'
                ? feature
                : {
                    ...feature,
                    lower: Math.min(feature.lower, row[i]),
                    upper: Math.max(feature.upper, row[i]),
                  },
            );
            const own = reduce({ ...model, features } as Model, { neverWins: 'allow' });
            const [record] = say(toAnswerer(own, job).answer(toBlock(own, [row], r), NEVER)).records;
            const extended = Object.fromEntries(
              features.flatMap((feature, i) => {
                const before = model.features[i];
                if (feature.kind === 'categorical' || before.kind === 'categorical') return [];
                return feature.lower === before.lower && feature.upper === before.upper
                  ? []
                  : [[feature.name, [feature.lower, feature.upper]]];
              }),
            );
            return Object.keys(extended).length === 0 ? record : { ...record, extended };
          });
          expect(together.records).toEqual(alone);
          const count = rows.filter((row) => isBeyond(classifier, row)).length;
          seen += count;
          expect(together.outcome).toMatchObject({
            rows: rows.length,
            failed: 0,
            ...(count === 0 ? {} : { extended: count }),
          });
        }),
        round,
      );
  });
});

describe('extendBounds', () => {
  const model: Model = {
    kind: 'linear',
    classes: ['no', 'yes'],
    tieOrder: ['no', 'yes'],
    features: [
      { kind: 'real', name: 'x', lower: 0, upper: 1 },
      { kind: 'integer', name: 'n', lower: 0, upper: Number.POSITIVE_INFINITY },
      { kind: 'categorical', name: 'c', values: ['a', 'b'] },
    ],
    weights: [[1, 1, [0, 1]]],
    intercept: [0],
  };

  it('leaves a model as it is where there is room, or nothing to make room for', () => {
    expect(extendBounds(model, [0, 5, 'a'])).toBe(model);
    expect(extendBounds(model, { x: 1 })).toBe(model);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, null, '7'])
      expect(extendBounds(model, { x: x as number, n: 1, c: 'a' })).toBe(model);
  });

  it('makes room by name and by position', () => {
    expect(extendBounds(model, { x: -2, n: -1, c: 'a' }).features.slice(0, 2)).toEqual([
      { kind: 'real', name: 'x', lower: -2, upper: 1 },
      { kind: 'integer', name: 'n', lower: -1, upper: Number.POSITIVE_INFINITY },
    ]);
    expect(extendBounds(model, [3, 0, 1]).features[0]).toMatchObject({ lower: 0, upper: 3 });
    expect(model.features[0]).toMatchObject({ lower: 0, upper: 1 });
  });

  it('keeps what was made for the same values', () => {
    const classifier = reduce(model);
    const [first] = [extendClassifier(classifier, [3, 0, 1])];
    expect(extendClassifier(classifier, [3, 0, 0])).toBe(first);
    for (let x = 4; x < 50; x++) extendClassifier(classifier, [x, 0, 1]);
    expect(extendClassifier(classifier, [3, 0, 1])).not.toBe(first);
    expect(extendClassifier(classifier, [3, 0, 1])).toEqual({
      classifier: expect.anything(),
      extended: { x: [0, 3] },
    });
  });

  it('is repeated from what a record says, never narrowed', () => {
    expect(withBounds(model, { x: [0, 3], n: [-1, null], c: [0, 1] }).features).toEqual(
      extendBounds(model, [3, -1, 0]).features,
    );
    for (const odd of [undefined, null, 7, { x: 'wide', y: [0, 1] }, { x: [0.5, 0.6] }, { x: [null, 'a'] }])
      expect(withBounds(model, odd).features).toEqual(model.features);
  });
});
