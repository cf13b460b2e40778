// The commands on one table: each whole and cold, against `explain` of one smallest explanation per row as NDJSON in the same run.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linearModel } from '@xpxlc/core';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { syntheticTable } from './data.ts';
import { median } from './measure.ts';
import { digits, type Report, type Settings, toTable } from './report.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/xpxlc/bin/xpxlc.js', import.meta.url));
/** Tells what a process has used, as the last line of stderr. */
const WITH_USAGE = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+JSON.stringify(process.resourceUsage())))`;

/** What is asked, and how many times as long as the first one it may take. */
const COMMANDS: readonly {
  readonly name: string;
  readonly args: readonly string[];
  readonly most: number;
}[] = [
  { name: 'explain', args: ['explain', '--format', 'ndjson'], most: 1 },
  { name: 'explain, CSV', args: ['explain', '--format', 'csv'], most: 1.5 },
  { name: 'explain, Parquet', args: ['explain', '-o', 'PARQUET'], most: 1.5 },
  { name: 'predict', args: ['predict', '--format', 'ndjson'], most: 1 },
  { name: 'explain --kind cxp', args: ['explain', '--kind', 'cxp', '--format', 'ndjson'], most: 1.5 },
  { name: 'count', args: ['count', '--format', 'ndjson'], most: 2 },
  { name: 'features', args: ['features', '--format', 'ndjson'], most: 2 },
  {
    name: 'explain --limit all --kind both',
    args: ['explain', '--limit', 'all', '--kind', 'both', '--format', 'ndjson'],
    most: 6,
  },
];

interface Ran {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Bytes. */
  readonly memory: number;
}

export function commands({ quick }: Settings): Report {
  const rows = quick ? 1e5 : 1e6;
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const [table, model] = [join(folder, 'table.csv'), join(folder, 'model.json')];
    writeAdult(table, model, rows);
    // In turns, so that a busy moment of the machine hits all alike.
    const runs = Array.from({ length: quick ? 1 : 3 }, () =>
      COMMANDS.map(({ args }) => run(args, model, table, join(folder, 'answers.parquet'))),
    );
    const lines = COMMANDS.map(({ name, most }, c) => {
      const of = (pick: (ran: Ran, first: Ran) => number): number =>
        median(runs.map((turn) => pick(turn[c], turn[0])));
      return {
        name,
        most,
        seconds: of(({ seconds }) => seconds),
        cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
        memory: Math.max(...runs.map((turn) => turn[c].memory)),
        wall: of((ran, first) => ran.seconds / first.seconds),
        cpu: of((ran, first) => ran.cpuSeconds / first.cpuSeconds),
      };
    });
    return {
      name: 'commands',
      title: 'Commands on one table',
      parts: [
        `${rows.toLocaleString('en')} rows of 12 categories (as \`adult\` has), CSV to NDJSON on /dev/null unless said otherwise, whole processes (median of ${runs.length} runs in turns):`,
        toTable(
          ['command', 'seconds', 'user CPU s', 'memory, MB', 'times the first', 'by user CPU', 'target'],
          lines.map(({ name, seconds, cpuSeconds, memory, wall, cpu, most }) => [
            `\`${name}\``,
            digits(seconds),
            digits(cpuSeconds),
            digits(memory / 1e6),
            digits(wall),
            digits(cpu),
            digits(most),
          ]),
        ),
      ],
      data: { rows, lines, runs },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], model: string, table: string, parquet: string): Ran {
  const [command, ...options] = args.map((arg) => (arg === 'PARQUET' ? parquet : arg));
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', WITH_USAGE, PROGRAM, command, model, table, ...options],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const seconds = (performance.now() - start) / 1e3;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  const usage = JSON.parse(stderr.trim().split('\n').at(-1) as string);
  return { seconds, cpuSeconds: usage.userCPUTime / 1e6, memory: 1024 * usage.maxRSS };
}

/** The synthetic table and its model, with names as long as those of `adult`. */
export function writeAdult(table: string, model: string, rows: number): void {
  const block = 1e4;
  const { xlc, rows: some } = syntheticTable(block);
  const features = xlc.tables.map((scores, i) => ({
    name: `feature ${i}`,
    values: scores.map((_, v) => `value ${i}-${v}`),
  }));
  const weights = xlc.tables.map((scores) => [...scores]);
  writeFileSync(
    model,
    writeModelFile(linearModel({ classes: ['no', 'yes'], features, weights, intercept: xlc.bias })),
  );
  const file = openSync(table, 'w');
  writeSync(file, `${features.map(({ name }) => name).join(',')}\n`);
  // Rows that come again take as long as others: nothing is remembered of a row.
  const text = some.map((row) => `${row.map((v, i) => features[i].values[v]).join(',')}\n`).join('');
  for (let r = 0; r < rows; r += block) writeSync(file, text);
  closeSync(file);
}
