// What can be asked of each endpoint: the options of the question, as schemas. They check requests, and describe them in the OpenAPI
// document.
import * as z from 'zod';
import { CHECK } from './check.ts';
import { COUNT } from './count.ts';
import { CONTRASTS, EXPLAIN } from './explain.ts';
import { FEATURES } from './features.ts';
import type { READING } from './groups.ts';
import type { Kind, Z } from './kinds.ts';
import { API, type Options, type Said, wordsOf } from './option.ts';
import { PREDICT } from './predict.ts';

/** The endpoints that take cases. */
export const ENDPOINTS = ['predict', 'explain', 'contrasts', 'count', 'features', 'check'] as const;

export type Endpoint = (typeof ENDPOINTS)[number];

const claim = z.strictObject({
  row: z.int().min(0).optional().describe('with instances: which of them (default: 0)'),
  kind: z.enum(['axp', 'cxp']).optional(),
  features: z
    .array(z.union([z.string(), z.int().min(0)]))
    .max(10_000)
    .describe('names, or positions counted from 0'),
});

/** What each endpoint is asked. */
export const QUESTIONS = {
  predict: PREDICT,
  explain: EXPLAIN,
  contrasts: CONTRASTS,
  count: COUNT,
  features: FEATURES,
  check: CHECK,
} as const satisfies Readonly<Record<Endpoint, { readonly options: Options }>>;

/** Named one by one: bundles leave out the rest of the library. */
const KINDS: Z = {
  array: z.array,
  boolean: z.boolean,
  enum: z.enum,
  int: z.int,
  literal: z.literal,
  number: z.number,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
};

/** The options of each endpoint. */
export const OPTIONS = Object.fromEntries(
  ENDPOINTS.map((endpoint) => [endpoint, schemasOf(QUESTIONS[endpoint].options)]),
) as Readonly<Record<Endpoint, Readonly<Record<string, z.ZodType>>>>;

/** How cases are read, of every endpoint. */
export type ReadingOptions = Partial<Said<typeof READING>>;

function schemasOf(options: Options): Record<string, z.ZodType> {
  const shared = Object.entries(options).filter(([, option]) => API.has(option));
  return Object.fromEntries(
    shared.map(([name, { kind, default: otherwise }]) => {
      const { json, unit } = kind as Kind<unknown>;
      const before = unit === undefined ? '' : `${unit}: `;
      const after = otherwise === undefined ? '' : ` (default: ${otherwise})`;
      const words = `${before}${wordsOf(options, name, API)}${after}`;
      return [name, json(KINDS).optional().describe(words)];
    }),
  );
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
