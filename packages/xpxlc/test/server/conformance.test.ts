// The API answers as the command line does.

import { readFileSync } from 'node:fs';
import type { Model } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { runs } from '../../../core/test/property.ts';
import { writeModelFile } from '../../src/index.ts';
import { readModelFile } from '../../src/schema/read-model-file.ts';
import { folder, LOANS, records, STATIONS, xpxlc } from '../cli/program.ts';
import { anyInstance, appOf, post, stream } from './server.ts';

/** The same question, asked both ways. */
interface Asked {
  readonly endpoint: string;
  readonly options: Record<string, unknown>;
  readonly command: readonly string[];
}

function questions({ classes, features }: Model): Asked[] {
  const [first] = features;
  const within = first === undefined ? {} : { within: { features: { [first.name]: 'fixed' } } };
  const fixed = first === undefined ? [] : ['--within', JSON.stringify(within.within)];
  return [
    { endpoint: 'predict', options: {}, command: ['predict'] },
    { endpoint: 'explain', options: {}, command: ['explain'] },
    {
      endpoint: 'explain',
      options: { kind: 'both', limit: 3, inflate: true, certificate: true },
      command: ['explain', '--kind', 'both', '--limit', '3', '--inflate', '--certificate'],
    },
    {
      endpoint: 'explain',
      options: { limit: 'all', order: 'search', ...within },
      command: ['explain', '--limit', 'all', '--order', 'search', ...fixed],
    },
    {
      endpoint: 'contrasts',
      options: { target: classes[1], limit: 4 },
      command: ['explain', '--kind', 'cxp', '--limit', '4', '--target', classes[1]],
    },
    { endpoint: 'count', options: { power: true }, command: ['count', '--power'] },
    { endpoint: 'count', options: { kind: 'cxp', ...within }, command: ['count', '--kind', 'cxp', ...fixed] },
    {
      endpoint: 'features',
      options: first === undefined ? {} : { protected: [first.name] },
      command: ['features', '--per', 'row', ...(first === undefined ? [] : ['--protected', first.name])],
    },
  ];
}

/** The answers of both, and of the API in three ways: one by one, as a list, as a stream. */
async function compare(model: Model, rows: readonly object[]): Promise<void> {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const cwd = folder({ 'model.json': writeModelFile(model), 'rows.ndjson': lines });
  const app = appOf(model);
  for (const { endpoint, options, command } of questions(model)) {
    const ran = await xpxlc([...command, 'model.json', 'rows.ndjson', '--format', 'ndjson'], { cwd });
    const expected = records(ran.stdout);
    expect(expected).toHaveLength(rows.length);
    const list = await post(app, endpoint, { instances: rows, ...options });
    expect(await list.json()).toEqual({ answers: expected });
    const query = new URLSearchParams(
      Object.entries(options).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => [
          name,
          typeof one === 'object' ? JSON.stringify(one) : String(one),
        ]),
      ),
    );
    const streamed = await stream(app, endpoint, query.toString(), lines);
    expect(records(await streamed.text())).toEqual(expected);
    const single = await post(app, endpoint, { instance: rows[0], ...options });
    expect(await single.json()).toEqual(
      expected[0].class === undefined ? { error: expected[0].error } : expected[0],
    );
  }
}

describe('the API answers as the command line does', () => {
  it.each([LOANS, STATIONS])(
    'about %s',
    async (path) => {
      const { model } = readModelFile(readFileSync(path, 'utf8'));
      const rows = fc.sample(anyInstance(model.features), { numRuns: 20, seed: 1 });
      await compare(model, rows);
    },
    120_000,
  );

  it('about random models', async () => {
    const asked = anyCase({ maxFeatures: 5 })
      .filter(({ model }) => model.features.length > 0)
      .chain(({ model }) =>
        fc.record({
          model: fc.constant(model),
          rows: fc.array(anyInstance(model.features), { minLength: 1, maxLength: 5 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(asked, ({ model, rows }) => compare(model, rows)),
      { ...runs(4), endOnFailure: true },
    );
  }, 240_000);

  it('of explanations that are checked', async () => {
    const { model } = readModelFile(readFileSync(LOANS, 'utf8'));
    const rows = fc.sample(anyInstance(model.features), { numRuns: 5, seed: 2 });
    const claims = rows.flatMap((_, row) => [
      { row, features: ['income', 'late payments'] },
      { row, kind: 'cxp', features: ['age'] },
      { row, features: ['no such feature'] },
    ]);
    const cwd = folder({
      'rows.ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'claims.ndjson': claims.map((claim) => `${JSON.stringify(claim)}\n`).join(''),
    });
    const { stdout } = await xpxlc(
      ['check', LOANS, 'rows.ndjson', '--explanations', 'claims.ndjson', '--repair', '--format', 'ndjson'],
      { cwd },
    );
    // Messages begin with where the explanation stands.
    const bare = (list: { error?: { message: string } }[]): unknown[] =>
      list.map(({ error, ...rest }) =>
        error === undefined
          ? rest
          : { ...rest, error: { ...error, message: error.message.replace(/^[^:]*: /, '') } },
      );
    const expected = bare(records(stdout));
    expect(expected).toHaveLength(claims.length);
    const app = appOf(model);
    const list = await post(app, 'check', { instances: rows, explanations: claims, repair: true });
    expect(bare((await list.json()).answers)).toEqual(expected);
    const lines = rows.map((instance, row) =>
      JSON.stringify({
        instance,
        explanations: claims.filter((claim) => claim.row === row).map(({ row: _, ...claim }) => claim),
      }),
    );
    const streamed = await stream(app, 'check', 'repair', lines.join('\n'));
    expect(bare(records(await streamed.text()))).toEqual(expected);
  });
});

describe('cases are read as tables are', () => {
  it('by names, lists, numbers that are names of categories, and with an id', async () => {
    const { model } = readModelFile(readFileSync(LOANS, 'utf8'));
    const app = appOf(model);
    const person = { age: 30, income: 12, home: 'rent', 'late payments': 2 };
    const named = await (await post(app, 'explain', { instance: person })).json();
    const list = await (await post(app, 'explain', { instance: [30, 12, 'rent', 2] })).json();
    expect(list).toEqual(named);
    const keyed = await (
      await post(app, 'explain', { instance: { ...person, name: 'Bo' }, key: 'name' })
    ).json();
    expect(keyed).toEqual({ ...named, id: 'Bo' });
    const table = await stream(
      app,
      'explain',
      'key=name',
      JSON.stringify({ ...person, name: 'Bo', more: [1] }),
    );
    expect(JSON.parse(await table.text())).toEqual({ ...named, id: 'Bo' });
    const strange = await post(app, 'explain', { instance: { ...person, name: 'Bo' } });
    expect(strange.status).toBe(422);
    expect((await strange.json()).error).toMatchObject({ code: 'unknown-feature', got: "'name'" });
  });

  it('with bounds extended on request', async () => {
    const { model } = readModelFile(readFileSync(LOANS, 'utf8'));
    const app = appOf(model);
    const instance = { age: 130, income: 12, home: 'rent', 'late payments': 2 };
    for (const endpoint of ['predict', 'explain', 'count']) {
      const refused = await post(app, endpoint, { instance });
      expect(refused.status).toBe(422);
      expect((await refused.json()).error.code).toBe('out-of-bounds');
      const extended = await post(app, endpoint, { instance, beyondBounds: 'extend' });
      expect(await extended.json()).toMatchObject({ class: 'refuse', extended: { age: [18, 130] } });
    }
  });
});

it("counts both kinds of explanations against the server's one limit", async () => {
  const { model } = readModelFile(readFileSync(LOANS, 'utf8'));
  const app = appOf(model, { limits: { maxExplanations: 2 } });
  const instance = { age: 30, income: 36, home: 'rent', 'late payments': 1 };
  const asked = await post(app, 'explain', { instance, kind: 'both', limit: 'all' });
  const record = await asked.json();
  expect(record).toMatchObject({ complete: false, stopped: 'max-explanations' });
  expect(record.explanations).toHaveLength(2);
});
