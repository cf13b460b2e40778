// The page in Chromium: how soon an answer follows a change of a value, how soon the first explanation is there, and a large table.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { median, quantile } from './measure.ts';
import type { Measured } from './page-run.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

const FILES = ['index.html', 'page.css', 'page.js'];

export function page({ quick }: Settings): Report {
  const sizes = FILES.map((name) => {
    const bytes = readFileSync(new URL(`../../packages/xpxlc/dist/page/${name}`, import.meta.url));
    return { name, bytes: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
  });
  const gzipped = sizes.reduce((sum, size) => sum + size.gzipped, 0);
  const measured = measure(quick);
  const { browser, whatIf, starts, examples, tables } = measured;
  const spread = (list: readonly number[]): string[] => [
    duration(median(list)),
    duration(quantile(Float64Array.from(list).sort(), 0.95)),
    duration(Math.max(...list)),
  ];
  return {
    name: 'page',
    title: 'The page',
    parts: [
      `Chromium ${browser}, headless, on this machine. The page is ${digits(gzipped / 1000)} kB gzipped (three files). *What if*: ${whatIf[0].answers.length} changes of values of a case with 60 features, from the \`input\` event until the answer, or all pictures with it, are painted:`,
      toTable(
        ['60 features', 'median', '95 %', 'longest'],
        whatIf.flatMap(({ name, answers, pictures }) => [
          [`${name}: decision, explanation, contrasts`, ...spread(answers)],
          [`${name}: and pictures`, ...spread(pictures)],
        ]),
      ),
      `From opening the address until the first explanation is painted (a view of the loans): ${duration(median(starts))}; from the click on an example: ${duration(median(examples))}. Medians of ${starts.length}.`,
      `A table of ${digits(tables[0].rows)} rows × ${tables[0].columns} columns (CSV, ${digits(tables[0].bytes / 1e6)} MB), from the choice of the file until`,
      toTable(
        [
          'first rows are seen',
          'first answers are seen',
          'all rows are answered',
          'sorted by a column',
          'filtered by a text',
        ],
        [
          (['first', 'answered', 'complete', 'sorted', 'filtered'] as const).map((key) =>
            duration(median(tables.map((table) => table[key]))),
          ),
        ],
      ),
    ],
    data: { sizes, gzipped, ...measured },
  };
}

/** Measured by a process that can wait for answers. */
function measure(quick: boolean): Measured {
  const script = fileURLToPath(new URL('./page-run.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, ...(quick ? ['quick'] : [])],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
