// What came of compilation: a table, a histogram of outcomes and two scatter plots, as in the paper.
import { histogram, scatter, toSvgText } from 'xpxlc/plot';
import { digits, duration, toTable } from '../../../bench/src/report.ts';
import type { CompilationSummary } from './compilation.ts';

type DatasetResult = CompilationSummary['datasets'][number];

/** Classes of the paper's histogram; what it compiled between 100 s and its limit of two hours is a class of its own. */
const BINS = ['≤ 2 s', '≤ 10 s', '≤ 100 s', '> 100 s', 'out of memory', 'out of time'];
const PAPER = [4, 1, 1, 3, 19, 9];

function binOf({ outcome, seconds }: DatasetResult): number {
  if (outcome === 'out of memory') return 4;
  if (outcome === 'out of time' || seconds === null) return 5;
  const bound = [2, 10, 100].findIndex((limit) => seconds <= limit);
  return bound < 0 ? 3 : bound;
}

/** How many datasets there are of each class. */
function outcomeCounts({ datasets }: CompilationSummary): number[] {
  return BINS.map((_, bin) => datasets.filter((dataset) => binOf(dataset) === bin).length);
}

/** Datasets of a size look the same in pictures: there are more of them than symbols. */
const GROUPS = [10, 20, 30, 50];
function groupOf(columns: number): string {
  const most = GROUPS.find((limit) => columns <= limit);
  return most === undefined ? `more than ${GROUPS.at(-1)} columns` : `up to ${most} columns`;
}

/** Rows that both sides explained in full, by the size of their dataset. */
function pairs({ datasets }: CompilationSummary) {
  const bySize = [...datasets].sort((a, b) => a.columns - b.columns);
  return bySize.flatMap(({ columns, seconds: compiling, rows }) =>
    rows.flatMap(({ seconds, ours }) =>
      seconds === null || ours === null || compiling === null
        ? []
        : [{ group: groupOf(columns), compiling, seconds, ours }],
    ),
  );
}

export async function plots(summary: CompilationSummary): Promise<Readonly<Record<string, string>>> {
  const points = pairs(summary);
  const x = { label: 'xpxlc, all explanations of an instance', unit: 's' };
  const ignored = points.map(({ group, seconds, ours }) => ({ x: ours, y: seconds, group }));
  const included = points.map(({ group, seconds, ours, compiling }) => ({
    x: ours,
    y: seconds + compiling,
    group,
  }));
  const total = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
  const counts = outcomeCounts(summary);
  const groups = [
    { name: `here, ${total(counts)} classifiers`, counts },
    { name: `the paper, ${total(PAPER)} classifiers`, counts: PAPER },
  ];
  return {
    'compilation-outcomes': await toSvgText((document) =>
      histogram(BINS, groups, {
        document,
        x: { label: 'time to compile' },
        y: { label: 'classifiers' },
        share: true,
      }),
    ),
    'compilation-enumeration': await toSvgText((document) =>
      scatter(ignored, { document, x, y: { label: 'from the diagram, compilation ignored', unit: 's' } }),
    ),
    'compilation-included': await toSvgText((document) =>
      scatter(included, { document, x, y: { label: 'from the diagram, compilation included', unit: 's' } }),
    ),
  };
}

export function section(summary: CompilationSummary): string {
  const { limits, datasets, versions } = summary;
  const points = pairs(summary);
  const compiled = datasets.filter(({ outcome }) => outcome === 'done');
  const ratios = points.map(({ seconds, ours }) => seconds / ours);
  const amortised = compiled.map(({ seconds, instances }) => (seconds ?? 0) / instances);
  const explained = datasets.flatMap(({ rows }) => rows);
  const others = explained.filter(({ outcome }) => outcome !== 'done').length;
  return [
    `Each classifier is retrained on one-hot columns (one for two values; scikit-learn's BernoulliNB with its default smoothing, on all
rows), its decision function is compiled into an SDD (PySDD, right-linear vtree, variables by falling weight), and the prime implicants that are part of an
instance are enumerated from it. Limits: ${limits.compileSeconds} s and ${limits.gigabytes} GiB to compile, ${limits.rowSeconds} s and
${limits.most} explanations per instance, in processor time; the paper's were two hours and 32 GB. ${limits.rows} instances per dataset, drawn at random. Weights are whole
numbers on both sides (the doubles, scaled), and of equal scores the first class wins, so both explain the very same function.`,
    `**Compiled:** ${compiled.length} of ${datasets.length} classifiers (the paper: 9 of 37).
**Answers:** of ${points.length} instances both sides list all explanations, and they are the same sets${others > 0 ? `; ${others} more met a limit` : ''}.
**Times:** enumerating from the diagram takes ${range(ratios, times)} as long as xpxlc, median ${times(median(ratios))} (the paper: 4 to 20
times its own), compilation not counted. Compiling takes ${range(
      compiled.map(({ seconds }) => seconds ?? 0),
      duration,
    )}, or spread over all instances of its
dataset ${range(amortised, duration)} each (the paper: a fraction of a second to 50 s).`,
    '![Time to compile, classifiers by class](compilation-outcomes.svg)',
    '![Enumeration, compilation ignored](compilation-enumeration.svg)',
    '![Enumeration, compilation included](compilation-included.svg)',
    `The enumeration from the diagram is Python on top of a C library, xpxlc is JavaScript and WebAssembly: factors of a few between the two say
little, and the growth of the diagram says much.`,
    toTable(
      [
        'dataset',
        'features',
        'columns',
        'instances',
        'compiled',
        'nodes',
        'memory',
        'explained',
        'explanations',
        'diagram',
        'xpxlc',
      ],
      datasets.map(datasetLine),
    ),
    `Packages: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join('\n\n');
}

function datasetLine(dataset: DatasetResult): string[] {
  const { name, features, columns, instances, outcome, seconds, nodes, peakBytes, rows } = dataset;
  const done = rows.filter((row) => row.outcome === 'done');
  const counts = rows.flatMap(({ count }) => (count === null ? [] : [Number(count)]));
  const middle = (values: readonly (number | null)[]) =>
    values.length === 0 ? '' : duration(median(values.map((value) => value ?? 0)));
  return [
    name,
    String(features),
    String(columns),
    String(instances),
    outcome === 'done' ? duration(seconds ?? 0) : outcome,
    nodes === null ? '' : howMany(nodes),
    `${(peakBytes / 2 ** 30).toFixed(2)} GiB`,
    outcome === 'done' ? `${done.length} of ${rows.length}` : '',
    counts.length === 0 ? '' : range(counts, howMany),
    middle(done.map((row) => row.seconds)),
    middle(done.map((row) => row.ours)),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function range(values: readonly number[], text: (value: number) => string): string {
  if (values.length === 0) return 'nothing';
  const [low, high] = [Math.min(...values), Math.max(...values)].map(text);
  return low === high ? low : `${low} to ${high}`;
}

function howMany(count: number): string {
  return count < 1e9 ? count.toLocaleString('en') : count.toExponential(1).replace('e+', '·10^');
}

function times(ratio: number): string {
  return `${digits(ratio)} times`;
}
