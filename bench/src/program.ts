// The program as a whole: a table of ten million rows; a million explanations of one instance, starting up, and every instance of
// the public benchmark. Each run is a process; wall time, as a user has it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { categoricalNaiveBayes } from '@xpxlc/core';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { readDataset } from './data.ts';
import { FEATURES, writeTable } from './large-table.ts';
import { median } from './measure.ts';
import { withFiles } from './perl.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/xpxlc/bin/xpxlc.js', import.meta.url));
/** Tells the most memory a process had, as the last line of stderr. */
const WITH_MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+process.resourceUsage().maxRSS))`;

interface Ran {
  readonly seconds: number;
  /** Bytes. */
  readonly memory: number;
}

function run(
  args: readonly string[],
  stdout: 'ignore' | 'pipe' = 'ignore',
): Ran & { readonly stdout: string } {
  const start = performance.now();
  const ran = spawnSync(process.execPath, ['--import', WITH_MEMORY, PROGRAM, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'pipe'],
    maxBuffer: 2 ** 30,
  });
  const seconds = (performance.now() - start) / 1e3;
  if (ran.status !== 0 && ran.status !== 1) throw new Error(`${args.join(' ')}: ${ran.stderr}`);
  return { seconds, memory: 1024 * Number(ran.stderr.trim().split('\n').at(-1)), stdout: ran.stdout ?? '' };
}

export function program(settings: Settings): Report {
  const parts = [manyExplanations(settings), startUp(settings), everyInstance(settings)];
  return {
    name: 'program',
    title: 'The program as a whole',
    parts: parts.flatMap((part) => part.text),
    data: Object.assign({}, ...parts.map((part) => part.data)),
  };
}

/** A table of ten million rows. */
export function large(settings: Settings): Report {
  const { text, data } = wholeTable(settings);
  return { name: 'large', title: 'A large table', parts: text, data };
}

interface Part {
  readonly text: readonly string[];
  readonly data: object;
}

/** Explaining every row of a large CSV file, against reading it. */
function wholeTable({ quick }: Settings): Part {
  const rows = quick ? 1e5 : 1e7;
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const table = join(folder, 'table.csv');
    const model = join(folder, 'model.json');
    writeTable(table, rows);
    writeFileSync(model, randomModel());
    const targets = ['to /dev/null', 'reasons.ndjson', 'reasons.parquet'] as const;
    const runs = Array.from({ length: quick ? 1 : 3 }, () => ({
      bare: readBare(table),
      ours: targets.map((target) => {
        if (target === 'to /dev/null') return run(['explain', model, table, '--format', 'ndjson']);
        const path = join(folder, target);
        const ran = run(['explain', model, table, '-o', path]);
        const { size } = statSync(path);
        rmSync(path);
        return { ...ran, size };
      }),
    }));
    const bare = median(runs.map((r) => r.bare));
    const lines = targets.map((target, t) => {
      const seconds = median(runs.map(({ ours }) => ours[t].seconds));
      return {
        target,
        seconds,
        ratio: median(runs.map((r) => r.ours[t].seconds / r.bare)),
        memory: Math.max(...runs.map(({ ours }) => ours[t].memory)),
        size: (runs[0].ours[t] as { size?: number }).size,
      };
    });
    return {
      text: [
        `\`xpxlc explain\` of one smallest explanation per row, ${rows.toLocaleString('en')} rows of ${FEATURES.length} categories (${digits(statSync(table).size / 2 ** 20)} MiB of CSV); against DuckDB alone reading and encoding the same file (${digits(bare)} s; median of ${runs.length} runs in turns):`,
        toTable(
          ['answers', 'seconds', 'rows a second', 'times bare reading', 'memory, MB', 'written, MB'],
          lines.map(({ target, seconds, ratio, memory, size }) => [
            target === 'to /dev/null' ? 'NDJSON to /dev/null' : target,
            digits(seconds),
            digits(rows / seconds),
            digits(ratio),
            digits(memory / 1e6),
            size === undefined ? '' : digits(size / 1e6),
          ]),
        ),
      ],
      data: { table: { rows, runs, lines } },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds of DuckDB alone. */
function readBare(table: string): number {
  const script = fileURLToPath(new URL('./bare-reading.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, table], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** A naive Bayes model of the table's features, from a fixed seed. */
function randomModel(): string {
  let seed = 777;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const likelihood = FEATURES.map(({ values }) =>
    [0, 1].map(() => {
      const weights = values.map(() => 0.2 + random());
      const total = weights.reduce((a, b) => a + b);
      return weights.map((w) => w / total);
    }),
  );
  return writeModelFile(
    categoricalNaiveBayes({ classes: ['no', 'yes'], features: FEATURES, prior: [0.45, 0.55], likelihood }),
  );
}

/** A million explanations of one instance as NDJSON, against the original's `-w`. */
function manyExplanations({ quick, data, original }: Settings): Part {
  const set = readDataset(data, 'promoters');
  if (set === undefined) return { text: [`(no corpus at ${data}: nothing listed)`], data: {} };
  const limit = quick ? 1e4 : 1e6;
  const row = 29;
  const folder = join(data, 'promoters');
  const explain = (...rest: string[]): Ran =>
    run([
      'explain',
      join(folder, 'model.xlc'),
      join(folder, 'instances.csv.gz'),
      '--xmap',
      join(folder, 'model.xmap'),
      ...['--values', 'index', '--rows', String(row), '--limit', String(limit), ...rest],
    ]);
  const runs = Array.from({ length: quick ? 1 : 3 }, () => ({
    search: explain('--order', 'search', '--format', 'ndjson').seconds,
    size: explain('--order', 'size', '--format', 'ndjson').seconds,
    legacy: withFiles(set.xlc.text, set.rows[row], (model, instance) =>
      run(['legacy', '-f', model, '-i', instance, '-n', String(limit), '-w']),
    ).seconds,
    perl: original === undefined ? undefined : perl(original, set.xlc.text, set.rows[row], limit, ['-w']),
  }));
  const lines = (['search', 'size', 'legacy'] as const).map((name) => ({
    name,
    seconds: median(runs.map((r) => r[name])),
    ratio: original === undefined ? undefined : median(runs.map((r) => (r.perl as number) / r[name])),
  }));
  const names = {
    search: '`explain --order search --format ndjson` (names, positions, literals)',
    size: '`explain --order size --format ndjson`',
    legacy: '`legacy -w` (the text of the original)',
  };
  return {
    text: [
      `The first ${limit.toLocaleString('en')} explanations of row ${row} of promoters (58 features) to /dev/null, whole processes (median of ${runs.length}):`,
      toTable(
        ['command', 'seconds', 'times as fast as the original -w'],
        lines.map(({ name, seconds, ratio }) => [
          names[name],
          digits(seconds),
          ratio === undefined ? '' : digits(ratio),
        ]),
      ),
    ],
    data: { listing: { limit, runs } },
  };
}

/** Seconds of a run of the original. */
function perl(
  original: string,
  text: string,
  values: readonly number[],
  limit: number,
  flags: readonly string[],
): number {
  return withFiles(text, values, (model, instance) => {
    const start = performance.now();
    const ran = spawnSync(
      'perl',
      ['scripts/xpxlc', '-f', model, '-i', instance, '-n', String(limit), ...flags],
      { cwd: original, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    if (ran.status !== 0) throw new Error(`the original tool failed: ${ran.stderr}`);
    return (performance.now() - start) / 1e3;
  });
}

/** Starting up, against a bare Node. */
function startUp({ quick }: Settings): Part {
  const loans = fileURLToPath(new URL('../../packages/xpxlc/examples/loans.json', import.meta.url));
  const one = 'age=40,income=72.6,home=rent,late payments=1';
  const cases = {
    'node -e 0': ['-e', '0'],
    '`xpxlc --version`': [PROGRAM, '--version'],
    '`xpxlc explain MODEL --instance …`': [PROGRAM, 'explain', loans, '--instance', one],
  };
  const seconds: Record<string, number[]> = {};
  for (let turn = 0; turn < (quick ? 3 : 25); turn++)
    for (const [name, args] of Object.entries(cases)) {
      const start = performance.now();
      spawnSync(process.execPath, args, { stdio: 'ignore' });
      seconds[name] = [...(seconds[name] ?? []), (performance.now() - start) / 1e3];
    }
  const bare = median(seconds['node -e 0']);
  return {
    text: [
      'Starting up (median of runs in turns):',
      toTable(
        ['', 'time', 'times bare node'],
        Object.entries(seconds).map(([name, times]) => [
          name,
          duration(median(times)),
          digits(median(times) / bare),
        ]),
      ),
    ],
    data: { startUp: seconds },
  };
}

/** All instances of all sets: a smallest explanation, and the frequencies of the first 10^6 explanations. */
function everyInstance({ quick, data, original }: Settings): Part {
  if (!existsSync(join(data, 'index.json'))) return { text: [], data: {} };
  const limit = quick ? 1e3 : 1e6;
  const names = readdirSync(data).filter((name) => existsSync(join(data, name, 'model.xlc')));
  const some = quick ? names.slice(0, 2) : names;
  const lines = some.map((name) => {
    const set = readDataset(data, name);
    if (set === undefined) throw new Error(name);
    const file = (part: string): string => join(data, name, part);
    const common = [
      file('model.xlc'),
      file('instances.csv.gz'),
      '--xmap',
      file('model.xmap'),
      '--values',
      'index',
      '--format',
      'ndjson',
    ];
    const smallest = run(['explain', ...common]).seconds;
    const first = run(['count', ...common, '--limit', String(limit)]).seconds;
    const sample = [0.1, 0.5, 0.9].map((share) => Math.floor(share * set.rows.length));
    const theirs = (flags: readonly string[], most: number): number | undefined =>
      original === undefined
        ? undefined
        : (sample.reduce((sum, row) => sum + perl(original, set.xlc.text, set.rows[row], most, flags), 0) /
            sample.length) *
          set.rows.length;
    return {
      name,
      rows: set.rows.length,
      smallest,
      first,
      theirSmallest: theirs(['-w'], 1),
      theirFirst: theirs(['-s'], limit),
    };
  });
  const total = (pick: (line: (typeof lines)[number]) => number | undefined): number =>
    lines.reduce((sum, line) => sum + (pick(line) ?? 0), 0);
  const rows = total((line) => line.rows);
  const compare = (ours: number, theirs: number): string =>
    original === undefined
      ? ''
      : `; the original would take ${duration(theirs)} (extrapolated from three rows of each set): ${digits(theirs / ours)} times as long`;
  return {
    text: [
      `All ${rows.toLocaleString('en')} instances of ${lines.length} sets of the public benchmark, a process per set: one smallest explanation each in ${duration(total((line) => line.smallest))}${compare(
        total((line) => line.smallest),
        total((line) => line.theirSmallest),
      )}. Up to ${limit.toLocaleString('en')} explanations each gone through for counts and frequencies, in ${duration(total((line) => line.first))}${compare(
        total((line) => line.first),
        total((line) => line.theirFirst),
      )}.`,
    ],
    data: { everyInstance: lines },
  };
}
