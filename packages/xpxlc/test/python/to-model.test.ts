// Models that the Python package made of fitted scikit-learn pipelines predict here what scikit-learn predicts.
// fixtures/sklearn is made by tools/fixtures/sklearn/make.py, with scikit-learn itself.
import { readdirSync, readFileSync } from 'node:fs';
import { InstanceError, predict, reduce, type Value } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { readModelFile } from '../../src/schema/read-model-file.ts';

interface Case {
  name: string;
  /** Positions of classes, one character a row; `-` where scikit-learn raises an error. */
  predictions: string;
  /** Rows within the noise of double arithmetic, where scikit-learn's own rounding may decide. */
  nearTies: number[];
  model: object;
}

const folder = new URL('../../../../fixtures/sklearn/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const { columns, rows } = read('rows.json') as { columns: string[]; rows: Value[][] };
const families = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'rows.json');

describe.each(families)('%s', (file) => {
  it.each(read(file) as Case[])('$name: predicts every row as scikit-learn does', (fixture) => {
    const { model } = readModelFile(fixture.model);
    const classifier = reduce(model, { neverWins: 'allow' });
    const places = model.features.map((feature) => columns.indexOf(feature.name));
    const near = new Set(fixture.nearTies);
    let differing = 0;
    rows.forEach((row, r) => {
      const values = places.map((place) => row[place]);
      if (fixture.predictions[r] === '-') {
        expect(() => predict(classifier, values), `row ${r}`).toThrow(InstanceError);
        return;
      }
      const { classIndex: index } = predict(classifier, values);
      if (index === Number(fixture.predictions[r])) return;
      expect(near, `row ${r}: class ${index} instead of ${fixture.predictions[r]}`).toContain(r);
      differing += 1;
    });
    expect(differing).toBeLessThanOrEqual(2);
  });
});

it('covers every family of classifiers and leaves no row out', () => {
  expect(families.length).toBeGreaterThanOrEqual(25);
  expect(rows).toHaveLength(300);
});
