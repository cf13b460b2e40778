// The class as a function of raw columns → a linear model in raw features: every weight is the double nearest to its exact
// value.

import { FormatError } from '@xpxlc/core';
import { add, type Dyadic, fromDouble, multiply, ZERO } from '@xpxlc/core/exact';
import type { FileFeature, ModelFile } from '../../schema/model-file.ts';
import { nearest } from '../nearest-double.ts';
import type { Bounds } from '../paper/bounds.ts';
import type { RawInput, RawInputs } from './raw-inputs.ts';
import { short } from './refuse.ts';
import { areOpposite, type Budget, type Sum } from './sum.ts';
import type { Label } from './value.ts';

/** What decides how raw columns become features. */
export interface FeatureOptions {
  readonly bounds?: readonly Bounds[] | 'unbounded';
  readonly unknown?: 'category' | 'refuse';
}

/** A model file without what is said about it, and what was done to get there. */
export interface Translation {
  readonly file: ModelFile;
  /** How many of the weights are not doubles and were rounded. */
  readonly rounded: number;
  readonly weights: number;
  /** Columns of the input on which the class does not depend. */
  readonly unused: readonly string[];
  /** Categorical features whose categories are numbers in the file. */
  readonly numbered: readonly string[];
}

/** @throws {FormatError} `unsupported`, `number-too-large`, `bad-bounds`. */
export function toModelFile(
  label: Label,
  raw: RawInputs,
  budget: Budget,
  options: FeatureOptions,
): Translation {
  const scores = decisive(label, budget);
  const used = raw
    .all()
    .flatMap((_, i) => (scores.some((s) => s.lines.has(i) || s.tables.has(i)) ? [i] : []));
  const bounds = boundsOf(raw.all(), options.bounds);
  const round = new Rounder();
  const features = used.map((i) =>
    featureOf(raw.at(i), i, scores, { bounds, unknown: options.unknown ?? 'category' }),
  );
  const file = {
    format: 'xpxlc-model',
    version: 1,
    kind: 'linear',
    classes: label.classes.map(String),
    arithmetic: 'single',
    ...linked(label.link, scores.length),
    features: features.map(({ feature }) => feature),
    ...(label.ties === 'last' ? { tieOrder: label.classes.map(String).reverse() } : {}),
    weights: scores.map((score) =>
      used.map((i, f) => {
        const place = `input '${short(raw.at(i).name)}'`;
        const line = score.lines.get(i)?.slope ?? ZERO;
        const { categories } = features[f];
        if (categories === undefined) return round.toDouble(line, place);
        const table = score.tables.get(i);
        return categories.map((category) => {
          const entry = category === undefined ? undefined : table?.entries.get(category);
          const x = category === undefined || line.m === 0n ? ZERO : fromDouble(Number(category));
          return round.toDouble(add(entry ?? table?.otherwise ?? ZERO, multiply(line, x)), place);
        });
      }),
    ),
    intercept: scores.map(({ constant }) => round.toDouble(constant, 'the intercept')),
  } satisfies ModelFile;
  const kept = new Set(used);
  const unused = raw.all().flatMap(({ name }, i) => (kept.has(i) ? [] : [name]));
  const numbered = used.flatMap((i, f) =>
    features[f].categories !== undefined && raw.at(i).type !== 'string' ? [raw.at(i).name] : [],
  );
  return { file, rounded: round.rounded, weights: round.weights, unused, numbered };
}

/** Two scores that differ in sign only are one score, in the unit of the log-odds: unless softmax doubles them. */
function decisive({ scores, link, classes, ties }: Label, budget: Budget): readonly Sum[] {
  const mixed = link === 'softmax' || link === 'ranking';
  if (scores.length !== 2 || classes.length !== 2 || mixed || ties === 'last') return scores;
  return areOpposite(scores[0], scores[1], budget, 'the scores') ? [scores[1]] : scores;
}

/** The logistic function of one score is the softmax of 0 and that score. */
function linked(link: Label['link'], scores: number): { link?: 'softmax' } {
  return link === (scores === 1 ? 'logistic' : 'softmax') ? { link: 'softmax' } : {};
}

class Rounder {
  weights = 0;
  rounded = 0;

  toDouble(x: Dyadic, place: string): number {
    const { value, exact } = nearest(x);
    this.weights++;
    if (!exact) this.rounded++;
    if (Number.isFinite(value)) return value;
    throw new FormatError('the weight is beyond the doubles', {
      code: 'number-too-large',
      place,
      expected: 'a finite double',
      got: String(value),
    });
  }
}

/** A feature; of a categorical one the category of each value, undefined for all others together. */
function featureOf(
  input: RawInput,
  i: number,
  scores: readonly Sum[],
  { bounds, unknown }: { bounds: ReadonlyMap<string, Bounds>; unknown: 'category' | 'refuse' },
): { feature: FileFeature; categories?: (string | undefined)[] } {
  const refuse = (why: string, expected: string, got: string): FormatError =>
    new FormatError(why, { code: 'unsupported', place: `input '${short(input.name)}'`, expected, got });
  const { name, type } = input;
  const lines = scores.flatMap((score) => score.lines.get(i) ?? []);
  const tables = scores.some((score) => score.tables.has(i));
  const closed = input.accepted.length > 0;
  if (!tables) {
    const missing = [...new Set(lines.map((line) => line.missing))];
    if (missing.length > 1) throw refuse('a missing value counts as different numbers', 'one number', 'two');
    const given = bounds.get(name);
    const whole = type === 'int' || type === 'bool' || given?.integer === true;
    const { lower, upper } = given ?? (type === 'bool' ? { lower: 0, upper: 1 } : {});
    return {
      feature: {
        kind: whole ? 'integer' : 'real',
        name,
        ...(lower !== undefined && Number.isFinite(lower) ? { lower } : {}),
        ...(upper !== undefined && Number.isFinite(upper) ? { upper } : {}),
        missing: missing[0],
      },
    };
  }
  // Where only listed numbers are accepted, slope · x is a contribution per category as well.
  const numeric = lines.some(({ slope }) => slope.m !== 0n);
  if ((numeric && !closed) || lines.some(({ missing }) => missing !== undefined)) {
    throw refuse(
      'the column is both a number and a category',
      'one of them, or an encoder that stops at unknown categories',
      'both',
    );
  }
  const categories: (string | undefined)[] = [...input.seen].filter((key) =>
    input.accepted.every((set) => set.has(key)),
  );
  if (categories.length === 0) throw refuse('no category is accepted', 'at least one category', 'none');
  const values = categories.map(String);
  if (closed || unknown === 'refuse') return { feature: { kind: 'categorical', name, values }, categories };
  const other = otherName(input.seen);
  return {
    feature: { kind: 'categorical', name, values: [...values, other], other },
    categories: [...categories, undefined],
  };
}

/** A name for all other categories that none of them has. */
function otherName(seen: ReadonlySet<string>): string {
  let name = '(other)';
  while (seen.has(name)) name = `(${name})`;
  return name;
}

/** Bounds by name; columns that turn out to be categories, or not to matter, may have some too. */
function boundsOf(inputs: readonly RawInput[], given: FeatureOptions['bounds'] = []): Map<string, Bounds> {
  const list = given === 'unbounded' ? [] : given;
  const names = new Set(inputs.filter(({ type }) => type !== 'string').map(({ name }) => name));
  const stranger = list.find(({ name }) => !names.has(name));
  if (stranger === undefined) return new Map(list.map((entry) => [entry.name, entry]));
  const some = [...names].slice(0, 8).map((name) => `'${short(name)}'`);
  throw new FormatError('bounds of no column of numbers', {
    code: 'bad-bounds',
    place: 'bounds',
    expected: some.length === 0 ? 'none' : `some of ${some.join(', ')}`,
    got: `'${short(stranger.name)}'`,
  });
}
