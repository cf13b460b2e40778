// Do the programs that models come from keep our promises? `node tools/replay.mjs PROGRAM …` makes the environment of each from pinned
// requirements, lets it predict changed cases and prints how many got the promised class. Without a name: all of them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython, makeEnvironment, run, runPython } from './python.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each program's script, and the requirements of its environment. @type {Readonly<Record<string, readonly [string, string]>>} */
const PROGRAMS = {
  onnx: ['with_onnxruntime.py', 'onnx/requirements.txt'],
  pmml: ['with_jpmml.py', 'pmml/requirements.txt'],
  ebm: ['with_interpret.py', 'ebm/requirements.txt'],
  optbinning: ['with_optbinning.py', 'scorecard/requirements-optbinning.txt'],
  toad: ['with_toad.py', 'scorecard/requirements-toad.txt'],
  statsmodels: ['with_statsmodels.py', 'scorecard/requirements-toad.txt'],
};

const known = ['sklearn', ...Object.keys(PROGRAMS)];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.find((name) => !known.includes(name));
const found = findPython();
if (unknown !== undefined || found === undefined) {
  console.error(
    unknown === undefined ? 'no Python found' : `unknown program: ${unknown}; expected ${known.join(', ')}`,
  );
  process.exit(2);
}

await import('./setup.mjs');
let failed = 0;
for (const name of wanted) {
  if (name === 'sklearn') {
    failed += (await runPython(['-s', 'tests/test_replay.py'])).failed;
    continue;
  }
  const [script, requirements] = PROGRAMS[name];
  // Those that need the same have one environment.
  const environment = `replay-${requirements.replaceAll(/[^a-z]+/g, '-')}`;
  const python = await makeEnvironment(found, environment, join(root, 'tools', 'fixtures', requirements));
  failed += (await run(python, [join(root, 'tools', 'replay', script)], root)) === 0 ? 0 : 1;
}
process.exitCode = failed > 0 ? 1 : 0;
