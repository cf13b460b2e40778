// Does the Python package work with the real scikit-learn, and do the experiments with the real SHAP, Anchor, LIME and PySDD? Makes
// virtual environments from pinned requirements and runs the tests of both. Built-ins only; everything it says goes to stderr.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'xpxlc');

/** The oldest Python that will do for the package, and for the experiments. */
const OLDEST = [3, 10];
const OLDEST_FOR_EXPERIMENTS = [3, 11];

/**
 * Runs the tests of the Python package.
 *
 * @param {string[]} [only] arguments of pytest; all tests without any, but those on Spark (spark.mjs)
 * @returns {Promise<{ passed: number, failed: number, skipped: number, reason?: string }>} what the tests came to;
 * `reason` when they could not be run: one skipped where no Python is found, one failed where setting it up fails.
 */
export async function runPython(only = ['--ignore=tests/test_spark.py']) {
  return pytest('python', OLDEST, setUp, only);
}

/**
 * The Python of the package's tests, with the package installed; made where it is not there yet.
 * @returns {Promise<{ python: string }>}
 * @throws {Error} when there is no Python that will do, or the packages cannot be installed.
 */
export async function packagePython() {
  const found = findPython();
  if (found === undefined) throw new Error(absent(OLDEST));
  return setUp(found);
}

/**
 * Runs the tests of the experiments' Python side. Like {@link runPython}.
 */
export function runRivals() {
  return pytest(join('experiments', 'python'), OLDEST_FOR_EXPERIMENTS, rivalsPython, ['tests', 'rivals']);
}

/**
 * The Python of the experiments' environment, made where it is not there yet, and what to add to its environment variables.
 * @returns {Promise<{ python: string, env: Record<string, string> }>}
 * @throws {Error} when there is no Python that will do, or the packages cannot be installed.
 */
export async function rivalsPython() {
  const found = findPython(OLDEST_FOR_EXPERIMENTS);
  if (found === undefined)
    throw new Error(`${absent(OLDEST_FOR_EXPERIMENTS)}: the experiments' rivals need it`);
  const requirements = join(root, 'experiments', 'python', 'requirements.txt');
  const python = await makeEnvironment(found, 'rivals', requirements, ['--no-deps', '--no-compile']);
  // Modules are compiled when they are first imported, as most never are, and kept out of the sources' folders.
  const env = { PYTHONUTF8: '1', PYTHONPATH: RIVALS_PATH, PYTHONPYCACHEPREFIX: join(cache, 'pycache') };
  return { python, env };
}

/** Why the experiments' rivals cannot run here; undefined where they can. */
export function rivalsAbsent() {
  return findPython(OLDEST_FOR_EXPERIMENTS) === undefined ? absent(OLDEST_FOR_EXPERIMENTS) : undefined;
}

/** Where the experiments' modules and the package are. */
const RIVALS_PATH = [join(root, 'experiments', 'python'), join(root, 'python', 'src')].join(delimiter);
/** Of other processes: nothing is left in the sources' folders. */
const SETTINGS = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };

/** @param {readonly number[]} oldest */
function absent(oldest) {
  return `no Python ${oldest.join('.')} or later found (looked for $PYTHON, python3, python)`;
}

/**
 * Runs pytest in a folder.
 * @param {string} folder @param {readonly number[]} oldest
 * @param {(found: { name: string, version: string }) => Promise<{ python: string, env?: Record<string, string> }>} make gives the Python
 * to run it with
 * @param {string[]} only arguments of pytest
 * @returns {Promise<{ passed: number, failed: number, skipped: number, reason?: string }>}
 */
export async function pytest(folder, oldest, make, only) {
  const found = findPython(oldest);
  if (found === undefined) {
    const reason = `${absent(oldest)}: ${folder} was not tested`;
    console.error(reason);
    return { passed: 0, failed: 0, skipped: 1, reason };
  }
  let made;
  try {
    made = await make(found);
  } catch (error) {
    const reason = `the Python environment could not be made: ${error instanceof Error ? error.message : error}`;
    console.error(reason);
    return { passed: 0, failed: 1, skipped: 0, reason };
  }
  const report = join(cache, 'reports', `${folder.replaceAll(/\W+/g, '-')}.xml`);
  rmSync(report, { force: true });
  mkdirSync(join(cache, 'reports'), { recursive: true });
  const tests = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`, ...only];
  const status = await run(made.python, tests, join(root, folder), made.env);
  return count(report, status);
}

/**
 * The numbers of the report; a run that broke outside its tests counts as one failure.
 * @param {string} report @param {number | null} status
 */
function count(report, status) {
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

/**
 * A Python that is new enough, or undefined.
 * @param {readonly number[]} [oldest]
 */
export function findPython(oldest = OLDEST) {
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
    if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1]))
      return { name, version: stdout.trim() };
  }
  return undefined;
}

/**
 * The Python of an environment with these requirements; made where they or the Python changed.
 * @param {{ name: string, version: string }} found
 * @param {string} name of the environment @param {string} requirements a file @param {string[]} [how] options of pip
 */
export async function makeEnvironment(found, name, requirements, how = []) {
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
      ...how,
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
  await demand(process.execPath, ['tools/bundle-python.mjs']); // pip would do it, too; but then the core is not part of what is compared
  const stamp = join(cache, 'venv', '.source');
  const settings = ['pyproject.toml', 'setup.py'].map((file) => join(root, 'python', file));
  const source = hash([...settings, ...filesIn(join(root, 'python', 'src'))]);
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
  return { python, env: { ...SETTINGS, XPXLC_CONFORMANCE: await askNode() } };
}

/** What Node answers, for the tests that hold the package's answers against it. */
export async function askNode() {
  const answers = join(cache, 'conformance.json');
  const door = join(root, 'python', 'tests', 'node-door.ts');
  await demand(process.execPath, ['--conditions=source', '--import', 'tsx', door, answers]);
  return answers;
}

/** @param {string} stamp @param {string} wanted */
function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** @param {string} command @param {string[]} args */
export async function demand(command, args) {
  const status = await run(command, args, root);
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')}: exit code ${status}`);
}

/**
 * The exit code of a command; what it says goes to stderr.
 * @param {string} command @param {string[]} args @param {string} cwd
 * @param {Readonly<Record<string, string>>} [settings] environment variables
 * @returns {Promise<number | null>}
 */
export function run(command, args, cwd, settings = SETTINGS) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...settings };
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
  // `node tools/python.mjs` tests the package, `node tools/python.mjs rivals` the experiments' side.
  const { passed, failed, skipped } = await (process.argv[2] === 'rivals' ? runRivals() : runPython());
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
