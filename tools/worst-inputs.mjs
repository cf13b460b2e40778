// How long, and with how much memory, does the program take for the worst inputs? Makes each, runs what is built (`npm run build`)
// in a process of its own, and prints a table in Markdown: status, seconds, the most memory, and what was said first.
//
// node tools/worst-inputs.mjs [WORD …]   only inputs whose name has one of the words
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../packages/xpxlc/bin/xpxlc.js', import.meta.url));
/** No input should need a tenth of it. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 20;

const times = (/** @type {number} */ count, /** @type {(i: number) => unknown} */ make) =>
  Array.from({ length: count }, (_, i) => make(i));
const HEAD = { format: 'xpxlc-model', version: 1, kind: 'linear', classes: ['a', 'b'], intercept: [-0.5] };
const real = (/** @type {string} */ name) => ({ name, kind: 'real', lower: 0, upper: 1 });
const SOUND = JSON.stringify({ ...HEAD, features: [real('x')], weights: [[1]] });
const TABLE = 'x,name\n1,Ada\n0,Bo\n';
const columns = (/** @type {number} */ count) =>
  `${times(count, (i) => (i === 0 ? 'x' : `c${i}`)).join(',')}\n${times(count, () => 1).join(',')}\n`;
const pmml = (/** @type {string} */ number) =>
  `<PMML version="4.4"><DataDictionary><DataField name="x" optype="continuous" dataType="double"><Interval closure="closedClosed" leftMargin="0" rightMargin="${number}"/></DataField><DataField name="y" optype="categorical" dataType="string"><Value value="a"/><Value value="b"/></DataField></DataDictionary><RegressionModel functionName="classification"><MiningSchema><MiningField name="y" usageType="target"/><MiningField name="x"/></MiningSchema><RegressionTable intercept="1" targetCategory="a"/><RegressionTable intercept="0" targetCategory="b"/></RegressionModel></PMML>`;

/** @type {[name: string, files: Record<string, string>, args: string[]][]} */
const INPUTS = [
  ['format: 10 kB of blanks and letters', { f: `${' '.repeat(5000)}${'a'.repeat(5000)}` }, ['inspect', 'f']],
  ['format: 200 MB of letters', { f: 'a'.repeat(2e8) }, ['inspect', 'f']],
  ['PMML: a number of a million digits', { f: pmml(`${'1'.repeat(1e6)}x`) }, ['inspect', 'f']],
  ['JSON: nested 100,000 times', { f: '['.repeat(1e5) }, ['inspect', 'f']],
  [
    'model: 130,000 features of the wrong type',
    { f: JSON.stringify({ ...HEAD, features: times(130_000, () => 7), weights: [[1]] }) },
    ['inspect', 'f'],
  ],
  [
    'model: 3 million wrong weights',
    { f: JSON.stringify({ ...HEAD, features: [real('x')], weights: [times(3e6, () => 'x')] }) },
    ['inspect', 'f'],
  ],
  [
    'model: 200,000 categories, all shown',
    {
      f: JSON.stringify({
        ...HEAD,
        features: [{ name: 'x', kind: 'categorical', values: times(200_000, (i) => `v${i}`) }],
        weights: [[times(200_000, (i) => Number(i) % 7)]],
      }),
    },
    ['inspect', 'f', '--limit', 'all'],
  ],
  [
    'model: 150,000 features',
    {
      f: JSON.stringify({
        ...HEAD,
        features: times(150_000, (i) => real(`f${i}`)),
        weights: [times(150_000, (i) => Number(i) % 5)],
      }),
    },
    ['inspect', 'f'],
  ],
  [
    'model: 2 million categories, one row explained',
    {
      f: JSON.stringify({
        ...HEAD,
        intercept: [-100],
        features: times(200, (i) => ({
          name: `f${i}`,
          kind: 'categorical',
          values: times(10_000, (v) => `value ${v}`),
        })),
        weights: [
          times(200, (i) => times(10_000, (v) => ((Number(i) * 7919 + Number(v) * 31) % 1000) / 1000)),
        ],
      }),
      't.csv': `${times(200, (i) => `f${i}`).join(',')}\n${times(200, () => 'value 3').join(',')}\n`,
    },
    ['explain', 'f', 't.csv'],
  ],
  [
    'model: 60,000 classes, two rows explained',
    {
      f: JSON.stringify({
        ...HEAD,
        classes: times(60_000, (k) => `c${k}`),
        features: [real('x'), real('y')],
        weights: times(60_000, (k) => [Math.sin(Number(k)), Math.cos(Number(k))]),
        intercept: times(60_000, (k) => Math.sin(3 * Number(k))),
      }),
      't.csv': 'x,y\n0.5,0.25\n1,0\n',
    },
    ['explain', 'f', 't.csv', '--kind', 'both'],
  ],
  [
    'model: 60 classes of 4,000 words, 100 rows explained',
    {
      f: JSON.stringify({
        ...HEAD,
        classes: times(60, (k) => `c${k}`),
        features: times(4000, (i) => ({ name: `w${i}`, kind: 'integer', lower: 0 })),
        weights: times(60, (k) =>
          times(4000, (i) => -Math.log(1 + ((Number(k) * 7919 + Number(i) * 31) % 997))),
        ),
        intercept: times(60, () => 0),
      }),
      't.csv': `${times(4000, (i) => `w${i}`).join(',')}\n${times(100, (r) => times(4000, (i) => ((Number(r) * 7 + Number(i)) % 101 === 0 ? 1 : 0)).join(',')).join('\n')}\n`,
    },
    ['explain', 'f', 't.csv', '--max-time', '0.3'],
  ],
  [
    'instance: a name of 100,000 characters',
    { f: SOUND },
    ['explain', 'f', '--instance', `${'x'.repeat(100_000)}=1`],
  ],
  ['table: 20,000 columns', { f: SOUND, 't.csv': columns(20_000) }, ['predict', 'f', 't.csv']],
  ['table: 20,001 columns', { f: SOUND, 't.csv': columns(20_001) }, ['predict', 'f', 't.csv']],
  [
    'filter: a list of 3·10^9 numbers',
    { f: SOUND, 't.csv': TABLE },
    ['predict', 'f', 't.csv', '--where', 'len(range(3000000000)) > 1'],
  ],
  [
    'filter: hex of hex, forty times',
    { f: SOUND, 't.csv': TABLE },
    ['predict', 'f', 't.csv', '--where', `len(${'hex('.repeat(40)}name${')'.repeat(40)}) > 1`],
  ],
  [
    'filter: 40,000 brackets',
    { f: SOUND, 't.csv': TABLE },
    ['predict', 'f', 't.csv', '--where', `${'('.repeat(40_000)}x > 0${')'.repeat(40_000)}`],
  ],
  [
    'filter: a sum of 900 parts',
    { f: SOUND, 't.csv': TABLE },
    ['predict', 'f', 't.csv', '--where', `${new Array(900).fill('abs(x)').join(' + ')} > 1`],
  ],
  [
    'filter: 16 sums of 160 parts',
    { f: SOUND, 't.csv': TABLE },
    [
      'predict',
      'f',
      't.csv',
      '--where',
      times(16, (i) => `${new Array(160).fill('abs(x * length(name))').join(' + ')} < ${i}`).join(' AND '),
    ],
  ],
  [
    'filter: 100,000 characters',
    { f: SOUND, 't.csv': TABLE },
    ['predict', 'f', 't.csv', '--where', `x in (${'1,'.repeat(49_990)}2)`],
  ],
];

const words = process.argv.slice(2);
console.log('| input | status | seconds | memory | said |\n|---|---|---|---|---|');
for (const [name, files, args] of INPUTS) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-worst-'));
  try {
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    const { status, seconds, megabytes, said } = await measured(args, folder);
    console.log(`| ${name} | ${status} | ${seconds.toFixed(1)} | ${megabytes} MB | ${said} |`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} args @param {string} cwd
 * @returns {Promise<{ status: number | string, seconds: number, megabytes: number | string, said: string }>}
 */
function measured(args, cwd) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let most = 0;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        if (said.length < 1000) said += part;
      });
    const look = setInterval(() => {
      most = Math.max(most, peakOf(child.pid));
    }, LOOK_MS);
    const end = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(look);
      clearTimeout(end);
      resolve({
        status: status ?? `ended (${signal})`,
        seconds: (performance.now() - start) / 1000,
        megabytes: most === 0 ? 'unknown' : Math.round(most / 1024),
        said: said.split('\n')[0].slice(0, 100).replaceAll('|', '\\|'),
      });
    });
  });
}

/**
 * The most memory a process has had, in kB, as Linux counts it; 0 where that cannot be told.
 * @param {number | undefined} pid
 */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
