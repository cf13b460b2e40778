// What the commands write, as schemas: published as JSON Schema, and what tests hold the program's output against.
import * as z from 'zod';

const bound = z.number().nullable();
const place = {
  row: z.int().nonnegative(),
  id: z.string().nullable().optional(),
  extended: z
    .record(z.string(), z.tuple([bound, bound]))
    .optional()
    .describe(
      '--beyond-bounds extend: the bounds of numbers that are wider for this row than in the model, null for none',
    ),
};
const value = z.union([z.string(), z.number(), z.null()]);
const names = z.array(z.string());
const count = z.string().regex(/^\d+$/).describe('a whole number, as it may be large');
const decimal = z.string().describe('the double nearest to the exact number, in decimals');
const share = z.number().min(0).max(1);

const error = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    place: z.string().optional(),
    expected: z.string().optional(),
    got: z.string().optional(),
  })
  .describe('why there is no answer');
const taken = {
  given: names.optional().describe('what the answer takes as given (--within), in words'),
};
const failed = z.strictObject({ ...place, error });

const change = z.strictObject({
  class: z.string(),
  changes: z.record(z.string(), value),
  doubtful: z
    .literal(true)
    .optional()
    .describe("the class is within the rounding noise of the model's own arithmetic"),
});
const range = z.strictObject({
  from: z.number().optional(),
  above: z.number().optional(),
  to: z.number().optional(),
  below: z.number().optional(),
  missing: z.literal(true).optional(),
  doubtful: z
    .strictObject({
      from: z.enum(['tie', 'noise']).optional(),
      to: z.enum(['tie', 'noise']).optional(),
    })
    .optional()
    .describe('ends where the class is decided by a tie, or within the rounding noise of the model'),
});
const region = {
  literals: names.describe('what must be so for this class, in words; true all together'),
  region: z
    .record(z.string(), z.union([names, z.array(range)]))
    .describe('per changed feature all values with this class: categories, or ranges of numbers, ends exact'),
};
const atLeast = z
  .int()
  .nonnegative()
  .optional()
  .describe('not proved to be smallest: another one would have at least so many features');
const explanation = z.strictObject({
  kind: z.enum(['axp', 'cxp']),
  features: names,
  indices: z.array(z.int().nonnegative()).describe('0-based positions of the features in the model'),
  literals: names,
  size: z.int().nonnegative(),
  atLeast,
  widened: names.optional(),
  counterfactual: change.extend(region).optional(),
  certificate: z.record(z.string(), z.unknown()).optional(),
});

const standing = {
  missing: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('values that the row does not have, and what they count as'),
  probability: share.optional().describe('of the class, where the model has probabilities'),
  points: z.number().optional().describe('of a scorecard: their sum'),
  cutoff: z.number().optional().describe('of a scorecard: points needed for the second class'),
};

const explained = z.strictObject({
  ...place,
  class: z.string(),
  margin: decimal,
  ...standing,
  doubtful: z.literal(true).optional(),
  ...taken,
  explanations: z.array(explanation),
  complete: z.boolean().describe('nothing was left out by a limit or a budget'),
  impossible: z.string().optional(),
  stopped: z
    .enum(['max-time', 'max-steps', 'max-explanations', 'interrupted'])
    .optional()
    .describe('why there may be more than these'),
  error: error.optional().describe('what came up after these explanations'),
});

const probability = z
  .strictObject({
    low: share,
    high: share,
    exact: z
      .string()
      .regex(/^\d+(\/\d+)?$/)
      .optional()
      .describe('the fraction itself, where it was computed'),
    estimate: z
      .strictObject({ value: share, low: share, high: share, confidence: share, samples: z.int() })
      .optional()
      .describe('of a random sample, where bounds of several rivals stay wide; no proof'),
  })
  .describe('certified bounds, equal where it is known exactly');

const setInWords = { features: names, literals: names, rule: z.string(), size: z.int().nonnegative() };
const precise = z.strictObject({
  ...place,
  ...taken,
  class: z.string(),
  margin: decimal,
  ...standing,
  doubtful: z.literal(true).optional(),
  ...setInWords,
  precision: probability,
  coverage: probability.nullable(),
  smallest: z.boolean().describe('it is proved that no smaller set will do'),
  atLeast: z.int().nonnegative().describe('no set with fewer features will do'),
  always: z.strictObject(setInWords).describe('a smallest explanation'),
  gap: z.int().nonnegative().describe('features fewer than that'),
});

const predicted = z.strictObject({
  ...place,
  class: z.string(),
  margin: decimal,
  ...standing,
  rival: z.string(),
  tie: z.literal(true).optional(),
  doubtful: z.literal(true).optional(),
  scores: z.record(z.string(), z.number()),
  probabilities: z
    .record(z.string(), share)
    .optional()
    .describe('per class, where the model has probabilities'),
  actual: z.string().nullable().optional(),
  error: error.optional(),
});

const counts = z.record(z.string(), count);
const counted = z.strictObject({
  ...place,
  ...taken,
  class: z.string(),
  kind: z.enum(['axp', 'cxp']),
  count: count.optional().describe('exact; absent beyond the budget'),
  complete: z.boolean().describe('false: there are more than were counted'),
  sizes: counts.optional(),
  smallest: z.int().nullable().optional(),
  largest: z.int().nullable().optional(),
  mean: z.number().nullable().optional(),
  frequency: counts.optional(),
  pairs: z.record(z.string(), counts).optional().describe('by two features, the earlier one outside'),
  power: z
    .record(
      z.string(),
      z.strictObject({
        shapleyShubik: share,
        banzhaf: share,
        banzhafNormalized: share,
        deeganPackel: share,
        hollerPackel: share,
      }),
    )
    .optional(),
  bounds: z.strictObject({ lower: count, upper: count }).optional().describe('certified'),
  estimate: z
    .strictObject({
      count: z.number(),
      low: z.number(),
      high: z.number(),
      confidence: share,
      samples: z.int(),
    })
    .optional()
    .describe('from a random sample'),
});

const verdict = z.enum(['none', 'some', 'all']);
const asked = z.strictObject({
  ...place,
  ...taken,
  class: z.string(),
  necessary: names,
  relevant: names.nullable(),
  smallest: names,
  atLeast,
  rule: z.string(),
  frequency: z.record(z.string(), share.nullable()).describe('null: no explanation was found in time'),
  complete: z.boolean(),
  audit: z
    .strictObject({ verdict, avoiding: names.nullable(), features: z.record(z.string(), verdict) })
    .optional(),
});
const sums = {
  rows: z.int(),
  failed: z.int(),
  incomplete: z.int(),
  undecided: z.int(),
  classes: z.record(z.string(), z.int()),
  features: z.array(
    z.strictObject({
      feature: z.string(),
      necessary: share,
      relevant: share.nullable().describe('null: of no row was it decided'),
      smallest: share,
      frequency: share.nullable().describe('null: of no row was an explanation found in time'),
    }),
  ),
  audit: z.strictObject({ all: z.int(), some: z.int(), none: z.int() }).optional(),
};
const summary = z.strictObject({
  given: names.optional().describe('what the shares take as given (--within), in words; the rules nothing'),
  ...sums,
  group: z.string().optional().describe('the column of --group'),
  parts: z
    .array(
      z.strictObject({
        class: z.string().nullable().optional().describe('null: rows that could not be asked'),
        group: z.string().nullable().optional().describe('null: the cell is missing'),
        ...sums,
      }),
    )
    .optional()
    .describe('with --by, --group: the same of parts of the rows'),
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        class: z.string(),
        features: names,
        literals: names,
        region: z
          .record(z.string(), z.union([names, z.array(range)]))
          .describe('per feature the values that the rule allows'),
        rows: z.int().describe('to which it applies'),
        added: z.int().describe('of these, rows to which no rule before it applies'),
      }),
    )
    .describe('rules that cover most rows; each holds for every case'),
});

const comparedSide = z.strictObject({
  class: z.string(),
  margin: decimal,
  ...standing,
  doubtful: z.literal(true).optional(),
  features: names,
  size: z.int().nonnegative(),
  atLeast,
  rule: z.string(),
});
const compared = z.strictObject({
  ...place,
  a: comparedSide,
  b: comparedSide,
  same: z.boolean().describe('the same prediction'),
  overlap: share.describe('features of both smallest explanations, as a share of those of any (Jaccard)'),
  left: names.describe("features of A's smallest explanation only"),
  entered: names.describe("features of B's smallest explanation only"),
  holds: z.boolean().describe("every case with the values of A's reason gets the same class from B"),
  counterexample: change.optional().describe('such a case with another class; no changes: this very case'),
});
const comparedSums = {
  rows: z.int(),
  same: z.int(),
  holds: z.int(),
  sameFeatures: z.int(),
  unproved: z.int().describe('rows with an explanation that is not proved to be smallest'),
  overlap: share.nullable(),
  sizes: z.strictObject({ a: z.number(), b: z.number() }).nullable(),
  features: z.array(
    z.strictObject({ feature: z.string(), a: z.int(), b: z.int(), left: z.int(), entered: z.int() }),
  ),
};
const comparedSummary = z
  .strictObject({
    ...comparedSums,
    failed: z.int(),
    onlyA: names,
    onlyB: names,
    predictions: z.array(z.strictObject({ a: z.string(), b: z.string(), rows: z.int() })),
    classes: z.array(z.strictObject({ class: z.string(), ...comparedSums })),
  })
  .describe('with --summary');

const checked = z.strictObject({
  ...place,
  ...taken,
  class: z.string().optional(),
  kind: z.enum(['axp', 'cxp']),
  features: z.array(value),
  size: z.int(),
  holds: z.boolean().optional(),
  minimal: z.boolean().optional(),
  redundant: names.optional(),
  counterexample: change.optional(),
  repaired: z.strictObject({ features: names, literals: names }).nullable().optional(),
  error: error.optional(),
});

const given = {
  ...place,
  tool: z.string().optional(),
  class: z.string(),
  features: names,
  hits: z
    .int()
    .nonnegative()
    .nullable()
    .describe('how many of the features are common ones; null beyond the budget'),
  common: names.nullable().describe('the features that are in most explanations'),
};
const agreement = z
  .strictObject({
    kendall: z.number().min(-1).max(1).nullable(),
    spearman: z.number().min(-1).max(1).nullable(),
    rbo: share.nullable(),
  })
  .nullable()
  .describe('of two rankings of the features; null beyond the budget');
const assessedRule = z.strictObject({
  ...given,
  kind: z.literal('rule'),
  size: z.int().nonnegative(),
  sufficient: z.boolean(),
  minimal: z.boolean(),
  redundant: names,
  precision: probability.nullable(),
  coverage: probability.nullable(),
  claimed: z.strictObject({ precision: share.optional(), coverage: share.optional() }).optional(),
  counterexample: change.optional(),
  repaired: z.strictObject({ features: names, literals: names }),
  distance: z.int().nonnegative().describe('features added and removed to repair it'),
});
const assessedWeights = z.strictObject({
  ...given,
  kind: z.literal('weights'),
  top: z.int().positive(),
  agreement: z.strictObject({ frequency: agreement, power: agreement }),
});
const unassessed = z.strictObject({
  ...place,
  row: z.int().nonnegative().optional(),
  tool: z.string().optional(),
  error,
});

const verified = z.strictObject({
  file: z.string(),
  line: z.int().optional(),
  index: z.int().optional(),
  row: z.int().optional(),
  id: z.string().nullable().optional(),
  kind: z.string().optional(),
  claim: z.string().optional(),
  class: z.string().optional(),
  set: names.optional(),
  valid: z.boolean().optional(),
  reason: z.string().optional(),
  error: error.optional(),
});

/** One line of `--format ndjson`, by command. */
export const recordSchemas: Readonly<Record<string, z.ZodType>> = {
  explain: z.union([explained, failed]),
  precise: z.union([precise, failed]),
  predict: z.union([predicted, failed]),
  count: z.union([counted, failed]),
  features: z.union([asked, summary, failed]),
  compare: z.union([compared, comparedSummary, failed]),
  check: checked,
  assess: z.union([assessedRule, assessedWeights, unassessed]),
  verify: verified,
};

/** The JSON Schema (draft 2020-12) of a command's records. */
export function recordJsonSchema(command: string): object {
  const schema = recordSchemas[command].meta({
    title: `xpxlc ${command}, version 1`,
    description: `One record of \`xpxlc ${command} --format ndjson\`.`,
  });
  return z.toJSONSchema(schema, { target: 'draft-2020-12', reused: 'ref' });
}
