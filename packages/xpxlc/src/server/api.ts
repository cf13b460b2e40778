// The API: cases in, records out, as the command line writes them.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as z from 'zod';
import { ENDPOINTS, type Endpoint, OPTIONS, QUESTIONS, type ReadingOptions } from '../ask/endpoints.ts';
import { RequestError, refusalOf } from '../ask/request-error.ts';
import { toQuestion } from '../ask/request-question.ts';
import type { Answers } from './answers.ts';
import { bodyKind, readJson } from './body.ts';
import { describeEndpoint, describeModel } from './describe-api.ts';
import { checked, type JsonQuestions } from './json-questions.ts';
import type { Limits } from './limits.ts';
import type { ModelAnswer } from './model-answer.ts';
import { fromQuery } from './query-options.ts';
import { streamAnswers } from './stream.ts';

/** What the API is about. */
export interface ApiModel {
  readonly answers: Answers;
  readonly questions: JsonQuestions;
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
    app.openapi(describeEndpoint(endpoint, limits), (context) => handle(context, known()));
  }
  app.openapi(describeModel(), (context) => context.json(known().about, 200));
}

function handler(
  endpoint: Endpoint,
  limits: Limits,
): (context: Context, model: ApiModel) => Promise<Response> {
  const query: z.ZodType<ReadingOptions> = z.strictObject(OPTIONS[endpoint]);
  return async (context, { answers, questions }) => {
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
    const { texts, failed, isList } = await questions.ask(endpoint, await readJson(request, limits), {
      signal: request.signal,
    });
    if (isList) return jsonResponse(listOf(texts));
    return failed === 0 ? jsonResponse(texts) : failedCase(texts);
  };
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
