// The Python package: `smallest` of whole tables against the block interface in Node, and one explanation against shap, LIME and Anchor on
// the same model and rows. Environments are those of the tests (tools/python.mjs).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { categoricalNaiveBayes, scorecard } from '@xpxlc/core';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { random } from './data.ts';
import { median } from './measure.ts';
import type { PythonRun, Timed } from './python-run.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';
import { FEATURES } from './tables.ts';

export function python({ quick }: Settings): Report {
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    writeModels(folder);
    const [rows, runs, explained] = quick ? [1e5, 1, 3] : [1e7, 5, 50];
    const { node, package: tables, rivals } = measure(folder, rows, runs, explained);
    if (tables.numpy.sizes !== node.sizes) throw new Error('the two doors give different answers');
    const base = medianOf(node).cpu / node.rows;
    const rate = ([name, timed]: [string, Timed]): string[] => {
      const { wall, cpu } = medianOf(timed);
      return [
        name,
        timed.rows.toLocaleString('en'),
        duration(wall),
        duration(cpu),
        digits(timed.rows / wall / 1e6),
        digits(cpu / timed.rows / base),
      ];
    };
    const own = rivals['xpxlc, all rows in one call'];
    return {
      name: 'python',
      title: 'The Python package',
      parts: [
        '`smallest` of a table with 12 features (sets, classes, margins), one process; medians of wall time and of processor time. Numbers in bins from numpy, categories from tables:',
        toTable(
          ['input', 'rows', 'wall', 'processor', 'million rows a second', 'times Node, processor time a row'],
          [rate(['blocks in Node', node]), ...Object.entries(tables).map(rate)],
        ),
        `One explanation of a logistic regression with 12 numbers, processor time, mean of ${explained} rows unless all 10,000 are in one call. (SHAP values of a linear model are one product per feature, and say how much, not which values suffice.)`,
        toTable(
          ['explainer', 'an explanation', 'times xpxlc, all rows in one call'],
          Object.entries(rivals).map(([name, seconds]) => [name, duration(seconds), digits(seconds / own)]),
        ),
      ],
      data: { node, package: tables, rivals },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function medianOf({ runs }: Timed): { readonly wall: number; readonly cpu: number } {
  return { wall: median(runs.map(({ wall }) => wall)), cpu: median(runs.map(({ cpu }) => cpu)) };
}

/** A scorecard of 12 numbers in 8 bins each, and naive Bayes of 12 categories. */
function writeModels(folder: string): void {
  const next = random(7);
  const card = scorecard({
    classes: ['refuse', 'grant'],
    features: FEATURES.map(({ name }) => ({ name, kind: 'real', lower: 0, upper: 100 })),
    points: FEATURES.map(() => ({
      cuts: [12.5, 25, 37.5, 50, 62.5, 75, 87.5],
      values: Array.from({ length: 8 }, () => Math.round(100 * next())),
    })),
    cutoff: 600,
  });
  writeFileSync(join(folder, 'card.json'), writeModelFile(card));
  const names = categoricalNaiveBayes({
    classes: ['no', 'yes'],
    prior: [0.4, 0.6],
    features: FEATURES,
    likelihood: FEATURES.map(({ values }) =>
      [0, 1].map(() => {
        const weights = values.map(() => 0.1 + next());
        const sum = weights.reduce((a, b) => a + b);
        return weights.map((w) => w / sum);
      }),
    ),
  });
  writeFileSync(join(folder, 'names.json'), writeModelFile(names));
}

/** Measured by a process that can wait for environments. */
function measure(folder: string, rows: number, runs: number, explained: number): PythonRun {
  const script = fileURLToPath(new URL('./python-run.ts', import.meta.url));
  const args = [
    '--conditions=source',
    '--import',
    'tsx',
    script,
    folder,
    String(rows),
    String(runs),
    String(explained),
  ];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('the Python package could not be measured: see above');
  return JSON.parse(stdout);
}
