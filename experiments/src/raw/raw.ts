// The paper's first experiment: how fast are all explanations listed, up to 10^6 of each instance?
import type { Command } from 'commander';
import { cactus, histogram, scatter, toSvgText } from 'xpxlc/plot';
import { describeDataset } from '../dataset.ts';
import type { Experiment, Frame } from '../experiment.ts';
import { wholeNumber } from '../whole-number.ts';
import { checkOriginal, type OriginalRecord, runOriginal, sampleRows } from './original.ts';
import { explainRow, type RowRecord } from './row.ts';
import { section } from './section.ts';
import { type RawSummary, summarize } from './summary.ts';

/** Options of its own. */
export interface RawOptions {
  /** Explanations listed per instance, at most. */
  readonly limit?: number;
  /** Rows per dataset, if not all: the first ones. */
  readonly rows?: number;
  /** The original repository, to compare with. */
  readonly perl?: string;
  readonly perlSample?: number;
}

export const raw: Experiment<RawSummary> = {
  name: 'raw',
  title: 'Raw performance',
  description: 'all explanations of every instance, up to 10^6 each: times and numbers',
  addOptions,
  run,
  plots,
  section,
};

function addOptions(command: Command): void {
  command
    .option('--limit <number>', 'explanations listed per instance, at most (default: 1000000)', wholeNumber)
    .option('--rows <number>', 'rows per dataset, at most (default: all)', wholeNumber)
    .option('--perl <folder>', 'a clone of the original repository, to run its tool on a sample')
    .option('--perl-sample <number>', 'rows per dataset in that sample (default: 4)', wholeNumber);
}

async function run(frame: Frame, options: RawOptions): Promise<RawSummary> {
  const {
    limit = frame.quick ? 1e4 : 1e6,
    rows = frame.quick ? 20 : undefined,
    perl,
    perlSample = 4,
  } = options;
  if (perl !== undefined) checkOriginal(perl);
  const sets = (await frame.datasets()).map((set) =>
    rows === undefined
      ? set
      : { ...set, rows: set.rows.slice(0, rows), ...(set.known && { known: set.known.slice(0, rows) }) },
  );
  const parameters = { limit, datasets: sets.map(describeDataset) };
  const store = frame.openStore<RowRecord>('raw', parameters);
  try {
    // The first answers of a process take longer: what they compile is compiled before.
    for (const set of sets)
      for (let row = 0; row < Math.min(3, set.rows.length); row++) explainRow(set, row, limit);
    const units = function* () {
      for (const set of sets)
        for (let row = 0; row < set.rows.length; row++)
          yield { key: `${set.name}:${row}`, run: () => explainRow(set, row, limit) };
    };
    await frame.work(
      store,
      units(),
      sets.reduce((sum, set) => sum + set.rows.length, 0),
    );
    const summary = summarize(sets, limit, (set, row) => store.get(`${set.name}:${row}`) as RowRecord);
    if (perl === undefined) return summary;
    return { ...summary, original: await compareWith(frame, perl, sets, { limit, sample: perlSample }) };
  } finally {
    store.close();
  }
}

async function compareWith(
  frame: Frame,
  perl: string,
  sets: Awaited<ReturnType<Frame['datasets']>>,
  { limit, sample }: { readonly limit: number; readonly sample: number },
): Promise<NonNullable<RawSummary['original']>> {
  const store = frame.openStore<Partial<OriginalRecord>>('raw-original', {
    limit,
    sample,
    datasets: sets.map(describeDataset),
  });
  try {
    const chosen = sets.flatMap((set) =>
      sampleRows(set, sample).map((row) => ({ set, row, key: `${set.name}:${row}` })),
    );
    const units = chosen.map(({ set, row, key }) => ({
      key,
      run: () => runOriginal(set, row, limit, perl) ?? {},
    }));
    await frame.work(store, units, units.length);
    return chosen.flatMap(({ set, row, key }) => {
      const record = store.get(key);
      return record?.original === undefined ? [] : [{ set: set.name, row, ...(record as OriginalRecord) }];
    });
  } finally {
    store.close();
  }
}

async function plots({
  limit,
  listing,
  counting,
  magnitudes,
  original,
}: RawSummary): Promise<Record<string, string>> {
  const words = limit.toLocaleString('en');
  const named = [
    { ...listing, name: `list up to ${words} explanations` },
    { ...counting, name: 'count all explanations' },
  ];
  const bins = magnitudes.map((_, power) => (power === 0 ? '1' : `≤ ${powerOfTen(power)}`));
  return {
    'raw-cactus': await toSvgText((document) =>
      cactus(named, { document, title: 'Time per instance, instances in increasing order' }),
    ),
    'raw-magnitudes': await toSvgText((document) =>
      histogram(bins, [{ name: 'instances', counts: magnitudes }], {
        document,
        title: 'Instances by the number of their explanations',
        x: { label: 'explanations of an instance' },
      }),
    ),
    ...(original === undefined
      ? {}
      : {
          'raw-original': await toSvgText((document) =>
            scatter(
              original.map((row) => ({ x: row.original, y: row.ours })),
              {
                document,
                title: 'Time per instance: the original tool and xpxlc',
                x: { label: 'original tool, user CPU', unit: 's' },
                y: { label: 'xpxlc', unit: 's' },
              },
            ),
          ),
        }),
  };
}

function powerOfTen(power: number): string {
  return power < 5 ? (10 ** power).toLocaleString('en') : `10${superscript(power)}`;
}

function superscript(power: number): string {
  return String(power).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
}
