// Runs that take long enough to be disturbed, and what they give when nobody disturbs them.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MODEL = join(root, 'packages/xpxlc/examples/loans.json');
const [HEAD, ...ROWS] = readFileSync(join(root, 'fixtures/loans.csv'), 'utf8').trimEnd().split('\n');

/** @typedef {{ readonly command: string, readonly output: string, readonly options: readonly string[], readonly times: number }} Run */
/** @typedef {{ readonly status: number | null, readonly stderr: string, readonly bytes: Buffer }} Undisturbed */

/** Each way to write, and each kind of question that keeps its place; so many copies of the table. @type {readonly Run[]} */
export const RUNS = [
  { command: 'explain', output: 'out.ndjson', options: ['--limit', 'all', '--kind', 'both'], times: 8 },
  { command: 'explain', output: 'out.json.gz', options: ['--limit', '3', '--kind', 'both'], times: 8 },
  { command: 'explain', output: 'out.csv.zst', options: ['--kind', 'both'], times: 10 },
  { command: 'explain', output: 'out.parquet', options: ['--kind', 'both'], times: 10 },
  { command: 'count', output: 'out.csv', options: ['--predicted', 'refuse'], times: 20 },
  { command: 'features', output: 'out.json', options: ['--per', 'row'], times: 12 },
  { command: 'predict', output: 'out.ndjson', options: ['--actual', 'decision'], times: 40 },
];

/** The table so many times over, with a bad row now and then. @param {number} times */
function table(times) {
  const copies = Array.from({ length: times }, (_, t) =>
    t % 7 === 3 ? [...ROWS.slice(1), '40,much,clerk,rent,1,grant'] : ROWS,
  );
  return `${[HEAD, ...copies.flat()].join('\n')}\n`;
}

/** Puts the table into a folder. @param {Run} run @param {string} folder */
export function prepare({ times }, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'in.csv'), table(times));
}

/** @param {Run} run @param {readonly string[]} [more] */
export function argsOf({ command, output, options }, more = []) {
  return [command, MODEL, 'in.csv', ...options, '-o', output, ...more];
}

/** @type {Map<string, Promise<Undisturbed>>} */
const known = new Map();

/** What a run gives; asked once. @param {Run} run @param {import('./shipped.mjs').Shipped} shipped */
export function undisturbed(run, shipped) {
  const key = JSON.stringify([run, shipped.command]);
  const asked = known.get(key) ?? ask(run, shipped);
  known.set(key, asked);
  return asked;
}

/** @param {Run} run @param {import('./shipped.mjs').Shipped} shipped @returns {Promise<Undisturbed>} */
async function ask(run, shipped) {
  const base = mkdtempSync(join(tmpdir(), 'xpxlc-undisturbed-'));
  const folder = join(base, 'work');
  prepare(run, folder);
  const { status, stderr } = await shipped.start(argsOf(run), folder).ended;
  const bytes = status === 0 || status === 3 ? readFileSync(join(folder, run.output)) : Buffer.alloc(0);
  rmSync(base, { recursive: true, force: true });
  if (bytes.length === 0) throw new Error(`xpxlc ${argsOf(run).join(' ')} does not work: ${stderr}`);
  return { status, stderr, bytes };
}

/** How much of its output a run has written, under whatever name. @param {Run} run @param {string} folder */
function written({ output }, folder) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(output))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/**
 * Waits until so much is written, or something else has happened: told by the file system, not by the clock.
 * @param {Run} run @param {string} folder @param {number} bytes @param {Promise<unknown>} orElse
 */
export async function untilWritten(run, folder, bytes, orElse) {
  const watcher = watch(folder);
  const grown = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const look = () => written(run, folder) >= bytes && resolve();
    watcher.on('change', look);
    look();
  });
  await Promise.race([grown, orElse]);
  watcher.close();
}
