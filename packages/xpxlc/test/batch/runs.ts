// What tests of large tables share: tables, models with very many explanations, and runs that are ended by a signal.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LOAN_TABLE, MAIN, type Ran } from '../cli/program.ts';

const [HEAD, ...rows] = readFileSync(LOAN_TABLE, 'utf8').trimEnd().split('\n');
/** The rows of the loan table. */
export const ROWS: readonly string[] = rows;

/** The loan table so many times over, with a bad row now and then. */
export function manyLoans(times: number): string {
  const copies = Array.from({ length: times }, (_, t) =>
    t % 7 === 3 ? [...ROWS.slice(1), '40,much,clerk,rent,1,grant'] : ROWS,
  );
  return `${[HEAD, ...copies.flat()].join('\n')}\n`;
}

/** A model of n yes/no features with different weights, and a case with all of them: very many explanations. */
export function wideFiles(n: number): { readonly 'wide.json': string; readonly 'one.csv': string } {
  const features = Array.from({ length: n }, (_, i) => ({
    name: `f${i}`,
    kind: 'categorical',
    values: ['no', 'yes'],
  }));
  const weights = features.map((_, i) => [0, 1 + ((i * 37) % 17) / 16]);
  const model = {
    format: 'xpxlc-model',
    version: 1,
    kind: 'linear',
    classes: ['a', 'b'],
    features,
    weights: [weights],
    intercept: [-n / 1.6],
  };
  const names = features.map(({ name }) => name).join(',');
  return {
    'wide.json': JSON.stringify(model),
    'one.csv': `${names}\n${features.map(() => 'yes').join(',')}\n`,
  };
}

/** Start the program, and send it a signal once it has written something: to stdout, or to a file that is not complete. */
export async function interrupt(
  args: readonly string[],
  cwd: string,
): Promise<Ran & { readonly signal: NodeJS.Signals | null }> {
  const began = new Map(partials(cwd));
  const grown = (): boolean => [...partials(cwd)].some(([name, size]) => size > (began.get(name) ?? 0));
  return runUntil(args, cwd, 'SIGINT', async (printed) => {
    while (!printed() && !grown()) await setTimeout(20);
  });
}

/** Files that are being written, and their sizes. */
function* partials(cwd: string): Generator<[name: string, size: number]> {
  for (const name of readdirSync(cwd)) {
    if (name.endsWith('.partial'))
      yield [name, statSync(join(cwd, name), { throwIfNoEntry: false })?.size ?? 0];
  }
}

/** Start the program, and send it a signal after some milliseconds, or when `when` is over. */
export async function runUntil(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  when: number | ((printed: () => boolean) => Promise<void>),
): Promise<Ran & { readonly signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (status, by) => resolve([status, by]));
  });
  const over =
    typeof when === 'number' ? setTimeout(when) : when(() => out.length > 0 || child.exitCode !== null);
  await Promise.race([ended, over]);
  child.kill(signal);
  const [status, by] = await ended;
  return {
    status,
    signal: by,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}
