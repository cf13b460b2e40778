// Is everything in order? `npm test` installs, builds, lints, checks types and runs what runs in one process (the project `node`
// of vitest.config.ts), always with the same random cases. `npm run test:all` is the rest: slow tests, properties at full length with a seed that
// follows from the commit, Chromium, Python, Spark, newer versions of Node, chaos, the documents' examples.
// Each ends with one line `N passed, N failed[, N skipped]`: the sum of the test reports, plus one failure for each broken step.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}node_modules/.cache/xpxlc/reports`;
const total = { passed: 0, failed: 0, skipped: 0 };

await import('./setup.mjs');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const { again, SEED_ENV, seedOfCommit } = await import('./seed.mjs');

const isRest = process.argv[2] === 'all';
const seed = isRest && !process.env.XPXLC_SEED ? seedOfCommit() : SEED_ENV.XPXLC_SEED;
process.env.XPXLC_SEED = seed;
if (isRest) await testRest();
else await testHere();

const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

/** What a newcomer waits for. */
async function testHere() {
  await Promise.all([
    step('build', ['../tools/pack.mjs']), // and pack: what tests run
    step('lint', ['@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']).then(() =>
      step('types', ['typescript/bin/tsc', '-p', 'tsconfig.test.json']).then(() =>
        step('types of the page', ['typescript/bin/tsc', '-p', 'packages/web']).then(() =>
          step('patterns', ['../tools/check-patterns.mjs']),
        ),
      ),
    ),
  ]);
  await suite('node');
  if (total.failed > 0) console.log(again(seed, process.env.XPXLC_RUNS ?? '0.2'));
}

/** Everything else. Most of these use one core each, so two go on at a time. */
async function testRest() {
  const { chromiumPath } = await import('./chromium.mjs');
  const { install } = await import('./pack.mjs');
  const { NEWER_ENV, NEWER_NODES, NEWER_TESTS, nodeProgram } = await import('./newer-nodes.mjs');
  const { rivalsPython, runPython, runRivals } = await import('./python.mjs');
  const { runSpark } = await import('./spark.mjs');

  console.log(`seed ${seed}`);
  // Once, before several suites need it.
  rmSync(install(), { recursive: true, force: true });
  // Tests need them later; why they cannot be made is said then.
  await Promise.all([rivalsPython().catch(() => undefined), chromiumPath().catch(() => undefined)]);

  /** Laws and a smoke test on another version of Node, which npm may have to bring. @param {string} version */
  const onNode = async (version) => {
    try {
      const node = nodeProgram(version);
      console.log(`Node ${version}:`);
      await suite('node', { node, name: `node-${version}`, more: NEWER_TESTS, env: NEWER_ENV });
    } catch (error) {
      console.log(`Node ${version}: not tried (${error instanceof Error ? error.message : error})`);
      if (process.env.CI !== undefined) total.failed += 1;
    }
  };
  await Promise.all([
    inTurn(() => suite('slow'), chaos, ...Object.values(NEWER_NODES).map((version) => () => onNode(version))),
    inTurn(
      () => side('python', runPython),
      () => side('spark', runSpark),
      () => side('rivals', runRivals),
      () => suite('browser', { more: ['--config', 'vitest.browser.config.ts'] }),
      () => suite('laws'),
      () => step('documentation', ['../tools/check-readme.mjs']),
    ),
  ]);
  if (total.failed > 0) console.log(again(seed, '1'));
}

/** @param {(() => Promise<void>)[]} parts one after the other */
async function inTurn(...parts) {
  for (const part of parts) await part();
}

/**
 * Runs a tool of node_modules and says how it went; its output is shown when it fails.
 * @param {string} name @param {string[]} command script and arguments
 */
async function step(name, command) {
  const { code, output, seconds } = await run(command, 'pipe');
  console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (code === 0) return;
  console.log(output.trimEnd());
  total.failed += 1;
}

/** Two minutes of chaos. What it did is always shown, and how to see again what it found. */
async function chaos() {
  const { code, output } = await run(['../tools/chaos.mjs', '--seed', seed], 'pipe');
  console.log(output.trimEnd());
  const [, failed = '0'] = /^chaos: .* (\d+) failed, seed/m.exec(output) ?? [];
  if (code === 0) total.passed += 1;
  else total.failed += Math.max(1, Number(failed));
}

/**
 * Runs tests in Python and adds what they came to.
 * @param {string} name @param {() => Promise<{ passed: number, failed: number, skipped: number, reason?: string | undefined }>} tests
 */
async function side(name, tests) {
  const { passed, failed, skipped, reason } = await tests();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  console.log(`${name}: ${passed} passed, ${failed} failed${reason === undefined ? '' : ` (${reason})`}`);
  // Where everything must be tried, a side that was not tried is a failure.
  if (process.env.CI !== undefined && reason !== undefined && failed === 0) total.failed += 1;
}

/**
 * Runs one vitest project, or some of its files, and adds its report to the total.
 * @param {string} project
 * @param {{ node?: string | undefined, name?: string, more?: readonly string[], env?: Record<string, string> | undefined }} [how] `more` arguments
 */
async function suite(project, { node, name = project, more = [], env } = {}) {
  const file = `${reports}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = ['vitest/vitest.mjs', 'run', '--project', project, ...reporters, ...more];
  const { code } = await run(vitest, 'inherit', { node, env });
  const before = total.failed;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    // a file that could not even be loaded has no failed tests
    for (const { status, assertionResults } of report.testResults) {
      const shown = assertionResults.some((/** @type {{ status: string }} */ t) => t.status === 'failed');
      if (status === 'failed' && !shown) total.failed += 1;
    }
  } catch (error) {
    console.log(`${name}: no test report (${error instanceof Error ? error.message : error})`);
  }
  // an unhandled error or a crash outside every test
  if (code !== 0 && total.failed === before) total.failed += 1;
}

/**
 * @param {string[]} command @param {'pipe' | 'inherit'} stdout
 * @param {{ node?: string | undefined, env?: Record<string, string> | undefined }} [how]
 * @returns {Promise<{ code: number | null, output: string, seconds: string }>}
 */
function run([script, ...args], stdout, { node = process.execPath, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(node, [`${root}node_modules/${script}`, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdout, stdout],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, output, seconds: ((performance.now() - start) / 1000).toFixed(1) }),
    );
  });
}
