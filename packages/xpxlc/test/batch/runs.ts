// What tests of large tables share: tables, models with very many explanations, and runs that are ended by a signal.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LOAN_TABLE, type Ran } from '../cli/program.ts';
import { MAIN } from '../cli/shipped.ts';

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

/**
 * A model of two-valued features and many classes, of whose whole weights two thirds are nothing, and a table of one case over and over,
 * after rows that are no cases: what is needed against one rival says little about the others, so that searches have no end.
 */
export function hardFiles(
  n: number,
  classes: number,
): { readonly 'hard.json': string; readonly 'hard.csv': string } {
  let state = 4n;
  const random = (): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 11n) % 1000n);
  };
  const weight = (): number => [random(), random()].reduce((a, b) => (a < 300 ? Math.round(b / 333) : 0));
  const features = Array.from({ length: n }, (_, i) => ({
    name: `f${i}`,
    kind: 'categorical',
    values: ['off', 'on'],
  }));
  const model = {
    format: 'xpxlc-model',
    version: 1,
    kind: 'linear',
    classes: Array.from({ length: classes }, (_, k) => `c${k}`),
    features,
    weights: Array.from({ length: classes }, () => features.map(() => [weight(), weight()])),
    intercept: Array.from({ length: classes }, () => 0),
  };
  const row = features.map(() => (random() < 500 ? 'off' : 'on')).join(',');
  const bad = features.map(() => '?').join(',');
  const rows = [...new Array<string>(BAD_ROWS).fill(bad), ...new Array<string>(4).fill(row)];
  return {
    'hard.json': JSON.stringify(model),
    'hard.csv': `${[features.map(({ name }) => name).join(','), ...rows].join('\n')}\n`,
  };
}

/**
 * A Gaussian naive Bayes model, cases, and contrasts that are claimed of them: whether changing given numbers can make one of several
 * classes win is closed in on by halving intervals, thousands of times.
 */
export function curvedFiles(
  n: number,
  classes: number,
): { readonly 'curved.json': string; readonly 'curved.csv': string; readonly 'claims.ndjson': string } {
  let state = 1;
  const random = (): number => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const names = Array.from({ length: n }, (_, i) => `x${i}`);
  const labels = Array.from({ length: classes }, (_, k) => `c${k}`);
  const table = (number: () => number): number[][] => labels.map(() => names.map(number));
  const model = {
    format: 'xpxlc-model',
    version: 1,
    kind: 'gaussian-naive-bayes',
    classes: labels,
    features: names.map((name) => ({ name, kind: 'real', lower: -10, upper: 10 })),
    prior: labels.map(() => 1 / classes),
    mean: table(() => 4 * random() - 2),
    variance: table(() => 0.3 + 3 * random()),
  };
  const rows = Array.from({ length: 4 }, () => names.map(() => (4 * random() - 2).toFixed(3)));
  return {
    'curved.json': JSON.stringify(model),
    'curved.csv': `${[names, ...rows].map((cells) => cells.join(',')).join('\n')}\n`,
    'claims.ndjson': rows.map((_, row) => JSON.stringify({ row, features: names })).join('\n'),
  };
}

/** Rows of {@link hardFiles} before the first hard one. */
export const BAD_ROWS = 5;

/** Loaded by Node before the program, in each thread: a worker that has asked so often whether to stop is in the middle of a search, and says so. */
const SPY = `
  if (!require('node:worker_threads').isMainThread) {
    const load = Atomics.load;
    let looks = 0;
    Atomics.load = (...args) => {
      if (++looks === 40) require('node:fs').writeFileSync('inside.txt', '');
      return load(...args);
    };
  }`;

/** The same of the thread that the user talks to: searches there look at the clock. */
const SPY_HERE = `
  if (require('node:worker_threads').isMainThread) {
    const now = performance.now;
    let looks = 0;
    performance.now = () => {
      if (++looks === 200) require('node:fs').writeFileSync('inside.txt', '');
      return now.call(performance);
    };
  }`;

/** The engine of tables, at work for half a second of processor time since it was first asked to do this. */
const spyEngine = (asked: string): string => `
  const { dlopen } = process;
  process.dlopen = (module, ...rest) => {
    dlopen.call(process, module, ...rest);
    const { ${asked}: ask } = module.exports;
    if (ask === undefined) return;
    const value = (...args) => {
      const { user } = process.cpuUsage();
      const timer = setInterval(() => {
        if (process.cpuUsage().user < user + 5e5) return;
        clearInterval(timer);
        require('node:fs').writeFileSync('inside.txt', '');
      }, 5);
      return ask(...args);
    };
    module.exports = Object.create(module.exports, { ${asked}: { value } });
  };`;

const SPIES = {
  worker: SPY,
  here: SPY_HERE,
  filter: spyEngine('execute_prepared_streaming'),
  preparation: spyEngine('prepare'),
};

/** Start the program, and send it a signal once a worker, or the thread that hears of it, is in the middle of a search, or the engine at work. */
export async function interruptInside(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals = 'SIGINT',
  where: keyof typeof SPIES = 'worker',
): Promise<Ended> {
  writeFileSync(join(cwd, 'spy.cjs'), SPIES[where]);
  rmSync(join(cwd, 'inside.txt'), { force: true });
  const inside = async (): Promise<void> => {
    while (!existsSync(join(cwd, 'inside.txt'))) await setTimeout(20);
  };
  return runUntil(args, cwd, signal, inside, { NODE_OPTIONS: '--require ./spy.cjs' });
}

/** Letters for which patterns such as `(a|b)*a(a|b){20}a[^ab]` have very many states. */
export function manyStates(length: number): string {
  let state = 1;
  const next = (): string => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state < 2 ** 30 ? 'a' : 'b';
  };
  return Array.from({ length }, next).join('');
}

/** A table, and filters that take minutes for its rows, or seconds before the first: within one step, so that, told to end, they go on. */
export function slowFilters(): {
  readonly 'slow.csv': string;
  readonly filter: string;
  readonly preparation: string;
} {
  const text = manyStates(100_000);
  const rows = Array.from({ length: 60 }, (_, i) => `${30 + i},36,own,0,${text}`);
  const all = (n: number, pattern: string): string =>
    Array.from({ length: n }, (_, i) => `NOT regexp_matches(text, '${pattern}[^ab]{${1 + (i % 100)}}')`).join(
      ' AND ',
    );
  return {
    'slow.csv': `${['age,income,home,late payments,text', ...rows].join('\n')}\n`,
    filter: all(10, 'a(a|b){400}'),
    preparation: all(1500, '((a|b){99}){9}'),
  };
}

/** Start the program, and send it a signal once it has written something: to stdout, or to a file that is not complete. */
export async function interrupt(args: readonly string[], cwd: string): Promise<Ended> {
  const began = new Map(partials(cwd));
  return runUntil(args, cwd, 'SIGINT', async (printed) => {
    while (!printed() && !hasGrown(cwd, began)) await setTimeout(20);
  });
}

/** Whether some file that is being written has become larger. */
export function hasGrown(cwd: string, since: ReadonlyMap<string, number> = new Map()): boolean {
  return [...partials(cwd)].some(([name, size]) => size > (since.get(name) ?? 0));
}

/** Files that are being written, and their sizes. */
function* partials(cwd: string): Generator<[name: string, size: number]> {
  for (const name of readdirSync(cwd)) {
    if (name.endsWith('.partial'))
      yield [name, statSync(join(cwd, name), { throwIfNoEntry: false })?.size ?? 0];
  }
}

/** The program, running with what is written to its stdin, which stays open. */
export async function fed(args: readonly string[], cwd: string, input: string): Promise<Fed> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: 'pipe' });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  child.stdin.on('error', () => undefined); // it may end without reading all
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status, signal) =>
      resolve({
        status,
        signal,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString(),
      }),
    );
  });
  // A pipe holds far less than this: when all is written, the program has read most of it.
  await Promise.race([ended, new Promise<void>((resolve) => child.stdin.write(input, () => resolve()))]);
  return { child, ended };
}

/** A program that waits for more. */
export interface Fed {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

/** How a program ended that may have been sent a signal. */
export interface Ended extends Ran {
  readonly signal: NodeJS.Signals | null;
}

/** Start the program, and send it a signal after some milliseconds, or when `when` is over. */
export async function runUntil(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  when: number | ((printed: () => boolean) => Promise<void>),
  env: { readonly [name: string]: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
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
