// The other door of the conformance suite: what Node answers about the repository's model files and about random models, as JSON for
// the tests in Python. `node --conditions=source --import tsx python/tests/node-door.ts FILE`.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type Classifier,
  count,
  type Feature,
  necessary,
  predict,
  reduce,
  smallest,
  type Value,
  weigh,
  XpxlcError,
} from '@xpxlc/core';
import fc from 'fast-check';
import { type LoadOptions, loadModel, writeModelFile } from 'xpxlc/import';
import { run } from '../../packages/xpxlc/src/cli/program.ts';
import { anyModel } from '../../packages/xpxlc/test/arbitrary-models.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SEED = 20261118;
const RANDOM_MODELS = 120;
const ROWS = 5;

/** A model, and how it is loaded. */
interface Given {
  readonly name?: string;
  /** A file of the repository, or the text of one. */
  readonly path?: string;
  readonly text?: string;
  readonly xmap?: string;
  readonly bounds?: 'unbounded';
  readonly details?: LoadOptions['details'];
}

/** Every model file of the repository's fixtures; those that are refused, too. */
function* fixtures(): Generator<Given> {
  const folders = [
    'pmml',
    'onnx',
    'onnx/models',
    'onnx/refused',
    'ebm',
    'scorecard',
    'sklearn/loans',
    'examples',
  ];
  for (const folder of folders)
    for (const name of readdirSync(join(root, 'fixtures', folder)).sort()) {
      const isModel = /\.(pmml|onnx|json)$/.test(name) || (folder === 'scorecard' && /\.csv$/.test(name));
      if (!isModel || /rows|predictions/.test(name)) continue;
      const path = `fixtures/${folder}/${name}`;
      yield { path };
      if (/onnx|ebm/.test(folder)) yield { path, bounds: 'unbounded' };
      if (folder === 'scorecard') yield { path, details: { cutoff: 100, special: 'unused' } };
    }
  yield { path: 'fixtures/mail/mail.cnbc', xmap: 'fixtures/mail/mail.xmap' };
  for (const name of ['loans', 'stations']) yield { path: `packages/xpxlc/examples/${name}.json` };
}

/** What the Python package has made of estimators: some of each kind. */
function* exported(): Generator<Given> {
  const folder = join(root, 'fixtures/sklearn');
  for (const file of readdirSync(folder).sort()) {
    if (!/^[A-Z].*\.json$/.test(file)) continue;
    const made: { name: string; model: object }[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const { name, model } of made.slice(0, 3))
      yield { name: `${file}, ${name}`, text: JSON.stringify(model) };
  }
}

function* randomModels(): Generator<Given> {
  for (const model of fc.sample(anyModel, { seed: SEED, numRuns: RANDOM_MODELS }))
    yield { text: writeModelFile(model) };
}

/** Random cases, with values at the edges among them. */
function casesOf(features: readonly Feature[]): Value[][] {
  const value = (feature: Feature): fc.Arbitrary<Value> => {
    if (feature.kind === 'categorical') return fc.constantFrom(...feature.values);
    const low = Math.max(feature.lower, -100);
    const high = Math.min(feature.upper, Math.max(low, 100));
    const edges = fc.constantFrom(...[feature.lower, feature.upper].filter(Number.isFinite), low, high);
    const whole = fc.integer({ min: Math.ceil(low), max: Math.max(Math.ceil(low), Math.floor(high)) });
    if (feature.kind === 'integer') return fc.oneof(edges, whole);
    return fc.oneof(edges, fc.double({ min: low, max: high, noNaN: true }));
  };
  const plus = (x: Value): Value => (Object.is(x, -0) ? 0 : x);
  return fc
    .sample(fc.tuple(...features.map(value)), { seed: SEED, numRuns: ROWS })
    .map((row) => row.map(plus));
}

/** What the core says of a row. */
function coreAnswer(classifier: Classifier, row: readonly Value[]): object {
  try {
    const problem = weigh(classifier, row);
    const { class: name, margin, doubtful } = predict(classifier, row);
    const counted = count(problem, { frequency: true, sizes: true });
    return {
      class: name,
      margin: String(margin), // JSON has no Infinity
      doubtful,
      axp: smallest(problem),
      cxp: smallest(problem, { kind: 'cxp' }) ?? [],
      count: String(counted.count),
      frequency: counted.frequency?.map(String),
      contrasts: String(count(problem, { kind: 'cxp' }).count),
      necessary: necessary(problem),
    };
  } catch (error) {
    if (error instanceof XpxlcError) return { error: error.code };
    throw error;
  }
}

/** What the program says of all rows. */
async function programAnswer(args: readonly string[]): Promise<object[]> {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  await run(args, { stdin: Readable.from([]), stdout, stderr, env: {} }, 'test');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const PROGRAM = ['explain', '--kind', 'both', '--limit', '3', '--certificate', '--format', 'ndjson'];

async function answer(given: Given, scratch: string, number: number): Promise<object> {
  const name = given.name ?? given.path ?? `random ${number}`;
  const options: LoadOptions = {
    ...(given.xmap === undefined ? {} : { xmap: join(root, given.xmap) }),
    ...(given.bounds === undefined ? {} : { bounds: given.bounds }),
    ...(given.details === undefined ? {} : { details: given.details }),
  };
  const source = given.path === undefined ? { text: given.text as string } : join(root, given.path);
  try {
    const { model, format } = await loadModel(source, options);
    const classifier = reduce(model, { neverWins: 'allow' });
    const { features } = classifier;
    const rows = casesOf(features);
    const cases = rows.map((row) => Object.fromEntries(features.map((feature, i) => [feature.name, row[i]])));
    const core = rows.map((row) => coreAnswer(classifier, row));
    const named = {
      ...given,
      name,
      format,
      classes: classifier.classes,
      features: features.map((f) => f.name),
    };
    if (given.path === undefined || given.details !== undefined) return { ...named, rows, core };
    const data = join(scratch, `${number}.ndjson`);
    writeFileSync(data, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const beside = [
      ...(given.xmap === undefined ? [] : ['--xmap', join(root, given.xmap)]),
      ...(given.bounds === undefined ? [] : ['--bounds', given.bounds]),
    ];
    const records = await programAnswer([...PROGRAM, join(root, given.path), data, ...beside]);
    return { ...named, rows, core, records };
  } catch (error) {
    if (error instanceof XpxlcError) return { ...given, name, refused: error.code };
    throw error;
  }
}

const [, , out] = process.argv;
const scratch = mkdtempSync(join(tmpdir(), 'xpxlc-door-'));
try {
  const answers: object[] = [];
  for (const given of [...fixtures(), ...exported(), ...randomModels()])
    answers.push(await answer(given, scratch, answers.length));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, JSON.stringify(answers));
  console.error(`${answers.length} models, ${relative(process.cwd(), out)}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
