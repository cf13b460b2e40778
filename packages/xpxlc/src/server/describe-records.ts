// What each endpoint answers, in words and as schemas: for the OpenAPI document, and for tools of an assistant.
import * as z from 'zod';
import type { Endpoint } from '../ask/endpoints.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

/** The command whose records an endpoint answers with. */
export const COMMANDS: Readonly<Record<Endpoint, string>> = {
  predict: 'predict',
  explain: 'explain',
  contrasts: 'explain',
  count: 'count',
  features: 'features',
  check: 'check',
};

/** What each endpoint answers. */
export const SUMMARIES: Readonly<Record<Endpoint, string>> = {
  predict: 'The class of each case, its lead over the next class, and all scores',
  explain: 'Why each case is decided as it is: smallest sets of its values that fix the class',
  contrasts: 'What would change the class of each case',
  count: 'How many explanations each case has, by size and by feature',
  features: 'Which features are in every, some or no explanation of each case',
  check: 'Whether explanations from any tool are sufficient and minimal',
};

const errorRecord = z.strictObject({
  code: z.string(),
  message: z.string(),
  place: z.string().optional(),
  expected: z.string().optional(),
  got: z.string().optional(),
});
/** What has no answer. */
export const errorSchema = z.strictObject({ error: errorRecord });
/** A case that could not be checked at all. */
export const failedSchema = z.strictObject({
  row: z.int().nonnegative(),
  id: z.string().nullable().optional(),
  error: errorRecord,
});
/** A schema as documents hold it. */
export function jsonSchema(schema: z.ZodType): Schema {
  const {
    $schema: _,
    '~standard': __,
    ...rest
  } = z.toJSONSchema(schema, { io: 'input' }) as Schema & {
    readonly '~standard'?: unknown;
  };
  return rest;
}
