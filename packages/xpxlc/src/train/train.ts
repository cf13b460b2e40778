// A table → a naive Bayes model, as the paper trains it: categories counted with Laplace smoothing (numbers cut into bins if
// asked), or normal distributions for tables of numbers; part of the rows held out to see how good it is.
import {
  type CategoricalNaiveBayes,
  categoricalNaiveBayes,
  FormatError,
  type GaussianNaiveBayes,
  gaussianNaiveBayes,
  type Model,
  reduce,
} from '@xpxlc/core';
import { encodeRows } from '../table/encode.ts';
import { quoteText } from '../table/engine.ts';
import { addFlags } from '../table/flags.ts';
import type { Table } from '../table/table.ts';
import { countValues, sortLabels, withNul } from './categories.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { binSql, describeNumbers, literal, type NumberColumn, quantileCuts } from './numbers.ts';
import { badOption, type ColumnChoice, makePlan, type Plan } from './plan.ts';
import { spacedNames, spacedValues } from './spaces.ts';
import { type SplitOptions, splitRows } from './split.ts';
import { type BoundsWish, withBoundsWish } from './wish-bounds.ts';

/** How to train. */
export interface TrainOptions extends ColumnChoice, SplitOptions {
  /** `'categorical'` (default), or `'gaussian'` for a table of numbers. */
  readonly kind?: 'categorical' | 'gaussian';
  /** Categorical: added to every count (Laplace smoothing). Default 1. */
  readonly alpha?: number;
  /**
   * Categorical: columns of numbers, with the number of bins (cut at quantiles of the training rows) or the cuts. The
   * model then speaks of the number itself. All other columns are categories, whatever their cells look like.
   */
  readonly bins?: { readonly [column: string]: number | readonly number[] };
  /** Gaussian: added to each variance, as a share of the largest variance of a column. Default 1e-9. */
  readonly varSmoothing?: number;
  /** Gaussian: the bounds of the numbers. Default `'data'`, those of the table. */
  readonly bounds?: BoundsWish;
  /** Categories of one column, at most. Default 10,000. */
  readonly maxCategories?: number;
}

/** A trained model, and how it was made. */
export interface Trained {
  readonly model: CategoricalNaiveBayes | GaussianNaiveBayes;
  /** The column with the class. */
  readonly target: string;
  readonly trainRows: number;
  readonly droppedRows: number;
  /** What may be a mistake in the table: names and values that differ only by spaces. */
  readonly remarks: readonly string[];
  /** On the rows held out; absent when there are none. */
  readonly heldOut?: Evaluation;
}

/**
 * Train a naive Bayes classifier on a table: a few passes of SQL, no loop over cells.
 *
 * @throws {FormatError} `missing-cells`, `not-a-number`, `one-class`, `unknown-column`, `no-rows`.
 * @throws {InstanceError} `bad-option`; @throws {LimitError} `too-many-categories`.
 * @example
 * ```ts
 * import { openTable, train } from 'xpxlc';
 * const table = await openTable('fixtures/loans.csv');
 * const { model, heldOut } = await train(table, { bins: { age: [30, 45, 60], income: 4 } });
 * table.close();
 * heldOut?.rows; // => 120
 * model.features[0]; // => { kind: 'integer', name: 'age', lower: -Infinity, upper: Infinity }
 * ```
 */
export async function train(table: Table, options: TrainOptions = {}): Promise<Trained> {
  const { kind = 'categorical', bins = {} } = options;
  if (kind !== 'categorical' && kind !== 'gaussian')
    throw badOption('kind', "'categorical' or 'gaussian'", kind);
  if (kind === 'categorical' && options.bounds !== undefined)
    throw badOption('bounds', "kind 'gaussian' (bins have no bounds)", kind);
  if (kind === 'gaussian' && options.bins !== undefined)
    throw badOption('bins', "kind 'categorical'", 'gaussian');
  for (const [column, wish] of Object.entries(bins)) checkBins(column, wish);
  const numeric = new Set(kind === 'gaussian' ? numericColumns(table, options) : Object.keys(bins));
  const plan = await makePlan(table, numeric, options);
  const flags = splitRows(plan.rows, options);
  const testRows = flags.reduce((sum, flag) => sum + flag, 0);
  const name = testRows === 0 ? undefined : await addFlags(table, flags);
  const from = name === undefined ? plan.relation : `${plan.relation} POSITIONAL JOIN ${name}`;
  const held = name === undefined ? 'false' : `${name}.${name}`;
  const training = { plan, from, held, classes: await findClasses(plan) };
  const model =
    kind === 'gaussian' ? await fitGaussian(training, options) : await fitCategorical(training, options);
  const trained = {
    model,
    target: plan.target.name,
    trainRows: plan.rows - testRows,
    droppedRows: plan.dropped,
    remarks: remarksOn(plan, model),
  };
  if (testRows === 0) return trained;
  return { ...trained, heldOut: await testOn(flags, plan, model, options) };
}

/** Of the target first, as it matters most. */
function remarksOn({ target, features }: Plan, model: Model): string[] {
  return [
    ...spacedNames([...features, target].map(({ name }) => name)),
    ...spacedValues(target.name, model.classes),
    ...model.features.flatMap((feature) =>
      feature.kind === 'categorical' ? spacedValues(feature.name, feature.values) : [],
    ),
  ];
}

interface Training {
  readonly plan: Plan;
  /** Rows, joined with their flags where some are held out. */
  readonly from: string;
  /** SQL: is the row held out? */
  readonly held: string;
  readonly classes: readonly string[];
}

async function findClasses({ table, text, target, relation }: Plan): Promise<string[]> {
  const rows = await table.query(`SELECT DISTINCT ${text(target)} FROM ${relation} LIMIT 1001`);
  const classes = sortLabels(rows.map(([name]) => String(name)));
  if (classes.some((name) => name.includes('\0'))) throw withNul({ table }, target.name);
  if (classes.length >= 2 && classes.length <= 1000) return classes;
  throw new FormatError('not a column of classes', {
    code: 'not-classes',
    place: `${table.place}, column '${target.name}'`,
    expected: '2 to 1000 different values',
    got: classes.length > 1000 ? 'more' : String(classes.length),
  });
}

async function fitCategorical(
  { plan, from, held, classes }: Training,
  { alpha = 1, bins = {}, maxCategories = 10_000 }: TrainOptions,
): Promise<CategoricalNaiveBayes> {
  if (!(alpha >= 0 && Number.isFinite(alpha))) throw badOption('alpha', 'a number from 0 up', alpha);
  const binned = plan.features.filter(({ name }) => Object.hasOwn(bins, name));
  const numbers = await describeNumbers(plan, binned);
  const cuts = await cutsOf(plan, `(SELECT * FROM ${from} WHERE NOT ${held})`, numbers, bins);
  const columns = plan.features.map((column) => {
    const x = binned.indexOf(column);
    return { name: column.name, sql: x < 0 ? plan.text(column) : binSql(numbers[x].sql, cuts[x]) };
  });
  const target = { name: plan.target.name, sql: plan.text(plan.target) };
  const [byClass, ...counts] = await countValues(plan, {
    from,
    held,
    classes,
    columns: [target, ...columns],
    most: maxCategories,
  });
  const sizes = classes.map((name, k) => byClass.get(name)?.[k] ?? 0);
  const total = sizes.reduce((a, b) => a + b, 0);
  checkSizes(plan, classes, sizes);
  const outcomes = plan.features.map((column, i) => {
    const x = binned.indexOf(column);
    return x < 0
      ? sortLabels([...counts[i].keys()])
      : Array.from({ length: cuts[x].length + 1 }, (_, j) => String(j));
  });
  return categoricalNaiveBayes({
    classes,
    features: plan.features.map((column, i) => {
      const x = binned.indexOf(column);
      return x < 0
        ? { name: column.name, values: outcomes[i] }
        : { name: column.name, kind: numbers[x].kind };
    }),
    bins: plan.features.map((column) => {
      const x = binned.indexOf(column);
      return x < 0 ? null : { cuts: cuts[x], closed: 'left' };
    }),
    prior: sizes.map((size) => size / total),
    likelihood: outcomes.map((labels, i) =>
      classes.map((_, k) => {
        const below = sizes[k] + alpha * labels.length;
        return labels.map((label) => ((counts[i].get(label)?.[k] ?? 0) + alpha) / below);
      }),
    ),
  });
}

/** A class without training rows has no distribution. */
function checkSizes(plan: Plan, classes: readonly string[], sizes: readonly number[]): void {
  const empty = sizes.indexOf(0);
  if (empty < 0) return;
  throw new FormatError('a class without rows to learn from', {
    code: 'empty-class',
    place: `${plan.table.place}, column '${plan.target.name}'`,
    expected: 'rows of every class (another seed, or a larger trainShare)',
    got: `none of '${classes[empty]}'`,
  });
}

async function cutsOf(
  plan: Plan,
  training: string,
  numbers: readonly NumberColumn[],
  bins: NonNullable<TrainOptions['bins']>,
): Promise<number[][]> {
  const counted: { number: NumberColumn; bins: number }[] = [];
  for (const number of numbers) {
    const wish = bins[number.column.name];
    if (typeof wish !== 'number') continue;
    counted.push({ number, bins: wish });
  }
  const quantiles = await quantileCuts(plan, training, counted);
  return numbers.map((number) => {
    const wish = bins[number.column.name];
    return typeof wish === 'number'
      ? quantiles[counted.findIndex((entry) => entry.number === number)]
      : [...wish];
  });
}

/** A number of bins, or cuts. */
function checkBins(column: string, wish: unknown): void {
  if (
    Array.isArray(wish)
      ? wish.every(Number.isFinite)
      : Number.isInteger(wish) && Number(wish) >= 1 && Number(wish) <= 1000
  )
    return;
  throw badOption(`bins of '${column}'`, 'a whole number from 1 to 1000, or a list of cuts', wish);
}

/** Means and variances per class, each in a pass with compensated sums, so that they agree with NumPy's to a few ulps. */
async function fitGaussian(
  { plan, from, held, classes }: Training,
  { varSmoothing = 1e-9, bounds }: TrainOptions,
): Promise<GaussianNaiveBayes> {
  if (!(varSmoothing >= 0 && Number.isFinite(varSmoothing)))
    throw badOption('varSmoothing', 'a number from 0 up', varSmoothing);
  const numbers = await withBoundsWish(plan, await describeNumbers(plan, plan.features), bounds);
  const cells = numbers.map(({ sql }, i) => `${sql} AS x${i}`);
  const rows = `(SELECT ${[`${plan.text(plan.target)} AS y`, ...cells].join(', ')} FROM ${from} WHERE NOT ${held})`;
  const perClass = async (expressions: readonly string[]): Promise<number[][]> => {
    const found = await plan.table.query(
      `SELECT y, ${['count(*)', ...expressions].join(', ')} FROM ${rows} GROUP BY GROUPING SETS ((y), ())`,
    );
    const of = (name: string | null): number[] =>
      (found.find(([y]) => y === name) ?? []).slice(1).map(Number);
    return [...classes.map(of), of(null)];
  };
  const means = await perClass(numbers.map((_, i) => `favg(x${i})`));
  const sizes = classes.map((_, k) => means[k][0] ?? 0);
  checkSizes(plan, classes, sizes);
  const [overall] = means.slice(-1);
  const around = (i: number): string => {
    const own = classes.map((name, k) => `WHEN ${quoteText(name)} THEN ${literal(means[k][i + 1])}`);
    return `CASE y ${own.join(' ')} END`;
  };
  const squares = await perClass(
    numbers.map((_, i) => `favg((x${i} - ${around(i)}) * (x${i} - ${around(i)}))`),
  );
  const [spread] = (
    await plan.table.query(
      `SELECT ${numbers.map((_, i) => `favg((x${i} - ${literal(overall[i + 1])}) * (x${i} - ${literal(overall[i + 1])}))`).join(', ') || '0'} FROM ${rows}`,
    )
  ).map((row) => row.map(Number));
  const epsilon = varSmoothing * Math.max(0, ...spread);
  const total = sizes.reduce((a, b) => a + b, 0);
  return gaussianNaiveBayes({
    classes,
    features: numbers.map(({ column: { name }, kind, lower, upper }) => ({ name, kind, lower, upper })),
    prior: sizes.map((size) => size / total),
    mean: classes.map((_, k) => numbers.map((_, i) => means[k][i + 1])),
    variance: classes.map((_, k) => numbers.map((_, i) => squares[k][i + 1] + epsilon)),
  });
}

/** Every column but the target and those to ignore. */
function numericColumns({ columns }: Table, { target, ignore = [] }: TrainOptions): string[] {
  const last = target ?? columns[columns.length - 1].name;
  return columns.map(({ name }) => name).filter((name) => name !== last && !ignore.includes(name));
}

async function testOn(
  flags: Uint8Array,
  plan: Plan,
  model: Model,
  options: TrainOptions,
): Promise<Evaluation> {
  const { missing, missingLabel = '(missing)' } = options;
  // No class depends on the bounds, and rows beyond them have theirs, too.
  const endless = withoutBounds(model);
  const blocks = encodeRows(plan.table, endless.features, {
    target: plan.target.name,
    classes: model.classes,
    ...(missing === 'category' ? { missing: missingLabel } : {}),
  });
  // A row left out for a missing cell has no flag, and is no usable row here either.
  const found = await evaluate(reduce(endless, { neverWins: 'allow' }), blocks, flags);
  return { ...found, badRows: found.badRows - plan.dropped };
}

function withoutBounds<M extends Model>(model: M): M {
  const [lower, upper] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const features = model.features.map((feature) =>
    feature.kind === 'categorical' ? feature : { ...feature, lower, upper },
  );
  return { ...model, features };
}
