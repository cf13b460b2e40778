// Whatever a model, a table, a file name or an option holds: no control character reaches the terminal, and no line is forged.
// Data stay as they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { folder, records, xpxlc } from './program.ts';

/** Sets a title, rings, clears, turns the writing, forges a line. */
const EVIL = '\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\r\nxpxlc: all is well';
const SHOWN = '\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\u202eevil\\r\\nxpxlc: all is well';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const MODEL = JSON.stringify({
  format: 'xpxlc-model',
  version: 1,
  title: `title ${EVIL}`,
  description: `about ${EVIL}`,
  origin: { tool: `tool ${EVIL}` },
  kind: 'linear',
  classes: [`no ${EVIL}`, `yes ${EVIL}`],
  features: [
    { name: `number ${EVIL}`, kind: 'real', lower: 0, upper: 10, unit: `unit ${EVIL}` },
    { name: `text ${EVIL}`, kind: 'categorical', values: [`a ${EVIL}`, `b ${EVIL}`] },
  ],
  intercept: [-5],
  weights: [[1, [0, 3]]],
});
const row = (key: string, number: unknown, value: string, label: string) =>
  JSON.stringify({
    key,
    [`number ${EVIL}`]: number,
    [`text ${EVIL}`]: `${value} ${EVIL}`,
    class: `${label} ${EVIL}`,
  });
const TABLE = [
  row('id', 4, 'b', 'yes'),
  row(`id ${EVIL}`, 1, 'a', 'no'),
  row(`id ${EVIL}`, `not ${EVIL}`, 'a', 'no'),
  row(`id ${EVIL}`, 7, 'c', 'no'),
  '',
].join('\n');

const files = { 'm.json': MODEL, 't.ndjson': TABLE };

describe('text for a terminal', { timeout: 60_000 }, () => {
  it.each([
    ['inspect', 'm.json', '--limit', 'all'],
    ['explain', 'm.json', 't.ndjson', '--key', 'key'],
    ['explain', 'm.json', 't.ndjson', '--key', 'key', '--kind', 'cxp', '--limit', '5'],
    ['report', 'm.json', 't.ndjson', '--key', 'key'],
    ['predict', 'm.json', 't.ndjson', '--key', 'key', '--actual', 'class'],
    ['count', 'm.json', 't.ndjson', '--key', 'key'],
    ['features', 'm.json', 't.ndjson', '--group', 'class'],
    ['features', 'm.json', 't.ndjson', '--per', 'row', '--key', 'key'],
    ['compare', 'm.json', 'm.json', 't.ndjson', '--key', 'key'],
    ['explain', 'm.json', 't.ndjson', '--kind', 'cxp', '--target', `x ${EVIL}`],
    ['explain', 'm.json', `no such file ${EVIL}.csv`],
    ['explain', `no such model ${EVIL}.json`, 't.ndjson'],
    ['explain', 'm.json', 't.ndjson', '--where', `"x ${EVIL}" = 1`],
    ['explain', 'm.json', 't.ndjson', '--rows', `x ${EVIL}`],
    ['train', 't.ndjson', '--actual', 'class', '-o', 'out.json'],
    ['train', 't.ndjson', '--actual', `no ${EVIL}`, '-o', 'out.json'],
    ['explain', `--no${EVIL}`],
    ['check', 'm.json', 't.ndjson', '--explanations', `none ${EVIL}`],
  ])('xpxlc %s %s %s %s has no control characters and no forged line', async (...args) => {
    const { stdout, stderr } = await xpxlc(args, { cwd: folder(files) });
    const said = stdout + stderr;
    expect(said).not.toBe('');
    expect(said).not.toMatch(CONTROL);
    expect(said.split('\n').filter((line) => line.startsWith('xpxlc: all is well'))).toEqual([]);
  });

  it('names are shown escaped, and colours at a terminal are ours alone', async () => {
    const cwd = folder(files);
    const { stdout } = await xpxlc(['explain', 'm.json', 't.ndjson', '--key', 'key'], { cwd });
    expect(stdout).toContain(`yes ${SHOWN}`);
    const written: Uint8Array[] = [];
    const terminal = () =>
      Object.assign(
        new PassThrough().on('data', (part) => written.push(part)),
        { isTTY: true, columns: 80 },
      );
    const io = { stdin: process.stdin, stdout: terminal(), stderr: terminal(), env: {} };
    expect(await run(['inspect', `${cwd}/m.json`], io, '0')).toBe(0);
    const coloured = Buffer.concat(written).toString();
    expect(coloured).toContain('\x1b[1m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    expect(coloured.replace(/\x1b\[[\d;]*m/g, '')).not.toMatch(CONTROL);
    expect(coloured).toContain(SHOWN);
  });

  it('JSON and CSV stay as they are', async () => {
    const cwd = folder(files);
    const json = await xpxlc(['predict', 'm.json', 't.ndjson', '--key', 'key', '--format', 'ndjson'], {
      cwd,
    });
    expect(records(json.stdout)[0]).toMatchObject({ id: 'id', class: `yes ${EVIL}` });
    const csv = await xpxlc(['predict', 'm.json', 't.ndjson', '--format', 'csv'], { cwd });
    expect(csv.stdout).toContain(`yes ${EVIL}`);
    const inspected = await xpxlc(['inspect', 'm.json', '--format', 'json'], { cwd });
    expect(JSON.parse(inspected.stdout).title).toBe(`title ${EVIL}`);
    await xpxlc(['explain', 'm.json', 't.ndjson', '-o', 'out.txt'], { cwd });
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).not.toMatch(CONTROL);
  });
});
