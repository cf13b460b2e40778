// `xpxlc serve` as a user starts and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readModelFile } from '../../src/schema/read-model-file.ts';
import { folder, LOANS, MAIL, PEOPLE } from './program.ts';
import { MAIN, xpxlc } from './shipped.ts';

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stderr: () => string;
}

/** Start the server; it has said where it is. */
async function serve(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([
    once(lines, 'line'),
    once(child, 'close').then(() => Promise.reject(new Error(stderr))),
  ]);
  return { child, url, stderr: () => stderr };
}

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

describe('xpxlc serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves the page and what was given, until %s', async (signal) => {
    const home = folder({ 'people.csv': PEOPLE });
    const { child, url } = await serve(LOANS, `${home}/people.csv`);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await fetch(url);
    expect([page.url, page.headers.get('content-type')]).toEqual([
      `${url}?given`,
      'text/html; charset=utf-8',
    ]);
    const script = /src="(page\.js)"/.exec(await page.text())?.[1];
    expect((await fetch(`${url}${script}`)).status).toBe(200);
    expect(await json(`${url}given`)).toMatchObject({
      model: { name: 'loans.json', bytes: readFileSync(LOANS).length },
      data: { name: 'people.csv', bytes: PEOPLE.length },
    });
    expect(await (await fetch(`${url}given/model`)).text()).toBe(readFileSync(LOANS, 'utf8'));
    expect(await (await fetch(`${url}given/data`)).text()).toBe(PEOPLE);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('serves the page without a model', async () => {
    const { url } = await serve();
    expect((await fetch(url)).url).toBe(url);
    expect(await json(`${url}given`)).toMatchObject({ model: null, data: null });
  });

  it('gives the page a model that needed options as a file that needs none', async () => {
    const { url } = await serve(...MAIL);
    expect(await json(`${url}given`)).toMatchObject({ model: { name: 'mail.cnbc.json' } });
    const { model } = readModelFile(await (await fetch(`${url}given/model`)).text());
    expect(model.kind).toBe('categorical-naive-bayes');
  });

  it('is an API alone on request, by the names that are allowed', async () => {
    const { child, url, stderr } = await serve(
      '--api-only',
      LOANS,
      '--host',
      '0.0.0.0',
      '--allowed-host',
      'reasons.example',
    );
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect((await fetch(url)).status).toBe(404);
    expect(await json(`${url}health`)).toEqual({ status: 'ok' });
    const record = await fetch(`${url}api/explain`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instance: { age: 30, income: 12, home: 'rent', 'late payments': 2 } }),
    });
    expect(await record.json()).toMatchObject({ class: 'refuse' });
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(stderr()).toContain('warning: anyone who can reach this address');
  });

  it('says that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, stderr, stdout } = await xpxlc(['serve', '--port', String(port)]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `xpxlc: --port: the port is in use; expected another one, or no --port for any that is free, got ${port}\n`,
    );
  });

  it.each([
    [['--api-only'], 2, '--api-only: needs MODEL'],
    [['--api-only', LOANS, 'people.csv'], 2, "--api-only: cannot be combined with DATA ('people.csv')"],
    [['--api-only', LOANS, '--open'], 2, '--api-only: cannot be combined with --open'],
    [['--allowed-host', '*'], 2, "--allowed-host '*': needs --api-only"],
    [['-'], 2, 'MODEL, DATA: the model and the table must be files'],
    [['--port', '70000'], 2, 'expected a port from 0 to 65535'],
    [['--host', '203.0.113.7'], 2, '--host: no address of this machine'],
    [['no-such.json'], 3, 'no-such.json: no such file'],
    [[LOANS, 'no-such.csv'], 3, 'no-such.csv: no such file'],
  ])('refuses %j', async (args, status, message) => {
    const ran = await xpxlc(['serve', ...args]);
    expect(ran.stderr).toContain(message);
    expect([ran.status, ran.stdout]).toEqual([status, '']);
  });
});
