// Listing the first explanations of one instance (10^6 of them): count and frequencies, masks, iterator, smallest first;
// against the paper's algorithms in plain TypeScript and the original tool. Weighing the instance is always included.
import { enumerate, enumerateMasks, type Problem, tally, weigh } from '@xpxlc/core';
import { type Case, chooseRows, readDataset, syntheticCase } from './data.ts';
import { FULL, QUICK, type Spread, spread, type Timing, time } from './measure.ts';
import { type PerlRun, runPerl } from './perl.ts';
import { listPlainly, masksPlainly, tallyPlainly, weighPlainly } from './plain.ts';
import { runWhole } from './process.ts';
import { digits, type Report, ranged, type Settings, toTable } from './report.ts';

const OPERATIONS = [
  'plainTally',
  'plainMasks',
  'plainLists',
  'tally',
  'masks',
  'sized',
  'sets',
  'lists',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** What was measured on one instance: seconds for `limit` explanations. */
interface Measured {
  readonly set: string;
  readonly row: number;
  readonly features: number;
  readonly seconds: Record<Operation, Timing>;
  readonly perl?: { readonly plain: number; readonly fast: number; readonly sameAnswer: boolean };
  /** Whether the plain algorithm counts the same: doubles without a bound need not. */
  readonly plainSameAnswer: boolean;
}

export function listing(settings: Settings): Report {
  const limit = settings.quick ? 1e4 : 1e6;
  const sets = collect(settings, limit);
  const measured = sets.map((cases) => cases.map((one) => measureCase(one, limit, settings)));
  const whole = sets.map(([one]) => runWhole(one, limit));
  return {
    name: 'listing',
    title: `The first ${limit.toLocaleString('en')} explanations of an instance`,
    parts: [
      ...(sets.some(([{ set }]) => set === 'promoters')
        ? []
        : ['The public benchmark is absent: synthetic sets only.']),
      'Nanoseconds of user CPU per explanation (the median over the rows of a set):',
      timesTable(measured, limit),
      ...(settings.original === undefined
        ? ['No original repository given: no ratios to it.']
        : ratioTables(measured, whole)),
      `Times faster than the plain algorithm in TypeScript, median (range) over the rows:`,
      plainTable(measured),
      agreement(measured.flat(), settings),
    ],
    data: {
      limit,
      rows: measured.flat(),
      wholeProcessSeconds: sets.map(([{ set }], s) => ({ set, seconds: whole[s] })),
    },
  };
}

function collect({ quick, data }: Settings, limit: number): Case[][] {
  const perSet = quick ? 1 : 5;
  const real = ['promoters', 'spam_48'].flatMap((name) => readDataset(data, name) ?? []);
  const synthetic = ([58, 48] as const).flatMap((n) =>
    (['log-normal', 'uniform'] as const).map((d) =>
      Array.from({ length: quick ? 1 : 3 }, (_, row) => syntheticCase(n, d, row)),
    ),
  );
  return [...real.map((set) => chooseRows(set, perSet, limit)), ...synthetic];
}

function measureCase(one: Case, limit: number, { quick, original }: Settings): Measured {
  const { set, row, xlc, classifier, values } = one;
  const plain = () => weighPlainly(xlc, values);
  const problem = () => weigh(classifier, values);
  const calls: Record<Operation, () => number> = {
    plainTally: () => tallyPlainly(plain(), limit).count,
    plainMasks: () => masksPlainly(plain(), limit),
    plainLists: () => readLists(listPlainly(plain(), limit)),
    tally: () => tally(problem(), { limit }).count,
    masks: () => readMasks(problem(), 'search', limit),
    sized: () => readMasks(problem(), 'size', limit),
    sets: () => readSets(problem(), limit),
    lists: () => readFeatures(problem(), limit),
  };
  const effort = quick ? QUICK : FULL;
  const seconds = Object.fromEntries(
    OPERATIONS.map((name) => [name, time(calls[name], effort)]),
  ) as Measured['seconds'];
  const answer = tally(problem(), { limit });
  const perl =
    original === undefined ? undefined : [false, true].map((fast) => runPerl(original, one, limit, fast));
  return {
    set,
    row,
    features: values.length,
    seconds,
    ...(perl && {
      perl: {
        plain: perl[0].seconds,
        fast: perl[1].seconds,
        sameAnswer: perl.every((run) => isSame(run, answer)),
      },
    }),
    plainSameAnswer: isSame(tallyPlainly(plain(), limit), answer),
  };
}

function isSame(a: Pick<PerlRun, 'count' | 'frequency'>, b: Pick<PerlRun, 'count' | 'frequency'>): boolean {
  return a.count === b.count && a.frequency.every((times, i) => times === b.frequency[i]);
}

function readMasks(problem: Problem, order: 'search' | 'size', limit: number): number {
  let sum = 0;
  for (const { masks, count } of enumerateMasks(problem, { order, limit })) sum += count + masks[0];
  return sum;
}

function readSets(problem: Problem, limit: number): number {
  let sum = 0;
  for (const set of enumerate(problem, { limit })) if (set.has(7)) sum += 1;
  return sum;
}

function readFeatures(problem: Problem, limit: number): number {
  let sum = 0;
  for (const set of enumerate(problem, { limit })) sum += set.features.length;
  return sum;
}

function readLists(lists: Iterable<readonly number[]>): number {
  let sum = 0;
  for (const list of lists) sum += list.length;
  return sum;
}

/** The middle and the range over the rows of a set. */
function over(rows: readonly Measured[], value: (row: Measured) => number): Spread {
  return spread(rows.map(value));
}

function nameOf(rows: readonly Measured[]): string {
  const [{ set, features }] = rows;
  const short = set.replace(/, \d+$/, '');
  return `${short} (${features} features, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`;
}

function timesTable(sets: readonly (readonly Measured[])[], limit: number): string {
  const each = (rows: readonly Measured[], value: (row: Measured) => number) =>
    digits((over(rows, value).median * 1e9) / limit);
  const withPerl = sets.some(([{ perl }]) => perl !== undefined);
  return toTable(
    [
      'set',
      ...(withPerl ? ['Perl', 'Perl -x'] : []),
      'plain: count + frequency',
      'plain: masks',
      'plain: lists',
      '`tally`',
      '`enumerateMasks`',
      '… smallest first',
      '`enumerate`',
      '… and `.features`',
    ],
    sets.map((rows) => [
      nameOf(rows),
      ...(withPerl
        ? (['plain', 'fast'] as const).map((loop) => each(rows, ({ perl }) => perl?.[loop] ?? Number.NaN))
        : []),
      ...OPERATIONS.map((name) => each(rows, ({ seconds }) => seconds[name].median)),
    ]),
  );
}

const LOOPS = [
  ['plain', 'without -x'],
  ['fast', 'with -x, its faster loop'],
] as const;

function ratioTables(sets: readonly (readonly Measured[])[], whole: readonly number[]): string[] {
  const head = [
    'set',
    '`tally`',
    '`enumerateMasks`',
    '`enumerate`',
    '… and `.features`',
    '`tally` in a new process',
  ];
  return LOOPS.flatMap(([loop, words]) => [
    `Times faster than the original tool ${words} (always its count + frequencies), median (range) over the rows; the targets are 1000 for \`tally\`, 500 for masks, 100 for the iterator:`,
    toTable(
      head,
      sets.map((rows, s) => [
        nameOf(rows),
        ...(['tally', 'masks', 'sets', 'lists'] as const).map((name) =>
          ranged(over(rows, ({ perl, seconds }) => (perl?.[loop] ?? Number.NaN) / seconds[name].median)),
        ),
        digits((rows[0].perl?.[loop] ?? Number.NaN) / whole[s]),
      ]),
    ),
  ]);
}

function plainTable(sets: readonly (readonly Measured[])[]): string {
  const ratio = (rows: readonly Measured[], slow: Operation, quick: Operation) =>
    ranged(over(rows, ({ seconds }) => seconds[slow].median / seconds[quick].median));
  return toTable(
    [
      'set',
      '`tally`',
      '`enumerateMasks`',
      '`enumerate`',
      '… and `.features`',
      'smallest-first masks take (times depth-first; target 3)',
    ],
    sets.map((rows) => [
      nameOf(rows),
      ratio(rows, 'plainTally', 'tally'),
      ratio(rows, 'plainMasks', 'masks'),
      ratio(rows, 'plainLists', 'sets'),
      ratio(rows, 'plainLists', 'lists'),
      ratio(rows, 'sized', 'masks'),
    ]),
  );
}

function agreement(rows: readonly Measured[], { original }: Settings): string {
  const plain = rows.filter(({ plainSameAnswer }) => plainSameAnswer).length;
  const same = rows.filter(({ perl }) => perl?.sameAnswer).length;
  const perl = original === undefined ? '' : `, the original tool on ${same}`;
  return (
    `Count and frequencies are the same as those of the plain algorithm on ${plain} of ${rows.length} rows${perl} ` +
    '(the tool may take features of nearly equal drop in another order, and doubles may err).'
  );
}
