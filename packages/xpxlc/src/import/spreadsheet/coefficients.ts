// A linear classifier from a spreadsheet: a line per coefficient. Columns of dummies become one categorical feature again.
import { FormatError, type LinearModel, type Link, linearModel } from '@xpxlc/core';
import { quoted } from '../paper/lines.ts';
import { addCoefficient, type CoefficientFeature, type ColumnOptions } from './coefficient-features.ts';
import { isIntercept } from './column-name.ts';
import { findColumn, needColumn } from './columns.ts';
import { type BoundsOption, boundsByName, finiteBounds } from './feature-bounds.ts';
import { readCell } from './number-cell.ts';
import { type Row, readHeader, readSheet, refuseLine } from './rows.ts';
import { isScorecard } from './scorecard.ts';

/** Options of {@link readCoefficients}. */
export interface CoefficientOptions extends ColumnOptions {
  /** Two classes, the second of which the coefficients speak for (default `0` and `1`); or names for the columns of classes. */
  readonly classes?: readonly string[];
  /** Several classes: the one without a column, whose coefficients are all 0 (as in statsmodels' MNLogit). It comes first. */
  readonly referenceClass?: string;
  /** Where no line has it: one number, or one per class. */
  readonly intercept?: number | readonly number[];
  /** Two classes: what the score, or the probability, of the second must exceed. Default 0, probability ½. */
  readonly threshold?: number | { readonly probability: number };
  /** What makes probabilities of the scores: `softmax` for logistic regression, which a threshold of a probability implies. */
  readonly link?: Link;
  /** Bounds of some of the numbers; others have those of the columns `lower` and `upper`, or none. */
  readonly bounds?: BoundsOption;
  /** Per categorical feature the level without a column (coefficient 0); null when every level has one. */
  readonly reference?: { readonly [feature: string]: string | null };
  /** Names of the columns, where they are not the usual ones. */
  readonly columns?: {
    readonly feature?: string;
    readonly coefficient?: string;
    /** Several classes: a column each. Default: all that have no other meaning. */
    readonly classes?: readonly string[];
  };
}

const FEATURE = ['feature', 'variable', 'term', 'name', ''];
const COEFFICIENT = ['coefficient', 'coef', 'estimate', 'weight'];
const BOUNDS = ['lower', 'upper', 'integer'];

/**
 * Read a table of coefficients: `feature,coefficient` for two classes, or `feature` and a column per class; an intercept
 * line (`(Intercept)`, `Intercept`, `intercept`, `const`); perhaps `lower`, `upper` and `integer` for numbers.
 *
 * @throws {FormatError} with the line; `missing-intercept`, `missing-reference`, `unsupported`, ….
 * @throws {LimitError} `too-large`.
 * @example
 * ```ts
 * import { readCoefficients } from 'xpxlc/import';
 * const { model } = readCoefficients(`feature,coefficient,lower,upper
 * Intercept,-0.8,,
 * age,0.02,18,99
 * job[T.clerk],0.5,,
 * job[T.none],-1,,
 * `, { classes: ['refuse', 'grant'], reference: { job: 'nurse' } });
 * model.features[1]; // => { kind: 'categorical', name: 'job', values: ['nurse', 'clerk', 'none'] }
 * model.weights; // => [[0.02, [0, 0.5, -1]]]
 * ```
 */
export function readCoefficients(
  text: string,
  options: CoefficientOptions = {},
): { readonly model: LinearModel } {
  const { header, rows } = readSheet(text);
  const featureAt = needColumn(header, FEATURE, options.columns?.feature);
  const { scores, classes } = classColumns(header, featureAt, options);
  const [lowerAt, upperAt, integerAt] = BOUNDS.map((name) => findColumn(header, [name], undefined));

  let intercept: { values: readonly number[]; line: number } | undefined;
  const features = new Map<string, CoefficientFeature>();
  for (const { line, cells } of rows) {
    const name = cells[featureAt];
    if (name === '')
      throw refuseLine(line, 'a coefficient without a name', {
        code: 'empty-name',
        expected: 'the name of a feature',
      });
    const values = scores.map((at) => readCell(cells[at], line, `coefficient of '${name}'`));
    if (isIntercept(name)) {
      if (intercept !== undefined)
        throw refuseLine(line, 'a second intercept', {
          code: 'duplicate-name',
          expected: `the one of line ${intercept.line} only`,
          got: quoted(name),
        });
      intercept = { values, line };
      continue;
    }
    const cell = (at: number | undefined): string => (at === undefined ? '' : cells[at]);
    const bounds = { lower: cell(lowerAt), upper: cell(upperAt), integer: cell(integerAt) };
    addCoefficient(features, { name, values, line, bounds }, options);
  }
  if (features.size === 0)
    throw refuseLine(header.line, 'no coefficients', {
      code: 'no-features',
      expected: 'a line per coefficient',
    });

  const list = [...features.values()];
  checkOptions(list, options);
  const bounds = boundsByName(
    options.bounds,
    list.filter(({ kind }) => kind === 'number').map(({ name }) => name),
  );
  const specs = list.map((feature) =>
    feature.kind === 'number'
      ? { name: feature.name, ...finiteBounds(bounds.get(feature.name) ?? feature.bounds, {}) }
      : { name: feature.name, values: levelsOf(feature, options) },
  );
  const weights = scores.map((_, s) =>
    list.map((feature, i) => {
      if (feature.kind === 'number') return feature.values[s];
      const { values = [] } = specs[i] as { values?: readonly string[] };
      return values.map((level) => feature.levels.get(level)?.values[s] ?? 0);
    }),
  );
  const intercepts = interceptsOf(intercept, options, scores.length, header);
  const lines = scores.map((_, s) => ({ weights: weights[s], intercept: intercepts[s] }));
  const common = {
    classes,
    features: specs,
    threshold: options.threshold,
    ...linked(options),
  };
  if (lines.length === 1) return { model: linearModel({ ...common, ...lines[0] }) };
  const zero = {
    weights: lines[0].weights.map((w) => (typeof w === 'number' ? 0 : w.map(() => 0))),
    intercept: 0,
  };
  return {
    model: linearModel({ ...common, rows: options.referenceClass === undefined ? lines : [zero, ...lines] }),
  };
}

function linked({ link, threshold }: CoefficientOptions): { readonly link?: Link } {
  if (link !== undefined) return { link };
  return typeof threshold === 'object' ? { link: 'softmax' } : {};
}

/** An intercept at the beginning of a line. */
const INTERCEPT_LINE = /^"?(?:\(?[Ii]ntercept\)?|const)"?[,;\t]/m;

/** Whether a text is a table with a column of coefficients, or with an intercept among its lines, and no scorecard. */
export function isCoefficients(text: string): boolean {
  // optbinning's detailed tables have a column of coefficients, too.
  if (isScorecard(text)) return false;
  const names = readHeader(text).map((cell) => cell.toLowerCase());
  if (names.length < 2 || !FEATURE.some((name) => names.includes(name))) return false;
  return COEFFICIENT.some((name) => names.includes(name)) || INTERCEPT_LINE.test(text);
}

/** Which columns hold scores, and between which classes they decide. */
function classColumns(
  header: Row,
  featureAt: number,
  options: CoefficientOptions,
): { scores: readonly number[]; classes: readonly string[] } {
  const { columns, classes, referenceClass } = options;
  const named = columns?.classes;
  const single = named === undefined ? findColumn(header, COEFFICIENT, columns?.coefficient) : undefined;
  if (single !== undefined) return { scores: [single], classes: classes ?? ['0', '1'] };
  const scores =
    named?.map((name) => needColumn(header, [], name)) ??
    header.cells.flatMap((name, at) => (at === featureAt || BOUNDS.includes(name.toLowerCase()) ? [] : [at]));
  const own = classes ?? scores.map((at) => header.cells[at]);
  if (scores.length + (referenceClass === undefined ? 0 : 1) < 2)
    throw refuseLine(header.line, 'no coefficients for two classes', {
      code: 'no-such-column',
      expected: `a column ${COEFFICIENT.map(quoted).join(' or ')}, or one per class`,
      got: quoted(header.cells.join(',')),
    });
  if (own.length !== scores.length)
    throw new FormatError('names of classes that do not fit the columns', {
      code: 'wrong-length',
      place: `line ${header.line}`,
      expected: `${scores.length}, one per column${referenceClass === undefined ? '' : ' (the reference class apart)'}`,
      got: String(own.length),
    });
  return { scores, classes: referenceClass === undefined ? own : [referenceClass, ...own] };
}

/** What is said about categories must fit one: a slip of the pen would leave dummies unfolded. */
function checkOptions(
  list: readonly CoefficientFeature[],
  { dummies = {}, reference = {} }: CoefficientOptions,
): void {
  const categories = new Map(
    list.flatMap((feature) => (feature.kind === 'levels' ? [[feature.name, feature]] : [])),
  );
  const refuse = (place: string, expected: string, got: string): FormatError =>
    new FormatError('an option that fits no line', {
      code: 'unknown-feature',
      place,
      expected,
      got: quoted(got),
    });
  for (const [name, columns] of Object.entries(dummies)) {
    const lines = [...(categories.get(name)?.levels.values() ?? [])].map((line) => line.name);
    const wanted = typeof columns === 'string' ? [] : Object.keys(columns);
    const absent = wanted.find((column) => !lines.includes(column));
    if (lines.length === 0 || absent !== undefined)
      throw refuse(
        'dummies',
        `columns of '${name}' that are there`,
        absent ?? (typeof columns === 'string' ? columns : '{}'),
      );
  }
  const unknown = Object.keys(reference).find((name) => !categories.has(name));
  if (unknown !== undefined) throw refuse('reference', 'categorical features only', unknown);
}

/** The levels of a category, the one without a column first. */
function levelsOf(
  { name, line, levels, reduced, reference, whole }: Extract<CoefficientFeature, { kind: 'levels' }>,
  { reference: given }: CoefficientOptions,
): readonly string[] {
  const named = [...levels.keys()];
  const level = given?.[name] === undefined ? (reference ?? (reduced ? whole : undefined)) : given[name];
  if (level === null || (level === undefined && !reduced)) return named;
  if (level === undefined)
    throw refuseLine(line, `feature '${name}': one level has no coefficient, and its name is unknown`, {
      code: 'missing-reference',
      expected: `a line '${name}[<level>]' with 0, or the option reference: { ${JSON.stringify(name)}: … } (null: none is left out)`,
      got: 'neither',
    });
  const known = levels.get(level);
  if (known === undefined) return [level, ...named];
  if (known.values.every((x) => x === 0)) return [level, ...named.filter((other) => other !== level)];
  throw refuseLine(known.line, `feature '${name}': the reference level has a coefficient`, {
    code: 'bad-reference',
    expected: '0, or another reference level',
    got: quoted(level),
  });
}

function interceptsOf(
  line: { readonly values: readonly number[]; readonly line: number } | undefined,
  { intercept }: CoefficientOptions,
  count: number,
  header: Row,
): readonly number[] {
  const given = typeof intercept === 'number' ? [intercept] : intercept;
  if (line !== undefined && given !== undefined)
    throw refuseLine(line.line, 'the intercept is given twice', {
      code: 'duplicate-name',
      expected: 'the line or the option',
      got: 'both',
    });
  const values = line?.values ?? given;
  if (values === undefined)
    throw refuseLine(header.line, 'no intercept', {
      code: 'missing-intercept',
      expected: "a line '(Intercept)', or the option intercept (0 if the model has none)",
      got: 'neither',
    });
  if (values.length !== count)
    throw new FormatError('intercepts that do not fit the columns', {
      code: 'wrong-length',
      place: 'intercept',
      expected: String(count),
      got: String(values.length),
    });
  return values;
}
