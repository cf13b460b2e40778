// Everyday rows: every instance of every set of the public benchmark, as far as it has not more explanations than a person would go
// through, asked one at a time through the public functions; against the paper's algorithm transcribed plainly.
import { existsSync, readdirSync } from 'node:fs';
import { type Classifier, count, enumerateMasks, type Problem, smallest, weigh } from '@xpxlc/core';
import { type Dataset, readDataset, syntheticTable, toClassifier } from './data.ts';
import { cpu, FULL, median, QUICK } from './measure.ts';
import { masksPlainly, smallestPlainly, tallyPlainly, weighPlainly } from './plain.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

/** Rows with more are not everyday, and left out. */
const MOST = 10_000;

interface Question {
  readonly name: string;
  /** Plainly, in doubles. */
  readonly plain: (set: Dataset, row: readonly number[]) => number;
  readonly core: (problem: Problem) => number;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'one smallest',
    plain: ({ xlc }, row) => smallestPlainly(weighPlainly(xlc, row)).length,
    core: (problem) => smallest(problem)?.length ?? 0,
  },
  {
    name: 'all, as masks',
    plain: ({ xlc }, row) => masksPlainly(weighPlainly(xlc, row), MOST),
    core: (problem) => {
      let sum = 0;
      for (const { count: found } of enumerateMasks(problem)) sum += found;
      return sum;
    },
  },
  {
    name: 'count, sizes, frequencies',
    plain: ({ xlc }, row) => tallyPlainly(weighPlainly(xlc, row), MOST).count,
    core: (problem) => Number(count(problem, { sizes: true, frequency: true }).count),
  },
];

export function everyday({ quick, data }: Settings): Report {
  const folders = existsSync(data) ? readdirSync(data, { withFileTypes: true }) : [];
  const sets = [
    ...folders.filter((entry) => entry.isDirectory()).flatMap(({ name }) => readDataset(data, name) ?? []),
    syntheticTable(1000),
  ];
  const measured = sets.flatMap((set) => {
    process.stderr.write(`${set.name} …\n`);
    const found = measure(set, quick);
    return found === undefined ? [] : [found];
  });
  const means = QUESTIONS.map((_, q) => geometric(measured.map(({ ratios }) => ratios[q])));
  return {
    name: 'everyday',
    title: 'Everyday rows',
    parts: [
      `User CPU a row, instances weighed and asked one at a time; rows with more than ${MOST.toLocaleString('en')} explanations left out. In brackets, how many times faster than the paper's algorithm in plain doubles:`,
      toTable(
        ['set', 'rows', 'features', ...QUESTIONS.map(({ name }) => name)],
        [
          ...measured.map(({ name, rows, features, seconds, ratios }) => [
            name,
            rows.toLocaleString('en'),
            String(features),
            ...seconds.map((s, q) => `${duration(s)} (${digits(ratios[q])} ×)`),
          ]),
          ['geometric mean', '', '', ...means.map((mean) => `${digits(mean)} ×`)],
        ],
      ),
    ],
    data: { measured, means },
  };
}

function measure(set: Dataset, quick: boolean) {
  const classifier: Classifier = toClassifier(set.xlc);
  const { runs, lasting } = quick ? QUICK : FULL;
  const stride = Math.max(1, Math.floor(set.rows.length / (quick ? 50 : 500)));
  const rows = set.rows
    .filter((_, r) => r % stride === 0)
    .filter((row) => count(weigh(classifier, row)).count <= MOST);
  if (rows.length === 0) return undefined;
  const timed = (ask: (row: readonly number[]) => number): number => {
    const all = (): number => rows.reduce((sum, row) => sum + ask(row), 0);
    all();
    const once = Math.max(cpu(all, 1), 1e-4);
    const calls = Math.max(1, Math.ceil(lasting / once));
    return median(Array.from({ length: runs }, () => cpu(all, calls) / calls / rows.length));
  };
  const seconds = QUESTIONS.map(({ core }) => timed((row) => core(weigh(classifier, row))));
  const plain = QUESTIONS.map(({ plain: ask }) => timed((row) => ask(set, row)));
  return {
    name: set.name,
    rows: rows.length,
    features: set.xlc.tables.length,
    seconds,
    ratios: plain.map((s, q) => s / seconds[q]),
  };
}

function geometric(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);
}
