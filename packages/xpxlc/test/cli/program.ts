// Runs the program as a user would: what `npm pack` ships (../packed.ts), in a folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** The packages as they are installed. */
export const INSTALLED: string = join(inject('packed'), 'node_modules');
export const MAIN: string = join(INSTALLED, 'xpxlc/bin/xpxlc.js');

/** A file of the repository. */
export function repositoryFile(path: string): string {
  return join(root, path);
}

export const LOANS: string = repositoryFile('packages/xpxlc/examples/loans.json');
export const STATIONS: string = repositoryFile('packages/xpxlc/examples/stations.json');
export const LOAN_TABLE: string = repositoryFile('fixtures/loans.csv');
export const MAIL: readonly string[] = [
  repositoryFile('fixtures/mail/mail.cnbc'),
  '--xmap',
  repositoryFile('fixtures/mail/mail.xmap'),
];

/** Applicants for the loans of `LOANS`: granted, refused, refused, granted on the edge, granted. */
export const PEOPLE = `name,age,income,home,late payments,decision
Ada,52,61.5,own,0,grant
Bo,23,18,rent,4,refuse
Cy,41,35,rent,1,refuse
Di,36,20,rent,0,refuse
Ed,67,95,with family,0,grant
`;

/** What a run of the program left. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary folder with these files; removed after the test. */
export function folder(files: { readonly [name: string]: string | Uint8Array } = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'xpxlc-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

/** Where and with what it is run. */
export interface XpxlcOptions {
  readonly input?: string;
  readonly cwd?: string;
  /** Variables of the environment, besides those of this process. */
  readonly env?: { readonly [name: string]: string };
}

/** Run `xpxlc` with these arguments. */
export function xpxlc(
  args: readonly string[],
  { input = '', cwd = root, env = {} }: XpxlcOptions = {},
): Promise<Ran> {
  return ran(process.execPath, [MAIN, ...args], cwd, input, env);
}

/** Run something with `bash -c`; `xpxlc` is the program. */
export function shell(script: string, cwd: string = root): Promise<Ran> {
  const start = `xpxlc() { "${process.execPath}" "${MAIN}" "$@"; }`;
  return ran('bash', ['-o', 'pipefail', '-c', `${start}\n${script}`], cwd, '', {});
}

function ran(
  file: string,
  args: readonly string[],
  cwd: string,
  input: string,
  env: { readonly [name: string]: string },
): Promise<Ran> {
  const child = spawn(file, args, { cwd, env: { ...process.env, NO_COLOR: '1', ...env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  child.stdin.on('error', () => undefined); // it may end without reading
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

/** The records of NDJSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into them
export function records(ndjson: string): any[] {
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
