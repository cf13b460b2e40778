// An explainable boosting machine of InterpretML → an additive model: each main effect is a step function of a number or a
// table of categories, with bins of their own for missing cells and unknown categories.
import {
  type AdditiveModel,
  additiveModel,
  type FeatureSpec,
  FormatError,
  type Shape,
  show,
} from '@xpxlc/core';
import { parseJson } from '../../schema/json-text.ts';
import { type BoundsOption, boundsByName, finiteBounds } from '../spreadsheet/feature-bounds.ts';
import { checkEbmFile, type EbmFeature, type EbmFile } from './ebm-file.ts';

/** Options of {@link readEbm}. */
export interface EbmOptions {
  /** Bounds of some of the numbers; others have those of the training data, or with `'unbounded'` none. */
  readonly bounds?: BoundsOption;
  /** `'refuse'`: missing cells and unknown categories are refused, though the model has bins for them. */
  readonly missing?: 'keep' | 'refuse';
  /** Two classes: what the score, or the probability, of the second must exceed. Default 0, probability ½. */
  readonly threshold?: number | { readonly probability: number };
}

/** An EBM as a model, and what should be known about its translation. */
export interface EbmModel {
  readonly model: AdditiveModel;
  readonly notes?: { readonly [topic: string]: readonly string[] };
}

/** `bins[bin][class]`: missing cells first, unknown ones last, as interpret has them. */
type Scores = readonly (readonly number[])[];

/**
 * Read an EBM: the JSON of `ExplainableBoostingClassifier.to_json(file)`, in any detail, with main effects only. A number equal
 * to a cut belongs to the bin above it, as in interpret.
 *
 * @throws {FormatError} with the JSON path; `unsupported` for interactions, regression and a single class.
 * @throws {ModelError} when names or cuts make no model.
 * @example
 * ```ts
 * import { readEbm } from 'xpxlc/import';
 * const { model } = readEbm(JSON.stringify({
 *   version: '1.0',
 *   ebm: {
 *     outputs: [{ task: 'classification', link: 'logit', classes: ['ham', 'spam'] }],
 *     intercept: [-0.5],
 *     features: [{ name: 'links', type: 'continuous', cuts: [[1.5]], min: 0, max: 9 }],
 *     terms: [{ term_features: ['links'], scores: [0.1, -1, 2, 0] }],
 *   },
 * }));
 * model.shapes[0][1]; // => { kind: 'steps', cuts: [1.5], values: [-1, 2], closed: 'left', missing: 0.1 }
 * ```
 */
export function readEbm(text: string, options: EbmOptions = {}): EbmModel {
  const { version, ebm } = checkEbmFile(parseJson(text));
  if (version !== '1.0')
    throw refuse('$.version', 'another version of the format', {
      code: 'unsupported-version',
      expected: "'1.0'",
      got: show(version),
    });
  const classes = classesOf(ebm);
  const binary = ebm.intercept.length === 1 && classes.length === 2;
  const scoreCount = binary ? 1 : classes.length;
  if (ebm.intercept.length !== scoreCount)
    throw refuse('$.ebm.intercept', 'wrong length', {
      code: 'wrong-length',
      expected: `${scoreCount}, one per score`,
      got: String(ebm.intercept.length),
    });
  const termOf = termsByFeature(ebm);
  // A feature without a term has no bins either, and no say.
  const used = ebm.features
    .map((feature, i) => ({ feature, i }))
    .filter(({ feature }) => termOf.has(feature.name));
  const idle = ebm.features.filter(({ name }) => !termOf.has(name)).map(({ name }) => name);
  const numbers = used
    .filter(({ feature }) => feature.type === 'continuous')
    .map(({ feature }) => feature.name);
  const bounds = boundsByName(options.bounds, numbers);
  const entries = used.map(({ feature, i }) => {
    const bins = binsOf(feature, i);
    const count = bins.kind === 'number' ? bins.cuts.length + 3 : bins.groups.length + 2;
    const t = termOf.get(feature.name) as number;
    const scores = scoresOf(ebm.terms[t].scores, `$.ebm.terms[${t}].scores`, { count, scoreCount });
    // The one score of two classes is that of the second against the first.
    const perClass = binary ? scores.map(([score]) => [0, score]) : scores;
    const keep = options.missing !== 'refuse';
    if (bins.kind === 'categories') return categoryEntry(feature.name, bins.groups, perClass, keep);
    const given = bounds.get(feature.name);
    const own = options.bounds === 'unbounded' ? {} : trainingBounds(feature);
    return numberEntry({ name: feature.name, ...finiteBounds(given, own) }, bins.cuts, perClass, keep);
  });
  const model = additiveModel({
    classes,
    features: entries.map(({ feature }) => feature),
    bias: binary ? [0, ebm.intercept[0]] : ebm.intercept,
    shapes: entries.map(({ shapes }) => shapes),
    threshold: options.threshold,
    // Of vlogit the probabilities do not add up to 1.
    ...(ebm.outputs[0].link === 'vlogit' ? {} : { link: 'softmax' }),
  });
  return idle.length === 0 ? { model } : { model, notes: { 'features without a term': idle } };
}

/** Whether a text begins like the JSON of an EBM. */
export function isEbm(text: string): boolean {
  return /^\ufeff?\s*\{\s*(?:"version"\s*:\s*"[^"]*"\s*,\s*)?"ebm"\s*:\s*\{/.test(text.slice(0, 1000));
}

function classesOf({ outputs }: EbmFile['ebm']): readonly string[] {
  const [{ task, link, classes }] = outputs;
  if (outputs.length > 1)
    throw refuse('$.ebm.outputs', 'several outputs', {
      code: 'unsupported',
      expected: 'one',
      got: String(outputs.length),
    });
  if (task !== 'classification' || classes === undefined)
    throw refuse('$.ebm.outputs[0].task', 'not a classifier: there is no class to explain', {
      code: 'unsupported',
      expected: "'classification' (ExplainableBoostingClassifier)",
      got: show(task),
    });
  // All of these give the class with the largest score; a single class needs no explanation.
  if (!['logit', 'mlogit', 'vlogit'].includes(link) || classes.length < 2)
    throw refuse('$.ebm.outputs[0].link', 'not a decision between classes', {
      code: 'unsupported',
      expected: "'logit', 'mlogit' or 'vlogit', with at least two classes",
      got: show(link),
    });
  return classes.map((name) => (typeof name === 'boolean' ? (name ? 'True' : 'False') : String(name)));
}

/** Which term is about which feature; each about one, and no two about the same. */
function termsByFeature({ features, terms }: EbmFile['ebm']): ReadonlyMap<string, number> {
  const known = new Set(features.map(({ name }) => name));
  const found = new Map<string, number>();
  terms.forEach(({ term_features: names }, t) => {
    const place = `$.ebm.terms[${t}].term_features`;
    if (names.length > 1)
      throw refuse(
        place,
        'an interaction: its score depends on several features at once, so no sum over single features is exact',
        {
          code: 'unsupported',
          expected: 'main effects only (train with ExplainableBoostingClassifier(interactions=0))',
          got: names.slice(0, 3).map(show).join(' & '),
        },
      );
    const [name] = names;
    if (!known.has(name))
      throw refuse(place, 'no such feature', {
        code: 'unknown-feature',
        expected: 'one of the features',
        got: show(name),
      });
    if (found.has(name))
      throw refuse(place, 'two terms for one feature', {
        code: 'unsupported',
        expected: 'one',
        got: show(name),
      });
    found.set(name, t);
  });
  return found;
}

type Bins =
  | { readonly kind: 'number'; readonly cuts: readonly number[] }
  | { readonly kind: 'categories'; readonly groups: readonly (readonly string[])[] };

/** The bins of main effects. */
function binsOf({ type, cuts, categories }: EbmFeature, i: number): Bins {
  if (type === 'continuous' && cuts?.[0] !== undefined) return { kind: 'number', cuts: cuts[0] };
  if ((type === 'nominal' || type === 'ordinal') && categories?.[0] !== undefined)
    return {
      kind: 'categories',
      groups: categories[0].map((entry) => (typeof entry === 'string' ? [entry] : entry)),
    };
  throw refuse(`$.ebm.features[${i}]`, 'a feature without bins', {
    code: 'bad-ebm',
    expected: "'continuous' with cuts, or 'nominal' or 'ordinal' with categories",
    got: show(type),
  });
}

/** Finite numbers, as many as there are bins and scores. */
function scoresOf(
  list: readonly unknown[],
  place: string,
  { count, scoreCount }: { count: number; scoreCount: number },
): Scores {
  if (list.length !== count)
    throw refuse(place, 'wrong length', {
      code: 'wrong-length',
      expected: `${count}: the bins, one for missing and one for unknown cells`,
      got: String(list.length),
    });
  return list.map((entry, b) => {
    const row: unknown[] = scoreCount > 1 && Array.isArray(entry) ? entry : [entry];
    if (row.length !== scoreCount || !row.every((x) => typeof x === 'number'))
      throw refuse(`${place}[${b}]`, 'not the scores of a bin', {
        code: 'bad-ebm',
        expected: scoreCount === 1 ? 'a finite number' : `${scoreCount} finite numbers`,
        got: show(entry),
      });
    return row as number[];
  });
}

interface Entry {
  readonly feature: FeatureSpec;
  readonly shapes: readonly Shape[];
}

function numberEntry(
  feature: Extract<FeatureSpec, { lower?: number }>,
  cuts: readonly number[],
  scores: Scores,
  keep: boolean,
): Entry {
  const shapes = scores[0].map(
    (missing, k): Shape => ({
      kind: 'steps',
      cuts,
      values: scores.slice(1, -1).map((row) => row[k]),
      closed: 'left',
      ...(keep ? { missing } : {}),
    }),
  );
  return { feature: keep ? { ...feature, missing: true } : feature, shapes };
}

function categoryEntry(
  name: string,
  groups: readonly (readonly string[])[],
  scores: Scores,
  keep: boolean,
): Entry {
  const values = groups.flat();
  const rows = groups.flatMap((group, g) => group.map(() => scores[g + 1]));
  const add = (label: string, row: readonly number[]): string => {
    let free = label;
    while (values.includes(free)) free = `(${free})`;
    values.push(free);
    rows.push(row);
    return free;
  };
  const odd = keep
    ? { missing: add('(missing)', scores[0]), other: add('(unknown)', scores[scores.length - 1]) }
    : {};
  return {
    feature: { name, values, ...odd },
    shapes: scores[0].map((_, k) => ({ kind: 'table', values: rows.map((row) => row[k]) })),
  };
}

function trainingBounds({ min, max }: EbmFeature): { lower?: number; upper?: number } {
  return {
    ...(typeof min === 'number' ? { lower: min } : {}),
    ...(typeof max === 'number' ? { upper: max } : {}),
  };
}

function refuse(
  place: string,
  what: string,
  detail: { readonly code: string; readonly expected: string; readonly got: string },
): FormatError {
  return new FormatError(what, { ...detail, place });
}
