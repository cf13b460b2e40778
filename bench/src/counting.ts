// Counting explanations without listing them: every instance of the public benchmark, against listing and against the original
// tool (both extrapolated), what sizes and frequencies cost on top, and how it grows with the number of features.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Classifier, count, LimitError, linearModel, reduce, tally, weigh } from '@xpxlc/core';
import { readDataset, toClassifier } from './data.ts';
import { median } from './measure.ts';
import { runPerl } from './perl.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

/** Seconds and the answer. */
function timed<T>(call: () => T): { readonly seconds: number; readonly answer: T } {
  const start = performance.now();
  const answer = call();
  return { seconds: (performance.now() - start) / 1e3, answer };
}

export function counting(settings: Settings): Report {
  const parts = [everyInstance(settings), againstListing(settings), growth(settings)];
  return {
    name: 'counting',
    title: 'Counting without listing',
    parts: parts.flatMap((part) => part.text),
    data: Object.assign({}, ...parts.map((part) => part.data)),
  };
}

interface Part {
  readonly text: readonly string[];
  readonly data: object;
}

function everyInstance({ quick, data }: Settings): Part {
  if (!existsSync(join(data, 'index.json'))) return { text: [`(no corpus at ${data})`], data: {} };
  const names = readdirSync(data).filter((name) => existsSync(join(data, name, 'model.xlc')));
  const lines = (quick ? names.slice(0, 3) : names).map((name) => {
    const set = readDataset(data, name);
    if (set === undefined) throw new Error(name);
    const classifier = toClassifier(set.xlc);
    const seconds = new Float64Array(set.rows.length);
    let most = 0n;
    set.rows.forEach((row, r) => {
      const ran = timed(() => count(weigh(classifier, row)).count);
      seconds[r] = ran.seconds;
      if (ran.answer > most) most = ran.answer;
    });
    const sorted = seconds.toSorted();
    return {
      name,
      features: set.xlc.tables.length,
      rows: seconds.length,
      seconds: seconds.reduce((sum, x) => sum + x, 0),
      longest: sorted.at(-1) ?? 0,
      quickly: seconds.filter((x) => x < 0.1).length / seconds.length,
      most: String(most),
    };
  });
  const hard = lines.toSorted((a, b) => b.longest - a.longest).slice(0, 6);
  const rows = lines.reduce((sum, line) => sum + line.rows, 0);
  const memory = process.resourceUsage().maxRSS * 1024;
  return {
    text: [
      `All ${rows.toLocaleString('en')} instances of ${lines.length} sets counted exactly in ${duration(lines.reduce((sum, line) => sum + line.seconds, 0))}, none above ${duration(Math.max(...lines.map(({ longest }) => longest)))}; memory of the process ${digits(memory / 2 ** 20)} MiB at most. The hardest sets:`,
      toTable(
        ['set', 'features', 'instances', 'longest', 'under 100 ms', 'most explanations'],
        hard.map(({ name, features, rows: number, longest, quickly, most }) => [
          name,
          String(features),
          number.toLocaleString('en'),
          duration(longest),
          `${digits(100 * quickly)} %`,
          BigInt(most).toLocaleString('en'),
        ]),
      ),
    ],
    data: { everyInstance: lines, memory },
  };
}

/** Rows with very many explanations: counting, against going through them at the speed of the first 10^6. */
function againstListing({ quick, data, original }: Settings): Part {
  const chosen: [string, number][] = [
    ['promoters', 29],
    ['promoters', 11],
    ['spam_48', 254],
  ];
  const lines = chosen.flatMap(([name, row]) => {
    const set = readDataset(data, name);
    if (set === undefined) return [];
    const problem = () => weigh(toClassifier(set.xlc), set.rows[row]);
    const runs = quick ? 1 : 3;
    const best = (call: () => unknown): number =>
      median(Array.from({ length: runs }, () => timed(call).seconds));
    const ready = problem();
    const plain = best(() => count(ready));
    const { count: total } = count(ready);
    const limit = quick ? 1e4 : 1e6;
    const listing = best(() => tally(ready, { limit })) / limit;
    const one = { set: name, row, xlc: set.xlc, classifier: toClassifier(set.xlc), values: set.rows[row] };
    const perl = original === undefined ? undefined : runPerl(original, one, limit, false).seconds / limit;
    return [
      {
        name: `${name}, row ${row}`,
        total: String(total),
        plain,
        frequency: best(() => count(ready, { frequency: true })),
        sizes: best(() => count(ready, { sizes: true })),
        listing: listing * Number(total),
        perl: perl === undefined ? undefined : perl * Number(total),
      },
    ];
  });
  const times = (x: number): string => `${digits(x)}×`;
  return {
    text: [
      'Counting against going through all of them (extrapolated from the first 10^6), by the fastest way there is here and by the original tool:',
      toTable(
        ['instance', 'explanations', 'count', 'with frequencies', 'with sizes', 'listing', 'original'],
        lines.map(({ name, total, plain, frequency, sizes, listing, perl }) => [
          name,
          BigInt(total).toLocaleString('en'),
          duration(plain),
          times(frequency / plain),
          times(sizes / plain),
          `${duration(listing)} (${times(listing / plain)})`,
          perl === undefined ? '' : `${digits(perl / 3600)} h (${times(perl / plain)})`,
        ]),
      ),
    ],
    data: { againstListing: lines },
  };
}

const WEIGHTS = {
  uniform: (random: () => number) => random(),
  'log-normal': (random: () => number) =>
    Math.exp(Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())),
  'points up to 100': (random: () => number) => 1 + Math.floor(100 * random()),
  'points up to 10,000': (random: () => number) => 1 + Math.floor(10_000 * random()),
} as const;

/** Random weights of which a half is needed: how many features can be counted? */
function growth({ quick }: Settings): Part {
  const sizes = quick ? [16, 24] : [16, 24, 32, 40, 44, 48, 52, 56, 64, 128, 362];
  const lines = sizes.map((n) => ({
    n,
    seconds: Object.entries(WEIGHTS).map(([name, draw]) => {
      // Random weights beyond this are refused; trying would take the memory first.
      let seed = n;
      const random = (): number => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return seed / 2 ** 32;
      };
      const classifier = randomClassifier(Array.from({ length: n }, () => draw(random)));
      const ran = timed(() => {
        try {
          return count(weigh(classifier, new Array(n).fill('yes'))).count;
        } catch (error) {
          if (error instanceof LimitError) return undefined;
          throw error;
        }
      });
      return { name, seconds: ran.answer === undefined ? null : ran.seconds, count: String(ran.answer) };
    }),
  }));
  return {
    text: [
      'Growth with the number of features that matter, for random weights of which a half is needed (one instance each; "refused" is beyond the default budget):',
      toTable(
        ['features', ...Object.keys(WEIGHTS)],
        lines.map(({ n, seconds }) => [
          String(n),
          ...seconds.map(({ seconds: time }) => (time === null ? 'refused' : duration(time))),
        ]),
      ),
    ],
    data: { growth: lines },
  };
}

function randomClassifier(weights: readonly number[]): Classifier {
  const total = weights.reduce((sum, w) => sum + w, 0);
  return reduce(
    linearModel({
      classes: ['no', 'yes'],
      features: weights.map((_, i) => ({ name: `x${i}`, values: ['no', 'yes'] })),
      weights: weights.map((w) => [0, w]),
      intercept: -total / 2,
    }),
  );
}
