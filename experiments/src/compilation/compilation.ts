// The classifier compiled into a decision diagram, and its prime implicants enumerated from that, as STEP does: what of it can be done
// within limits, does it give the same explanations, and how long does either take?
import type { Command } from 'commander';
import { describeDataset } from '../dataset.ts';
import type { Experiment, Frame } from '../experiment.ts';
import { generate, type Shape } from '../generate.ts';
import { positiveNumber } from '../positive-number.ts';
import { wholeNumber } from '../whole-number.ts';
import { type Compilation, compileAndCompare, isFit, type Limits } from './compare.ts';
import { plots, section } from './section.ts';

const DEFAULTS: Limits = { rows: 20, compileSeconds: 60, rowSeconds: 10, gigabytes: 2, most: 100_000 };
const QUICK: Limits = { rows: 5, compileSeconds: 0.5, rowSeconds: 5, gigabytes: 1, most: 100_000 };

/** Data of the small version: two that compile, one that does not within its limits. */
const QUICK_SHAPES: readonly Shape[] = [
  { name: 'generated-6', features: 6, values: [2, 3, 4], rows: 200 },
  { name: 'generated-16', features: 16, values: [2], rows: 200 },
  { name: 'generated-60', features: 60, values: [2], rows: 300 },
];

/** All that pictures and page need. */
export interface CompilationSummary {
  readonly limits: Limits;
  readonly versions: Readonly<Record<string, string>>;
  readonly datasets: readonly (Omit<Compilation, 'versions'> & {
    readonly name: string;
    readonly features: number;
    readonly instances: number;
  })[];
}

export const compilation: Experiment<CompilationSummary> = {
  name: 'compilation',
  title: 'Against compilation',
  description: 'decision diagrams (PySDD) and their prime implicants, against explaining directly',
  addOptions,
  run,
  plots,
  section,
};

function addOptions(command: Command): void {
  command
    .option('--rows <count>', `rows explained per dataset (${DEFAULTS.rows})`, wholeNumber)
    .option('--compile-seconds <s>', `time to compile a dataset (${DEFAULTS.compileSeconds})`, positiveNumber)
    .option(
      '--row-seconds <s>',
      `time to enumerate from the diagram, per row (${DEFAULTS.rowSeconds})`,
      positiveNumber,
    )
    .option('--gigabytes <n>', `memory of the compiler (${DEFAULTS.gigabytes})`, positiveNumber)
    .option('--most <count>', `explanations listed per row (${DEFAULTS.most})`, wholeNumber);
}

async function run(frame: Frame, options: Readonly<Record<string, unknown>>): Promise<CompilationSummary> {
  const limits = { ...(frame.quick ? QUICK : DEFAULTS) };
  for (const name of Object.keys(limits) as (keyof Limits)[])
    if (typeof options[name] === 'number') Object.assign(limits, { [name]: options[name] });
  const all = frame.quick ? QUICK_SHAPES.map((shape) => generate(shape, frame.seed)) : await frame.datasets();
  const datasets = all.filter(isFit);
  for (const { name } of all.filter((dataset) => !isFit(dataset)))
    frame.tell(`${name}: left out (two classes and categories only are compiled)`);
  const store = frame.openStore<Compilation>('compilation', {
    limits,
    datasets: datasets.map(describeDataset),
  });
  try {
    const units = datasets.map((dataset) => ({
      key: dataset.name,
      run: () => compileAndCompare(dataset, limits, frame.seed),
    }));
    await frame.work(store, units, units.length);
    const found = datasets.map((dataset) => {
      const { versions, ...result } = store.get(dataset.name) as Compilation;
      const { name, rows, model } = dataset;
      return {
        versions,
        result: { name, features: model.features.length, instances: rows.length, ...result },
      };
    });
    return { limits, versions: found.at(0)?.versions ?? {}, datasets: found.map(({ result }) => result) };
  } finally {
    store.close();
  }
}
