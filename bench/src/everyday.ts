// Everyday rows: every instance of every set of the public benchmark, as far as it has not more explanations than a person would go
// through; as blocks, with the kernel and without it, and one at a time through the public functions. Against the paper's algorithm
// transcribed plainly.
import { existsSync, readdirSync } from 'node:fs';
import {
  type Block,
  blockChanges,
  type Classifier,
  count,
  counterfactual,
  enumerateBlock,
  enumerateMasks,
  explainBlock,
  type Problem,
  smallest,
  tallyBlock,
  weigh,
} from '@xpxlc/core';
import { withoutKernel } from '../../packages/core/src/kernel/load.ts';
import { type Dataset, readDataset, syntheticTable, toClassifier } from './data.ts';
import { cpu, FULL, median, QUICK } from './measure.ts';
import { contrastPlainly, masksPlainly, smallestPlainly, tallyPlainly, weighPlainly } from './plain.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

/** Rows with more are not everyday, and left out. */
const MOST = 10_000;
/** Rows asked about, at most. */
const ROWS = 2000;

interface Question {
  readonly name: string;
  /** Plainly, in doubles. */
  readonly plain: (set: Dataset, row: readonly number[]) => number;
  readonly block: (classifier: Classifier, block: Block) => number;
  readonly alone: (problem: Problem) => number;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'one smallest',
    plain: ({ xlc }, row) => smallestPlainly(weighPlainly(xlc, row)).length,
    block: (classifier, block) => explainBlock(classifier, block).sizes[0],
    alone: (problem) => smallest(problem).length,
  },
  {
    name: 'smallest contrast, its values',
    plain: ({ xlc }, row) => contrastPlainly(xlc, row).values.length,
    block: (classifier, block) =>
      blockChanges(classifier, block, explainBlock(classifier, block, { kind: 'cxp' })).indices[0],
    alone: (problem) => {
      const contrast = smallest(problem, { kind: 'cxp' });
      return contrast === undefined ? 0 : (counterfactual(problem, contrast)?.changed.length ?? 0);
    },
  },
  {
    name: 'all, as masks',
    plain: ({ xlc }, row) => masksPlainly(weighPlainly(xlc, row), MOST),
    block: (classifier, block) => enumerateBlock(classifier, block, { limit: MOST }).masks.length,
    alone: (problem) => {
      let sum = 0;
      for (const { count: found } of enumerateMasks(problem)) sum += found;
      return sum;
    },
  },
  {
    name: 'count, sizes, frequencies',
    plain: ({ xlc }, row) => tallyPlainly(weighPlainly(xlc, row), MOST).count,
    block: (classifier, block) => tallyBlock(classifier, block, { limit: MOST }).counts[0],
    alone: (problem) => Number(count(problem, { sizes: true, frequency: true }).count),
  },
];

/** The ways to ask. */
const WAYS = ['kernel', 'script', 'alone'] as const;

export function everyday({ quick, data }: Settings): Report {
  const folders = existsSync(data) ? readdirSync(data, { withFileTypes: true }) : [];
  const sets = [
    ...folders.filter((entry) => entry.isDirectory()).flatMap(({ name }) => readDataset(data, name) ?? []),
    syntheticTable(ROWS),
  ];
  const measured = sets.flatMap((set) => {
    process.stderr.write(`${set.name} …\n`);
    const found = measure(set, quick);
    return found === undefined ? [] : [found];
  });
  const ratios = (way: (typeof WAYS)[number], q: number): number[] =>
    measured.map((set) => set.plain[q] / set[way][q]);
  const summary = WAYS.map((way) => ({
    way,
    means: QUESTIONS.map((_, q) => geometric(ratios(way, q))),
    least: QUESTIONS.map((_, q) => Math.min(...ratios(way, q))),
  }));
  const table = (way: (typeof WAYS)[number]): string =>
    toTable(
      ['set', 'rows', 'features', ...QUESTIONS.map(({ name }) => name)],
      [
        ...measured.map((set) => [
          set.name,
          set.rows.toLocaleString('en'),
          String(set.features),
          ...set[way].map((s, q) => `${duration(s)} (${digits(set.plain[q] / s)} ×)`),
        ]),
        ...summary
          .filter((line) => line.way === way)
          .flatMap(({ means, least }) => [
            ['geometric mean', '', '', ...means.map((mean) => `${digits(mean)} ×`)],
            ['least', '', '', ...least.map((ratio) => `${digits(ratio)} ×`)],
          ]),
      ],
    );
  return {
    name: 'everyday',
    title: 'Everyday rows',
    parts: [
      `User CPU a row; rows with more than ${MOST.toLocaleString('en')} explanations left out. In brackets, how many times faster than the paper's algorithm in plain doubles. As blocks, in WebAssembly:`,
      table('kernel'),
      'As blocks, in JavaScript alone:',
      table('script'),
      'One at a time, weighing included:',
      table('alone'),
    ],
    data: { measured, summary },
  };
}

function measure(set: Dataset, quick: boolean) {
  const classifier: Classifier = toClassifier(set.xlc);
  const { runs, lasting } = quick ? QUICK : FULL;
  const stride = Math.max(1, Math.floor(set.rows.length / (quick ? 50 : ROWS)));
  const rows = set.rows
    .filter((_, r) => r % stride === 0)
    .filter((row) => count(weigh(classifier, row)).count <= MOST);
  if (rows.length === 0) return undefined;
  const block = {
    rows: rows.length,
    columns: set.xlc.tables.map((_, i) => Uint16Array.from(rows, (row) => row[i])),
  };
  const timed = (all: () => number): number => {
    for (let warm = 0; warm < 3; warm++) all();
    const calls = Math.max(1, Math.ceil(lasting / Math.max(cpu(all, 3) / 3, 1e-5)));
    return median(Array.from({ length: runs }, () => cpu(all, calls) / calls / rows.length));
  };
  const each = (ask: (row: readonly number[]) => number) => () =>
    rows.reduce((sum, row) => sum + ask(row), 0);
  return {
    name: set.name,
    rows: rows.length,
    features: set.xlc.tables.length,
    plain: QUESTIONS.map(({ plain }) => timed(each((row) => plain(set, row)))),
    kernel: QUESTIONS.map((question) => timed(() => question.block(classifier, block))),
    script: QUESTIONS.map((question) => withoutKernel(() => timed(() => question.block(classifier, block)))),
    alone: QUESTIONS.map(({ alone }) => timed(each((row) => alone(weigh(classifier, row))))),
  };
}

function geometric(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);
}
