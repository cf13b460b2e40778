// Builds the wheel of the Python package, with the core in it: `node tools/wheel.mjs [FOLDER]`, into python/dist unless told otherwise.
// `--test` also installs it into an empty environment of every Python that is here (`$PYTHONS` names others), and runs its tests there
// without Node on the PATH.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askNode, findPython, run } from './python.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('-')) ?? join(root, 'python', 'dist');

/** Tests that need nothing of the repository but its fixtures. */
const TESTS = ['explainer', 'engine', 'conformance', 'answers', 'display', 'population_display'].map(
  (name) => `test_${name}.py`,
);

const wheel = await build();
console.log(wheel);
if (args.includes('--test')) {
  const conformance = await askNode();
  const named =
    process.env.PYTHONS?.split(delimiter) ??
    ['3.10', '3.11', '3.12', '3.13', '3.14'].map((v) => `python${v}`);
  const pythons = named.filter((python) => spawnSync(python, ['--version']).status === 0);
  for (const python of pythons) await test(python, wheel, conformance);
}

/** @returns {Promise<string>} the path of the wheel */
async function build() {
  const python = findPython();
  if (python === undefined)
    throw new Error('no Python 3.10 or later found (looked for $PYTHON, python3, python)');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.whl')) rmSync(join(folder, name));
  await demand(python.name, [
    '-m',
    'pip',
    'wheel',
    '--quiet',
    '--no-deps',
    '--wheel-dir',
    folder,
    join(root, 'python'),
  ]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '');
}

/** @param {string} python @param {string} file @param {string} conformance */
async function test(python, file, conformance) {
  const home = mkdtempSync(join(tmpdir(), 'xpxlc-wheel-'));
  try {
    await demand(python, ['-m', 'venv', join(home, 'venv')]);
    const own = join(home, 'venv', 'bin', 'python');
    const needed = ['-r', join(root, 'python', 'requirements-test.txt')];
    await demand(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', file, ...needed]);
    // A folder of its own for what tests start, without Node.
    mkdirSync(join(home, 'bin'));
    symlinkSync(own, join(home, 'bin', 'python'));
    const tests = TESTS.map((name) => join(root, 'python', 'tests', name));
    const env = { PATH: join(home, 'bin'), XPXLC_CONFORMANCE: conformance, PYTHONDONTWRITEBYTECODE: '1' };
    const status = await run(own, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...tests], home, env);
    console.log(`${python}: ${status === 0 ? 'ok' : 'FAILED'}`);
    if (status !== 0) process.exitCode = 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** @param {string} command @param {string[]} given */
async function demand(command, given) {
  const status = await run(command, given, root);
  if (status !== 0) throw new Error(`${command} ${given.slice(0, 3).join(' ')}: exit code ${status}`);
}
