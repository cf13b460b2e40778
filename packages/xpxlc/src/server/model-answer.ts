// What `GET /api/model` tells of the model: what a case must look like, and which file it is.
import type { Classifier, Feature } from '@xpxlc/core';
import * as z from 'zod';

/** A feature, as cases must have it. */
export interface FeatureAnswer {
  readonly name: string;
  readonly kind: Feature['kind'];
  readonly values?: readonly string[];
  readonly lower?: number;
  readonly upper?: number;
  readonly unit?: string;
  readonly missing?: string | number | true;
  readonly other?: string;
}

const feature = z.strictObject({
  name: z.string(),
  kind: z.enum(['categorical', 'integer', 'real']),
  values: z.array(z.string()).optional().describe('the categories'),
  lower: z.number().optional().describe('absent where there is no bound'),
  upper: z.number().optional(),
  unit: z.string().optional(),
  missing: z
    .union([z.string(), z.number(), z.literal(true)])
    .optional()
    .describe('what a missing value counts as; true: a value of its own'),
  other: z.string().optional().describe('the category of values that are none of the others'),
});

export const modelAnswerSchema: z.ZodType<ModelAnswer> = z.strictObject({
  title: z.string().optional(),
  kind: z.string(),
  classes: z.array(z.string()),
  unit: z.enum(['nats', 'bits', 'points', 'score']).describe('of margins'),
  features: z.array(feature),
  fingerprint: z.string().describe('the SHA-256 of the model file'),
});

export interface ModelAnswer {
  readonly title?: string;
  readonly kind: string;
  readonly classes: readonly string[];
  readonly unit: Classifier['unit'];
  readonly features: readonly FeatureAnswer[];
  readonly fingerprint: string;
}

/** Tell it. */
export function modelAnswer(
  { model, classes, unit, features }: Classifier,
  { title, fingerprint }: { readonly title?: string; readonly fingerprint: string },
): ModelAnswer {
  return {
    title,
    kind: model.kind,
    classes,
    unit,
    features: features.map(featureAnswer),
    fingerprint,
  };
}

function featureAnswer(given: Feature): FeatureAnswer {
  const { name, kind, missing } = given;
  const common = { name, kind, missing };
  if (given.kind === 'categorical')
    return {
      ...common,
      values: given.values,
      other: given.other,
    };
  const { lower, upper, unit } = given;
  return {
    ...common,
    ...(Number.isFinite(lower) ? { lower } : {}),
    ...(Number.isFinite(upper) ? { upper } : {}),
    unit,
  };
}
