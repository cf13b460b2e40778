// Does the Python package work with the real scikit-learn? Makes a virtual environment from pinned requirements, installs
// ./python into it and runs its tests. Built-ins only; everything it says goes to stderr.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'xpxlc');
const report = join(cache, 'reports', 'python.xml');

/** The oldest Python that will do. */
const OLDEST = [3, 10];

/**
 * Runs the tests of the Python package.
 *
 * @param {string[]} [only] arguments of pytest; all tests without any
 * @returns {Promise<{ passed: number, failed: number, skipped: number, reason?: string }>} what the tests came to;
 * `reason` when they could not be run: one skipped where no Python is found, one failed where setting it up fails.
 */
export async function runPython(only = []) {
  const found = findPython();
  if (found === undefined) {
    const reason = `no Python ${OLDEST.join('.')} or later found (looked for $PYTHON, python3, python): the Python side was not tested`;
    console.error(reason);
    return { passed: 0, failed: 0, skipped: 1, reason };
  }
  let python;
  try {
    python = await setUp(found);
  } catch (error) {
    const reason = `the Python environment could not be made: ${error instanceof Error ? error.message : error}`;
    console.error(reason);
    return { passed: 0, failed: 1, skipped: 0, reason };
  }
  rmSync(report, { force: true });
  mkdirSync(join(cache, 'reports'), { recursive: true });
  const tests = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`, ...only];
  const status = await run(python, tests, join(root, 'python'));
  return count(status);
}

/**
 * The numbers of the report; a run that broke outside its tests counts as one failure.
 * @param {number | null} status
 */
function count(status) {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const suite = /<testsuite\s[^>]*>/.exec(text)?.[0];
  if (suite === undefined) return { passed: 0, failed: 1, skipped: 0, reason: 'pytest left no report' };
  const [tests, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0),
  );
  const failed = failures + errors;
  return {
    passed: tests - failed - skipped,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped,
  };
}

/** A Python that is new enough, or undefined. */
export function findPython() {
  const names = [
    process.env.PYTHON,
    'python3',
    'python',
    'python3.14',
    'python3.13',
    'python3.12',
    'python3.11',
    'python3.10',
  ];
  for (const name of names) {
    if (!name) continue;
    const { status, stdout } = spawnSync(name, ['-c', 'import sys; print(*sys.version_info[:3], sep=".")'], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const [major, minor] = stdout.trim().split('.').map(Number);
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))
      return { name, version: stdout.trim() };
  }
  return undefined;
}

/**
 * The Python of an environment with these requirements; made where they or the Python changed.
 * @param {{ name: string, version: string }} found
 * @param {string} name of the environment @param {string} requirements a file
 */
export async function makeEnvironment(found, name, requirements) {
  const environment = join(cache, name);
  const python = join(
    environment,
    ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']),
  );
  const stamp = join(environment, '.requirements');
  const wanted = `${found.version} ${hash([requirements])}`;
  if (!existsSync(python) || !isStamped(stamp, wanted)) {
    console.error(`making a virtual environment with Python ${found.version} …`);
    rmSync(environment, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    await demand(found.name, ['-m', 'venv', environment]);
    await demand(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '-r',
      requirements,
    ]);
    writeFileSync(stamp, wanted);
  }
  return python;
}

/**
 * Makes the environment of the tests and installs the package where its source changed.
 * @param {{ name: string, version: string }} found
 */
async function setUp(found) {
  const python = await makeEnvironment(found, 'venv', join(root, 'python', 'requirements-test.txt'));
  const stamp = join(cache, 'venv', '.source');
  const source = hash([join(root, 'python', 'pyproject.toml'), ...filesIn(join(root, 'python', 'src'))]);
  if (!isStamped(stamp, source)) {
    const install = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--force-reinstall',
    ];
    await demand(python, [...install, join(root, 'python')]);
    writeFileSync(stamp, source);
  }
  return python;
}

/** @param {string} stamp @param {string} wanted */
function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** @param {string} command @param {string[]} args */
async function demand(command, args) {
  const status = await run(command, args, root);
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')}: exit code ${status}`);
}

/**
 * The exit code of a command; what it says goes to stderr.
 * @param {string} command @param {string[]} args @param {string} cwd
 * @returns {Promise<number | null>}
 */
export function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** @param {string[]} files */
function hash(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(file).update('\0').update(readFileSync(file));
  return digest.digest('hex');
}

/**
 * Source files below a folder, in order.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return /^__pycache__$|\.egg-info$/.test(entry.name) ? [] : filesIn(path);
      return [path];
    });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, skipped } = await runPython();
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
