// One smallest explanation: of every row of a table (12 features, 10^6 rows), and of one instance of up to 10^6
// features; against sorting the drops of each instance.
import { explainBlock, smallest, weigh } from '@xpxlc/core';
import { type Dataset, numericCase, readDataset, syntheticTable, toClassifier } from './data.ts';
import { collect, cpu, FULL, median, QUICK, time } from './measure.ts';
import { smallestPlainly, weighPlainly } from './plain.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';
import { explainBySorting, insertionSort, librarySort, prepare, smallestBySorting } from './sorting.ts';

export function smallestSuite(settings: Settings): Report {
  const bulk = tables(settings).map((table) => measureTable(table, settings));
  const one = (settings.quick ? [1e2, 1e3, 1e4] : [1e3, 1e4, 1e5, 1e6]).map((n) => measureOne(n, settings));
  return {
    name: 'smallest',
    title: 'One smallest explanation',
    parts: [
      'Rows a second of a table of 12 features, user CPU (`explainBlock`; target: 10 times faster than sorting per instance):',
      toTable(
        [
          'table',
          'rows',
          '`explainBlock`',
          'paper, plainly',
          'drops prepared, `sort` per row',
          '… insertion sort per row',
          'rows that differ',
        ],
        bulk.map(({ table, rows, seconds, differ }) => [
          table,
          rows.toLocaleString('en'),
          digits(rows / seconds.block),
          ...([seconds.paper, seconds.sort, seconds.insertion] as const).map(
            (s) => `${digits(rows / s)} (${digits(s / seconds.block)} ×)`,
          ),
          String(differ),
        ]),
      ),
      'In brackets, how many times faster `explainBlock` is. "Paper, plainly" finds the worst values of each instance, sorts and picks; the next two look up drops and thresholds prepared for the model, and only sort and pick per row.',
      'Of one instance of n numbers, user CPU (`smallest` on a weighed instance not asked anything before; the index sort computes its drops too):',
      toTable(
        ['n', '`smallest`', 'per feature', 'index sort', 'per feature', 'times faster', 'same answer'],
        one.map(({ n, seconds, sortSeconds, same }) => [
          n.toLocaleString('en'),
          duration(seconds),
          duration(seconds / n),
          duration(sortSeconds),
          duration(sortSeconds / n),
          digits(sortSeconds / seconds),
          same ? 'yes' : 'no',
        ]),
      ),
    ],
    data: { bulk, one },
  };
}

function tables({ quick, data }: Settings): Dataset[] {
  const adult = readDataset(data, 'adult');
  return [...(adult ? [adult] : []), syntheticTable(quick ? 1e3 : 1e5)];
}

/** The rows are repeated until there are enough. */
function measureTable({ name, xlc, rows: distinct }: Dataset, { quick }: Settings) {
  const times = Math.ceil((quick ? 1e4 : 1e6) / distinct.length);
  const rows = times * distinct.length;
  const columns = xlc.tables.map((_, i) =>
    Uint8Array.from({ length: rows }, (_, r) => distinct[r % distinct.length][i]),
  );
  const classifier = toClassifier(xlc);
  const prepared = prepare(xlc);
  const effort = quick ? QUICK : FULL;
  const block = () => explainBlock(classifier, { rows, columns });
  const sorted = (sort: typeof librarySort) => explainBySorting(prepared, columns, rows, sort);
  const seconds = {
    block: time(() => block().sizes[rows - 1], effort).median,
    sort: time(() => sorted(librarySort).sizes[rows - 1], effort).median,
    insertion: time(() => sorted(insertionSort).sizes[rows - 1], effort).median,
    paper: time(() => byPaper(distinct, xlc), effort).median * times,
  };
  const [a, b] = [block(), sorted(librarySort)];
  let differ = 0;
  for (let r = 0; r < distinct.length; r++)
    if (a.classes[r] !== b.classes[r] || a.masks[r] !== b.masks[r]) differ += 1;
  return { table: name, features: columns.length, rows, distinctRows: distinct.length, seconds, differ };
}

/** Algorithm 1 on each row. */
function byPaper(rows: Dataset['rows'], xlc: Dataset['xlc']): number {
  let sum = 0;
  for (const values of rows) sum += smallestPlainly(weighPlainly(xlc, values)).length;
  return sum;
}

/** Problems keep what they compute, so each repetition gets new ones; making them, and the garbage of it, is not timed. */
function measureOne(n: number, { quick }: Settings) {
  const one = numericCase(n, n);
  const instance = Array.from(one.values);
  const calls = Math.ceil((quick ? 1e5 : 1e6) / n);
  const seconds: number[] = [];
  const sortSeconds: number[] = [];
  for (let run = quick ? 3 : 9; run >= 0; run--) {
    const problems = Array.from({ length: calls }, () => weigh(one.classifier, instance));
    collect();
    seconds.push(cpu((call) => smallest(problems[call])?.length ?? 0, calls) / calls);
    sortSeconds.push(cpu(() => smallestBySorting(one).length, calls) / calls);
  }
  const [set, sorted] = [smallest(weigh(one.classifier, instance)) ?? [], smallestBySorting(one)];
  const same = set.length === sorted.length && set.every((i, at) => i === sorted[at]);
  // The first run only compiles.
  return {
    n,
    size: set.length,
    seconds: median(seconds.slice(1)),
    sortSeconds: median(sortSeconds.slice(1)),
    same,
  };
}
