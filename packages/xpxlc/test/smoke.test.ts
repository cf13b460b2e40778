// Does the shipped program work at all on this version of Node? What depends on the version: workers, packed files, DuckDB,
// WebAssembly, the readers, pictures, the server, signals. Also run on newer versions (tools/newer-nodes.mjs).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, LOAN_TABLE, LOANS, PEOPLE, records, repositoryFile } from './cli/program.ts';
import { MAIN, xpxlc } from './cli/shipped.ts';

const SILENT = { status: 0, stdout: '', stderr: '' };

describe(`the shipped program on Node ${process.versions.node.split('.')[0]}`, () => {
  it('answers a table by workers as by itself, in every format', async () => {
    const cwd = folder({ 'loans.csv.gz': gzipSync(readFileSync(LOAN_TABLE)) });
    for (const ending of ['json', 'csv.gz', 'ndjson.zst', 'parquet']) {
      const ask = (jobs: number, table: string) =>
        xpxlc(
          ['explain', LOANS, table, '--kind', 'both', '--jobs', `${jobs}`, '-o', `by-${jobs}.${ending}`],
          {
            cwd,
          },
        );
      expect(await ask(1, LOAN_TABLE)).toEqual(SILENT);
      expect(await ask(2, 'loans.csv.gz')).toEqual(SILENT);
      const [one, two] = [1, 2].map((jobs) => readFileSync(join(cwd, `by-${jobs}.${ending}`)));
      expect(one.length).toBeGreaterThan(1000);
      expect(two.equals(one)).toBe(true);
    }
    const csv = gunzipSync(readFileSync(join(cwd, 'by-1.csv.gz'))).toString();
    expect(csv.includes('IF age ≥ 50 years AND late payments = 0 THEN grant')).toBe(true);
    expect(readdirSync(cwd).length).toBe(9); // nothing else is left
  });

  it('proves what it says, and checks proofs', async () => {
    // Some versions of Node take U+2028 for the end of a line.
    const cwd = folder({ 'people.csv': PEOPLE.replace('Ada', 'A\u2028da') });
    const explain = ['explain', LOANS, 'people.csv', '--key', 'name', '--certificate', '--format', 'ndjson'];
    const { stdout } = await xpxlc(explain, { cwd });
    expect(records(stdout).map(({ id }) => id)).toEqual(['A\u2028da', 'Bo', 'Cy', 'Di', 'Ed']);
    const verify = ['verify', '--model', LOANS];
    expect((await xpxlc(verify, { input: stdout })).status).toBe(0);
    const forged = stdout.replaceAll('"class":"grant"', '"class":"refuse"');
    expect((await xpxlc(verify, { input: forged })).status).toBe(1);
  });

  it.each([
    ['report', [LOANS, LOAN_TABLE, '--rows', '0']],
    ['count', [LOANS, LOAN_TABLE, '--rows', '0-9', '--format', 'ndjson']],
    ['features', [LOANS, LOAN_TABLE]],
    ['train', [LOAN_TABLE, '--actual', 'decision']],
    ['convert', [repositoryFile('fixtures/pmml/loans.pmml')]],
    ['inspect', [repositoryFile('fixtures/onnx/people.onnx'), '--bounds', 'unbounded']],
    ['inspect', [repositoryFile('fixtures/ebm/loans.json')]],
    ['inspect', [repositoryFile('fixtures/scorecard/loans.csv')]],
    ['completion', ['zsh']],
  ])('%s %j answers', async (command, args) => {
    const ran = await xpxlc([command, ...args]);
    expect([ran.status, ran.stdout.length > 50]).toEqual([0, true]);
  });

  it('draws', async () => {
    const cwd = folder();
    const args = ['explain', LOANS, LOAN_TABLE, '--rows', '0', '--plot', 'why.svg'];
    expect((await xpxlc(args, { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'why.svg'), 'utf8')).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  });

  it('serves, and ends when it is told to', async () => {
    const child = spawn(process.execPath, [MAIN, 'serve', LOANS], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
