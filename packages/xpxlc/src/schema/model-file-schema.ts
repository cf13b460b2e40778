// The model file's schema: checks a document's structure, and is published as JSON Schema. What a schema cannot say (lists as
// long as others, probabilities that add up) is in check-model-file.ts.
// `zod/mini` is the same library in a form of which only what is used gets loaded, for the sake of the program's start.
import * as z from 'zod/mini';
import type { ModelFile, Origin } from './model-file.ts';

/** A key that may be missing. */
const may = <T extends z.ZodMiniType>(type: T, text?: string) =>
  said(z.optional(type), text ?? '') as z.ZodMiniOptional<T>;
/** A type with its description. */
function said<T extends z.ZodMiniType>(type: T, text: string): T {
  return text === '' ? type : type.check(z.describe(text));
}

z.config({ jitless: true }); // making code for the checks takes longer than most checks

const text = z.string();
const name = z.string().check(z.minLength(1));
const names = z.array(name);
const number = z.number();
const numbers = z.array(number);

const logarithm = z.union([number, z.literal('-Infinity')], {
  error: "a number, or '-Infinity' for the logarithm of zero",
});
const matrix = z.array(numbers);

const bins = said(
  z.strictObject({
    cuts: said(numbers, 'strictly increasing'),
    closed: may(z.enum(['left', 'right']), "default 'left': cuts[j-1] ≤ x < cuts[j]"),
  }),
  'intervals of a number: one more than cuts',
);

const numeric = {
  name,
  lower: may(number, 'smallest value; without it there is none'),
  upper: may(number, 'largest value; without it there is none'),
  unit: may(text, "shown after numbers, e.g. 'years'"),
  missing: may(
    z.union([number, z.literal(true)], { error: 'a number, or true' }),
    'what a missing value counts as; true: it is a value of its own, and all shapes are steps with a value for it',
  ),
};

const feature = said(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('categorical'),
      name,
      values: names.check(z.minLength(1)),
      missing: may(name, 'the value that stands for missing ones'),
      other: may(name, 'the value that stands for all that is none of the values'),
    }),
    z.strictObject({ kind: z.literal('real'), ...numeric }),
    z.strictObject({ kind: z.literal('integer'), ...numeric }),
  ]),
  'a feature: categories by name, or a number between bounds (both included)',
);

const steps = {
  ...bins.shape,
  values: said(numbers, 'one per bin'),
  missing: may(number, 'of a missing value, where that is one of its own'),
};
const shape = said(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table'), values: said(numbers, 'one per category') }),
    z.strictObject({ kind: z.literal('linear'), weight: number }),
    z.strictObject({ kind: z.literal('steps'), ...steps }),
    z.strictObject({
      kind: z.literal('quadratic'),
      quadratic: number,
      linear: may(number),
      constant: may(number),
      center: may(number),
    }),
  ]),
  'contribution of one feature to the score of one class',
);

const origin: z.ZodMiniType<Origin> = said(
  z.strictObject({
    tool: may(text, "what made the model, e.g. 'scikit-learn CategoricalNB'"),
    version: may(text, 'version of the tool'),
    source: may(text, 'name of the file the model was read from'),
    format: may(text, 'format of that file'),
    sha256: may(
      z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: '64 hexadecimal digits' })),
      'fingerprint of that file',
    ),
  }),
  'where the model comes from',
);

const envelope = {
  format: z.literal('xpxlc-model'),
  version: z.literal(1),
  $schema: may(text),
  title: may(text),
  description: may(text),
  origin: may(origin),
  notes: may(z.record(z.string(), z.unknown()), 'anything else; kept, never interpreted'),
};

const common = {
  classes: names.check(z.minLength(2)),
  features: z.array(feature),
  tieOrder: may(
    names,
    'all classes, the winner of ties first; default: as in classes (scorecards: reversed)',
  ),
  arithmetic: may(
    z.enum(['double', 'single']),
    "what the model's own program computes in; only what is called doubtful depends on it",
  ),
};

const threshold = may(
  z.union([number, z.strictObject({ probability: number.check(z.gt(0), z.lt(1)) })], {
    error: 'a number, or { "probability": p } with p between 0 and 1',
  }),
  'two classes: what the second class must beat the first by (default 0), or the probability it must exceed',
);

const link = may(
  z.enum(['softmax', 'one-vs-rest']),
  'how scores become probabilities: exp(score) by their sum (two classes: the logistic function), or the logistic function of each by their sum; without it they do not',
);

const scale = may(z.enum(['probability', 'log']), "'log': all probabilities are natural logarithms");
const probabilities = z.array(logarithm);
const bayes = { ...envelope, ...common, threshold, scale, prior: said(probabilities, 'one per class') };

/** Checks a document; what it lets through is a {@link ModelFile}. */
export const modelFileSchema: z.ZodMiniType<ModelFile> = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...bayes,
      kind: z.literal('categorical-naive-bayes'),
      likelihood: said(
        z.array(z.array(probabilities)),
        'likelihood[feature][class][value], or [bin] for a number',
      ),
      bins: may(
        z.array(z.nullable(bins)),
        'per feature: bins of a number, null for categories; leave out if all are categorical',
      ),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('bernoulli-naive-bayes'),
      likelihood: said(z.array(probabilities), 'likelihood[feature][class] of the second value'),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('multinomial-naive-bayes'),
      likelihood: said(z.array(probabilities), 'likelihood[class][feature]'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      link,
      scale,
      kind: z.literal('complement-naive-bayes'),
      complement: said(z.array(probabilities), 'complement[class][feature]'),
      norm: may(z.boolean()),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('gaussian-naive-bayes'),
      mean: said(matrix, 'mean[class][feature]'),
      variance: said(matrix, 'variance[class][feature]'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      link,
      kind: z.literal('linear'),
      weights: said(
        z.array(z.array(z.union([number, numbers], { error: 'a number, or one per category' }))),
        'weights[row][feature]; one row: second class against first; else one row per class',
      ),
      intercept: said(numbers, 'one per row'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      kind: z.literal('scorecard'),
      base: may(number),
      cutoff: said(number, 'points needed for the second class'),
      points: said(
        z.array(
          z.union([numbers, z.strictObject(steps)], {
            error: 'points per category, or cuts and values per bin',
          }),
        ),
        'per feature',
      ),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      link,
      kind: z.literal('additive'),
      bias: may(numbers, 'one per class'),
      shapes: said(z.array(z.array(shape)), 'shapes[feature][class]'),
    }),
  ])
  .check(
    z.meta({ title: 'xpxlc model, version 1', description: 'A classifier that xpxlc can explain exactly.' }),
  );

/** The JSON Schema (draft 2020-12) of {@link ModelFile}. */
export function modelFileJsonSchema(): object {
  return z.toJSONSchema(modelFileSchema, { target: 'draft-2020-12', reused: 'ref' });
}
