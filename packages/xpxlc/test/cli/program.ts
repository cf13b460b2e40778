// Runs the program that `npm pack` ships (../packed.ts) in this process: arguments, a folder and input go in, status and texts come out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished, vi } from 'vitest';

/** Where commands run, unless a test says something else. */
export const root: string = fileURLToPath(new URL('../../../..', import.meta.url));
/** The packages as they are installed. */
export const INSTALLED: string = join(inject('packed'), 'node_modules');

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

// Of what was built, as shipped.ts runs it: workers are started from there.
const program: Promise<typeof import('../../src/cli/program.ts')> = import(
  join(INSTALLED, 'xpxlc/dist/program/program.js')
);
const { version } = JSON.parse(readFileSync(join(INSTALLED, 'xpxlc/package.json'), 'utf8'));
/** The run before: there is one current folder. */
let last: Promise<unknown> = Promise.resolve();

/** Run `xpxlc` with these arguments, in this process; one run after the other. What is about the process starts one: see shipped.ts. */
export function xpxlc(args: readonly string[], options: XpxlcOptions = {}): Promise<Ran> {
  const ran = last.then(() => runHere(args, options));
  last = ran.catch(() => undefined);
  return ran;
}

async function runHere(
  args: readonly string[],
  { input = '', cwd = root, env = {} }: XpxlcOptions,
): Promise<Ran> {
  const { run, isIdle } = await program;
  const before = process.cwd();
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const [stdout, stderr] = [new Collected(), new Collected()];
  process.chdir(cwd);
  Object.defineProperty(process, 'stdin', { ...own, get: () => stdin }); // DATA that is `-`
  try {
    const status = await run(
      args,
      { stdin, stdout, stderr, env: { ...process.env, NO_COLOR: '1', ...env } },
      version,
    );
    await vi.waitUntil(isIdle, { timeout: 30_000, interval: 5 });
    return { status, stdout: stdout.text, stderr: stderr.text };
  } finally {
    Object.defineProperty(process, 'stdin', own);
    process.chdir(before);
  }
}

/** A stream that keeps what is written. */
class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk)); // a copy: its memory is used again
    done();
  }
}

/** The records of NDJSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into them
export function records(ndjson: string): any[] {
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
