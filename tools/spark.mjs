// Does the Python package work on the real Spark, Dask, polars and DuckDB? Makes an environment from pinned requirements and runs
// the tests there: two executors on this machine. Everything it says goes to stderr.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demand, makeEnvironment, pytest } from './python.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Python and Java that the pinned packages run on. */
const OLDEST_PYTHON = [3, 11];
const OLDEST_JAVA = 17;

/**
 * Runs the tests on Spark.
 * @returns {ReturnType<typeof pytest>} what the tests came to; one skipped, with the reason, where there is no Python or no Java
 */
export async function runSpark() {
  const reason = javaAbsent();
  if (reason === undefined) return pytest('python', OLDEST_PYTHON, sparkPython, ['tests/test_spark.py']);
  console.error(reason);
  return { passed: 0, failed: 0, skipped: 1, reason };
}

/**
 * The Python of the environment with Spark, made where it is not there yet, and what to add to its environment variables.
 * @param {{ name: string, version: string }} found
 * @returns {Promise<{ python: string, env: Record<string, string> }>}
 */
export async function sparkPython(found) {
  const requirements = join(root, 'python', 'requirements-spark.txt');
  const python = await makeEnvironment(found, 'spark', requirements, ['--no-compile']);
  await demand(process.execPath, ['tools/bundle-python.mjs']);
  const env = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', PYTHONPATH: join(root, 'python', 'src') };
  return { python, env };
}

/** Why there can be no Spark here; undefined where there can. */
function javaAbsent() {
  const { JAVA_HOME } = process.env;
  const java = JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : 'java';
  const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const version = status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
  if (version >= OLDEST_JAVA) return undefined;
  const found = version === 0 ? 'none was found' : `found ${version}`;
  return `no Java ${OLDEST_JAVA} or later (looked for $JAVA_HOME, java; ${found}): Spark was not tested`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, skipped } = await runSpark();
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
