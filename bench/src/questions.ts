// Questions about a whole table: rules that cover it, and where another model differs. `adult` of the corpus, or a synthetic table of
// that size; whole processes, from CSV.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linearModel } from '@xpxlc/core';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { type Dataset, readDataset, syntheticTable, toClassifier } from './data.ts';
import { median } from './measure.ts';
import { digits, type Report, type Settings, toTable } from './report.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/xpxlc/bin/xpxlc.js', import.meta.url));
/** Tells what a process has used, as the last line of stderr. */
const WITH_USAGE = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+JSON.stringify(process.resourceUsage())))`;

/** `A` and `B` are models, `T` the table. */
const COMMANDS: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'explain', args: ['explain', 'A', 'T', '--format', 'ndjson'] },
  { name: 'features --rules 0', args: ['features', 'A', 'T', '--format', 'json', '--rules', '0'] },
  { name: 'features', args: ['features', 'A', 'T', '--format', 'json'] },
  { name: 'compare --summary', args: ['compare', 'A', 'B', 'T', '--summary', '--format', 'json'] },
  { name: 'compare', args: ['compare', 'A', 'B', 'T', '--format', 'ndjson'] },
];

export function questions({ quick, data }: Settings): Report {
  const set = readDataset(data, 'adult') ?? syntheticTable(14_000);
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const files = write(set, folder);
    const runs = Array.from({ length: quick ? 1 : 5 }, () => COMMANDS.map(({ args }) => run(args, files)));
    const lines = COMMANDS.map(({ name }, c) => ({
      name,
      seconds: median(runs.map((turn) => turn[c].seconds)),
      cpuSeconds: median(runs.map((turn) => turn[c].cpuSeconds)),
      memory: Math.max(...runs.map((turn) => turn[c].memory)),
    }));
    const rules = rulesOf(files);
    const covered = [1, 3, 10].map((count) => ({
      count,
      share: rules.added.slice(0, count).reduce((sum, rows) => sum + rows, 0) / rules.rows,
    }));
    return {
      name: 'questions',
      title: 'Questions about a whole table',
      parts: [
        `${set.rows.length.toLocaleString('en')} rows of \`${set.name}\` (${set.xlc.tables.length} categories), from CSV, whole processes (median of ${runs.length} runs in turns). The other model does without the heaviest feature:`,
        toTable(
          ['command', 'seconds', 'user CPU s', 'memory, MB'],
          lines.map(({ name, seconds, cpuSeconds, memory }) => [
            `\`${name}\``,
            digits(seconds),
            digits(cpuSeconds),
            digits(memory / 1e6),
          ]),
        ),
        `Rows that rules cover: ${covered.map(({ count, share }) => `${count} rule${count === 1 ? '' : 's'} ${digits(100 * share)} %`).join(', ')}. The most common rule of a single row's smallest explanation covers ${digits(100 * rules.single)} %.`,
      ],
      data: { rows: set.rows.length, lines, runs, covered, single: rules.single },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Files {
  readonly A: string;
  readonly B: string;
  readonly T: string;
}

function write(set: Dataset, folder: string): Files {
  const files = { A: join(folder, 'a.json'), B: join(folder, 'b.json'), T: join(folder, 'table.csv') };
  const { model, features } = toClassifier(set.xlc);
  const { bias, tables } = set.xlc;
  const weight = (table: readonly number[]): number => Math.max(...table) - Math.min(...table);
  const heaviest = tables.reduce((best, table, i) => (weight(table) > weight(tables[best]) ? i : best), 0);
  const less = linearModel({
    classes: model.classes,
    features: features.filter((_, i) => i !== heaviest),
    weights: tables.filter((_, i) => i !== heaviest),
    intercept: bias,
  });
  const names = features.map(({ name }) => name);
  writeFileSync(files.A, writeModelFile(model));
  writeFileSync(files.B, writeModelFile(less));
  writeFileSync(files.T, `${[names, ...set.rows].map((cells) => cells.join(',')).join('\n')}\n`);
  return files;
}

function run(args: readonly string[], files: Files) {
  const start = performance.now();
  const { stderr } = program(args, files, ['--import', WITH_USAGE]);
  const seconds = (performance.now() - start) / 1e3;
  const usage = JSON.parse(stderr.trim().split('\n').at(-1) as string);
  return { seconds, cpuSeconds: usage.userCPUTime / 1e6, memory: 1024 * usage.maxRSS };
}

function program(args: readonly string[], files: Files, before: readonly string[] = []) {
  const named = args.map((arg) => (Object.hasOwn(files, arg) ? files[arg as keyof Files] : arg));
  const { status, stdout, stderr } = spawnSync(process.execPath, [...before, PROGRAM, ...named], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { stdout, stderr };
}

/** What pooled rules cover, and what the most common rule of single rows does. */
function rulesOf(files: Files) {
  const [{ rules, rows }] = JSON.parse(program(['features', 'A', 'T', '--format', 'json'], files).stdout) as [
    { readonly rules: readonly { readonly added: number }[]; readonly rows: number },
  ];
  const counts = new Map<string, number>();
  for (const line of program(['explain', 'A', 'T', '--format', 'ndjson'], files).stdout.trim().split('\n')) {
    const { class: name, explanations } = JSON.parse(line);
    const key = JSON.stringify([name, explanations[0].literals]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { rows, added: rules.map(({ added }) => added), single: Math.max(...counts.values()) / rows };
}
