// The API in words for programs: the parts of the OpenAPI document, made from the schemas that check requests and records.
import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import * as z from 'zod';
import { recordSchemas } from '../answer/record-schemas.ts';
import {
  bodySchemas,
  checkLineSchema,
  type Endpoint,
  instanceSchema,
  OPTIONS,
  QUESTIONS,
} from '../ask/endpoints.ts';
import {
  COMMANDS,
  errorSchema,
  failedSchema,
  jsonSchema,
  type Schema,
  SUMMARIES,
} from './describe-records.ts';
import type { Limits } from './limits.ts';
import { modelAnswerSchema } from './model-answer.ts';
import { queryStyle } from './query-options.ts';
import { NDJSON } from './stream.ts';

const givenFile = z.strictObject({ name: z.string(), bytes: z.int().nonnegative() }).nullable();

/** Reasons for a refusal, by status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Not JSON, or not UTF-8',
  403: 'The Host or Origin is not of this server',
  404: 'The server has no model',
  405: 'Another method is needed',
  408: 'The request takes too long to arrive',
  413: 'The request is too large',
  415: 'Neither JSON nor NDJSON, or compressed',
  422: 'The question or the case does not fit the model, or is beyond the limits of the server',
  500: 'A mistake of the server',
  503: 'Too many requests at a time; Retry-After says when to try again',
};

/** Name the schemas that several routes use. */
export function nameSchemas({ openAPIRegistry }: OpenAPIHono): void {
  const named: Record<string, z.ZodType> = {
    error: errorSchema,
    failed: failedSchema,
    model: modelAnswerSchema,
  };
  for (const command of new Set(Object.values(COMMANDS))) named[command] = recordSchemas[command];
  for (const [name, schema] of Object.entries(named))
    openAPIRegistry.registerComponent('schemas', name, jsonSchema(schema) as object);
}

export function describeEndpoint(endpoint: Endpoint, { maxRows }: Limits): RouteConfig {
  const { one, many } = bodySchemas(endpoint, maxRows);
  // Records of checks repeat what is checked; what cannot be read has nothing to repeat.
  const record: Schema =
    endpoint === 'check'
      ? { anyOf: [reference('check'), reference('failed')] }
      : reference(COMMANDS[endpoint]);
  const list: Schema = {
    type: 'object',
    properties: { answers: { type: 'array', items: record } },
    required: ['answers'],
    additionalProperties: false,
  };
  const lines = {
    type: 'string',
    description: `A line per case, with options in the query: ${endpoint === 'check' ? 'an object with instance and explanations' : 'the case itself; fields that are no features are passed over'}.`,
    contentMediaType: NDJSON,
    contentSchema: jsonSchema(endpoint === 'check' ? checkLineSchema : instanceSchema),
  } as const;
  return createRoute({
    method: 'post',
    path: `/api/${endpoint}`,
    operationId: endpoint,
    summary: SUMMARIES[endpoint],
    parameters: Object.entries(OPTIONS[endpoint]).map(([name, schema]) => ({
      name,
      in: 'query',
      description: 'of a stream (application/x-ndjson); otherwise in the body',
      ...queryStyle(name, QUESTIONS[endpoint].options, jsonSchema(schema)),
    })),
    request: {
      body: {
        required: true,
        content: {
          'application/json': { schema: { oneOf: [jsonSchema(one), jsonSchema(many)] } },
          [NDJSON]: { schema: lines },
        },
      },
    },
    responses: {
      200: {
        description:
          endpoint === 'check'
            ? 'A record per explanation'
            : 'The record of the case; of several cases a list of records, in order',
        content: {
          'application/json': { schema: endpoint === 'check' ? list : { oneOf: [record, list] } },
          [NDJSON]: {
            schema: {
              type: 'string',
              description: 'A record per line, in order; last an error, should the stream be broken.',
              contentMediaType: NDJSON,
              contentSchema: record,
            },
          },
        },
      },
      ...refusals([400, 403, 404, 408, 413, 415, 422, 500, 503]),
    },
  } as unknown as RouteConfig);
}

export function describeModel(): RouteConfig {
  return describeGet(
    '/api/model',
    'model',
    'The classes and features of the model',
    reference('model'),
    [403, 404],
  );
}

export function describeHealth(): RouteConfig {
  const schema = jsonSchema(z.strictObject({ status: z.literal('ok') }));
  return describeGet('/health', 'health', 'Whether the server answers', schema, [403]);
}

export function describeGivenFiles(): RouteConfig {
  const schema = jsonSchema(z.strictObject({ model: givenFile, data: givenFile, version: z.string() }));
  return describeGet('/given', 'given', 'What the server was started with, for the page', schema, [403, 404]);
}

function describeGet(
  path: string,
  operationId: string,
  summary: string,
  schema: Schema,
  statuses: readonly number[],
): RouteConfig {
  return createRoute({
    method: 'get',
    path,
    operationId,
    summary,
    responses: {
      200: { description: summary, content: { 'application/json': { schema } } },
      ...refusals([...statuses, 500]),
    },
  } as unknown as RouteConfig);
}

function refusals(statuses: readonly number[]): object {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: REFUSALS[status],
        content: { 'application/json': { schema: reference('error') } },
      },
    ]),
  );
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
