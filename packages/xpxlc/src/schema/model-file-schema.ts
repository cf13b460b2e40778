// The model file's schema: checks a document's structure, and is published as JSON Schema. What a schema cannot say (lists as
// long as others, probabilities that add up) is in check-model-file.ts.
import * as z from 'zod';
import type { ModelFile, Origin } from './model-file.ts';

const name = z.string().min(1);
const names = z.array(name);
const number = z.number();
const numbers = z.array(number);

const logarithm = z.union([number, z.literal('-Infinity')], {
  error: "a number, or '-Infinity' for the logarithm of zero",
});
const matrix = z.array(numbers);

const bins = z
  .strictObject({
    cuts: numbers.describe('strictly increasing'),
    closed: z.enum(['left', 'right']).exactOptional().describe("default 'left': cuts[j-1] ≤ x < cuts[j]"),
  })
  .describe('intervals of a number: one more than cuts');

const numeric = {
  name,
  lower: number.exactOptional().describe('smallest value; without it there is none'),
  upper: number.exactOptional().describe('largest value; without it there is none'),
  unit: z.string().exactOptional().describe("shown after numbers, e.g. 'years'"),
};

const feature = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('categorical'), name, values: names.min(1) }),
    z.strictObject({ kind: z.literal('real'), ...numeric }),
    z.strictObject({ kind: z.literal('integer'), ...numeric }),
  ])
  .describe('a feature: categories by name, or a number between bounds (both included)');

const steps = { ...bins.shape, values: numbers.describe('one per bin') };
const shape = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('table'), values: numbers.describe('one per category') }),
    z.strictObject({ kind: z.literal('linear'), weight: number }),
    z.strictObject({ kind: z.literal('steps'), ...steps }),
    z.strictObject({
      kind: z.literal('quadratic'),
      quadratic: number,
      linear: number.exactOptional(),
      constant: number.exactOptional(),
      center: number.exactOptional(),
    }),
  ])
  .describe('contribution of one feature to the score of one class');

const origin: z.ZodType<Origin> = z
  .strictObject({
    tool: z.string().exactOptional().describe("what made the model, e.g. 'scikit-learn CategoricalNB'"),
    version: z.string().exactOptional().describe('version of the tool'),
    source: z.string().exactOptional().describe('name of the file the model was read from'),
    format: z.string().exactOptional().describe('format of that file'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: '64 hexadecimal digits' })
      .exactOptional()
      .describe('fingerprint of that file'),
  })
  .describe('where the model comes from');

const envelope = {
  format: z.literal('xpxlc-model'),
  version: z.literal(1),
  $schema: z.string().exactOptional(),
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  origin: origin.exactOptional(),
  notes: z.record(z.string(), z.unknown()).exactOptional().describe('anything else; kept, never interpreted'),
};

const common = {
  classes: names.min(2),
  features: z.array(feature),
  tieOrder: names
    .exactOptional()
    .describe('all classes, the winner of ties first; default: as in classes (scorecards: reversed)'),
};

const threshold = z
  .union([number, z.strictObject({ probability: number.gt(0).lt(1) })], {
    error: 'a number, or { "probability": p } with p between 0 and 1',
  })
  .exactOptional()
  .describe(
    'two classes: what the second class must beat the first by (default 0), or the probability it must exceed',
  );

const scale = z
  .enum(['probability', 'log'])
  .exactOptional()
  .describe("'log': all probabilities are natural logarithms");
const probabilities = z.array(logarithm);
const bayes = { ...envelope, ...common, threshold, scale, prior: probabilities.describe('one per class') };

/** Checks a document; what it lets through is a {@link ModelFile}. */
export const modelFileSchema: z.ZodType<ModelFile> = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...bayes,
      kind: z.literal('categorical-naive-bayes'),
      likelihood: z
        .array(z.array(probabilities))
        .describe('likelihood[feature][class][value], or [bin] for a number'),
      bins: z
        .array(bins.nullable())
        .exactOptional()
        .describe('per feature: bins of a number, null for categories; leave out if all are categorical'),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('bernoulli-naive-bayes'),
      likelihood: z.array(probabilities).describe('likelihood[feature][class] of the second value'),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('multinomial-naive-bayes'),
      likelihood: z.array(probabilities).describe('likelihood[class][feature]'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      scale,
      kind: z.literal('complement-naive-bayes'),
      complement: z.array(probabilities).describe('complement[class][feature]'),
      norm: z.boolean().exactOptional(),
    }),
    z.strictObject({
      ...bayes,
      kind: z.literal('gaussian-naive-bayes'),
      mean: matrix.describe('mean[class][feature]'),
      variance: matrix.describe('variance[class][feature]'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      kind: z.literal('linear'),
      weights: z
        .array(z.array(z.union([number, numbers], { error: 'a number, or one per category' })))
        .describe('weights[row][feature]; one row: second class against first; else one row per class'),
      intercept: numbers.describe('one per row'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      kind: z.literal('scorecard'),
      base: number.exactOptional(),
      cutoff: number.describe('points needed for the second class'),
      points: z
        .array(
          z.union([numbers, z.strictObject(steps)], {
            error: 'points per category, or cuts and values per bin',
          }),
        )
        .describe('per feature'),
    }),
    z.strictObject({
      ...envelope,
      ...common,
      threshold,
      kind: z.literal('additive'),
      bias: numbers.exactOptional().describe('one per class'),
      shapes: z.array(z.array(shape)).describe('shapes[feature][class]'),
    }),
  ])
  .meta({ title: 'xpxlc model, version 1', description: 'A classifier that xpxlc can explain exactly.' });

/** The JSON Schema (draft 2020-12) of {@link ModelFile}. */
export function modelFileJsonSchema(): object {
  return z.toJSONSchema(modelFileSchema, { target: 'draft-2020-12', reused: 'ref' });
}
