// What is measured: models and instances of the public benchmark (XLC text and category numbers), and synthetic ones of
// the same size from fixed seeds.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Classifier, linearModel, reduce, tally, weigh } from '@xpxlc/core';

/** A linear model of categorical features as the original tool reads it: class 0 ('+') iff the score exceeds 0. */
export interface Xlc {
  readonly text: string;
  readonly bias: number;
  /** A score per feature and category. */
  readonly tables: readonly (readonly number[])[];
}

/** One instance to explain. */
export interface Case {
  /** Name of the set it belongs to. */
  readonly set: string;
  readonly row: number;
  readonly xlc: Xlc;
  readonly classifier: Classifier;
  /** Category numbers. */
  readonly values: readonly number[];
}

/** A data set: a model and its instances. */
export interface Dataset {
  readonly name: string;
  readonly xlc: Xlc;
  readonly rows: readonly (readonly number[])[];
}

/** Read a data set of the corpus folder; undefined when it is not there. */
export function readDataset(folder: string, name: string): Dataset | undefined {
  const model = join(folder, name, 'model.xlc');
  if (!existsSync(model)) return undefined;
  const lines = gunzipSync(readFileSync(join(folder, name, 'instances.csv.gz')))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  const xlc = parseXlc(readFileSync(model, 'utf8'));
  return { name, xlc, rows: lines.map((line) => line.split(',').slice(0, xlc.tables.length).map(Number)) };
}

/** XLC: number of features, bias, number of reals (0 here), number of categorical features, a line `d v1 … vd` each. */
function parseXlc(text: string): Xlc {
  const [, bias, reals, count, ...rest] = text.trim().split('\n');
  if (Number(reals) !== 0) throw new Error('real-valued features are not expected here');
  const tables = rest.slice(0, Number(count)).map((line) => line.trim().split(/ +/).slice(1).map(Number));
  return { text, bias: Number(bias), tables };
}

function toXlc(bias: number, tables: readonly (readonly number[])[]): Xlc {
  const lines = tables.map((table) => [table.length, ...table].join(' '));
  return { text: `${[tables.length, bias, 0, tables.length, ...lines].join('\n')}\n`, bias, tables };
}

/** The same model for the core: '-' is listed first, so it wins ties. */
export function toClassifier({ bias, tables }: Xlc): Classifier {
  const features = tables.map((table, i) => ({ name: `v${i}`, values: table.map((_, v) => String(v)) }));
  return reduce(linearModel({ classes: ['-', '+'], features, weights: tables, intercept: bias }));
}

/**
 * `count` rows with more than `limit` explanations, by a fixed rule: from each of as many equally long parts of the
 * set the first one that has them.
 */
export function chooseRows({ name, xlc, rows }: Dataset, count: number, limit: number): Case[] {
  const classifier = toClassifier(xlc);
  const cases: Case[] = [];
  for (let part = 0; part < count; part++) {
    const end = Math.floor(((part + 1) * rows.length) / count);
    for (let row = Math.floor((part * rows.length) / count); row < end; row++) {
      if (tally(weigh(classifier, rows[row]), { limit }).complete) continue;
      cases.push({ set: name, row, xlc, classifier, values: rows[row] });
      break;
    }
  }
  return cases;
}

/** How synthetic drops are distributed. */
export type Distribution = 'log-normal' | 'uniform';

/** A model of `n` features with two categories each; the first one's drops are random, and half of their sum is needed. */
export function syntheticCase(n: number, distribution: Distribution, row: number): Case {
  const next = random(row);
  const drops = Array.from({ length: n }, () => (distribution === 'uniform' ? next() : logNormal(next)));
  const xlc = toXlc(
    -drops.reduce((a, b) => a + b, 0) / 2,
    drops.map((drop) => [drop, 0]),
  );
  return {
    set: `${distribution}, ${n}`,
    row,
    xlc,
    classifier: toClassifier(xlc),
    values: drops.map(() => 0),
  };
}

/** A model of 12 features with 2 to 11 categories (as `adult` has), and random rows. */
export function syntheticTable(rows: number): Dataset {
  const next = random(12);
  const tables = [4, 9, 7, 4, 9, 6, 5, 2, 3, 3, 3, 11].map((d) =>
    Array.from({ length: d }, () => 2 * normal(next)),
  );
  const pick = () => tables.map((table) => Math.floor(next() * table.length));
  return { name: 'synthetic', xlc: toXlc(0.25, tables), rows: Array.from({ length: rows }, pick) };
}

/** Mulberry32: a small generator with a seed. */
export function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Box–Muller. */
export function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Spread like the drops of real models: one sigma is a factor of e. */
export function logNormal(next: () => number): number {
  return Math.exp(normal(next));
}
