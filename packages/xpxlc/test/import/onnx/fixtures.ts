// The ONNX files of fixtures/onnx, the rows they were asked about, and what onnxruntime answered (tools/fixtures/onnx).
import { readdirSync, readFileSync } from 'node:fs';
import { type LinearModel, type Model, predict, reduce } from '@xpxlc/core';
import { readOnnx } from '../../../src/import/onnx/index.ts';

const folder = new URL('../../../../../fixtures/onnx/', import.meta.url);

/** A raw row: a cell per column, null for a gap. */
export type Row = Readonly<Record<string, string | null>>;

export interface Recorded {
  readonly input: 'tensor' | 'columns';
  readonly type?: 'float' | 'double' | 'int' | 'string';
  readonly columns: readonly string[];
  readonly classes: readonly string[];
  /** The position of the class of each row, a character a row. */
  readonly rows: string;
  readonly unknown?: string;
  readonly missing?: string;
}

export const recorded: Readonly<Record<string, Recorded>> = JSON.parse(
  readFileSync(new URL('predictions.json', folder), 'utf8'),
);

export const tables: Readonly<Record<'rows' | 'unknown' | 'missing', readonly Row[]>> = {
  rows: table('rows.csv'),
  unknown: table('rows-unknown.csv'),
  missing: table('rows-missing.csv'),
};

export function bytesOf(name: string, kind: 'models' | 'refused' = 'models'): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`${kind}/${name}.onnx`, folder)));
}

export function namesOf(kind: 'models' | 'refused'): string[] {
  return readdirSync(new URL(`${kind}/`, folder)).map((name) => name.replace('.onnx', ''));
}

/** The model of a fixture, its features named like the columns of the rows. */
export function modelOf(name: string): LinearModel {
  const { input, columns } = recorded[name];
  const { model } = readOnnx(bytesOf(name), input === 'tensor' ? { featureNames: columns } : {});
  if (model.kind !== 'linear') throw new Error(`${name} is ${model.kind}`);
  return model;
}

/** What a comparison with a runtime has found. */
export interface Agreement {
  readonly rows: number;
  readonly differing: number;
  /** The largest margin of a row that differs, relative to the sizes of what is added up. */
  readonly worst: number;
}

/** Compare the model with classes by position. */
export function compare(model: LinearModel, rows: readonly Row[], classes: readonly string[]): Agreement {
  const classifier = reduce(model, { neverWins: 'allow' });
  let differing = 0;
  let worst = 0;
  rows.forEach((row, r) => {
    const instance = instanceOf(model, row);
    const answer = predict(classifier, instance);
    if (answer.class === classes[r]) return;
    differing++;
    worst = Math.max(worst, answer.margin / sizeOf(model, instance));
  });
  return { rows: rows.length, differing, worst };
}

/** The cells that the model has features for. */
export function instanceOf(model: Model, row: Row): Record<string, string | number | null> {
  return Object.fromEntries(
    model.features.map(({ name, kind }) => {
      const cell = row[name];
      return [name, cell === null || kind === 'categorical' ? cell : Number(cell)];
    }),
  );
}

/** Σ |weight · x| of the largest score: float32 noise is a few 2^-24 of it. */
function sizeOf(model: LinearModel, instance: Record<string, string | number | null>): number {
  const sizes = model.weights.map((row, r) =>
    row.reduce<number>((sum, weight, i) => {
      const x = instance[model.features[i].name];
      return (
        sum + (typeof weight === 'number' ? Math.abs(weight * Number(x)) : Math.max(...weight.map(Math.abs)))
      );
    }, Math.abs(model.intercept[r])),
  );
  return Math.max(...sizes);
}

function table(name: string): Row[] {
  const [header, ...lines] = readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n');
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, j) => [column, cells[j] === '' ? null : cells[j]]));
  });
}
