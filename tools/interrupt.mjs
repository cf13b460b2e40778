// How soon does each command end on Ctrl-C? Starts the built program (npm run build) in the middle of work that would go on for long, sends
// SIGINT and waits for the end. Prints milliseconds; the status is 1 where the best of some tries is beyond 300, or all were over before.
//
//   node tools/interrupt.mjs [NAME…]      only commands whose line contains one of the names
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MOST = 300;
const TRIES = 3;
const MAIN = fileURLToPath(new URL('../packages/xpxlc/bin/xpxlc.js', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../packages/xpxlc/examples/loans.json', import.meta.url));
const LOANS = readFileSync(new URL('../fixtures/loans.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

/** A filter that takes long. */
const SLOW = `${Array.from({ length: 150 }, (_, i) => `abs(age * length(job) + ${i})`).join(' + ')} < 0`;

const cwd = mkdtempSync(join(tmpdir(), 'xpxlc-interrupt-'));
const wanted = process.argv.slice(2);
let late = false;
try {
  writeFiles();
  for (const [line, busy] of commands()) {
    if (wanted.length > 0 && !wanted.some((name) => line.includes(name))) continue;
    const tries = [];
    for (let t = 0; t < TRIES; t++) tries.push(await interrupted(line, busy));
    const [{ took, end, told }] = tries.sort((a, b) => (a.took ?? Infinity) - (b.took ?? Infinity));
    late ||= took === undefined || took > MOST;
    const shown = took === undefined ? 'over before' : `${String(Math.round(took)).padStart(5)} ms`;
    console.log(`${shown}  ${end.padEnd(8)} ${line.slice(0, 110)}${told === '' ? '' : `  [${told}]`}`);
  }
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
process.exitCode = late ? 1 : 0;

/**
 * Command lines, and after what they are busy: a worker's search, or so many seconds.
 *
 * @returns {[line: string, busy: 'search' | number][]}
 */
function commands() {
  return [
    ['explain hard.json hard.csv', 'search'],
    ['explain hard.json hard.csv --jobs 1', 'search'],
    ['explain hard.json hard.csv --limit all', 'search'],
    ['explain hard.json hard.csv --kind cxp --target c1 --limit all', 'search'],
    ['precise hard.json hard.csv --precision 0.9', 'search'],
    ['report hard.json hard.csv', 'search'],
    ['explain hard.json hard.csv --rows 0 --kind axp --plot out.svg', 0.6],
    ['explain hard.json hard.csv --rows 0 --kind axp --plot out.svg', 1.5],
    ['explain big.json big.csv -o out.ndjson', 1],
    ['explain big.json big.csv -o out.ndjson', 5],
    ['explain wide.json wide.csv --limit all -o out.ndjson', 1.5],
    ['explain wide.json wide.csv --limit all --order search --kind both --format csv', 1.5],
    ['explain wide.json wide.csv --order random --limit 1000000', 1.5],
    ['count hard.json hard.csv -o out.ndjson', 'search'],
    ['count wide.json wide.csv --power --pairs', 1],
    ['count wide.json wide.csv --max-steps 1000000000000 --max-memory 4000', 0.8],
    ['features hard.json hard.csv --per row', 'search'],
    ['features hard.json hard.csv -o out.csv', 'search'],
    ['compare hard.json hard.json hard.csv', 'search'],
    ['predict LOANS many.csv -o out.parquet', 0.8],
    ['explain LOANS many.csv -o out.parquet', 0.8],
    ['features LOANS many.csv', 0.8],
    [`explain LOANS many.csv --where "${SLOW} OR ${SLOW.replace('0', '-1')}"`, 0.8],
    ['report hard.json hard.csv --rows 0-3 -o out.html', 2],
    ['report big.json big.csv -o out.html', 3],
    ['report LOANS many.csv --rows 0-499 -o out.html', 1],
    ['report LOANS many.csv --rows 0-499 -o out.html', 1.5],
    ['report LOANS many.csv --per table -o out.html', 0.6],
    ['train many.csv --actual decision -o out.json', 0.5],
    ['check hard.json hard.csv --explanations claims.ndjson -o out.ndjson', 1],
    ['check curved.json curved.csv --kind cxp --target c1 --explanations curved.ndjson -o out.ndjson', 1],
    ['check hard.json hard.csv --grade --explanations claims.ndjson -o out.ndjson', 1.5],
    ['verify proofs.ndjson --model LOANS -o out.ndjson', 0.6],
    ['serve hard.json --port 0', 1],
  ];
}

/**
 * @param {string} line
 * @param {'search' | number} busy
 * @returns {Promise<{ took?: number, end: string, told: string }>} without a time where it has ended by itself
 */
async function interrupted(line, busy) {
  rmSync(join(cwd, 'inside'), { force: true });
  const args = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([all, quoted]) =>
    (quoted ?? all).replace('LOANS', EXAMPLE),
  );
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(busy === 'search' ? { NODE_OPTIONS: '--require ./spy.cjs' } : {}) },
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  child.stdout.resume();
  const ended = new Promise((resolve) =>
    child.on('close', (status, signal) => resolve(signal ?? String(status))),
  );
  let over = false;
  void ended.then(() => {
    over = true;
  });
  if (busy === 'search') while (!over && !existsSync(join(cwd, 'inside'))) await wait(5);
  else await Promise.race([ended, wait(1000 * busy)]);
  if (over) return { end: await ended, told: told.trim() };
  const start = performance.now();
  child.kill('SIGINT');
  const end = await ended;
  return { took: performance.now() - start, end, told: told.trim().split('\n').at(-1)?.slice(0, 100) ?? '' };
}

function writeFiles() {
  /** @type {(name: string, text: string) => void} */
  const write = (name, text) => writeFileSync(join(cwd, name), text);
  // A worker that has asked so often whether to stop is in the middle of a search.
  write(
    'spy.cjs',
    `if (!require('node:worker_threads').isMainThread) {
      const load = Atomics.load;
      let looks = 0;
      Atomics.load = (...args) => {
        if (++looks === 40) require('node:fs').writeFileSync('inside', '');
        return load(...args);
      };
    }`,
  );
  // Many rivals, of whose whole weights two thirds are nothing: searches have no end.
  let state = 4n;
  const random = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 11n) % 1000n);
  };
  const weight = () => [random(), random()].reduce((a, b) => (a < 300 ? Math.round(b / 333) : 0));
  /** @type {(n: number) => { name: string, kind: string, values: string[] }[]} */
  const named = (n) =>
    Array.from({ length: n }, (_, i) => ({ name: `f${i}`, kind: 'categorical', values: ['off', 'on'] }));
  /** @type {(classes: string[], features: object[], weights: number[][][], intercept: number[]) => string} */
  const linear = (classes, features, weights, intercept) =>
    JSON.stringify({
      format: 'xpxlc-model',
      version: 1,
      kind: 'linear',
      classes,
      features,
      weights,
      intercept,
    });
  const hard = named(200);
  const classes = Array.from({ length: 20 }, (_, k) => `c${k}`);
  write(
    'hard.json',
    linear(
      classes,
      hard,
      classes.map(() => hard.map(() => [weight(), weight()])),
      classes.map(() => 0),
    ),
  );
  /** @type {(features: { name: string }[]) => string} */
  const head = (features) => features.map(({ name }) => name).join(',');
  const row = hard.map(() => (random() < 500 ? 'off' : 'on')).join(',');
  write('hard.csv', `${[head(hard), ...new Array(500).fill(row)].join('\n')}\n`);
  // Two classes and very many explanations.
  const wide = named(64);
  const weights = wide.map(() => [0, 1 + random() / 777]);
  write('wide.json', linear(['a', 'b'], wide, [weights], [-64 / 1.3]));
  write('wide.csv', `${head(wide)}\n${wide.map(() => 'on').join(',')}\n`);
  // A model that takes seconds to read.
  const large = Array.from({ length: 200 }, (_, i) => ({
    name: `f${i}`,
    kind: 'categorical',
    values: Array.from({ length: 10_000 }, (_, v) => `value ${v}`),
  }));
  const points = large.map(({ values }) => values.map(() => random() / 1000));
  write('big.json', linear(['a', 'b'], large, [points], [-100]));
  const plain = large.map(() => 'value 3').join(',');
  write('big.csv', `${[head(large), ...new Array(500).fill(plain)].join('\n')}\n`);
  // Parabolas: whether a class can be reached is closed in on.
  const numbers = Array.from({ length: 120 }, (_, i) => ({
    name: `x${i}`,
    kind: 'real',
    lower: -10,
    upper: 10,
  }));
  /** @type {(from: number, by: number) => number[][]} */
  const table = (from, by) => classes.map(() => numbers.map(() => from + (by * random()) / 1000));
  write(
    'curved.json',
    JSON.stringify({
      format: 'xpxlc-model',
      version: 1,
      kind: 'gaussian-naive-bayes',
      classes,
      features: numbers,
      prior: classes.map(() => 1 / classes.length),
      mean: table(-2, 4),
      variance: table(0.3, 3),
    }),
  );
  const curved = Array.from({ length: 50 }, () => numbers.map(() => random() / 250 - 2));
  write('curved.csv', `${[head(numbers), ...curved.map((row) => row.join(','))].join('\n')}\n`);
  write(
    'curved.ndjson',
    curved
      .map((_, row) => `${JSON.stringify({ row, features: numbers.map(({ name }) => name) })}\n`)
      .join(''),
  );
  const [top, ...rows] = LOANS;
  write('many.csv', `${[top, ...new Array(1000).fill(rows).flat()].join('\n')}\n`);
  write('some.csv', `${[top, ...new Array(20).fill(rows).flat()].join('\n')}\n`);
  spawnSync(
    process.execPath,
    [MAIN, 'explain', EXAMPLE, 'some.csv', '--certificate', '-o', 'proofs.ndjson'],
    { cwd },
  );
  const all = hard.map(({ name }) => name);
  const claims = Array.from({ length: 100_000 }, (_, x) =>
    JSON.stringify({ row: x % 500, features: all.filter((_, i) => (i + x) % 3 > 0) }),
  );
  write('claims.ndjson', `${claims.join('\n')}\n`);
}
