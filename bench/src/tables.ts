// Reading and encoding a table of categories from CSV: ours against a bare DuckDB query that casts the same columns to ENUM
// codes, and against csv-parse with a Map per column. Each run is a process of its own, so that its memory is its own.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { categoricalNaiveBayes } from '@xpxlc/core';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { median } from './measure.ts';
import { digits, type Report, type Settings, toTable } from './report.ts';

/** Who reads. */
export type Reader = 'encode' | 'bare' | 'csv-parse' | 'train' | 'train 80 %, test 20 %' | 'load';

/** What a run tells. */
export interface TableRun {
  readonly rows: number;
  /** Sum of all codes: the same for all. */
  readonly sum: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Most resident memory, in bytes. */
  readonly memory: number;
}

const COLUMNS = 12;

/** Names of the categories of column i: 3 to 19 of them. */
export function categoriesOf(i: number): string[] {
  return Array.from({ length: 3 + ((5 * i) % 17) }, (_, v) => `value ${i}${String.fromCharCode(97 + v)}`);
}

export const FEATURES: readonly { readonly name: string; readonly values: readonly string[] }[] = Array.from(
  { length: COLUMNS },
  (_, i) => ({ name: `feature${i}`, values: categoriesOf(i) }),
);

export function tables({ quick }: Settings): Report {
  const rows = quick ? 1e5 : 1e7;
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const [large, small] = [join(folder, 'large.csv'), join(folder, 'small.csv')];
    writeTable(large, rows);
    writeTable(small, rows / 10);
    const modelFile = join(folder, 'wide.json');
    writeWideModel(modelFile, quick ? 1e3 : 1e5);
    // In turns, so that a busy moment of the machine hits all alike. csv-parse reads a tenth: it would take minutes.
    const runs = Array.from({ length: quick ? 1 : 5 }, () => ({
      bare: readTable('bare', large),
      encode: readTable('encode', large),
      tenth: readTable('encode', small),
      parse: readTable('csv-parse', small),
      train: readTable('train', large),
      test: readTable('train 80 %, test 20 %', large),
      load: readTable('load', modelFile),
    }));
    const of = (pick: (r: (typeof runs)[number]) => number) => median(runs.map(pick));
    const lines = [
      { name: 'bare DuckDB query to ENUM codes', runs: runs.map(({ bare }) => bare) },
      { name: '`encodeRows`', runs: runs.map(({ encode }) => encode) },
      { name: '`encodeRows`, a tenth of the rows', runs: runs.map(({ tenth }) => tenth) },
      {
        name: 'csv-parse and a Map per column, a tenth of the rows',
        runs: runs.map(({ parse }) => parse),
      },
      { name: '`train` on all rows', runs: runs.map(({ train }) => train) },
      { name: '`train` on 80 %, test on 20 %', runs: runs.map(({ test }) => test) },
    ];
    const ratios = {
      bareWall: of(({ bare, encode }) => bare.seconds / encode.seconds),
      bareCpu: of(({ bare, encode }) => bare.cpuSeconds / encode.cpuSeconds),
      parseWall: of(({ parse, tenth }) => parse.seconds / tenth.seconds),
      parseCpu: of(({ parse, tenth }) => parse.cpuSeconds / tenth.cpuSeconds),
    };
    const agree = runs.every(
      ({ bare, encode, tenth, parse }) => bare.sum === encode.sum && tenth.sum === parse.sum,
    );
    return {
      name: 'tables',
      title: 'Reading and learning from a table',
      parts: [
        `${rows.toLocaleString('en')} rows of ${COLUMNS} categories, ${digits(statSync(large).size / 2 ** 20)} MiB of CSV, opening included (median of ${runs.length} runs in turns, each a process):`,
        toTable(
          ['reader', 'rows', 'seconds', 'user CPU s', 'rows a second', 'memory, MB'],
          lines.map(({ name, runs: some }) => [
            name,
            some[0].rows.toLocaleString('en'),
            digits(median(some.map(({ seconds }) => seconds))),
            digits(median(some.map(({ cpuSeconds }) => cpuSeconds))),
            digits(some[0].rows / median(some.map(({ seconds }) => seconds))),
            digits(Math.max(...some.map(({ memory }) => memory)) / 1e6),
          ]),
        ),
        `\`encodeRows\` runs at ${digits(ratios.bareWall)} times the speed of the bare query by the clock, ${digits(ratios.bareCpu)} by user CPU (target: 0.9), and at ${digits(ratios.parseWall)} times that of csv-parse, ${digits(ratios.parseCpu)} by user CPU (target: 3). All codes agree: ${agree ? 'yes' : 'no'}.`,
        `A model file of ${runs[0].load.rows.toLocaleString('en')} features (${digits(statSync(modelFile).size / 2 ** 20)} MiB) is loaded, checked and prepared in ${digits(of(({ load }) => load.seconds))} s.`,
      ],
      data: { rows, columns: COLUMNS, ratios, agree, runs },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Have a table read by a process of its own. */
export function readTable(reader: Reader, path: string): TableRun {
  const script = fileURLToPath(new URL('./tables-run.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, reader, path],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A categorical naive Bayes of n features with 4 values each. */
function writeWideModel(path: string, n: number): void {
  const likelihood = Array.from({ length: n }, (_, i) => [
    [0.1, 0.2, 0.3, 0.4],
    [0.4 - (i % 7) / 100, 0.3, 0.2 + (i % 7) / 100, 0.1],
  ]);
  const features = likelihood.map((_, i) => ({
    name: `word ${i}`,
    values: ['none', 'once', 'twice', 'more'],
  }));
  writeFileSync(
    path,
    writeModelFile(
      categoricalNaiveBayes({ classes: ['ham', 'spam'], features, prior: [0.5, 0.5], likelihood }),
    ),
  );
}

/** Random categories, from a fixed seed. */
export function writeTable(path: string, rows: number): void {
  const file = openSync(path, 'w');
  let seed = 12345;
  let lines: string[] = [FEATURES.map(({ name }) => name).join(',')];
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let i = 0; i < COLUMNS; i++) {
      const { values } = FEATURES[i];
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      line += (i === 0 ? '' : ',') + values[Math.floor((seed / 2 ** 32) * values.length)];
    }
    lines.push(line);
    if (lines.length === 20_000) flush();
  }
  flush();
  closeSync(file);

  function flush(): void {
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
}
