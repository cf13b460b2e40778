// How near to C? The same work on the same numbers in C (bench/c) and through the public functions, in one run: everyday rows as blocks, and
// the first explanations of instances that have millions. Answers are compared; times are the least of many runs, taken in turns.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Block,
  type Classifier,
  enumerateBlock,
  enumerateMasks,
  explainBlock,
  type Problem,
  tally,
  tallyBlock,
  weigh,
} from '@xpxlc/core';
import { toReduced } from '../../packages/core/src/reduce/classifier.ts';
import { DepthFirst } from '../../packages/core/src/search/cover-search.ts';
import { toCover } from '../../packages/core/src/weigh/cover.ts';
import { toWeighed } from '../../packages/core/src/weigh/problem.ts';
import { toSides } from '../../packages/core/src/weigh/sides.ts';
import {
  type Case,
  chooseRows,
  type Dataset,
  readDataset,
  syntheticCase,
  syntheticTable,
  toClassifier,
} from './data.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

/** What a C program says of a question: hashes of its answers and the least seconds. */
interface Said {
  readonly count: number;
  readonly masks: string;
  readonly tally: string;
  readonly smallest: string;
  readonly masksSeconds: number;
  readonly tallySeconds: number;
  readonly smallestSeconds: number;
}

/** Seconds in C and here. */
interface Pair {
  readonly c: number;
  readonly core: number;
}

/** Sets of a row that are listed or counted at most. */
const MOST = 1000;

export function kernel(settings: Settings): Report {
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    const programs = ['rows', 'long'].map((name) => compile(name, folder));
    if (programs.includes(undefined)) {
      const missing = 'There is no C compiler here (`cc`): nothing was compared.';
      return { name: 'kernel', title: 'Against C', parts: [missing], data: null };
    }
    const [rows, long] = programs as string[];
    const everyday = dataSets(settings).flatMap((set) => compareRows(set, rows, folder, settings) ?? []);
    const lists = longCases(settings).map((one) => compareLong(one, long, folder, settings));
    return {
      name: 'kernel',
      title: 'Against C',
      parts: [
        `Everyday rows, time a row here (and how many times that of C); at most ${MOST.toLocaleString('en')} sets of a row:`,
        rowsTable(everyday),
        'Long lists, nanoseconds an explanation here (and how many times that of C):',
        longTable(lists),
        'All answers were the same.',
      ],
      data: { everyday, lists },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(name: string, folder: string): string | undefined {
  const program = join(folder, name);
  const source = fileURLToPath(new URL(`../c/${name}.c`, import.meta.url));
  const { status, stderr } = spawnSync('cc', ['-O3', '-march=native', '-o', program, source], {
    encoding: 'utf8',
  });
  if (status === null) return undefined;
  if (status !== 0) throw new Error(stderr);
  return program;
}

function ask(program: string, file: string, repeats: number): Said[] {
  const { status, stdout, stderr } = spawnSync(program, [file, String(repeats)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** FNV on 64-bit numbers, as bench.h has it. */
function hash(numbers: Iterable<bigint>): string {
  let sum = 0n;
  for (const x of numbers) sum = BigInt.asUintN(64, (sum ^ x) * 0x100000001b3n);
  return String(sum);
}

function* masksOf(masks: Uint32Array, words: number): Generator<bigint> {
  for (let x = 0; x < masks.length; x += words)
    yield BigInt(masks[x]) | (words > 1 ? BigInt(masks[x + 1]) << 32n : 0n);
}

function check(what: string, here: string, there: string): void {
  if (here !== there) throw new Error(`${what}: C has another answer`);
}

/** The least seconds of so many calls. */
function least(call: () => unknown, repeats: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < repeats; k++) {
    const start = performance.now();
    call();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1e3;
}

// --- Everyday rows ---

const QUESTIONS = ['masks', 'tally', 'smallest'] as const;
const KINDS = ['axp', 'cxp'] as const;

interface Rows {
  readonly set: string;
  readonly features: number;
  /** Explanations and contrasts a row. */
  readonly sets: readonly number[];
  /** By kind and question. */
  readonly seconds: readonly Record<(typeof QUESTIONS)[number], Pair>[];
}

function dataSets({ data, quick }: Settings): Dataset[] {
  const folders = existsSync(data) ? readdirSync(data, { withFileTypes: true }) : [];
  const sets = folders
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readDataset(data, name) ?? []);
  return [...(quick ? sets.slice(0, 2) : sets), syntheticTable(1000)];
}

function compareRows(set: Dataset, program: string, folder: string, { quick }: Settings): Rows | undefined {
  process.stderr.write(`${set.name} …\n`);
  const classifier = toClassifier(set.xlc);
  const n = set.xlc.tables.length;
  const reduced = toReduced(classifier);
  const sides = toSides(reduced);
  const options = sides?.[0].rank.length ?? 0;
  if (sides === null || n > 64 || options > 1024 || sides.some(({ constant }) => constant)) return undefined;
  // As many rows of every set: evenly spread, or again and again.
  const rows = quick ? 256 : 2048;
  const columns = Array.from({ length: n }, (_, i) =>
    Uint8Array.from({ length: rows }, (_, r) => {
      const from = set.rows.length > rows ? Math.floor((r * set.rows.length) / rows) : r % set.rows.length;
      return set.rows[from][i];
    }),
  );
  const file = join(folder, 'rows.bin');
  writeFileSync(
    file,
    Buffer.concat(
      [
        BigInt64Array.from([n, rows, options, MOST].map(BigInt)),
        reduced.offset,
        ...sides.flatMap(({ threshold, window, counted, drops, rank, byRank, feature }) => [
          Float64Array.of(threshold),
          BigInt64Array.of(window === 0 ? 1n : 0n, BigInt(counted)),
          drops,
          rank,
          byRank,
          feature,
        ]),
        ...columns,
      ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    ),
  );
  const block: Block = { rows, columns };
  const first = ask(program, file, 0);
  KINDS.forEach((kind, k) => {
    checkRows(`${set.name}, ${kind}`, classifier, block, kind, first[k]);
  });
  // As in C, answers are written over earlier ones.
  const calls = KINDS.map((kind) => {
    let masks = enumerateBlock(classifier, block, { kind, limit: MOST });
    let counted = tallyBlock(classifier, block, { kind, limit: MOST });
    let one = explainBlock(classifier, block, { kind });
    return {
      masks: () => {
        masks = enumerateBlock(classifier, block, { kind, limit: MOST, into: masks });
      },
      tally: () => {
        counted = tallyBlock(classifier, block, { kind, limit: MOST, into: counted });
      },
      smallest: () => {
        one = explainBlock(classifier, block, { kind, into: one });
      },
    };
  });
  const empty = { c: Number.POSITIVE_INFINITY, core: Number.POSITIVE_INFINITY };
  const seconds = KINDS.map(() => ({ masks: empty, tally: empty, smallest: empty }));
  for (let round = 0; round < (quick ? 2 : 6); round++) {
    const said = ask(program, file, quick ? 2 : 10);
    KINDS.forEach((_, k) => {
      for (const question of QUESTIONS) {
        const { c, core } = seconds[k][question];
        seconds[k][question] = {
          c: Math.min(c, said[k][`${question}Seconds`] / rows),
          core: Math.min(core, least(calls[k][question], quick ? 2 : 10) / rows),
        };
      }
    });
  }
  return { set: set.name, features: n, sets: first.map(({ count }) => count / rows), seconds };
}

function checkRows(
  name: string,
  classifier: Classifier,
  block: Block,
  kind: 'axp' | 'cxp',
  said: Said,
): void {
  const { masks, words } = enumerateBlock(classifier, block, { kind, limit: MOST });
  check(`${name}, masks`, hash(masksOf(masks, words)), said.masks);
  const { counts, sizes, frequency } = tallyBlock(classifier, block, { kind, limit: MOST });
  check(
    `${name}, tally`,
    hash([counts, sizes, frequency].flatMap((list) => Array.from(list, BigInt))),
    said.tally,
  );
  const one = explainBlock(classifier, block, { kind });
  const sets = [...masksOf(one.masks, one.words)];
  check(`${name}, smallest`, hash(sets.flatMap((mask, r) => [BigInt(one.sizes[r]), mask])), said.smallest);
}

function rowsTable(rows: readonly Rows[]): string {
  const columns = [
    ['all masks', 0, 'masks'],
    ['all contrast masks', 1, 'masks'],
    ['count, sizes, frequencies', 0, 'tally'],
    ['one smallest', 0, 'smallest'],
    ['one smallest contrast', 1, 'smallest'],
  ] as const;
  const ratio = ({ c, core }: Pair): number => core / c;
  const mean = (numbers: readonly number[]): number =>
    Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);
  return toTable(
    ['set', 'features', 'explanations', 'contrasts', ...columns.map(([name]) => name)],
    [
      ...rows.map(({ set, features, sets, seconds }) => [
        set,
        String(features),
        ...sets.map(digits),
        ...columns.map(([, kind, question]) => {
          const pair = seconds[kind][question];
          return `${duration(pair.core)} (${digits(ratio(pair))})`;
        }),
      ]),
      [
        'geometric mean',
        '',
        '',
        '',
        ...columns.map(([, kind, question]) =>
          digits(mean(rows.map((row) => ratio(row.seconds[kind][question])))),
        ),
      ],
    ],
  );
}

// --- Long lists ---

interface Long {
  readonly set: string;
  readonly row: number;
  readonly features: number;
  readonly count: number;
  readonly masks: Pair;
  readonly tally: Pair;
  /** Smallest first, which the C program does not do. */
  readonly sized: number;
}

function longCases({ quick, data }: Settings): Case[] {
  const limit = quick ? 1e5 : 1e6;
  const real = ['promoters', 'spam_48'].flatMap((name) => readDataset(data, name) ?? []);
  const synthetic = ([58, 48] as const).flatMap((n) =>
    (['log-normal', 'uniform'] as const).map((d) => syntheticCase(n, d, 0)),
  );
  return [...real.flatMap((set) => chooseRows(set, quick ? 1 : 5, limit)), ...synthetic];
}

function compareLong(one: Case, program: string, folder: string, { quick }: Settings): Long {
  process.stderr.write(`${one.set} ${one.row} …\n`);
  const limit = quick ? 1e5 : 1e6;
  const problem = weigh(one.classifier, one.values);
  const search = new DepthFirst(toCover(toWeighed(problem).rivals[0], 'axp'));
  const { features, d, alone, count: n, grid } = search;
  const file = join(folder, 'long.bin');
  const weights = d.map((w, k) => (k < alone ? Number.POSITIVE_INFINITY : w));
  const bits = BigUint64Array.from(features, (i) => 1n << BigInt(i));
  writeFileSync(
    file,
    Buffer.concat(
      [BigInt64Array.of(BigInt(n), BigInt(limit)), Float64Array.of(grid.threshold), weights, bits].map(
        ({ buffer }) => new Uint8Array(buffer),
      ),
    ),
  );
  const name = `${one.set} ${one.row}`;
  const [first] = ask(program, file, 0);
  check(`${name}, masks`, hash(listed(problem, limit)), first.masks);
  const found = tally(problem, { limit });
  const sizes = Array.from({ length: n + 1 }, (_, s) => found.sizes[s] ?? 0);
  const byRank = Array.from(features, (i) => found.frequency[i]);
  check(`${name}, tally`, hash([...byRank, ...sizes].map(BigInt)), first.tally);
  const best = { masks: [Infinity, Infinity], tally: [Infinity, Infinity], sized: Infinity };
  const repeats = quick ? 2 : 6;
  for (let round = 0; round < (quick ? 2 : 10); round++) {
    const [said] = ask(program, file, 3 * repeats);
    best.masks[0] = Math.min(best.masks[0], said.masksSeconds);
    best.masks[1] = Math.min(
      best.masks[1],
      least(() => readMasks(problem, 'search', limit), repeats),
    );
    best.tally[0] = Math.min(best.tally[0], said.tallySeconds);
    best.tally[1] = Math.min(
      best.tally[1],
      least(() => tally(problem, { limit }), repeats),
    );
    best.sized = Math.min(
      best.sized,
      least(() => readMasks(problem, 'size', limit), repeats),
    );
  }
  const each = ([c, core]: readonly number[]): Pair => ({ c: c / first.count, core: core / first.count });
  return {
    set: one.set,
    row: one.row,
    features: one.values.length,
    count: first.count,
    masks: each(best.masks),
    tally: each(best.tally),
    sized: best.sized / first.count,
  };
}

function* listed(problem: Problem, limit: number): Generator<bigint> {
  for (const { masks, words, count } of enumerateMasks(problem, { limit }))
    yield* masksOf(masks.subarray(0, count * words), words);
}

function readMasks(problem: Problem, order: 'search' | 'size', limit: number): number {
  let sum = 0;
  for (const { masks, count } of enumerateMasks(problem, { order, limit })) sum += count + masks[0];
  return sum;
}

function longTable(lists: readonly Long[]): string {
  const cell = ({ c, core }: Pair): string => `${digits(core * 1e9)} (${digits(core / c)})`;
  return toTable(
    ['set', 'row', 'features', 'masks', 'tally', 'masks, smallest first'],
    lists.map(({ set, row, features, masks, tally: counted, sized }) => [
      set,
      String(row),
      String(features),
      cell(masks),
      cell(counted),
      digits(sized * 1e9),
    ]),
  );
}
