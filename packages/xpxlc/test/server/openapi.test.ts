// The OpenAPI document is valid, and true: whatever is sent, the answer has a status and a form that it names. Never 500.

import { Validator } from '@seriousme/openapi-schema-validator';
import { scorecard } from '@xpxlc/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, roundsUntil } from '../../../core/test/property.ts';
import { recordSchemas } from '../../src/answer/record-schemas.ts';
import { ENDPOINTS } from '../../src/ask/endpoints.ts';
import { anyInstance, appOf, ask, post } from './server.ts';

const MODEL = scorecard({
  classes: ['refuse', 'grant'],
  features: [
    { name: 'age', kind: 'integer', lower: 18, upper: 99 },
    { name: 'home', values: ['rent', 'own', '3'] },
    { name: 'job', values: ['none', 'clerk'] },
  ],
  points: [{ cuts: [25, 50], values: [5, 15, 30] }, [0, 15, 10], [0, 20]],
  cutoff: 32,
});
const LIMITS = { maxTime: 60_000, maxExplanations: 50, maxRows: 4, maxBody: 20_000, maxLine: 2000, jobs: 1 };

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any;

async function documentOf(app: ReturnType<typeof appOf>): Promise<Json> {
  return (await ask(app, '/openapi.json')).json();
}

/** Values that a schema allows. */
function valuesOf(schema: Json, document: Json): fc.Arbitrary<Json> {
  const of = (inner: Json): fc.Arbitrary<Json> => valuesOf(inner, document);
  if (schema.$ref !== undefined) return of(document.components.schemas[schema.$ref.split('/').at(-1)]);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map(of));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => of({ type })));
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties } = schema;
      const known = fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner)])),
        { requiredKeys: required },
      );
      if (typeof additionalProperties !== 'object') return known;
      const more = fc.dictionary(word, of(additionalProperties), { maxKeys: 3 });
      return fc.tuple(known, more).map(([a, b]) => ({ ...b, ...a }));
    }
    case 'array':
      return fc.array(of(schema.items), { maxLength: Math.min(3, schema.maxItems ?? 3) });
    case 'string':
      return schema.pattern === undefined ? word : fc.stringMatching(new RegExp(schema.pattern));
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1e6, 1e6) });
    case 'number':
      return fc.double({ min: (schema.exclusiveMinimum ?? 0) + 0.001, max: 1000, noNaN: true });
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Words that mean something here, and others. */
const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'age',
    'home',
    'job',
    'grant',
    'refuse',
    'rent',
    'own',
    'clerk',
    '__proto__',
    'constructor',
  ),
  fc.string({ maxLength: 5 }),
);

/** Bodies that the document allows; mostly with few options, and with cases that fit the model. */
function bodies(schema: Json, document: Json): fc.Arbitrary<Json> {
  const instance = anyInstance(MODEL.features);
  const many = fc.array(instance, { maxLength: 4 });
  const kept = fc.array(fc.nat(), { maxLength: 2 });
  return fc
    .tuple(valuesOf(schema, document), instance, many, kept, fc.nat(5))
    .map(([body, one, all, picks, dice]) => {
      if (dice === 0) return body;
      const { instance: _, instances, explanations, ...options } = body;
      const names = Object.keys(options);
      return {
        ...Object.fromEntries(
          picks
            .slice(0, names.length)
            .map((x) => [names[x % names.length], options[names[x % names.length]]]),
        ),
        ...(instances === undefined ? { instance: one } : { instances: all }),
        // Random words are features of the model now and then only.
        ...(explanations === undefined
          ? {}
          : { explanations: dice > 2 ? [{ features: ['age', 'job'] }] : explanations }),
      };
    });
}

/** The same with something else somewhere in it. */
function mutated(body: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(body, fc.jsonValue({ maxDepth: 2 }), fc.nat(), fc.nat(2), word)
    .map(([value, other, seed, how, name]) => {
      const copy = structuredClone(value);
      const places: [Json, string][] = [];
      const walk = (node: Json): void => {
        if (typeof node !== 'object' || node === null) return;
        for (const key of Object.keys(node)) {
          places.push([node, key]);
          walk(node[key]);
        }
      };
      walk(copy);
      if (places.length === 0) return other;
      const [node, key] = places[seed % places.length];
      if (how === 0) node[key] = other;
      else if (how === 1) delete node[key];
      else
        Object.defineProperty(node, name, {
          value: other,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return copy;
    });
}

/** Holds answers against the document. */
class Judge {
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly known = new Map<string, ValidateFunction>();
  private readonly document: Json;

  constructor(document: Json) {
    this.document = document;
    this.ajv.addSchema({ $id: 'doc', components: document.components });
  }

  async judge(path: string, method: string, response: Response): Promise<number> {
    const { status } = response;
    const text = await response.text();
    const where = `${method} ${path} → ${status} ${text.slice(0, 300)}`;
    expect(status, where).not.toBe(500);
    const said = this.document.paths[path][method].responses[status];
    expect(said, where).toBeDefined();
    const type = response.headers.get('content-type') as string;
    const { schema } = said.content[type];
    const values = type === 'application/json' ? [text] : text.split('\n').filter((line) => line !== '');
    const inner = type === 'application/json' ? schema : { anyOf: [schema.contentSchema, ERROR] };
    const validate = this.validator(`${path} ${method} ${status} ${type}`, inner);
    for (const value of values) {
      validate(JSON.parse(value));
      expect([where, validate.errors]).toEqual([where, null]);
    }
    return status;
  }

  private validator(key: string, schema: Json): ValidateFunction {
    const found =
      this.known.get(key) ??
      this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
    this.known.set(key, found);
    return found;
  }
}

const ERROR = { $ref: '#/components/schemas/error' };

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 and names every endpoint', async () => {
    const document = await documentOf(appOf(MODEL));
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).sort()).toEqual(
      [...ENDPOINTS.map((endpoint) => `/api/${endpoint}`), '/api/model', '/health'].sort(),
    );
    expect(Object.keys(recordSchemas)).toEqual(expect.arrayContaining(['explain', 'predict', 'count']));
  });
});

describe('names of what was sent', () => {
  it('are repeated in part only, so that messages stay short', async () => {
    const app = appOf(MODEL);
    const long = 'a'.repeat(5000);
    const body = { instance: { age: 30, home: 'own', job: 'none' } };
    for (const wrong of [
      { ...body, [long]: 1 },
      { ...body, within: { features: { [long]: 'sideways' } } },
    ]) {
      const response = await post(app, 'explain', wrong);
      const { error } = await response.json();
      expect([response.status, error.code]).toEqual([422, 'bad-request']);
      expect(error.message.length).toBeLessThan(1000);
      expect(error.message).toContain('aaa…');
    }
    const asked = await ask(app, `/api/explain?${long}=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(asked.status).toBe(422);
    expect((await asked.json()).error.message.length).toBeLessThan(1000);
  });
});

describe('every answer is as the document says', () => {
  it.each(ENDPOINTS)(
    'to valid and to broken questions: %s',
    async (endpoint) => {
      const app = appOf(MODEL, { limits: LIMITS });
      const document = await documentOf(app);
      const judge = new Judge(document);
      const path = `/api/${endpoint}`;
      const { content } = document.paths[path].post.requestBody;
      const valid = bodies(content['application/json'].schema, document);
      const json = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: mutated(valid) });
      const text = fc.oneof(
        { weight: 6, arbitrary: json.map((body) => JSON.stringify(body)) },
        { weight: 1, arbitrary: fc.string() },
        {
          weight: 1,
          arbitrary: fc.tuple(json, fc.nat(40)).map(([body, at]) => JSON.stringify(body).slice(0, at)),
        },
      );
      const seen = new Map<number, number>();
      for (const round of roundsUntil(150, () => [200, 400, 422].every((status) => seen.has(status))))
        await fc.assert(
          fc.asyncProperty(text, async (body) => {
            const response = await ask(app, path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body,
            });
            const status = await judge.judge(path, 'post', response);
            seen.set(status, (seen.get(status) ?? 0) + 1);
          }),
          round,
        );
      expect(seen.get(200)).toBeGreaterThan(atLeast(150));
    },
    120_000,
  );

  it.each(ENDPOINTS)(
    'to streams: %s',
    async (endpoint) => {
      const app = appOf(MODEL, { limits: LIMITS });
      const document = await documentOf(app);
      const judge = new Judge(document);
      const path = `/api/${endpoint}`;
      const { parameters, requestBody } = document.paths[path].post;
      const { contentSchema } = requestBody.content['application/x-ndjson'].schema;
      const instance = anyInstance(MODEL.features);
      const line = endpoint === 'check' ? bodies(contentSchema, document) : instance;
      const lines = fc
        .array(
          fc.oneof(
            { weight: 4, arbitrary: line.map((one) => JSON.stringify(one)) },
            { weight: 1, arbitrary: fc.string() },
          ),
          {
            maxLength: 6,
          },
        )
        .map((all) => all.join('\n'));
      const option = fc.oneof(
        ...parameters.map(({ name, schema, content }: Json) =>
          valuesOf(schema ?? content['application/json'].schema, document).map((value) =>
            (Array.isArray(value) ? value : [value]).map((one) => [
              name,
              typeof one === 'object' ? JSON.stringify(one) : String(one),
            ]),
          ),
        ),
        fc.tuple(word, word).map((pair) => [pair]),
      ) as fc.Arbitrary<[string, string][]>;
      const seen = new Map<number, number>();
      for (const round of roundsUntil(60, () => seen.has(200) && seen.has(422)))
        await fc.assert(
          fc.asyncProperty(fc.array(option, { maxLength: 2 }), lines, async (options, body) => {
            const response = await ask(app, `${path}?${new URLSearchParams(options.flat())}`, {
              method: 'POST',
              headers: { 'content-type': 'application/x-ndjson' },
              body,
            });
            const status = await judge.judge(path, 'post', response);
            seen.set(status, (seen.get(status) ?? 0) + 1);
          }),
          round,
        );
    },
    120_000,
  );

  it('to what is too large, of the wrong type, or not there', async () => {
    const app = appOf(MODEL, { limits: LIMITS });
    const judge = new Judge(await documentOf(app));
    const send = (headers: Record<string, string>, body: string): Promise<number> =>
      ask(app, '/api/predict', { method: 'POST', headers, body }).then((response) =>
        judge.judge('/api/predict', 'post', response),
      );
    const json = { 'content-type': 'application/json' };
    expect(await send({ 'content-type': 'text/plain' }, '{}')).toBe(415);
    expect(await send({ 'content-type': 'application/jsonp' }, '{}')).toBe(415);
    expect(await send(json, `"${'x'.repeat(20_000)}"`)).toBe(413);
    expect(await send({ ...json, 'content-length': '20001' }, '{}')).toBe(413);
    expect(await send(json, JSON.stringify({ instances: [1, 2, 3, 4, 5] }))).toBe(413);
    expect(await send(json, JSON.stringify({ instances: [1, 2, 3, 4] }))).toBe(200);
    expect(await send({ 'content-type': 'application/x-ndjson' }, `{}\n${'x'.repeat(2001)}`)).toBe(200);
    const none = appOf(undefined);
    const refused = await ask(none, '/api/predict', { method: 'POST', headers: json, body: '{}' });
    expect(await judge.judge('/api/predict', 'post', refused)).toBe(404);
    for (const path of ['/api/model', '/health'])
      expect(await judge.judge(path, 'get', await ask(app, path))).toBe(200);
    const put = await ask(app, '/api/predict', { method: 'PUT' });
    expect([put.status, (await put.json()).error.code, put.headers.get('allow')]).toEqual([
      405,
      'wrong-method',
      'POST',
    ]);
  });
});
