// The API: cases in, records out, as the command line writes them.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as z from 'zod';
import {
  type ApiClaim,
  type Body,
  bodySchemas,
  ENDPOINTS,
  type Endpoint,
  OPTIONS,
  QUESTIONS,
  type ReadingOptions,
} from '../ask/endpoints.ts';
import { RequestError, refusalOf } from '../ask/request-error.ts';
import { type Question, toQuestion } from '../ask/request-question.ts';
import { schemaError } from '../ask/schema-error.ts';
import { FIRST_PROBLEM } from '../schema/first-problem.ts';
import type { Answers } from './answers.ts';
import { bodyKind, readJson } from './body.ts';
import { describeEndpoint, describeModel } from './describe-api.ts';
import type { Limits } from './limits.ts';
import type { ModelAnswer } from './model-answer.ts';
import { fromQuery } from './query-options.ts';
import { streamAnswers } from './stream.ts';

/** What the API is about. */
export interface ApiModel {
  readonly answers: Answers;
  readonly about: ModelAnswer;
}

/** What is known of the connection, where there is one. */
type Connection = { readonly outgoing?: { destroy(): void } } | undefined;

/** Add the routes; without a model they say that there is none. */
export function addApi(app: OpenAPIHono, model: ApiModel | undefined, limits: Limits): void {
  const known = (): ApiModel => {
    if (model !== undefined) return model;
    throw new RequestError(404, 'no-model', 'the server was started without a model', {
      expected: 'xpxlc serve MODEL',
    });
  };
  for (const endpoint of ENDPOINTS) {
    const handle = handler(endpoint, limits);
    app.openapi(describeEndpoint(endpoint, limits), (context) => handle(context, known().answers));
  }
  app.openapi(describeModel(), (context) => context.json(known().about, 200));
}

function handler(
  endpoint: Endpoint,
  limits: Limits,
): (context: Context, answers: Answers) => Promise<Response> {
  const schemas = bodySchemas(endpoint, limits.maxRows);
  const query: z.ZodType<ReadingOptions> = z.strictObject(OPTIONS[endpoint]);
  return async (context, answers) => {
    const request = context.req.raw;
    const given = new URL(request.url).searchParams;
    if (bodyKind(request) === 'ndjson') {
      const options = checked(query, fromQuery(given, QUESTIONS[endpoint].options), 'query');
      const question = toQuestion(endpoint, options, answers.classifier, limits, true);
      return streamAnswers(request, question, answers, limits, () =>
        (context.env as Connection)?.outgoing?.destroy(),
      );
    }
    for (const name of given.keys())
      throw new RequestError(422, 'bad-option', 'an option in the query', {
        place: name,
        expected: 'options in the JSON body (those of a stream are in the query)',
      });
    const body = await readJson(request, limits);
    refuseMany(body, limits);
    const found = checked(isObject(body) && 'instances' in body ? schemas.many : schemas.one, body, 'body');
    const { instance: _, instances: __, explanations: ___, ...options } = found;
    const question = toQuestion(endpoint, options, answers.classifier, limits, false);
    return answerJson(found, question, answers, limits, request.signal);
  };
}

/** One case is answered by its record, several by a list of records; checks, of which a case may have many, always by a list. */
async function answerJson(
  body: Body,
  question: Question,
  answers: Answers,
  { maxAnswer }: Limits,
  signal: AbortSignal,
): Promise<Response> {
  const cases = 'job' in question ? (body.instances ?? [body.instance]) : claimedCases(body);
  const batch = { question, cases, texts: false, from: 0 };
  const texts: Uint8Array[] = [];
  let [bytes, failed] = [0, 0];
  const quick = answers.atOnce(batch);
  if (quick !== undefined) {
    texts.push(quick.text);
    failed = quick.failed;
  } else
    await answers.admit(async () => {
      for await (const slice of answers.answer(batch, signal, true)) {
        bytes += slice.text.length;
        failed += slice.failed;
        if (bytes > maxAnswer) throw tooLong(maxAnswer);
        texts.push(slice.text);
      }
    });
  if (body.instances !== undefined || !('job' in question)) return jsonResponse(listOf(texts));
  return failed === 0 ? jsonResponse(texts) : failedCase(texts);
}

/** Each case with what is claimed of it. */
function claimedCases({ instance, instances = [instance], explanations = [] }: Body): unknown[] {
  const claims: Omit<ApiClaim, 'row'>[][] = instances.map(() => []);
  explanations.forEach(({ row = 0, ...claim }, x) => {
    if (row >= claims.length)
      throw new RequestError(422, 'no-such-row', 'no such case', {
        place: `explanations.${x}.row`,
        expected: `0 to ${claims.length - 1}`,
        got: String(row),
      });
    claims[row].push(claim);
  });
  return instances.map((one, row) => ({ instance: one, explanations: claims[row] }));
}

/** The one case has no answer, or an incomplete one. */
function failedCase(texts: readonly Uint8Array[]): Response {
  const record = JSON.parse(Buffer.concat(texts).toString());
  return record.class === undefined
    ? jsonResponse([encoder.encode(`${JSON.stringify({ error: record.error })}\n`)], 422)
    : jsonResponse(texts);
}

const encoder = new TextEncoder();
const [COMMA, LINE_FEED] = [44, 10];

/** Lines → a list: JSON holds no line feed but those between records. */
function listOf(texts: readonly Uint8Array[]): Uint8Array[] {
  const all = Buffer.concat(texts);
  for (let at = all.indexOf(LINE_FEED); at >= 0; at = all.indexOf(LINE_FEED, at + 1)) all[at] = COMMA;
  return [
    encoder.encode('{"answers":['),
    all.subarray(0, Math.max(0, all.length - 1)),
    encoder.encode(']}\n'),
  ];
}

function jsonResponse(parts: readonly Uint8Array[], status = 200): Response {
  const body = parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : Buffer.concat(parts);
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

function checked<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const found = schema.safeParse(value, FIRST_PROBLEM);
  if (found.success) return found.data;
  throw schemaError(found.error, 'bad-request', place);
}

function refuseMany(body: unknown, { maxRows }: Limits): void {
  if (!isObject(body) || !Array.isArray(body.instances) || body.instances.length <= maxRows) return;
  throw new RequestError(413, 'too-many-cases', 'too many cases', {
    place: 'instances',
    expected: `at most ${maxRows}`,
    got: String(body.instances.length),
    hint: 'application/x-ndjson has no such limit',
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function tooLong(maxAnswer: number): RequestError {
  return new RequestError(422, 'answer-too-large', 'the answer is too long', {
    expected: `at most ${maxAnswer} bytes`,
    hint: 'application/x-ndjson has no such limit',
  });
}

/** An error as the answer to a request. */
export function errorResponse(error: unknown): Response {
  const { status, error: record } = refusalOf(error);
  const response = jsonResponse([encoder.encode(`${JSON.stringify({ error: record })}\n`)], status);
  if (status === 503) response.headers.set('retry-after', '1');
  if (record.code === 'encoded-body') response.headers.set('accept-encoding', 'identity');
  // What of the request has not been read will not be.
  if (status === 408 || status === 413) response.headers.set('connection', 'close');
  return response;
}
