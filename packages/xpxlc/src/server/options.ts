// What can be asked of each endpoint: options as the command line has them, as schemas. They check requests, and describe them in
// the OpenAPI document.
import * as z from 'zod';

/** The endpoints that take cases. */
export const ENDPOINTS = ['predict', 'explain', 'contrast', 'count', 'features', 'check'] as const;

export type Endpoint = (typeof ENDPOINTS)[number];

const names = z.array(z.string().max(1000)).max(1000);
const whole = (least: number): z.ZodInt => z.int().min(least);
const seed = whole(0).max(2 ** 32 - 1);
const kind = z.enum(['axp', 'cxp']);
const narrowing = z.union([
  z.enum(['free', 'fixed', 'up', 'down']),
  z.strictObject({ from: z.number().exactOptional(), to: z.number().exactOptional() }),
  z.array(z.union([z.string(), z.number()])).max(10_000),
]);

const reading = {
  key: z.string().exactOptional().describe('a field that identifies cases; answers repeat it as id'),
  beyondBounds: z
    .enum(['refuse', 'extend'])
    .exactOptional()
    .describe(
      'cases with numbers beyond the bounds of the model: refuse them (default), or extend the bounds for this case',
    ),
};
const within = {
  within: z
    .strictObject({
      features: z.record(z.string(), narrowing).exactOptional(),
      zeros: z.literal('held').exactOptional(),
      others: z.literal('fixed').exactOptional(),
    })
    .exactOptional()
    .describe('what may move, e.g. {"features": {"income": "up", "age": "fixed"}}'),
};
const target = { target: z.string().exactOptional().describe('contrasts that lead to this class') };
const listing = {
  limit: whole(1)
    .exactOptional()
    .describe('at most so many explanations per case, smallest first (default: 1)'),
  all: z.boolean().exactOptional().describe('all explanations of each case, within the limits of the server'),
  order: z
    .enum(['size', 'search'])
    .exactOptional()
    .describe('smallest first, or as they are found, which is faster for long lists'),
  skip: z
    .string()
    .regex(/^\d{1,1000}$/)
    .exactOptional()
    .describe('skip so many explanations, with order search; digits, as it may be large'),
  sample: whole(1).exactOptional().describe('so many explanations drawn at random, all equally likely'),
  seed: seed.exactOptional().describe('the random seed of sample (default: 0)'),
  certificate: z.boolean().exactOptional().describe('add a proof that xpxlc verify checks'),
  maxTime: z.number().positive().exactOptional().describe('seconds per case; a list ends there and says so'),
  maxExplanations: whole(1).exactOptional().describe('explanations per case; a list ends there and says so'),
};
const budget = {
  maxExplanations: whole(1)
    .exactOptional()
    .describe('go through so many explanations at most, instead of counting without listing'),
  maxSteps: whole(1).exactOptional().describe('steps of work of a count'),
  maxMemory: z.number().positive().exactOptional().describe('megabytes for the lists that counting keeps'),
};
const claim = z.strictObject({
  row: whole(0).exactOptional().describe('with instances: which of them (default: 0)'),
  kind: kind.exactOptional(),
  features: z
    .array(z.union([z.string(), whole(0)]))
    .max(10_000)
    .describe('names, or positions counted from 0'),
});

/** The options of each endpoint. */
export const OPTIONS: Readonly<Record<Endpoint, Readonly<Record<string, z.ZodType>>>> = {
  predict: reading,
  explain: {
    kind: z
      .enum(['axp', 'cxp', 'both'])
      .exactOptional()
      .describe('axp: why (default); cxp: what would change it; or both'),
    ...listing,
    avoid: names.exactOptional().describe('leave these features out of the explanation where possible'),
    never: names
      .exactOptional()
      .describe('never use these features; a case that has no explanation without them says so'),
    ...target,
    inflate: z.boolean().exactOptional().describe('widen each condition as far as the rule still holds'),
    ...within,
    ...reading,
  },
  contrast: { ...listing, ...target, ...within, ...reading },
  count: {
    kind: kind.exactOptional().describe('axp: explanations (default); cxp: contrasts'),
    power: z.boolean().exactOptional().describe('power indices of the features'),
    pairs: z.boolean().exactOptional().describe('also count how often two features occur together'),
    beyond: z
      .enum(['error', 'bounds', 'estimate'])
      .exactOptional()
      .describe('what to say of a case with too many explanations to count within the budget'),
    seed: seed.exactOptional().describe('the random seed of beyond: estimate (default: 0)'),
    ...budget,
    ...within,
    ...reading,
  },
  features: {
    protected: names
      .exactOptional()
      .describe('audit these features: do they play a part, and is there an explanation without them?'),
    ...budget,
    ...within,
    ...reading,
  },
  check: {
    kind: kind
      .exactOptional()
      .describe('of explanations that do not say what they are: axp (default), or cxp for contrasts'),
    ...target,
    repair: z.boolean().exactOptional().describe('also give a minimal explanation made from each one'),
    ...within,
    ...reading,
  },
};

/** How cases are read, of every endpoint. */
export interface ReadingOptions {
  readonly key?: string;
  readonly beyondBounds?: 'refuse' | 'extend';
}

interface WithinOptions {
  readonly within?: object;
}

export interface ExplainOptions extends ReadingOptions, WithinOptions {
  readonly kind?: 'axp' | 'cxp' | 'both';
  readonly limit?: number;
  readonly all?: boolean;
  readonly order?: 'size' | 'search';
  readonly skip?: string;
  readonly sample?: number;
  readonly seed?: number;
  readonly certificate?: boolean;
  readonly maxTime?: number;
  readonly maxExplanations?: number;
  readonly avoid?: readonly string[];
  readonly never?: readonly string[];
  readonly target?: string;
  readonly inflate?: boolean;
}

interface BudgetOptions extends ReadingOptions, WithinOptions {
  readonly maxExplanations?: number;
  readonly maxSteps?: number;
  readonly maxMemory?: number;
}

export interface CountOptions extends BudgetOptions {
  readonly kind?: 'axp' | 'cxp';
  readonly power?: boolean;
  readonly pairs?: boolean;
  readonly beyond?: 'error' | 'bounds' | 'estimate';
  readonly seed?: number;
}

export interface FeaturesOptions extends BudgetOptions {
  readonly protected?: readonly string[];
}

export interface CheckOptions extends ReadingOptions, WithinOptions {
  readonly kind?: 'axp' | 'cxp';
  readonly target?: string;
  readonly repair?: boolean;
}

/** One case: what is wrong with it is for the core to say, so that one bad case does not end a batch. */
export const instanceSchema: z.ZodType = z.unknown().meta({
  description:
    'One case: a value per feature, by name or as a list in the order of the model; null where it is missing.',
  anyOf: [
    { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
  ],
});

/** What a case is claimed to be explained by. */
export const claimsSchema: z.ZodType<readonly ApiClaim[]> = z
  .array(claim)
  .max(10_000)
  .describe('explanations to check, from any tool');

/** A set of features that is said to explain a case. */
export interface ApiClaim {
  readonly row?: number;
  readonly kind?: 'axp' | 'cxp';
  readonly features: readonly (string | number)[];
}

/** A line of NDJSON that asks for a check. */
export const checkLineSchema: z.ZodType<{
  readonly instance?: unknown;
  readonly explanations: readonly ApiClaim[];
}> = z.strictObject({ instance: instanceSchema, explanations: claimsSchema });

/** A JSON body: one case, or several. */
export function bodySchemas(
  endpoint: Endpoint,
  maxRows: number,
): { readonly one: z.ZodType<Body>; readonly many: z.ZodType<Body> } {
  const options = {
    ...OPTIONS[endpoint],
    ...(endpoint === 'check' ? { explanations: claimsSchema } : {}),
  };
  const instances = z.array(instanceSchema).max(maxRows);
  return {
    one: z.strictObject({ instance: instanceSchema, ...options }) as unknown as z.ZodType<Body>,
    many: z.strictObject({ instances, ...options }) as unknown as z.ZodType<Body>,
  };
}

/** A JSON body, checked. */
export interface Body {
  readonly instance?: unknown;
  readonly instances?: readonly unknown[];
  readonly explanations?: readonly ApiClaim[];
  readonly [option: string]: unknown;
}
