// What a library said about random rows, and whether our model says the same: any difference must be float noise.
import { readFileSync } from 'node:fs';
import { type Instance, type Model, type Prediction, predict, reduce } from '@xpxlc/core';
import { parse } from 'csv-parse/sync';

type Cells = Record<string, string>;

/** The text of a fixture. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../../../../fixtures/${name}`, import.meta.url), 'utf8');
}

/** Rows of a fixture, by column name. */
export function rowsOf(name: string): Cells[] {
  return parse(fixture(name), { columns: true }) as Cells[];
}

/** Our answer for each row: empty cells are missing. */
export function answers(model: Model, rows: readonly Cells[]): Prediction[] {
  const classifier = reduce(model);
  return rows.map((row) => predict(classifier, instanceOf(model, row)));
}

/** How far the second class is ahead of the first, exactly but for the last rounding. */
export function lead({ classIndex: index, margin }: Prediction): number {
  return index === 1 ? margin : -margin;
}

function instanceOf(model: Model, row: Cells): Instance {
  return model.features.map(({ name, kind }) => {
    const cell = row[name];
    if (cell === '') return null;
    return kind === 'categorical' ? cell : Number(cell);
  });
}
