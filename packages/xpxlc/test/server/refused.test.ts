// Who is refused: pages from elsewhere, names that are not ours, paths that lead out of the page.

import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { scorecard } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { namesFor, readAuthority } from '../../src/server/guard.ts';
import { readPage } from '../../src/server/page-files.ts';
import { folder } from '../cli/program.ts';
import { appOf, ask, HOST, listening } from './server.ts';

const LOANS = scorecard({
  classes: ['refuse', 'grant'],
  features: [{ name: 'home', values: ['rent', 'own'] }],
  points: [[0, 15]],
  cutoff: 10,
});

const status = async (app: ReturnType<typeof appOf>, headers: Record<string, string>): Promise<number> =>
  (await ask(app, '/health', { headers })).status;

describe('a request by another name is refused', () => {
  const app = () => appOf(LOANS);

  it.each([
    ['127.0.0.1:8080', 200],
    ['localhost:8080', 200],
    ['LOCALHOST:8080', 200],
    ['[::1]:8080', 200],
    ['127.0.0.1', 403],
    ['127.0.0.1:80', 403],
    ['localhost:8081', 403],
    ['[::1]', 403],
    ['::1:8080', 403],
    ['evil.example:8080', 403],
    ['localhost.evil.example:8080', 403],
    ['127.0.0.1.evil.example:8080', 403],
    ['localhost:8080@evil.example', 403],
    ['evil.example#localhost:8080', 403],
    ['[::ffff:127.0.0.1]:8080', 403],
    ['0.0.0.0:8080', 403],
    ['localhost:08080', 200],
    ['', 403],
  ])('Host: %s → %i', async (host, expected) => {
    expect(await status(app(), { host })).toBe(expected);
  });

  it.each([
    ['http://127.0.0.1:8080', 200],
    ['http://localhost:8080', 200],
    ['http://[::1]:8080', 200],
    ['null', 403],
    ['http://localhost', 403],
    ['http://localhost:3000', 403],
    ['https://evil.example', 403],
    ['http://evil.example:8080', 403],
    ['file://', 403],
    ['http://localhost:8080.evil.example', 403],
    ['', 403],
  ])('Origin: %s → %i', async (origin, expected) => {
    expect(await status(app(), { origin })).toBe(expected);
  });

  it('whatever is asked', async () => {
    const server = app();
    for (const path of ['/', '/health', '/openapi.json', '/api/model', '/given', '/nothing'])
      for (const [name, value] of Object.entries({ host: 'evil.example', origin: 'http://evil.example' })) {
        const response = await ask(server, path, { headers: { [name]: value } });
        expect([path, response.status]).toEqual([path, 403]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
  });

  it('but names behind a proxy are allowed where they are named', () => {
    expect(namesFor('127.0.0.1', ['Reasons.example'])).toEqual([
      'localhost',
      '127.0.0.1',
      '::1',
      'reasons.example',
    ]);
    expect(namesFor('192.168.1.5', [])).toEqual(['192.168.1.5']);
    expect(namesFor('0.0.0.0', [])).toEqual(['localhost', '127.0.0.1', '::1']);
  });

  it('a name is read as it is written, or not at all', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.integer({ min: 0, max: 65_535 })), (name, port) => {
        const text = port === null ? name : `${name}:${port}`;
        const read = readAuthority(text);
        if (read === undefined) return;
        const host = read.name.includes(':') ? `[${read.name}]` : read.name;
        expect(text.toLowerCase()).toMatch(
          new RegExp(`^${host.replace(/[[\].]/g, '\\$&')}(:0*${read.port})?$`),
        );
      }),
      runs(500),
    );
  });
});

describe('every answer says what may be done with it', () => {
  it.each(['/health', '/nothing', '/api/model', '/'])('%s', async (path) => {
    const response = await ask(appOf(LOANS), path);
    const { headers } = response;
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('also when it is refused', async () => {
    const response = await ask(appOf(LOANS), '/', { headers: { host: 'evil.example' } });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a body that is no text of JSON is named for what it is', () => {
  const post = async (
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    endpoint = 'predict',
  ) => {
    const response = await ask(appOf(LOANS), `/api/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json = JSON.stringify({ instance: { home: 'own' } });
  const latin1 = Uint8Array.from(Buffer.from('{"instance": {"home": "própria"}}', 'latin1'));

  it('a byte that is not UTF-8, with its place', async () => {
    for (const headers of [{}, { 'content-length': String(latin1.length) }]) {
      const { status, text } = await post(latin1, headers as Record<string, string>);
      expect([status, JSON.parse(text).error]).toEqual([
        400,
        {
          code: 'not-text',
          message: 'body: not a text; expected UTF-8, got byte 0xF3 at position 25',
          place: 'body',
          expected: 'UTF-8',
          got: 'byte 0xF3 at position 25',
        },
      ]);
    }
  });

  it('in a stream in the place of its line; the others are answered', async () => {
    const lines = Buffer.concat([
      Buffer.from('{"home": "own"}\n'),
      Buffer.from('{"home": "própria"}\n', 'latin1'),
      Buffer.from('{"home": "rent"}\n'),
    ]);
    for (const endpoint of ['predict', 'count', 'check']) {
      const { status, text } = await post(
        Uint8Array.from(lines),
        { 'content-type': 'application/x-ndjson' },
        endpoint,
      );
      const records = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect([status, records.map(({ row }) => row)]).toEqual([200, [0, 1, 2]]);
      expect(records[1].error).toMatchObject({ code: 'not-text', got: 'byte 0xF3 at position 12' });
      if (endpoint !== 'check') expect([records[0].class, records[2].class]).toEqual(['grant', 'refuse']);
    }
  });

  it.each(['gzip', 'br', 'GZIP, identity'])('compressed: %s', async (coding) => {
    for (const type of ['application/json', 'application/x-ndjson']) {
      const packed = Uint8Array.from(gzipSync(json));
      const { status, headers, text } = await post(packed, {
        'content-type': type,
        'content-encoding': coding,
      });
      expect([status, JSON.parse(text).error.code]).toEqual([415, 'encoded-body']);
      expect(headers.get('accept-encoding')).toBe('identity');
    }
    expect((await post(Uint8Array.from(Buffer.from(json)), { 'content-encoding': 'identity' })).status).toBe(
      200,
    );
  });

  it('compressed without saying so', async () => {
    const { status, text } = await post(Uint8Array.from(gzipSync(json)));
    expect([status, JSON.parse(text).error.got]).toEqual([400, 'compressed bytes (gzip)']);
  });

  it('UTF-16; the mark of UTF-8 is passed over', async () => {
    const wide = await post(Uint8Array.from(Buffer.from(`\ufeff${json}`, 'utf16le')));
    expect([wide.status, JSON.parse(wide.text).error.got]).toEqual([400, 'UTF-16']);
    expect((await post(Uint8Array.from(Buffer.from(`\ufeff${json}`)))).status).toBe(200);
    const lines = await post(Uint8Array.from(Buffer.from('\ufeff{"home": "own"}')), {
      'content-type': 'application/x-ndjson',
    });
    expect(JSON.parse(lines.text).class).toBe('grant');
  });
});

describe('the page', () => {
  const page = (): string => {
    const path = folder({ 'secret.txt': 'SECRET', 'secret.js': 'SECRET' });
    const own = join(path, 'page');
    mkdirSync(own);
    writeFileSync(join(own, 'index.html'), '<title>page</title>'.repeat(20));
    writeFileSync(join(own, 'page.js'), 'alert()');
    writeFileSync(join(own, 'notes.txt'), 'SECRET');
    symlinkSync(join(path, 'secret.js'), join(own, 'link.js'));
    return own;
  };

  it('is served from memory, packed where that is wanted', async () => {
    const app = appOf(undefined, { page: { files: readPage(page()) } });
    const plain = await ask(app, '/');
    expect(plain.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await plain.text();
    expect(text).toContain('<title>page</title>');
    const packed = await ask(app, '/index.html', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(text);
    const tag = plain.headers.get('etag') as string;
    const again = await ask(app, '/', { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask(app, '/page.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await ask(app, '/page.js', { method: 'POST' })).status).toBe(405);
  });

  it('is all that is served of the file system', async () => {
    let port = 0;
    const app = appOf(undefined, { page: { files: readPage(page()) }, port: () => port });
    const { listen } = await import('../../src/server/listen.ts');
    const server = await listen(app, { host: '127.0.0.1', port: 0 }, 30_000);
    port = server.port;
    try {
      for (const path of [
        '/../secret.txt',
        '/../secret.js',
        '/..%2fsecret.js',
        '/%2e%2e/secret.js',
        '/%2e%2e%2fsecret.js',
        '/..\\secret.js',
        '/%5c..%5csecret.js',
        '/./../secret.js',
        '/x/../../secret.js',
        '//secret.js',
        '/page/../secret.js',
        '/link.js',
        '/notes.txt',
        '/given/../secret.js',
        '/page.js%00.html',
        '/etc/passwd',
        'file:///etc/passwd',
        '/given/..%2f..%2fsecret.js',
      ]) {
        const socket = connect(port, '127.0.0.1');
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        await once(socket, 'close');
        expect([path, text.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 40[04]$/)]);
        expect(text).not.toContain('SECRET');
      }
    } finally {
      await server.stop(0);
    }
  });
});

describe('what the user gave', () => {
  it('is told and sent byte for byte, and the page is told to ask for it', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    const home = folder({ 'data.csv': bytes, 'empty.csv': '' });
    const files = readPage(folder({ 'index.html': 'page' }));
    const app = appOf(LOANS, {
      page: {
        files,
        model: { name: 'model.json', text: '{"ü":1}' },
        data: { name: 'data.csv', path: join(home, 'data.csv') },
      },
    });
    const given = await ask(app, '/given');
    expect(await given.json()).toEqual({
      model: { name: 'model.json', bytes: 8 },
      data: { name: 'data.csv', bytes: 5 },
      version: '1.2.3',
    });
    expect(await (await ask(app, '/given/model')).text()).toBe('{"ü":1}');
    const data = await ask(app, '/given/data');
    expect(data.headers.get('content-length')).toBe('5');
    expect(Buffer.from(await data.arrayBuffer())).toEqual(bytes);
    const start = await ask(app, '/');
    expect([start.status, start.headers.get('location')]).toEqual([302, '/?given']);
    expect(await (await ask(app, '/?given')).text()).toBe('page');
    const empty = appOf(undefined, { page: { files, data: { name: 'e', path: join(home, 'empty.csv') } } });
    expect(await (await ask(empty, '/given/data')).text()).toBe('');
    expect(await (await ask(empty, '/')).text()).toBe('page');
  });

  it('is missed without a word of where it was', async () => {
    const home = folder();
    const app = appOf(LOANS, {
      page: { files: new Map(), data: { name: 'gone.csv', path: join(home, 'gone.csv') } },
    });
    for (const path of ['/given', '/given/data']) {
      const response = await ask(app, path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(home);
    }
    expect((await ask(app, '/given/model')).status).toBe(404);
  });
});

describe('a server without a page', () => {
  it('has nothing but the API and its health', async () => {
    const app = appOf(LOANS);
    for (const path of ['/', '/index.html', '/given', '/given/model'])
      expect([path, (await ask(app, path)).status]).toEqual([path, 404]);
    expect(await (await ask(app, '/health')).json()).toEqual({ status: 'ok' });
    expect(await (await ask(app, '/api/model')).json()).toEqual({
      kind: 'scorecard',
      classes: ['refuse', 'grant'],
      unit: 'points',
      features: [{ name: 'home', kind: 'categorical', values: ['rent', 'own'] }],
      fingerprint: 'f00',
    });
  });

  it('without a model says so', async () => {
    const response = await ask(appOf(undefined), '/api/model');
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'no-model']);
  });

  it('listens on loopback for its own names', async () => {
    const { url, port } = await listening(LOANS);
    expect(url).toBe(`http://127.0.0.1:${port}/`);
    expect((await fetch(`${url}health`)).status).toBe(200);
    expect(HOST).not.toContain(String(port));
  });
});
