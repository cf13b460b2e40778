// Which way does one row of CSV go? Runs `xpxlc explain MODEL TABLE --format ndjson` and prints how many modules are loaded, how many of our files
// have a function that runs, and which folders call which (`node tools/build.mjs` first).
//
// node tools/way-of-a-row.mjs [--files] [COMMAND …]    --files lists them; another command may be given, such as `predict M T --format csv`
//
// Modules: what the packed program (a few bundles) loads, with its dependencies and without Node's own. Files and folders: the same command from
// the files that the bundles are made of (dist/), each function of which says by whom it is called first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const root = fileURLToPath(new URL('..', import.meta.url));
const OWN = /packages[\\/](core|xpxlc)[\\/]dist[\\/]/;
const REPORT = 'XPXLC_WAY';

if (process.env[REPORT] === undefined) main();
else if (isMainThread) watch(process.env[REPORT]);

function main() {
  const [listed, command] = [
    process.argv.includes('--files'),
    process.argv.slice(2).filter((word) => word !== '--files'),
  ];
  const home = mkdtempSync(join(tmpdir(), 'xpxlc-way-'));
  const table = join(home, 'one.csv');
  const [head, row] = readFileSync(join(root, 'fixtures/loans.csv'), 'utf8').split('\n');
  writeFileSync(table, `${head}\n${row}\n`);
  const model = join(root, 'packages/xpxlc/examples/loans.json');
  const args = command.length > 0 ? command : ['explain', model, table, '--format', 'ndjson'];
  const packed = run('packages/xpxlc/bin/xpxlc.js', args, home);
  const files = run('packages/xpxlc/dist/cli/main.js', args, home);
  rmSync(home, { recursive: true });

  const own = packed.modules.filter((path) => OWN.test(path));
  console.log(
    `the packed program loads ${packed.modules.length} modules, ${own.length} of them its own bundles`,
  );
  const sources = files.modules.filter((path) => OWN.test(path));
  console.log(`of our files, ${sources.length} are loaded where they are not bundled`);
  const { ran } = files;
  console.log(`${ran.length} of them have a function that runs`);
  const steps = files.steps
    .map(([from, to]) => [folderOf(from), folderOf(to)])
    .filter(([from, to]) => from !== to);
  const counts = new Map();
  for (const step of steps) counts.set(step.join(' → '), (counts.get(step.join(' → ')) ?? 0) + 1);
  console.log(
    `${steps.length} functions are first called from another folder, in ${counts.size} directions:`,
  );
  for (const [step, count] of [...counts].sort()) {
    const back = counts.has(step.split(' → ').reverse().join(' → '));
    console.log(`  ${step} ${count}${back ? ', and back' : ''}`);
  }
  if (!listed) return;
  for (const path of ran) console.log(`  ${short(path)}`);
  console.log('loaded only:');
  for (const path of sources) if (!ran.includes(path)) console.log(`  ${short(path)}`);
  console.log('dependencies:');
  for (const path of packed.modules) if (!OWN.test(path)) console.log(`  ${relative(root, path)}`);
}

function short(/** @type {string} */ path) {
  return relative(join(root, 'packages'), path).replace(/[\\/]dist/, '');
}

/** The folder of a file of ours; of the core it is the package. */
function folderOf(/** @type {string} */ path) {
  const [name, ...rest] = short(path).split(/[\\/]/);
  return name === 'core' || rest.length === 1 ? name : rest[0];
}

/** @returns {{ modules: string[], ran: string[], steps: [string, string][] }} */
function run(/** @type {string} */ program, /** @type {string[]} */ args, /** @type {string} */ home) {
  const report = join(home, 'report.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.url, join(root, program), ...args],
    { env: { ...process.env, [REPORT]: report }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`status ${status}: ${stderr}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** In the process that is watched: what modules and functions say of themselves, as `load` makes them. */
function watch(/** @type {string} */ report) {
  Error.stackTraceLimit = 100;
  const modules = new Set();
  const known = new Set();
  const ran = new Set();
  /** @type {[string, string][]} */
  const steps = [];
  Object.assign(globalThis, {
    xpxlcLoads: (/** @type {string} */ path) => modules.add(path),
    xpxlcCalled: (/** @type {string} */ path, /** @type {number} */ at) => {
      if (known.has(`${path}:${at}`)) return;
      known.add(`${path}:${at}`);
      ran.add(path);
      const frames = [...String(new Error().stack).matchAll(/file:\/\/[^:)]+/g)].map(([url]) =>
        fileURLToPath(url),
      );
      const caller = frames.slice(2).find((frame) => OWN.test(frame));
      if (caller !== undefined) steps.push([caller, path]);
    },
  });
  register(import.meta.url);
  const { cache } = createRequire(import.meta.url);
  process.on('exit', () => {
    for (const path of Object.keys(cache)) modules.add(path);
    writeFileSync(report, JSON.stringify({ modules: [...modules], ran: [...ran], steps }));
  });
}

/** A hook of Node, in a thread of its own. @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== 'module' || !url.startsWith('file:')) return loaded;
  const path = fileURLToPath(url);
  const isOurs = OWN.test(path) && !path.includes('/program/');
  const text = String(loaded.source);
  return {
    ...loaded,
    source: `xpxlcLoads(${JSON.stringify(path)});${isOurs ? await telling(path, text) : text.replace(/^#!.*/, '')}`,
  };
}

/** The text of a module whose functions say that they run. */
async function telling(/** @type {string} */ path, /** @type {string} */ text) {
  const { default: ts } = await import('typescript');
  /** @type {[number, string][]} */
  const added = [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    const { body } = /** @type {{ body?: import('typescript').Node }} */ (node);
    if (ts.isFunctionLike(node) && body !== undefined) {
      const say = `xpxlcCalled(${JSON.stringify(path)},${node.pos})`;
      if (ts.isBlock(body)) added.push([body.getStart() + 1, `${say};`]);
      else added.push([body.getStart(), `(${say},`], [body.end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  const clean = text.replace(/^#!.*/, '');
  visit(ts.createSourceFile(path, clean, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  // From the end: places before stay what they are.
  return added
    .sort(([a], [b]) => b - a)
    .reduce((told, [at, words]) => told.slice(0, at) + words + told.slice(at), clean);
}
