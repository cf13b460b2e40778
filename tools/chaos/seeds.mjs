// Files to start from, by what they are: fixtures, what the program makes of them, and the corpus of what was found before.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';

/** @typedef {import('./damaged.mjs').Seed} Seed */
/** @typedef {'models' | 'names' | 'bounds' | 'tables' | 'certificates' | 'explanations' | 'phrases' | 'within' | 'reader-options' | 'legacy'} Kind */

/** Files of the repository, by kind. @type {Record<string, readonly [folder: string, ending: RegExp][]>} */
const FIXTURES = {
  models: [
    ['packages/xpxlc/examples', /(loans|stations)\.json$/],
    ['fixtures/sklearn', /^(?!rows|predictions).*\.json$/],
    ['fixtures/train', /\.json$/],
    ['fixtures/pmml', /\.pmml$/],
    ['fixtures/onnx/models', /\.onnx$/],
    ['fixtures/onnx/refused', /\.onnx$/],
    ['fixtures/ebm', /\.json$/],
    ['fixtures/scorecard', /^(?!.*rows).*\.csv$/],
    ['fixtures/coefficients', /^(?!rows).*\.csv$/],
    ['fixtures/mail', /\.cnbc$/],
  ],
  names: [['fixtures/mail', /\.xmap$/]],
  bounds: [['fixtures/onnx', /bounds\.csv$/]],
  phrases: [['packages/xpxlc/examples', /phrases\.json$/]],
};

/** What may move, as files say it. */
const WITHIN = {
  'within.json':
    '{"age":"fixed","income":"up","home":{"values":["own","rent"]},"late payments":{"lower":0,"upper":3}}',
  'within.txt': 'age: fixed, income: up, home: own | rent, late payments: 0..3',
};
const READER_OPTIONS = {
  'card.json':
    '{"cutoff":100,"special":"unused","missing":"keep","columns":{"feature":"Variable"},"classes":["a","b"],"categories":["age"]}',
  'coefficients.json':
    '{"classes":["a","b"],"reference":{"job":"clerk"},"dummies":{"job":{"job_x":"x"}},"threshold":{"probability":0.4},"intercept":[1]}',
  'other.json': '{"featureNames":["age"],"unknown":"refuse","output":"label","missing":true,"threshold":0.3}',
};

/** The original's files, but for names. */
const LEGACY = {
  'mail.xlc': '-0.5\n1\n0.25\n3\n2\n1.5 -1.5\n3\n-2 0.25 1e-3\n2\n0 0.75\n',
  'categories.xlc': '0.405465\n0\n3\n2\n0.8266 -1.1786\n3\n2.1972 0.3364 -1.2527\n2\n0.4595 -2.0794\n',
  'mail.inst': '3\n0\n1\n1\n1\n',
  'number.inst': '4\n0.5\n0\n2\n0\n0\n',
  'mail.xmap':
    '2\n0 ham\n1 spam\n3\n0\n3\n0 has link\n2\n0 no\n1 yes\n1 sender\n3\n0 a friend\n1 a list\n2 unknown\n2 all capitals\n2\n0 no\n1 yes\n',
  'mail.xxpl': 'Expl: v0=0 v1=1\nExpl_(#2/3): v1=1 v2=1\n',
  'bounds.csv': 'name,lower,upper\nr0,-1,1\n',
};

/** Where what was found before is kept; notes.json says of each file what it is and why it is there. */
const CORPUS = 'fixtures/chaos';

/**
 * Makes all of them, in a folder with a subfolder for each kind.
 * @param {string} root of the repository
 * @param {string} folder
 * @param {(args: string[]) => Promise<import('./laws.mjs').Ran>} run the program
 */
export async function makeSeeds(root, folder, run) {
  const put = (
    /** @type {string} */ kind,
    /** @type {string} */ name,
    /** @type {string | Uint8Array} */ content,
  ) => {
    mkdirSync(join(folder, kind), { recursive: true });
    writeFileSync(join(folder, kind, name), content);
  };
  for (const [kind, places] of Object.entries(FIXTURES)) {
    for (const [place, ending] of places)
      for (const name of readdirSync(join(root, place)).filter((entry) => ending.test(entry)))
        put(kind, `${basename(place)}-${name}`, readFileSync(join(root, place, name)));
  }
  for (const [name, text] of Object.entries(WITHIN)) put('within', name, text);
  for (const [name, text] of Object.entries(READER_OPTIONS)) put('reader-options', name, text);
  for (const [name, text] of Object.entries(LEGACY)) put('legacy', name, text);
  const loans = join(root, 'packages/xpxlc/examples/loans.json');
  const table = join(root, 'fixtures/loans.csv');
  const rows = readFileSync(table, 'utf8').split('\n').slice(0, 60).join('\n');
  put('tables', 'loans.csv', `${rows}\n`);
  put('tables', 'loans.csv.gz', gzipSync(rows));
  put('tables', 'loans.tsv', rows.replaceAll(',', '\t'));
  await copyTable(join(folder, 'tables'));
  put('models', 'loans.json.gz', gzipSync(readFileSync(loans)));
  const few = join(folder, 'tables/loans.csv');
  mkdirSync(join(folder, 'certificates'), { recursive: true });
  mkdirSync(join(folder, 'explanations'), { recursive: true });
  const explain = ['explain', loans, few, '--rows', '0-7'];
  for (const args of [
    [
      'convert',
      join(root, 'fixtures/mail/mail.cnbc'),
      join(folder, 'models/mail.xlc'),
      '--allow-loss',
      'rounding',
    ],
    [...explain, '--certificate', '-o', join(folder, 'certificates/proofs.ndjson')],
    [...explain, '--kind', 'cxp', '--certificate', '-o', join(folder, 'certificates/contrasts.json')],
    ['report', loans, few, '--rows', '0-1', '-o', join(folder, 'certificates/report.html')],
    [...explain, '-o', join(folder, 'explanations/own.ndjson')],
    [...explain, '--kind', 'both', '-o', join(folder, 'explanations/own.csv')],
  ]) {
    const { status, stderr } = await run(args);
    if (status !== 0) throw new Error(`cannot make a seed: xpxlc ${args.join(' ')}: ${stderr}`);
  }
  // Beside the model; a program that is planted in tests may write none.
  const names = join(folder, 'models/mail.xmap');
  if (existsSync(names)) renameSync(names, join(folder, 'names/xlc.xmap'));
  put(
    'explanations',
    'weights.json',
    '[{"row":0,"tool":"shap","weights":{"age":0.5,"income":-1,"home":0}},{"row":1,"rule":"income > 40 AND home = own","tool":"anchor"}]',
  );
  put('explanations', 'lists.csv', 'row,features\n0,"age,income"\n1,"[""home""]"\n');
  for (const { file, kind } of corpusOf(root))
    put(kind, `chaos-${file}`, readFileSync(join(root, CORPUS, file)));
}

/** The table in formats that others write. @param {string} folder */
async function copyTable(folder) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const from = `(FROM read_csv('${folder}/loans.csv'))`;
  for (const [name, how] of [
    ['loans.parquet', 'FORMAT parquet'],
    ['loans-zstd.parquet', 'FORMAT parquet, COMPRESSION zstd'],
    ['loans.ndjson', 'FORMAT json'],
    ['loans.json', 'FORMAT json, ARRAY true'],
    ['loans.csv.zst', 'FORMAT csv, COMPRESSION zstd'],
    ['loans.ndjson.gz', 'FORMAT json, COMPRESSION gzip'],
  ])
    await connection.run(`COPY ${from} TO '${folder}/${name}' (${how})`);
  connection.closeSync();
  instance.closeSync();
}

/**
 * What was found before.
 * @param {string} root
 * @returns {{ file: string, kind: Kind, found: string, args?: string[] }[]}
 */
export function corpusOf(root) {
  return JSON.parse(readFileSync(join(root, CORPUS, 'notes.json'), 'utf8'));
}

/** @type {Map<Kind, Seed[]>} */
const read = new Map();

/** @param {string} folder where they were made @param {Kind} kind @returns {Seed[]} */
export function seedsOf(folder, kind) {
  const known = read.get(kind);
  if (known !== undefined) return known;
  const seeds = readdirSync(join(folder, kind))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, kind, name)) }));
  read.set(kind, seeds);
  return seeds;
}
