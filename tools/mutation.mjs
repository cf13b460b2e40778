// Do the tests notice when the core, or what writes answers, is broken on purpose? Runs Stryker part by part, so that an interrupted run keeps the parts it has
// done, then prints the score of each part, every survivor, and the score over all parts ever run; ends with 1 below 90 %.
//
//   npm run mutation                 all parts (about an hour on two free cores)
//   npm run mutation -- exact weigh  these parts only
//   npm run mutation -- --sample 0.1 a random tenth of the core: windows of a few lines, so that an estimate takes minutes
//   npm run mutation -- --sample 0.1 move count     the same of these parts
//   XPXLC_MUTATION_WORKERS=1 npm run mutation       on one core
//   npm run mutation -- --report     only the summary of the reports at hand
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}reports/mutation`;
const goal = 90;

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ status: string, replacement: string, location: { start: Place, end: Place } }} Mutant */

/**
 * The folders, and the package whose tests judge them.
 * @type {Record<string, { folder: string, tests: string }>}
 */
const parts = Object.fromEntries(
  Object.entries({
    core: ['exact', 'reduce', 'weigh', 'move', 'search', 'count', 'chance', 'block', 'query'],
    xpxlc: ['answer'],
  }).flatMap(([tests, folders]) =>
    folders.map((folder) => [folder, { folder: `packages/${tests}/src/${folder}`, tests }]),
  ),
);

const args = process.argv.slice(2);
if (args[0] === '--sample') process.exit(runSample(Number(args[1] ?? 0.1), args.slice(2)));
const chosen = args.includes('--report') ? [] : args.length > 0 ? args : Object.keys(parts);
const unknown = chosen.filter((part) => !(part in parts));
if (unknown.length > 0) {
  console.error(`unknown part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
mkdirSync(reports, { recursive: true });

for (const part of chosen) {
  const { folder, tests } = parts[part];
  const failure = stryker([`${folder}/*.ts`], tests);
  if (failure !== undefined) {
    console.error(`part ${part}: Stryker ended with ${failure}`);
    process.exit(2);
  }
  renameSync(`${reports}/mutation.json`, `${reports}/part-${part}.json`);
  summarise([part], true);
}
const done = Object.keys(parts).filter((part) => existsSync(`${reports}/part-${part}.json`));
const score = summarise(done, args.includes('--report'));
const missing =
  readdirSync(reports).length === 0
    ? Object.keys(parts)
    : Object.keys(parts).filter((part) => !done.includes(part));
if (missing.length > 0) console.log(`not run yet: ${missing.join(', ')}`);
process.exit(score >= goal && missing.length === 0 ? 0 : 1);

/**
 * Mutates a random share of all windows of 15 lines; the seed is the day, so that days add up.
 * @param {number} share @param {string[]} among parts of the core; none are all
 * @returns {number} the exit status
 */
function runSample(share, among) {
  const folders = Object.entries(parts)
    .filter(([part, { tests }]) => tests === 'core' && (among.length === 0 || among.includes(part)))
    .map(([, { folder }]) => folder);
  const files = folders.flatMap((folder) => readdirSync(root + folder).map((name) => `${folder}/${name}`));
  let state = Math.floor(Date.now() / 864e5);
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const windows = files.flatMap((path) => {
    const count = readFileSync(root + path, 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(count / 15) }, (_, w) => 15 * w + 1);
    return starts
      .filter(() => random() < share)
      .map((from) => `${path}:${from}-${Math.min(from + 14, count)}`);
  });
  console.log(`${windows.length} windows of ${files.length} files`);
  mkdirSync(reports, { recursive: true });
  if (stryker(windows, 'core') !== undefined) return 2;
  renameSync(`${reports}/mutation.json`, `${reports}/part-sample.json`);
  return summarise(['sample'], true) >= goal ? 0 : 1;
}

/**
 * Runs Stryker over these files, judged by the tests of this package.
 * @param {string[]} files @param {string} tests
 * @returns {number | string | null | undefined} how it failed, if it did
 */
function stryker(files, tests) {
  const workers = process.env.XPXLC_MUTATION_WORKERS;
  const args = ['--mutate', files.join(','), ...(workers === undefined ? [] : ['--concurrency', workers])];
  const { status, signal } = spawnSync('npx', ['stryker', 'run', ...args], {
    cwd: root,
    env: { ...process.env, XPXLC_MUTATION_TESTS: tests },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0 ? undefined : (status ?? signal);
}

/**
 * Prints the score per file of these parts, their survivors if asked; returns the score over all of them.
 * @param {string[]} names @param {boolean} withSurvivors
 */
function summarise(names, withSurvivors) {
  const total = { detected: 0, undetected: 0 };
  for (const name of names) {
    const { files } = JSON.parse(readFileSync(`${reports}/part-${name}.json`, 'utf8'));
    for (const [path, file] of Object.entries(files)) {
      /** @param {string[]} statuses @returns {Mutant[]} */
      const of = (...statuses) =>
        file.mutants.filter((/** @type {Mutant} */ mutant) => statuses.includes(mutant.status));
      const detected = of('Killed', 'Timeout').length;
      const undetected = of('Survived', 'NoCoverage');
      if (detected + undetected.length === 0) continue;
      total.detected += detected;
      total.undetected += undetected.length;
      console.log(
        `${path.replace(/^packages\/[^/]+\/src\//, '').padEnd(32)} ${percent(detected, undetected.length)}`,
      );
      if (!withSurvivors) continue;
      const lines = file.source.split('\n');
      for (const { location, status, replacement } of undetected) {
        const { line, column } = location.start;
        const end = location.end.line === line ? location.end.column - 1 : undefined;
        const was = lines[line - 1].slice(column - 1, end);
        console.log(
          `    ${path}:${line}:${column} ${status}: ${was.trim()}  =>  ${replacement.replaceAll('\n', ' ').slice(0, 80)}`,
        );
      }
    }
  }
  console.log(`${'all of it'.padEnd(32)} ${percent(total.detected, total.undetected)}`);
  return (100 * total.detected) / (total.detected + total.undetected);
}

/** @param {number} detected @param {number} undetected */
function percent(detected, undetected) {
  const all = detected + undetected;
  return `${((100 * detected) / all).toFixed(1).padStart(5)} % (${detected} of ${all})`;
}
