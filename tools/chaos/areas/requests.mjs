// Requests to the server, about models of every kind: cases and options that make sense, nonsense in them, damaged bodies, wrong paths and headers.
import { damageBytes } from '../damage-bytes.mjs';
import { damageJson } from '../damage-json.mjs';
import { answerBrokenBy } from '../laws.mjs';
import { NUMBERS, TEXTS } from '../nonsense.mjs';

/** @typedef {import('../random.mjs').Random} Random */

const HOST = '127.0.0.1:8080';
const ENDPOINTS = ['predict', 'explain', 'contrasts', 'count', 'features', 'check'];
/** What docs/server.md names, and 200. */
const STATUSES = [200, 400, 403, 404, 405, 408, 413, 415, 422, 503];
const LIMITS = { maxTime: 500, maxMemory: 512, maxBody: 50_000, maxLine: 5000, maxRows: 5, jobs: 1 };
const A_ROUND = 20;
/** Larger models take long to prepare, which is no law of requests. */
const LARGE = 200_000;

/** @type {Record<string, (random: Random, names: readonly string[]) => unknown>} */
const OPTIONS = {
  kind: (random) => random.pick(['axp', 'cxp', 'both']),
  limit: (random) => random.pick(['all', 1 + random.size(20)]),
  order: (random) => random.pick(['size', 'search', 'random']),
  skip: (random) => String(random.size(1e9)),
  seed: (random) => random.below(2 ** 32),
  certificate: () => true,
  maxTime: (random) => random.next(),
  maxSteps: (random) => 1 + random.size(1e9),
  maxMemory: (random) => random.next() * 100,
  power: () => true,
  pairs: () => true,
  tooMany: (random) => random.pick(['error', 'bounds', 'estimate']),
  avoid: (random, names) => random.some(names, 3),
  never: (random, names) => random.some(names, 2),
  protected: (random, names) => random.some(names, 2),
  inflate: () => true,
  repair: () => true,
  key: (random, names) => random.pick(['id', ...names]),
  beyondBounds: (random) => random.pick(['refuse', 'extend']),
  within: (random, names) => ({
    features: Object.fromEntries(
      random.some(names, 3).map((name) => [name, random.pick(['fixed', 'up', 'down', { from: 0 }, ['a']])]),
    ),
    ...(random.chance(0.3) ? { zeros: 'held' } : {}),
  }),
};

/** @type {import('../areas.mjs').Area} */
export const requests = {
  where: 'cell',
  about: 'requests to the server: cases, options, streams, and damage to them',
  async round(
    random,
    /** @type {import('../areas.mjs').CellWorld} */ { load, seeds, library, ended, wrong, judged },
  ) {
    const [server, core] = [await load('server.js'), await load('core.js')];
    const seed = random.pick(seeds('models').filter(({ bytes }) => bytes.length < LARGE));
    const model = await library
      .loadModel(seed.bytes, random.chance(0.5) ? {} : { bounds: 'unbounded' })
      .then((/** @type {any} */ loaded) => loaded.model)
      .catch(() => undefined);
    if (model === undefined) return ended('no model');
    const app = server.createApp({
      version: '0.0.0',
      names: { hosts: server.namesFor('127.0.0.1', []), port: () => 8080 },
      limits: { ...server.DEFAULT_LIMITS, ...LIMITS },
      model: { classifier: core.reduce(model, { neverWins: 'allow' }), fingerprint: 'f00' },
      report: (/** @type {unknown} */ error) => wrong([`reported: ${error}`]),
    });
    try {
      for (let x = 0; x < A_ROUND; x++) {
        const { path, init } = requestOf(model, random);
        const what = `${seed.name}: ${init.method} ${path} ${JSON.stringify(init.headers)} ${init.body ?? ''}`;
        /** @type {Request} */
        let request;
        try {
          request = new Request(`http://${HOST}${path}`, init);
        } catch {
          continue; // no such request can be sent
        }
        const ran = await judged(what.slice(0, 4000), {
          run: async () => {
            const response = await app.fetch(request);
            return { status: response.status, stdout: await response.text(), stderr: 'a server' };
          },
          statuses: STATUSES,
        });
        wrong(answerBrokenBy(ran));
      }
    } finally {
      await app.close();
    }
  },
};

/**
 * @param {{ features: any[], classes: string[] }} model
 * @param {Random} random
 */
function requestOf({ features, classes }, random) {
  const endpoint = random.pick(ENDPOINTS);
  const names = features.map(({ name }) => name);
  const instance = () =>
    random.chance(0.7) ? byName(features, random) : features.map((f) => cellOf(f, random));
  const options = Object.fromEntries(
    random.some(Object.keys(OPTIONS), random.size(4)).map((name) => [name, OPTIONS[name](random, names)]),
  );
  if (random.chance(0.2)) options.target = random.pick(classes);
  if (random.chance(0.1)) options[random.pick([...Object.keys(OPTIONS), ...TEXTS])] = nonsense(random);
  const explanations = [{ features: random.some(names, 1 + random.size(5)) }];
  const streamed = random.chance(0.3);
  const lines = Array.from({ length: 1 + random.below(4) }, () =>
    JSON.stringify(endpoint === 'check' ? { instance: instance(), explanations } : instance()),
  );
  const whole = JSON.stringify({
    ...(random.chance(0.7) ? { instance: instance() } : { instances: [instance(), instance()] }),
    ...(endpoint === 'check' ? { explanations } : {}),
    ...options,
  });
  let body = Buffer.from(streamed ? lines.join('\n') : whole);
  if (random.chance(0.3)) body = Buffer.from(random.pick([damageJson, damageBytes])(body, random));
  // Lone surrogates are no text of an address.
  const query = new URLSearchParams(
    Object.entries(options).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const path = random.chance(0.05)
    ? `/${new URLSearchParams([[random.pick(TEXTS), '']])}`
    : random.chance(0.05)
      ? random.pick(['/openapi.json', '/health', '/api/model', '/api/', '/given/model', '/../etc/passwd'])
      : `/api/${endpoint}${streamed || random.chance(0.1) ? `?${query}` : ''}`;
  const method = random.chance(0.05) ? random.pick(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) : 'POST';
  const headers = {
    host: random.chance(0.03) ? random.pick(['evil.example', '127.0.0.1:1', '']) : HOST,
    'content-type': random.chance(0.05)
      ? random.pick(['text/plain', '', 'application/json; charset=latin1', 'multipart/form-data'])
      : streamed
        ? 'application/x-ndjson'
        : 'application/json',
    ...(random.chance(0.03)
      ? { origin: random.pick(['http://evil.example', 'null', `http://${HOST}`]) }
      : {}),
  };
  return { path, init: { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) } };
}

/** @param {any[]} features @param {Random} random */
function byName(features, random) {
  const values = features.map((feature) => [feature.name, cellOf(feature, random)]);
  return Object.fromEntries(random.chance(0.05) ? random.some(values, values.length - 1) : values);
}

/** @param {any} feature @param {Random} random */
function cellOf({ kind, values, lower, upper }, random) {
  if (random.chance(0.01)) return nonsense(random);
  if (kind === 'categorical') return random.pick(values);
  const [from, to] = [Math.max(lower ?? -100, -100), Math.min(upper ?? 100, 100)];
  const number = from <= to ? from + random.next() * (to - from) : lower;
  return kind === 'integer' ? Math.round(number) : number;
}

/** @param {Random} random */
function nonsense(random) {
  return random.pick([
    random.pick(TEXTS),
    random.pick(NUMBERS),
    Number(random.pick(NUMBERS)),
    null,
    true,
    [],
    {},
  ]);
}
