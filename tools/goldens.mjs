// Does a redesign change an answer? Records what every door says about many models and tables, and compares byte for byte.
//
// node tools/goldens.mjs record DIR [WORD …]    writes what the program says now (`npm run build` first); only cases with these words
// node tools/goldens.mjs compare DIR [WORD …]   runs it again, and shows the first difference of each file; status 1 if there is one
//
// The doors: every command in every format, help texts and messages (the packed program's own files), the server's answers with its OpenAPI
// document, and the signatures and answers of the Python package. The tables include a dirty one: bad cells, quoted keys, numbers
// beyond the bounds, names with commas and quotes.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = join(root, 'packages/xpxlc/bin/xpxlc.js');
const BENCH = join(root, '../shared/bench');

/** Names that need quoting in every format, a category named like a formula, and a cell for each way to be wrong. */
const DIRTY_MODEL = {
  format: 'xpxlc-model',
  version: 1,
  title: 'Dirty "names", and more',
  kind: 'linear',
  classes: ['no, never', 'yes "sure"'],
  features: [
    { name: 'age, in years', kind: 'integer', lower: 18, upper: 99, unit: 'years', missing: 40 },
    {
      name: 'the "job"',
      kind: 'categorical',
      values: ['a, b', '=SUM(A1)', 'c "d"', 'other'],
      other: 'other',
      missing: 'other',
    },
    { name: 'ratio', kind: 'real', lower: -1, upper: 1 },
    { name: 'tie', kind: 'categorical', values: ['x', 'y'] },
  ],
  weights: [[1, [0, 10, -10, 5], 20.5, [0, 0]]],
  intercept: [-50],
};
const DIRTY_TABLE = `id,"age, in years","the ""job""",ratio,tie,seen
"k,1",35,"a, b",0.1,x,"no, never"
"k""2""",50,=SUM(A1),-0.5,y,"yes ""sure"""
=3,45,"c ""d""",0.25,x,"no, never"
k4,,unknown job,-0,y,"yes ""sure"""
k5,17,"a, b",0.1,x,"no, never"
k6,30,,0.5,z,"no, never"
k7,abc,"a, b",0.1,x,"yes ""sure"""
k8,40.5,other,1e400,y,"no, never"
k9,99,=SUM(A1),1.5,x,"yes ""sure"""
k10,50,"a, b",0,x,
`;

/**
 * A model, a table of it, and what else its commands need.
 * @typedef {{ name: string, model: string, data: string, more?: string[], key?: string, actual?: string, wide?: boolean, formats?: string[] }} Pair
 */

/** @param {string} home where made files go @returns {Pair[]} */
function pairs(home) {
  const at = (/** @type {string} */ path) => join(root, path);
  writeFileSync(join(home, 'dirty.json'), JSON.stringify(DIRTY_MODEL));
  writeFileSync(join(home, 'dirty.csv'), DIRTY_TABLE);
  const pmml = readdirSync(at('fixtures/pmml'))
    .filter(
      (file) =>
        file.endsWith('.pmml') && existsSync(at(`fixtures/pmml/${file.replace('.pmml', '.rows.csv')}`)),
    )
    .map((file) => ({
      name: `pmml-${file.replace('.pmml', '')}`,
      model: at(`fixtures/pmml/${file}`),
      data: at(`fixtures/pmml/${file.replace('.pmml', '.rows.csv')}`),
      more: ['--bounds', 'wide'],
      formats: ['text', 'ndjson'],
    }));
  return [
    {
      name: 'dirty',
      model: join(home, 'dirty.json'),
      data: join(home, 'dirty.csv'),
      key: 'id',
      actual: 'seen',
    },
    {
      name: 'loans',
      model: at('packages/xpxlc/examples/loans.json'),
      data: at('fixtures/loans.csv'),
      actual: 'decision',
    },
    {
      name: 'delivery',
      model: at('fixtures/examples/delivery.json'),
      data: at('fixtures/examples/delivery.csv'),
      key: 'parcel',
      actual: 'sent by',
    },
    {
      name: 'spam',
      model: at('fixtures/examples/spam.json'),
      data: at('fixtures/examples/spam.csv'),
      wide: true,
    },
    { name: 'ebm', model: at('fixtures/ebm/binary.json'), data: at('fixtures/ebm/binary-rows.csv') },
    {
      name: 'ebm-classes',
      model: at('fixtures/ebm/classes.json'),
      data: at('fixtures/ebm/classes-rows.csv'),
    },
    {
      name: 'onnx',
      model: at('fixtures/onnx/people.onnx'),
      data: at('fixtures/onnx/people.csv'),
      more: ['--bounds', at('fixtures/onnx/people-bounds.csv')],
    },
    ...pmml,
    ...benchPairs(home),
  ];
}

/** The paper's public data, where it is. @param {string} home @returns {Pair[]} */
function benchPairs(home) {
  if (!existsSync(BENCH)) return [];
  return ['adult', 'car', 'promoters', 'recidivism', 'titanic'].map((name) => {
    const data = join(home, `${name}.csv`);
    writeFileSync(data, gunzipSync(readFileSync(join(BENCH, name, 'instances.csv.gz'))));
    const more = ['--xmap', join(BENCH, name, 'model.xmap'), '--values', 'index'];
    return { name, model: join(BENCH, name, 'model.xlc'), data, more };
  });
}

const FORMATS = ['text', 'json', 'ndjson', 'csv', 'parquet'];
/** What is asked about every pair. @type {Record<string, string[]>} */
const QUESTIONS = {
  predict: ['predict'],
  'explain-axp': ['explain'],
  'explain-cxp': ['explain', '--kind', 'cxp'],
  'explain-both': ['explain', '--kind', 'both', '--limit', '3'],
  'explain-all': ['explain', '--limit', '40', '--order', 'search'],
  'explain-inflate': ['explain', '--inflate'],
  'explain-certificate': ['explain', '--certificate', '--kind', 'both'],
  'explain-precision': ['precise', '--precision', '0.9'],
  count: ['count'],
  'count-cxp': ['count', '--kind', 'cxp'],
  'count-power': ['count', '--power', '--pairs'],
  features: ['features'],
};

/**
 * @typedef {{ name: string, args: string[], input?: string }} Case one start of the program; {out} in args is a file it writes
 * @param {string} home @returns {Case[]}
 */
function cases(home) {
  /** @type {Case[]} */
  const found = [];
  const add = (/** @type {string} */ name, /** @type {string[]} */ args) => found.push({ name, args });
  for (const command of ['', ...COMMANDS])
    add(`help/${command || 'program'}`, [command, '--help'].filter(Boolean));
  for (const { name, model, data, more = [], key, actual, wide, formats = FORMATS } of pairs(home)) {
    add(`${name}/inspect.text`, ['inspect', model, ...xmapOf(more)]);
    add(`${name}/inspect.json`, ['inspect', model, ...xmapOf(more), '--format', 'json']);
    add(`${name}/convert`, ['convert', model, '{out}.json', ...xmapOf(more)]);
    const rows = ['--rows', wide ? '0-3' : '0-11'];
    const named = key === undefined ? [] : ['--key', key];
    add(`${name}/explain-report.text`, [
      'report',
      model,
      data,
      ...more,
      ...rows,
      ...named,
      '--format',
      'text',
    ]);
    for (const [question, args] of Object.entries(QUESTIONS))
      for (const format of formats) {
        const [command, ...options] = args;
        const file = format === 'parquet' ? ['-o', '{out}.parquet'] : ['--format', format];
        add(`${name}/${question}.${format}`, [
          command,
          model,
          data,
          ...more,
          ...rows,
          ...named,
          ...options,
          ...file,
        ]);
      }
    add(`${name}/explain-bom.csv`, ['explain', model, data, ...more, ...rows, ...named, '--format', 'excel']);
    add(`${name}/extend.ndjson`, [
      'explain',
      model,
      data,
      ...more,
      ...rows,
      ...named,
      '--beyond-bounds',
      'extend',
      '--kind',
      'both',
      '--format',
      'ndjson',
    ]);
    add(`${name}/compare.text`, ['compare', model, model, data, ...more, ...rows, ...named]);
    add(`${name}/report.html`, [
      'report',
      model,
      data,
      ...more,
      '--rows',
      '0-2',
      ...named,
      '-o',
      '{out}.html',
    ]);
    add(`${name}/plot.svg`, ['explain', model, data, ...more, '--rows', '0', '--plot', '{out}.svg']);
    if (actual !== undefined)
      add(`${name}/accuracy.text`, ['predict', model, data, ...more, ...named, '--actual', actual]);
  }
  add('messages/no-file', ['explain', 'absent.json', 'absent.csv']);
  add('messages/no-option', ['explain', '--knd', 'cxp']);
  add('messages/choice', ['explain', 'x', '--kind', 'why']);
  add('messages/needs', ['explain', 'absent.json', '--kind', 'cxp', '--avoid', 'age']);
  add('messages/gone', ['explain', 'absent.json', '--report']);
  return found;
}

const COMMANDS = [
  'explain',
  'report',
  'precise',
  'predict',
  'count',
  'features',
  'compare',
  'train',
  'convert',
  'inspect',
  'check',
  'verify',
  'serve',
  'mcp',
  'completion',
  'legacy',
];

/** Options about the model alone. @param {string[]} more */
function xmapOf(more) {
  const place = more.indexOf('--xmap');
  return place < 0 ? [] : more.slice(place, place + 2);
}

/**
 * What the program says: its output, its messages, its status and the file it wrote.
 * @param {Case} one @param {string} home
 */
async function answer({ name, args }, home) {
  const out = join(home, 'out', name.replaceAll('/', '-'));
  const given = args.map((arg) => arg.replace('{out}', out));
  const program = given[0] === 'legacy' ? ['legacy', '-h'] : given;
  const child = spawn(process.execPath, [PROGRAM, ...program], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  });
  /** @type {Buffer[][]} */
  const said = [[], []];
  child.stdout.on('data', (chunk) => said[0].push(chunk));
  child.stderr.on('data', (chunk) => said[1].push(chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  const places = (/** @type {Buffer[]} */ parts) =>
    Buffer.concat(parts).toString('latin1').replaceAll(home, 'HOME').replaceAll(root, 'ROOT/');
  const wrote = readdirSync(join(home, 'out')).filter((file) =>
    join(home, 'out', file).startsWith(`${out}.`),
  );
  const files = wrote.map((file) => `--- ${file}\n${places([readFileSync(join(home, 'out', file))])}`);
  return [`status ${status}`, '--- stdout', places(said[0]), '--- stderr', places(said[1]), ...files].join(
    '\n',
  );
}

/** What the server says about a model. */
async function serverAnswers() {
  const model = join(root, 'packages/xpxlc/examples/loans.json');
  const child = spawn(process.execPath, [PROGRAM, 'serve', model], { stdio: ['ignore', 'pipe', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        const [found] = /http:\/\/[\w.]+:\d+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    child.on('close', () => reject(new Error(`xpxlc serve ended: ${said}`)));
  });
  /** @type {Record<string, string>} */
  const found = {};
  const ask = async (
    /** @type {string} */ name,
    /** @type {string} */ path,
    /** @type {RequestInit} */ how = {},
  ) => {
    const response = await fetch(`${address}${path}`, how);
    found[`server/${name}`] = `status ${response.status}\n${await response.text()}`;
  };
  const post = (
    /** @type {string} */ name,
    /** @type {string} */ path,
    /** @type {string} */ type,
    /** @type {string} */ body,
  ) => ask(name, path, { method: 'POST', headers: { 'content-type': type }, body });
  await ask('openapi', '/openapi.json');
  await ask('model', '/api/model');
  const good = { age: 30, income: 36, home: 'rent', 'late payments': 1 };
  const cases = [good, { age: 12, income: 'much', home: 'tent' }, { ...good, 'late payments': 2.5 }];
  const bodies = {
    one: { instance: good },
    many: { instances: cases },
    odd: { instance: good, kidn: 'cxp' },
    none: {},
  };
  for (const endpoint of ['predict', 'explain', 'contrasts', 'count', 'features', 'check']) {
    const claimed = endpoint === 'check' ? { explanations: [['income']] } : {};
    for (const [name, body] of Object.entries(bodies))
      await post(
        `${endpoint}-${name}`,
        `/api/${endpoint}`,
        'application/json',
        JSON.stringify({ ...body, ...claimed }),
      );
    const lines = cases.map((one) =>
      JSON.stringify(endpoint === 'check' ? { instance: one, ...claimed } : one),
    );
    await post(`${endpoint}-lines`, `/api/${endpoint}`, 'application/x-ndjson', lines.join('\n'));
  }
  child.kill();
  return found;
}

/** Signatures and answers of the Python package, by its own interpreter, where the tests have made one. */
async function pythonAnswers() {
  const python = join(root, 'node_modules/.cache/xpxlc/venv/bin/python');
  if (!existsSync(python)) return {};
  const child = spawn(python, [join(root, 'tools/goldens.py'), root], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: join(root, 'python/src') },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`python: status ${status}`);
  return Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([name, said]) => [`python/${name}`, String(said)]),
  );
}

/** Where two texts differ first. @param {string} before @param {string} after */
function difference(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const line = a.findIndex((text, i) => text !== b[i]);
  const at = line < 0 ? a.length : line;
  const cut = (/** @type {string | undefined} */ text) => JSON.stringify((text ?? '(end)').slice(0, 300));
  return `line ${at + 1}\n  - ${cut(a[at])}\n  + ${cut(b[at])}`;
}

const [mode, folder, ...words] = process.argv.slice(2);
if ((mode !== 'record' && mode !== 'compare') || folder === undefined) {
  console.error('node tools/goldens.mjs record|compare DIR [WORD …]');
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'xpxlc-goldens-'));
mkdirSync(join(home, 'out'));
mkdirSync(folder, { recursive: true });
const wanted = (/** @type {string} */ name) => words.every((word) => name.includes(word));
let differing = 0;
let compared = 0;
/** @param {string} name @param {string} said */
function settle(name, said) {
  const file = join(folder, `${name.replaceAll('/', '__')}.txt`);
  if (mode === 'record') writeFileSync(file, said, 'latin1');
  else if (!existsSync(file)) console.log(`${name}: not recorded`);
  else {
    compared += 1;
    const before = readFileSync(file, 'latin1');
    const now = Buffer.from(said, 'latin1').toString('latin1');
    if (before === now) return;
    differing += 1;
    console.log(`${name}: ${difference(before, now)}`);
  }
}
try {
  const queue = cases(home).filter(({ name }) => wanted(name));
  const total = queue.length;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift())
        settle(one.name, await answer(one, home));
    }),
  );
  for (const found of [await serverAnswers(), await pythonAnswers()])
    for (const [name, said] of Object.entries(found))
      if (wanted(name)) settle(name, Buffer.from(said).toString('latin1'));
  console.log(
    mode === 'record'
      ? `recorded ${total} starts of the program`
      : `${compared} compared, ${differing} differ`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = differing > 0 ? 1 : 0;
