// Which changed cases does a model promise another class for? Contrasts of rows as concrete cases, for the program that the model came
// from to replay (tools/replay, CONTRIBUTING.md). By the public API only.
import {
  type AdditiveModel,
  additiveForm,
  type Classifier,
  counterfactual,
  enumerate,
  type Instance,
  InstanceError,
  type Model,
  predict,
  reduce,
  type Shape,
  smallest,
  type Value,
  weigh,
} from '@xpxlc/core';

/** Towards a class there is no worst. */
const MOVEMENTS = ['least', 'worst'] as const;

/** A changed case and what is promised for it. */
export interface Case {
  /** Position of the row it comes from. */
  readonly row: number;
  /** The contrast: features that may change. */
  readonly features: readonly string[];
  readonly movement: 'least' | 'worst';
  /** The class that was asked for, if one was. */
  readonly target?: string;
  /** The changed case as raw values: categories by name, null where a value is missing. */
  readonly case: { readonly [feature: string]: Value };
  /** Features whose value differs from the row's. */
  readonly changed: readonly string[];
  /** The promise. */
  readonly class: string;
  /** The answer itself says that the program's own rounding may decide. */
  readonly doubtful: boolean;
  /** Whether a number changed whose contribution is no step function. */
  readonly continuous: boolean;
  /** How far the promised class is ahead, and the sizes of all that is added up for it. */
  readonly lead: number;
  readonly size: number;
}

/** How many contrasts are asked for. */
export interface ContrastOptions {
  /** Sets of features per row, beside the smallest. Default 4. */
  readonly limit?: number;
  /** More than two classes: sets per row and class to be reached. Default 2. */
  readonly targetLimit?: number;
}

/** What came of a model's rows. */
export interface Contrasts {
  readonly cases: readonly Case[];
  /** Rows that the model refuses. */
  readonly refused: number;
  /** Contrasts without a changed case: only a number between two doubles would do. */
  readonly without: number;
}

/** Contrasts of rows: the smallest, some more in the order of the search, and some towards each other class. */
export function contrastsOf(
  model: Model,
  rows: readonly Instance[],
  { limit = 4, targetLimit = 2 }: ContrastOptions = {},
): Contrasts {
  const classifier = reduce(model, { neverWins: 'allow' });
  const form = additiveForm(classifier);
  const cases: Case[] = [];
  let refused = 0;
  let without = 0;
  rows.forEach((row, r) => {
    try {
      for (const found of ofRow(classifier, form, row, { limit, targetLimit }))
        if (found === undefined) without += 1;
        else cases.push({ row: r, ...found });
    } catch (error) {
      if (!(error instanceof InstanceError)) throw error;
      refused += 1;
    }
  });
  return { cases, refused, without };
}

function* ofRow(
  classifier: Classifier,
  form: AdditiveModel,
  row: Instance,
  { limit, targetLimit }: Required<ContrastOptions>,
): Generator<Omit<Case, 'row'> | undefined> {
  const problem = weigh(classifier, row);
  const names = classifier.features.map(({ name }) => name);
  const first = smallest(problem, { kind: 'cxp' });
  const some = Array.from(enumerate(problem, { kind: 'cxp', limit }), (set) => set.features);
  const questions: { set: readonly number[]; target?: string }[] = [
    ...(first === undefined ? [] : [{ set: first }]),
    ...some.filter((set) => set.join() !== first?.join()).map((set) => ({ set })),
  ];
  if (classifier.classes.length > 2)
    for (const [k, target] of classifier.classes.entries())
      if (k !== problem.classIndex)
        for (const set of enumerate(problem, { kind: 'cxp', target, limit: targetLimit }))
          questions.push({ set: set.features, target });
  for (const { set, target } of questions) {
    for (const movement of target === undefined ? MOVEMENTS : MOVEMENTS.slice(0, 1)) {
      const aim = target === undefined ? {} : { target };
      const found = counterfactual(problem, set, { movement, ...aim });
      if (found === undefined) {
        yield undefined;
        continue;
      }
      const values = names.map((name) => found.instance[name]);
      const k = classifier.classes.indexOf(found.class);
      yield {
        features: set.map((i) => names[i]),
        movement,
        ...aim,
        case: found.instance,
        changed: found.changed.map((i) => names[i]),
        class: found.class,
        doubtful: found.doubtful,
        continuous: found.changed.some(
          (i) => form.features[i].kind !== 'categorical' && form.shapes[i][k].kind !== 'steps',
        ),
        lead: predict(classifier, found.instance).margin,
        size: sizeOf(form, values, k),
      };
    }
  }
}

/** The sizes of what is added up for class k and, where it is more, for another. */
function sizeOf(form: AdditiveModel, values: readonly Value[], k: number): number {
  const sizes = form.classes.map((_, c) =>
    values.reduce<number>(
      (sum, value, i) => sum + worth(form.shapes[i][c], form.features[i], value),
      Math.abs(form.bias[c]) + Math.abs(form.threshold ?? 0),
    ),
  );
  return sizes[k] + Math.max(...sizes.filter((_, c) => c !== k));
}

function worth(shape: Shape, feature: AdditiveModel['features'][number], value: Value): number {
  if (shape.kind === 'table' && feature.kind === 'categorical')
    return Math.abs(shape.values[feature.values.indexOf(String(value ?? feature.missing))] ?? 0);
  if (shape.kind === 'linear') return Math.abs(shape.weight * Number(value));
  if (shape.kind === 'quadratic') {
    const z = Number(value) - (shape.center ?? 0);
    return (
      Math.abs(shape.quadratic * z * z) + Math.abs((shape.linear ?? 0) * z) + Math.abs(shape.constant ?? 0)
    );
  }
  return Math.max(...shape.values.map(Math.abs));
}
