// The server as it is shipped, without a port or with one, for tests.
import { join } from 'node:path';
import type { Feature, Model, Shape } from '@xpxlc/core';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import type { App, Limits, Listening } from '../../src/server/index.ts';
import { INSTALLED } from '../cli/program.ts';

// Workers are started from what was built, as the program does.
const server: typeof import('../../src/server/index.ts') = await import(
  join(INSTALLED, 'xpxlc/dist/program/server.js')
);
const core: typeof import('@xpxlc/core') = await import(join(INSTALLED, 'xpxlc/dist/program/core.js'));

export const HOST = '127.0.0.1:8080';

/** What is served, besides the model. */
export interface ServedOptions {
  readonly limits?: Partial<Limits>;
  readonly page?: Parameters<typeof server.createApp>[0]['page'];
  readonly port?: () => number;
}

/** An app about a model; closed after the test. */
export function appOf(model: Model | undefined, options: ServedOptions = {}): App {
  const mistakes: unknown[] = [];
  const app = server.createApp({
    version: '1.2.3',
    names: { hosts: server.namesFor('127.0.0.1', []), port: options.port ?? (() => 8080) },
    limits: { ...server.DEFAULT_LIMITS, jobs: 1, ...options.limits },
    ...(model === undefined
      ? {}
      : { model: { classifier: core.reduce(model, { neverWins: 'allow' }), fingerprint: 'f00' } }),
    ...(options.page === undefined ? {} : { page: options.page }),
    report: (error) => void mistakes.push(error),
  });
  onTestFinished(async () => {
    await app.close();
    expect(mistakes).toEqual([]);
  });
  return app;
}

/** Ask an app. */
export async function ask(app: App, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('host')) headers.set('host', HOST);
  return app.fetch(new Request(`http://${HOST}${path}`, { ...init, headers }));
}

/** Send JSON. */
export function post(app: App, endpoint: string, body: unknown): Promise<Response> {
  return ask(app, `/api/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Send lines. */
export function stream(app: App, endpoint: string, query: string, body: string): Promise<Response> {
  return ask(app, `/api/${endpoint}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
}

/** The app behind a port; stopped after the test. */
export async function listening(
  model: Model,
  limits: Partial<Limits> = {},
): Promise<Listening & { readonly app: App; readonly answers: readonly Promise<Response>[] }> {
  let opened: Listening | undefined;
  const app = appOf(model, { limits, port: () => opened?.port ?? 0 });
  const answers: Promise<Response>[] = [];
  const fetch: App['fetch'] = (request, connection) => {
    const answer = Promise.resolve(app.fetch(request, connection));
    answers.push(answer);
    return answer;
  };
  opened = await server.listen({ ...app, fetch }, { host: '127.0.0.1', port: 0 }, limits.patience ?? 30_000);
  const { port, url, stop } = opened;
  let stopped: Promise<void> | undefined;
  const once = (grace: number): Promise<void> => {
    stopped ??= stop(grace);
    return stopped;
  };
  onTestFinished(() => once(0));
  return { app, answers, port, url, stop: once };
}

/** A case that fits the features, by name. */
export function anyInstance(features: readonly Feature[]): fc.Arbitrary<Record<string, string | number>> {
  return fc
    .tuple(...features.map((feature) => anyValue(feature)))
    .map((values) => Object.fromEntries(values.map((value, i) => [features[i].name, value])));
}

function anyValue(feature: Feature): fc.Arbitrary<string | number> {
  if (feature.kind === 'categorical') return fc.constantFrom(...feature.values);
  const lower = Math.max(feature.lower, -1000);
  const upper = Math.min(feature.upper, 1000);
  const [min, max] = lower <= upper ? [lower, upper] : [feature.lower, feature.lower];
  return feature.kind === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true }).map((x) => x + 0);
}

/** So hard that going through all explanations of {@link HARD_CASE} does not end: it has far too many. */
export function hardModel(): Model {
  let state = 7;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
  const table = (lead: number): Shape => ({ kind: 'table', values: [next() + lead, next(), next()] });
  return core.additiveModel({
    classes: Array.from({ length: 10 }, (_, k) => `class ${k}`),
    features: Array.from({ length: 60 }, (_, i) => ({ name: `f${i}`, values: ['a', 'b', 'c'] })),
    shapes: Array.from({ length: 60 }, () =>
      Array.from({ length: 10 }, (_, k) => table(k === 0 ? 2 ** 30 : 0)),
    ),
  });
}

export const HARD_CASE: Record<string, string> = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`f${i}`, 'a']),
);
