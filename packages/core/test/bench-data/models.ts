// The corpus's models as models of the core.
import { additiveModel } from '../../src/model/additive.ts';
import { linearModel } from '../../src/model/linear.ts';
import { categoricalNaiveBayes } from '../../src/model/naive-bayes.ts';
import type { Model } from '../../src/model/types.ts';
import type { FeatureSpec } from '../../src/model/validate.ts';
import type { Dataset, MultiClassModel, TwoClassModel } from './corpus.ts';

/** The classes of two-class models as the corpus numbers them. */
export const signs: readonly string[] = ['+', '-'];

/** One row of weights: '+' is the second class and wins iff the score is positive. */
export function toLinear(model: TwoClassModel): Model {
  return linearModel({
    classes: ['-', '+'],
    features: features(model),
    weights: [...model.reals.map(({ w }) => w), ...model.cats],
    intercept: model.w0,
  });
}

/** The same as scores of '+' and of '-' (always 0), in the corpus's order of classes; a tie is given to '-'. */
export function toAdditive(model: TwoClassModel): Model {
  return additiveModel({
    classes: signs,
    tieOrder: ['-', '+'],
    features: features(model),
    bias: [model.w0, 0],
    shapes: [
      ...model.reals.map(({ w }) => [w, 0].map((weight) => ({ kind: 'linear', weight }) as const)),
      ...model.cats.map((values) =>
        [values, values.map(() => 0)].map((row) => ({ kind: 'table', values: row }) as const),
      ),
    ],
  });
}

/** Which numbers the scores of a multi-class model are, against those of the corpus. */
export type Scores = 'equal' | 'base-2 logarithms' | 'natural logarithms';

export interface Built {
  readonly name: string;
  readonly model: Model;
  readonly scores: Scores;
}

/** Every way to build a multi-class model that keeps its answers. */
export function toModels(model: MultiClassModel): Built[] {
  const { mode, prior, tables } = model;
  const rows = [prior, ...tables.flat()];
  if (mode === 'logweights')
    return [{ name: 'additiveModel', model: tablesOf(model, (x) => x), scores: 'equal' }];
  const powersOfTwo = rows.every((row) => row.every(isPowerOfTwo));
  const scores = powersOfTwo ? 'base-2 logarithms' : 'natural logarithms';
  const built: Built[] = [];
  if (rows.every((row) => Math.abs(row.reduce((sum, p) => sum + p, 0) - 1) < 1e-6)) {
    built.push({
      name: 'categoricalNaiveBayes',
      model: categoricalNaiveBayes({ ...names(model), prior, likelihood: tables }),
      scores,
    });
  }
  if (powersOfTwo || built.length === 0) {
    const logarithm = powersOfTwo ? Math.log2 : Math.log;
    built.push({ name: `additiveModel of ${scores}`, model: tablesOf(model, logarithm), scores });
  }
  return built;
}

/** Naive Bayes over two classes with probabilities; rounding aside, the same classifier as the linear form made from it. */
export function toNaiveBayes({ prior, tables }: Dataset['naiveBayes']): Model {
  return categoricalNaiveBayes({
    ...names({ prior, tables }),
    classes: signs,
    tieOrder: ['-', '+'],
    prior,
    likelihood: tables,
  });
}

function tablesOf(model: MultiClassModel, change: (x: number) => number): Model {
  return additiveModel({
    ...names(model),
    bias: model.prior.map(change),
    shapes: model.tables.map((table) =>
      table.map((values) => ({ kind: 'table', values: values.map(change) }) as const),
    ),
  });
}

function isPowerOfTwo(p: number): boolean {
  const exponent = Math.log2(p);
  return Number.isInteger(exponent) && 2 ** exponent === p;
}

function names({ prior, tables }: Dataset['naiveBayes']): { classes: string[]; features: FeatureSpec[] } {
  return {
    classes: prior.map((_, c) => `class ${c}`),
    features: tables.map(([row], j) => ({ name: `x${j}`, values: row.map((_, v) => `${v}`) })),
  };
}

function features({ reals, cats }: TwoClassModel): FeatureSpec[] {
  return [
    ...reals.map(({ lo, hi }, i): FeatureSpec => ({ name: `r${i}`, lower: lo, upper: hi })),
    ...cats.map((row, j): FeatureSpec => ({ name: `x${j}`, values: row.map((_, v) => `${v}`) })),
  ];
}
