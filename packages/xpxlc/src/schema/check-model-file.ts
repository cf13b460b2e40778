// What a schema cannot say: lists that must be as long as others, names that must differ, probabilities that must add up,
// cuts that must increase. The core checks all this again and is the judge; here every problem gets its JSON path.
import { show } from '@xpxlc/core';
import { jsonPath, MOST_PROBLEMS, type Problem } from './file-problems.ts';
import type { FileFeature, ModelFile, Probability } from './model-file.ts';

type Path = readonly (string | number)[];

/** How far printed probabilities may miss a sum of 1; the core's own tolerance. */
const SUM_TOLERANCE = 1e-6;

/** Thrown where there are problems enough. */
const ENOUGH = Symbol('enough');

/** What the schema let through and the model must not be: the first hundred problems. */
export function checkModelFile(file: ModelFile): Problem[] {
  const check = new Checker();
  try {
    checkAll(check, file);
  } catch (thrown) {
    if (thrown !== ENOUGH) throw thrown;
  }
  return check.problems;
}

function checkAll(check: Checker, file: ModelFile): void {
  const { classes, features } = file;
  const k = classes.length;
  check.distinct(['classes'], classes);
  check.distinct(
    ['features'],
    features.map((feature) => feature.name),
    'name',
  );
  features.forEach((feature, i) => {
    if (feature.kind === 'categorical') {
      check.distinct(['features', i, 'values'], feature.values);
      check.standIns(['features', i], feature);
    } else {
      check.bounds(['features', i], feature);
      if (feature.missing === true && file.kind !== 'scorecard' && file.kind !== 'additive')
        check.add(['features', i, 'missing'], 'a number: this kind of model has no value for it', 'true');
    }
  });
  if (file.tieOrder !== undefined) check.permutation(['tieOrder'], file.tieOrder, classes);
  if ('threshold' in file && file.threshold !== undefined && k !== 2)
    check.add(['threshold'], 'two classes', String(k));
  (CHECKS[file.kind] as (check: Checker, file: ModelFile) => void)(check, file);
}

/** The model file of a kind. */
type Of<Kind extends ModelFile['kind']> = Extract<ModelFile, { kind: Kind }>;

/** What models of each kind must be. */
const CHECKS: { readonly [Kind in ModelFile['kind']]: (check: Checker, file: Of<Kind>) => void } = {
  'categorical-naive-bayes': checkCategoricalNaiveBayes,
  'bernoulli-naive-bayes': checkBernoulliNaiveBayes,
  'multinomial-naive-bayes': checkMultinomialNaiveBayes,
  'complement-naive-bayes': checkComplementNaiveBayes,
  'gaussian-naive-bayes': checkGaussianNaiveBayes,
  linear: checkLinear,
  scorecard: checkScorecard,
  additive: checkAdditive,
};

function checkCategoricalNaiveBayes(check: Checker, file: Of<'categorical-naive-bayes'>): void {
  const { features } = file;
  const n = features.length;
  const k = file.classes.length;
  check.prior(file.prior, k, file.scale);
  if (file.bins !== undefined) check.length(['bins'], file.bins, n, 'feature');
  if (check.length(['likelihood'], file.likelihood, n, 'feature')) {
    file.likelihood.forEach((table, i) => {
      const cuts = file.bins?.[i]?.cuts;
      const outcomes = check.outcomes(['bins', i], features[i], cuts);
      if (!check.length(['likelihood', i], table, k, 'class') || outcomes === undefined) return;
      table.forEach((row, c) => {
        check.distribution(['likelihood', i, c], row, { outcomes, scale: file.scale });
      });
    });
  }
  file.bins?.forEach((entry, i) => {
    if (entry !== null) check.increasing(['bins', i, 'cuts'], entry.cuts);
  });
}

function checkBernoulliNaiveBayes(check: Checker, file: Of<'bernoulli-naive-bayes'>): void {
  const { features } = file;
  const n = features.length;
  const k = file.classes.length;
  check.prior(file.prior, k, file.scale);
  features.forEach((feature, i) => {
    if (feature.kind !== 'categorical' || feature.values.length !== 2)
      check.add(['features', i], 'two values, absent first', feature.kind);
  });
  if (check.length(['likelihood'], file.likelihood, n, 'feature')) {
    file.likelihood.forEach((row, i) => {
      check.length(['likelihood', i], row, k, 'class');
      row.forEach((p, c) => {
        check.probability(['likelihood', i, c], p, file.scale);
      });
    });
  }
}

function checkMultinomialNaiveBayes(check: Checker, file: Of<'multinomial-naive-bayes'>): void {
  const n = file.features.length;
  const k = file.classes.length;
  check.prior(file.prior, k, file.scale);
  check.rows(['likelihood'], file.likelihood, { outcomes: n, classes: k, scale: file.scale });
}

function checkComplementNaiveBayes(check: Checker, file: Of<'complement-naive-bayes'>): void {
  const n = file.features.length;
  const k = file.classes.length;
  check.rows(['complement'], file.complement, { outcomes: n, classes: k, scale: file.scale });
}

function checkGaussianNaiveBayes(check: Checker, file: Of<'gaussian-naive-bayes'>): void {
  const n = file.features.length;
  const k = file.classes.length;
  check.prior(file.prior, k, file.scale);
  for (const key of ['mean', 'variance'] as const) {
    if (!check.length([key], file[key], k, 'class')) continue;
    file[key].forEach((row, c) => {
      check.length([key, c], row, n, 'feature');
    });
  }
  file.variance.forEach((row, c) => {
    row.forEach((x, i) => {
      if (!(x > 0)) check.add(['variance', c, i], 'more than 0', show(x));
    });
  });
}

function checkLinear(check: Checker, file: Of<'linear'>): void {
  const { features } = file;
  const n = features.length;
  const k = file.classes.length;
  const rows = file.weights.length;
  if (rows !== k && !(rows === 1 && k === 2))
    check.add(['weights'], k === 2 ? '1 or 2 rows' : `${k} rows, one per class`, String(rows));
  check.length(['intercept'], file.intercept, rows, 'row of weights');
  file.weights.forEach((row, r) => {
    if (!check.length(['weights', r], row, n, 'feature')) return;
    row.forEach((weight, i) => {
      check.perValue(['weights', r, i], weight, features[i]);
    });
  });
}

function checkScorecard(check: Checker, file: Of<'scorecard'>): void {
  const { features } = file;
  const n = features.length;
  const k = file.classes.length;
  if (k !== 2) check.add(['classes'], '2 classes', String(k));
  if (check.length(['points'], file.points, n, 'feature'))
    file.points.forEach((entry, i) => {
      if (Array.isArray(entry)) check.perValue(['points', i], entry, features[i]);
      else if (features[i].kind === 'categorical')
        check.add(['points', i], 'a list of points per category', 'cuts');
      else {
        check.steps(['points', i], entry);
        check.missing(['points', i], entry, features[i]);
      }
    });
}

function checkAdditive(check: Checker, file: Of<'additive'>): void {
  const { features } = file;
  const n = features.length;
  const k = file.classes.length;
  if (file.bias !== undefined) check.length(['bias'], file.bias, k, 'class');
  if (check.length(['shapes'], file.shapes, n, 'feature'))
    file.shapes.forEach((row, i) => {
      if (!check.length(['shapes', i], row, k, 'class')) return;
      row.forEach((shape, c) => {
        const path = ['shapes', i, c];
        if ((shape.kind === 'table') !== (features[i].kind === 'categorical'))
          check.add([...path, 'kind'], `a shape of a ${features[i].kind} feature`, show(shape.kind));
        else if (shape.kind === 'table') check.perValue([...path, 'values'], shape.values, features[i]);
        else if (shape.kind === 'steps') check.steps(path, shape);
        check.missing(path, shape, features[i]);
      });
    });
}

class Checker {
  readonly problems: Problem[] = [];

  add(path: Path, expected: string, got: string): void {
    this.problems.push({ path: jsonPath(path), expected, got });
    if (this.problems.length >= MOST_PROBLEMS) throw ENOUGH;
  }

  length(path: Path, list: readonly unknown[], length: number, what: string): boolean {
    if (list.length === length) return true;
    this.add(path, `${length} entries, one per ${what}`, String(list.length));
    return false;
  }

  distinct(path: Path, names: readonly string[], key?: string): void {
    const seen = new Set<string>();
    names.forEach((name, i) => {
      if (seen.has(name))
        this.add(key === undefined ? [...path, i] : [...path, i, key], 'another name', show(name));
      seen.add(name);
    });
  }

  permutation(path: Path, order: readonly string[], classes: readonly string[]): void {
    const known = new Set(classes);
    this.distinct(path, order);
    order.forEach((name, i) => {
      if (!known.has(name)) this.add([...path, i], 'one of the classes', show(name));
    });
    this.length(path, order, classes.length, 'class');
  }

  /** Categories that stand for others are categories. */
  standIns(path: Path, { values, missing, other }: Extract<FileFeature, { kind: 'categorical' }>): void {
    for (const [key, name] of Object.entries({ missing, other }))
      if (name !== undefined && !values.includes(name))
        this.add([...path, key], 'one of the values', show(name));
  }

  /** A missing value has a contribution where it is a value of its own, and only there. */
  missing(path: Path, shape: object, feature: FileFeature): void {
    const said = 'missing' in shape;
    if (feature.missing === true && !said) this.add(path, "steps with a value for 'missing'", 'none');
    if (feature.missing !== true && said)
      this.add([...path, 'missing'], 'a feature with missing: true', 'none');
  }

  bounds(path: Path, { kind, lower, upper }: Exclude<FileFeature, { kind: 'categorical' }>): void {
    const low = lower ?? Number.NEGATIVE_INFINITY;
    const high = upper ?? Number.POSITIVE_INFINITY;
    const empty = kind === 'integer' ? Math.ceil(low) > Math.floor(high) : low > high;
    if (empty) this.add(path, 'lower ≤ upper', `[${low}, ${high}]`);
  }

  /** How many outcomes a feature of a categorical naive Bayes has; undefined when that cannot be known. */
  outcomes(path: Path, feature: FileFeature, cuts: readonly number[] | undefined): number | undefined {
    if (feature.kind === 'categorical') {
      if (cuts !== undefined) this.add(path, 'null, the feature being categorical', 'bins');
      return feature.values.length;
    }
    if (cuts === undefined) this.add(path, `bins of the ${feature.kind} feature '${feature.name}'`, 'none');
    return cuts === undefined ? undefined : cuts.length + 1;
  }

  increasing(path: Path, cuts: readonly number[]): void {
    cuts.forEach((cut, j) => {
      if (j > 0 && !(cut > cuts[j - 1])) this.add([...path, j], `more than ${cuts[j - 1]}`, show(cut));
    });
  }

  steps(path: Path, { cuts, values }: { cuts: readonly number[]; values: readonly number[] }): void {
    this.increasing([...path, 'cuts'], cuts);
    this.length([...path, 'values'], values, cuts.length + 1, 'bin');
  }

  perValue(path: Path, weight: number | readonly number[], feature: FileFeature): void {
    if (feature.kind !== 'categorical') {
      if (typeof weight !== 'number') this.add(path, 'a number, the feature being one', 'a list');
    } else if (typeof weight === 'number') this.add(path, 'a list, one per category', show(weight));
    else this.length(path, weight, feature.values.length, 'category');
  }

  prior(prior: readonly Probability[], classes: number, scale: 'probability' | 'log' | undefined): void {
    prior.forEach((p, c) => {
      if (p === '-Infinity' || (scale !== 'log' && p === 0))
        this.add(['prior', c], 'a positive probability', show(p));
    });
    this.distribution(['prior'], prior, { outcomes: classes, scale });
  }

  rows(
    path: Path,
    rows: readonly (readonly Probability[])[],
    {
      outcomes,
      classes,
      scale,
    }: { outcomes: number; classes: number; scale: 'probability' | 'log' | undefined },
  ): void {
    if (!this.length(path, rows, classes, 'class')) return;
    rows.forEach((row, c) => {
      row.forEach((p, i) => {
        if (p === '-Infinity' || (scale !== 'log' && p === 0))
          this.add([...path, c, i], 'a smoothed, positive probability', show(p));
      });
      this.distribution([...path, c], row, { outcomes, scale });
    });
  }

  distribution(
    path: Path,
    row: readonly Probability[],
    { outcomes, scale }: { outcomes: number; scale: 'probability' | 'log' | undefined },
  ): void {
    if (!this.length(path, row, outcomes, 'outcome')) return;
    const before = this.problems.length;
    let sum = 0;
    row.forEach((p, v) => {
      this.probability([...path, v], p, scale);
      sum += scale === 'log' ? Math.exp(Number(p)) : Number(p);
    });
    if (this.problems.length === before && Math.abs(sum - 1) > SUM_TOLERANCE)
      this.add(path, 'a sum of 1', String(sum));
  }

  probability(path: Path, p: Probability, scale: 'probability' | 'log' | undefined): void {
    const x = Number(p);
    if (scale === 'log' ? x <= SUM_TOLERANCE : x >= 0 && x <= 1 + SUM_TOLERANCE) return;
    this.add(
      path,
      scale === 'log' ? 'the logarithm of a probability (at most 0)' : 'a probability from 0 to 1',
      show(p),
    );
  }
}
