// The tools of an assistant are the questions: the same options, the same answers, the same refusals as at the other doors.
import { readFileSync } from 'node:fs';
import { scorecard } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { readModelFile } from '../../src/schema/read-model-file.ts';
import { encodeRows } from '../../src/table/encode.ts';
import { openTable } from '../../src/table/source.ts';
import { folder, LOAN_TABLE, LOANS, PEOPLE, records, repositoryFile, xpxlc } from '../cli/program.ts';
import { appOf, HARD_CASE, hardModel, post, ask as request } from '../server/server.ts';
import { connected } from './connected.ts';

const { model: CARD } = readModelFile(readFileSync(LOANS, 'utf8'));
const BO = { age: 23, income: 18, home: 'rent', 'late payments': 4 };
const ENDPOINTS = ['predict', 'explain', 'contrasts', 'count', 'features', 'check'];

describe('the tools', () => {
  it('are the questions, with the options of the server', async () => {
    const { client } = await connected(CARD);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['model', ...ENDPOINTS, 'verify']);
    const { paths } = await (await request(appOf(CARD), '/openapi.json')).json();
    for (const endpoint of ENDPOINTS) {
      const { description, inputSchema } = tools.find(({ name }) => name === endpoint) as (typeof tools)[0];
      const { summary, requestBody } = paths[`/api/${endpoint}`].post;
      const [one, many] = requestBody.content['application/json'].schema.oneOf;
      expect(description).toContain(summary);
      expect(inputSchema.properties).toEqual({
        ...one.properties,
        ...many.properties,
        instances: { ...many.properties.instances, maxItems: 10_000 },
      });
      expect(inputSchema.additionalProperties).toBe(false);
    }
  });

  it('that take rows are there with a table only', async () => {
    const named = async (key?: string): Promise<string[]> => {
      const { client } = await connected(CARD, {}, key === '' ? undefined : { blocks: [], key });
      const { tools } = await client.listTools();
      return Object.keys(tools[1].inputSchema.properties ?? {}).filter((name) => /^(row|id)$/.test(name));
    };
    expect([await named(''), await named(), await named('name')]).toEqual([[], ['row'], ['row', 'id']]);
  });
});

describe('every tool answers as the command line does', () => {
  const CLAIMS = [{ features: ['income'] }, { kind: 'cxp', features: ['income', 'late payments'] }] as const;

  it.each([
    ['predict', {}, ['predict']],
    ['explain', {}, ['explain']],
    ['explain', { kind: 'both', limit: 'all' }, ['explain', '--kind', 'both', '--limit', 'all']],
    [
      'explain',
      { never: ['home'], within: { features: { age: 'fixed' } } },
      ['explain', '--never', 'home', '--within', 'age: fixed'],
    ],
    [
      'contrasts',
      { limit: 3, target: 'grant' },
      ['explain', '--kind', 'cxp', '--limit', '3', '--target', 'grant'],
    ],
    ['count', { kind: 'cxp', power: true }, ['count', '--kind', 'cxp', '--power']],
    ['features', { protected: ['age'] }, ['features', '--per', 'row', '--protected', 'age']],
  ] as const)('%s %j', async (tool, given, [command, ...options]) => {
    const people = `${folder({ 'people.csv': PEOPLE })}/people.csv`;
    const args = [command, LOANS, people, '--rows', '1', ...options];
    const [plain, lines] = [
      await xpxlc([...args, '--format', 'text']),
      await xpxlc([...args, '--format', 'ndjson']),
    ];
    const { ask } = await connected(CARD);
    const asked = await ask(tool, { instances: [{ ...BO, age: 40 }, BO], ...given });
    expect(asked.data.answers[1]).toEqual(records(lines.stdout)[0]);
    expect(asked.text.slice(asked.text.indexOf('row 1'))).toBe(plain.stdout);
  });

  it('check, and verify of what explain says', async () => {
    const home = folder({
      'people.csv': PEOPLE,
      'claims.ndjson': CLAIMS.map((claim) => `${JSON.stringify({ row: 1, ...claim })}\n`).join(''),
    });
    const check = ['check', LOANS, 'people.csv', '--explanations', 'claims.ndjson', '--repair', '--format'];
    const [plain, lines] = [
      await xpxlc([...check, 'text'], { cwd: home }),
      await xpxlc([...check, 'ndjson'], { cwd: home }),
    ];
    const { ask } = await connected(CARD);
    const claimed = CLAIMS.map((claim) => ({ row: 1, ...claim }));
    const checked = await ask('check', { instances: [BO, BO], explanations: claimed, repair: true });
    expect(checked.data.answers).toEqual(records(lines.stdout));
    expect(checked.text).toBe(plain.stdout);
    const { data } = await ask('explain', { instance: BO, certificate: true });
    const proofs = data.answers.map((answer: object) => `${JSON.stringify(answer)}\n`).join('');
    const command = ['verify', '--model', LOANS, '--format'];
    const [told] = records((await xpxlc([...command, 'ndjson'], { input: proofs })).stdout);
    const verified = await ask('verify', { certificates: data.answers });
    const place = { file: 'certificates', index: 0 };
    expect(verified.data.answers).toEqual([{ ...told, line: undefined, ...place }]);
    expect(verified.text).toBe(
      (await xpxlc([...command, 'text'], { input: proofs })).stdout.replace(/^\S+:1/, 'certificates[0]'),
    );
    const forged = JSON.parse(JSON.stringify(data.answers).replace('"refuse"', '"grant"'));
    expect((await ask('verify', { certificates: forged })).data.answers[0].valid).toBe(true);
    forged[0].explanations[0].certificate.class = 'grant';
    expect((await ask('verify', { certificates: forged })).data.answers[0].valid).toBe(false);
  });

  it('model says what the server says of it', async () => {
    const { ask } = await connected(CARD);
    const { text, data } = await ask('model');
    expect([text, data]).toEqual(['a model', await (await request(appOf(CARD), '/api/model')).json()]);
  });
});

describe('what is wrong', () => {
  it.each([
    ['predict', {}],
    ['predict', { instance: 7 }],
    ['predict', { instance: { ...BO, home: 'tent' } }],
    ['predict', { instance: { ...BO, age: 200 } }],
    ['predict', { instance: BO, row: 3 }],
    ['predict', { instances: [], instance: BO }],
    ['predict', { instances: new Array(10_001).fill(BO) }],
    ['explain', { instance: BO, kind: 'why' }],
    ['explain', { instance: BO, limit: 0 }],
    ['explain', { instance: BO, limit: '3' }],
    ['explain', { instance: BO, kind: 'cxp', avoid: ['age'] }],
    ['explain', { instance: BO, never: ['agee'] }],
    ['explain', { instance: BO, within: '@/etc/passwd' }],
    ['contrasts', { instance: BO, target: 'perhaps' }],
    ['contrasts', { instance: BO, within: { features: { home: ['tent'] } } }],
    ['count', { instance: BO, power: true, limit: 3 }],
    ['features', { instance: BO, protected: ['sex'] }],
    ['check', { instance: BO }],
    ['check', { instance: BO, explanations: [{ features: ['age'], row: 4 }] }],
  ])('%s %j is refused in the words of the server', async (tool, given) => {
    const [{ ask }, app] = [await connected(CARD), appOf(CARD)];
    const refused = await ask(tool, given);
    const { error } = await (await post(app, tool, given)).json();
    const { message, ...rest } = refused.data.error;
    // Only the server has streams.
    expect({ ...rest, message }).toEqual({
      ...error,
      message: error.message.replace(' (application/x-ndjson has no such limit)', ''),
    });
    expect([refused.isError, refused.text]).toEqual([true, `${rest.code}: ${message}`]);
  });

  it('is in its place among several cases', async () => {
    const { ask } = await connected(CARD);
    const { isError, data } = await ask('explain', { instances: [BO, { ...BO, home: 'tent' }] });
    expect([isError, data.answers[0].class, data.answers[1].error.code]).toEqual([
      false,
      'refuse',
      'unknown-category',
    ]);
  });

  it('is a tool that is not there, with the one that was meant', async () => {
    const { ask } = await connected(CARD);
    for (const name of ['explian', '__proto__', 'toString', '']) {
      const { isError, data } = await ask(name);
      expect([name, isError, data.error.code]).toEqual([name, true, 'unknown-tool']);
    }
    expect((await ask('explian')).text).toContain("did you mean 'explain'?");
    expect((await ask('model', { limit: 'all' })).data.error.code).toBe('bad-request');
    expect((await ask('verify', { certificates: 'x' })).data.error.code).toBe('bad-request');
    expect((await ask('verify', { certificates: [7] })).data.answers[0].error.code).toBe('no-certificate');
  });

  it('whatever it is, the server goes on', async () => {
    const { ask } = await connected(CARD, { maxTime: 5000 });
    const json = fc.jsonValue({ maxDepth: 3 });
    const options = fc.dictionary(
      fc.constantFrom(
        'instance',
        'instances',
        'explanations',
        'certificates',
        'kind',
        'limit',
        'within',
        'key',
        'x',
      ),
      fc.oneof(json, fc.constant(BO), fc.constant([BO]), fc.constant('x'.repeat(100_000))),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('model', ...ENDPOINTS, 'verify'), options, async (tool, given) => {
        const { isError, data } = await ask(tool, given);
        if (isError) expect([typeof data.error.code, data.error.code]).not.toEqual(['string', 'internal']);
      }),
      runs(150),
    );
    expect((await ask('predict', { instance: BO })).data.answers[0].class).toBe('refuse');
  });
});

describe('limits', () => {
  it('a long search ends in time, and says so', async () => {
    const { ask } = await connected(hardModel(), {
      maxTime: 10_000,
      maxExplanations: 50,
      maxAnswer: 100_000,
    });
    const start = performance.now();
    const { data } = await ask('explain', { instance: HARD_CASE, limit: 'all' });
    expect(data.answers[0]).toMatchObject({ class: 'class 0', complete: false });
    expect(data.answers[0].explanations.length).toBeLessThanOrEqual(50);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('an answer is no longer than it may be', async () => {
    const { ask } = await connected(CARD, { maxAnswer: 300 });
    expect((await ask('explain', { instance: BO, kind: 'both', limit: 'all' })).data.error.code).toBe(
      'answer-too-large',
    );
    expect((await ask('count', { instances: [BO, BO, BO] })).data.error.code).toBe('answer-too-large');
  });

  it('who is cancelled gives way to others', async () => {
    const { ask } = await connected(hardModel(), { maxTime: 600_000, maxExplanations: 1e9 });
    const stop = new AbortController();
    const asked = ask('explain', { instance: HARD_CASE, limit: 'all', order: 'search' }, stop.signal);
    const cancelled = expect(asked).rejects.toThrow();
    setTimeout(() => stop.abort(), 300);
    await cancelled;
    // The one worker is free again.
    const { data } = await ask('explain', { instance: HARD_CASE });
    expect(data.answers[0].class).toBe('class 0');
  });

  it('a flood is told to come back; what is under way is answered', async () => {
    const { ask } = await connected(CARD, { maxRequests: 4 });
    const flood = await Promise.all(Array.from({ length: 200 }, () => ask('count', { instance: BO })));
    const codes = new Set(flood.map(({ data }) => data.error?.code));
    expect([...codes].sort()).toEqual(['too-busy', undefined]);
    expect((await ask('count', { instance: BO })).isError).toBe(false);
  });
});

describe('rows of the table', () => {
  const MISSING = scorecard({
    classes: ['no', 'yes'],
    features: [
      { name: 'n', kind: 'integer', lower: 0, upper: 9, missing: true },
      { name: 'c', values: ['a', '7'], missing: '7' },
    ],
    points: [{ cuts: [5], values: [0, 3], missing: 1 }, [0, 2]],
    cutoff: 3,
  });
  const number = (values: number[]) => Float64Array.from(values);

  it('are asked about by number or key, as the command line reads them', async () => {
    const blocks = [
      {
        rows: 2,
        columns: [number([7, Number.NaN]), number([0, 1])],
        rowNumbers: number([0, 1]),
        bad: [],
        keys: ['x', 'y'],
      },
      {
        rows: 2,
        columns: [number([12, 2]), number([1, Number.NaN])],
        rowNumbers: number([2, 3]),
        beyond: [0],
        bad: [
          {
            index: 1,
            row: 3,
            feature: 'c',
            code: 'unknown-category',
            message: 'no such c',
            place: 'c',
            expected: 'a',
            got: 'b',
          },
        ],
        keys: ['y', 'z'],
        missing: [{ feature: 1, cells: Uint8Array.of(1, 0) }],
      },
    ];
    const { ask } = await connected(MISSING, {}, { blocks, key: 'name' });
    const classOf = async (given: object) => {
      const { data } = await ask('predict', given);
      return data.error?.code ?? [data.answers[0].row, data.answers[0].id, data.answers[0].class];
    };
    expect(await classOf({ row: 0 })).toEqual([0, 'x', 'yes']);
    expect(await classOf({ id: 'x' })).toEqual([0, 'x', 'yes']);
    expect(await classOf({ row: 1 })).toEqual([1, 'y', 'yes']);
    expect(await classOf({ row: 2 })).toBe('out-of-bounds');
    expect(await classOf({ row: 2, beyondBounds: 'extend' })).toEqual([2, 'y', 'yes']);
    expect(await classOf({ row: 3 })).toBe('unknown-category');
    expect(await classOf({ row: 4 })).toBe('no-such-row');
    expect(await classOf({ row: 0.5 })).toBe('bad-request');
    expect(await classOf({ id: 'w' })).toBe('no-such-row');
    expect(await classOf({ id: 'y' })).toBe('several-rows');
    expect(await classOf({ id: 'x', row: 0 })).toBe('bad-option');
    expect(await classOf({ row: 0, instance: [1, 'a'] })).toBe('bad-option');
    expect(
      (await ask('check', { row: 0, explanations: [{ features: ['n'] }] })).data.answers[0],
    ).toMatchObject({
      row: 0,
      id: 'x',
      minimal: true,
    });
  });
});

describe('docs/mcp.md', () => {
  it('shows a session as it is', async () => {
    const text = readFileSync(repositoryFile('docs/mcp.md'), 'utf8');
    const [, session] = /```text\n(→[\s\S]*?)```/.exec(text) as RegExpExecArray;
    const { model } = readModelFile(readFileSync(LOANS, 'utf8'));
    const table = await openTable([LOAN_TABLE]);
    const blocks = [];
    for await (const block of encodeRows(table, model.features, { beyondBounds: 'list' })) blocks.push(block);
    table.close();
    const { ask } = await connected(model, {}, { blocks });
    const calls = session.split(/^→ /m).slice(1);
    expect(calls.length).toBeGreaterThan(4);
    for (const call of calls) {
      const [, tool, given, said] = /^(\w+) (.*)\n([\s\S]*)$/.exec(call) as RegExpExecArray;
      const answered = await ask(tool, JSON.parse(given));
      const told = said.startsWith('= ') ? `= ${JSON.stringify(answered.data)}\n` : answered.text;
      expect(`${tool} ${given}\n${said.trim()}`).toBe(`${tool} ${given}\n${told.trim()}`);
    }
  });
});
