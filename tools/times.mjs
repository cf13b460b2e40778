// Is a redesign as fast? Times whole commands of two builds alternately, and prints for each the seconds of processor time and the ratio.
//
// node tools/times.mjs BEFORE AFTER [WORD …]   two checkouts with `npm run build` done; only commands with these words; status 1 below 95 %
//
// Processor time of all threads is compared, the least of several runs each: it depends less than the clock on what else the machine does.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 3;
const ROWS = 300_000;
/** Of what takes longer. */
const FEW = ['--rows', '0-9999'];
const LEAST = 0.95;
/** Makes a process say how long it has computed. */
const SAY =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\nCPU ' + (user + system) / 1e6 + '\\n'); });";
const TELL = `--import=data:text/javascript,${encodeURIComponent(SAY)}`;

/** @type {Record<string, { args: string[] }>} */
const COMMANDS = {
  predict: { args: ['predict'] },
  explain: { args: ['explain'] },
  contrasts: { args: ['explain', '--kind', 'cxp', ...FEW] },
  both: { args: ['explain', '--kind', 'both', '--limit', '3', ...FEW] },
  count: { args: ['count'] },
};

const [before, after, ...words] = process.argv.slice(2).map((word, i) => (i < 2 ? resolve(word) : word));
if (after === undefined) {
  console.error('node tools/times.mjs BEFORE AFTER [WORD …]');
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'xpxlc-times-'));
const [head, ...lines] = readFileSync(join(root, 'fixtures/loans.csv'), 'utf8').trimEnd().split('\n');
const table = join(home, 'table.csv');
writeFileSync(
  table,
  `${[head, ...Array.from({ length: ROWS }, (_, r) => lines[(7919 * r) % lines.length])].join('\n')}\n`,
);

/** Seconds of one run. @param {string} build @param {string[]} args */
function seconds(build, args) {
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(build, 'packages/xpxlc/bin/xpxlc.js'), ...args],
    {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: TELL },
    },
  );
  const [, cpu] = /\nCPU ([\d.]+)\n/.exec(stderr) ?? [];
  if (cpu === undefined || status !== 0) throw new Error(`${args.join(' ')}: status ${status}\n${stderr}`);
  return Number(cpu);
}

let slow = 0;
try {
  const model = join(root, 'packages/xpxlc/examples/loans.json');
  const cases = Object.entries(COMMANDS).flatMap(
    ([
      name,
      {
        args: [command, ...options],
      },
    ]) =>
      ['csv', 'ndjson', 'parquet'].map((format) => ({
        name: `${name} ${format}`,
        args: [command, model, table, ...options, '-o', `out.${format}`],
      })),
  );
  cases.push({ name: 'features', args: ['features', model, table, '--format', 'json'] });
  for (const { name, args } of cases) {
    if (!words.every((word) => name.includes(word))) continue;
    const least = [Infinity, Infinity];
    for (let run = 0; run < RUNS; run++)
      for (const [x, build] of [before, after].entries()) least[x] = Math.min(least[x], seconds(build, args));
    const ratio = least[0] / least[1];
    if (ratio < LEAST) slow += 1;
    console.log(
      `${name.padEnd(20)} ${least[0].toFixed(2).padStart(6)} s ${least[1].toFixed(2).padStart(6)} s  ${(100 * ratio).toFixed(0).padStart(4)} %`,
    );
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = slow > 0 ? 1 : 0;
