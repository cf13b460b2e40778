// Is everything in order? Installs, builds, lints, checks types, runs the tests on Node and in Chromium, and ends
// with one line `N passed, N failed[, N skipped]`: the sum of the test reports (of the Python package, too), plus one failure for
// each broken step.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NEWER_ENV, NEWER_NODES, NEWER_TESTS, nodeProgram } from './newer-nodes.mjs';
import { rivalsPython, runPython, runRivals } from './python.mjs';
import { runSpark } from './spark.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}node_modules/.cache/xpxlc/reports`;
const total = { passed: 0, failed: 0, skipped: 0 };

await import('./setup.mjs');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await Promise.all([
  step('build', ['../tools/build.mjs']),
  step('lint', ['@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']).then(() =>
    step('types', ['typescript/bin/tsc', '-p', 'tsconfig.test.json']).then(() =>
      step('types of the page', ['typescript/bin/tsc', '-p', 'packages/web']).then(() =>
        step('patterns', ['../tools/check-patterns.mjs']),
      ),
    ),
  ),
  // Tests need the environment later; why it cannot be made is said then.
  rivalsPython().catch(() => undefined),
]);
await suite('node');
// These use one core each, most of the time.
await Promise.all([
  inTurn(
    () => suite('browser'),
    ...Object.values(NEWER_NODES).map((version) => () => onNode(version)),
    chaos,
  ),
  inTurn(
    () => side('python', runPython),
    () => side('spark', runSpark),
    () => side('rivals', runRivals),
  ),
]);

const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

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
  const { code, output } = await run(['../tools/chaos.mjs'], 'pipe');
  console.log(output.trimEnd());
  const [, failed = '0'] = /^chaos: .* (\d+) failed, seed/m.exec(output) ?? [];
  if (code === 0) total.passed += 1;
  else total.failed += Math.max(1, Number(failed));
}

/**
 * Runs tests in Python and adds what they came to.
 * @param {string} name @param {() => ReturnType<typeof runPython>} tests
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
 * Runs laws and a smoke test on another version of Node, which npm may have to bring.
 * @param {string} version
 */
async function onNode(version) {
  try {
    const node = nodeProgram(version);
    console.log(`Node ${version}:`);
    await suite('node', { node, name: `node-${version}`, files: NEWER_TESTS, env: NEWER_ENV });
  } catch (error) {
    console.log(`Node ${version}: not tried (${error instanceof Error ? error.message : error})`);
    if (process.env.CI !== undefined) total.failed += 1;
  }
}

/**
 * Runs one vitest project, or some of its files, and adds its report to the total.
 * @param {string} project
 * @param {{ node?: string | undefined, name?: string, files?: readonly string[], env?: Record<string, string> | undefined }} [how]
 */
async function suite(project, { node, name = project, files = [], env } = {}) {
  const file = `${reports}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = ['vitest/vitest.mjs', 'run', '--project', project, ...reporters, ...files];
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
