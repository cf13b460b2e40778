// Real Anchor, SHAP and LIME on the same classifiers: how often do they name the features that matter, do their rules hold as often as
// they say, and how long do they take?
import type { Command } from 'commander';
import { type Dataset, describeDataset } from '../dataset.ts';
import type { Experiment, Frame } from '../experiment.ts';
import { generate, type Shape } from '../generate.ts';
import { positiveNumber } from '../positive-number.ts';
import { pinnedVersions } from '../rivals.ts';
import { sampleRows } from '../sample-rows.ts';
import { wholeNumber } from '../whole-number.ts';
import { type Answer, isFit, type OwnTimes, ownTimes, type ToolSettings, Tools } from './explain.ts';
import { gradeTools, type ToolGrade } from './grade.ts';
import { plots, section } from './section.ts';

interface Settings extends ToolSettings {
  /** Rows explained per dataset. */
  readonly rows: number;
  readonly tools: readonly string[];
}

const DEFAULTS: Settings = {
  rows: 100,
  tools: ['anchor', 'lime', 'shap-kernel-100', 'shap-permutation', 'shap-linear'],
  threshold: 0.95,
  seconds: 60,
};
const QUICK: Settings = {
  ...DEFAULTS,
  rows: 4,
  tools: DEFAULTS.tools.map((tool) => tool.replace('100', '20')),
};

/** The paper's two datasets, as the public benchmark calls them. */
const PAPERS = ['adult', 'spam_48'];

/** Data of the small version. */
export const QUICK_SHAPE: Shape = { name: 'generated-8', features: 8, values: [2, 3, 4], rows: 200 };

/** All that pictures and page need. */
export interface HeuristicsSummary {
  readonly settings: Settings;
  readonly versions: Readonly<Record<string, string>>;
  readonly datasets: readonly DatasetGrades[];
}

export interface DatasetGrades {
  readonly name: string;
  readonly features: number;
  readonly instances: number;
  /** Rows explained by each tool. */
  readonly rows: number;
  readonly own: OwnTimes;
  readonly tools: readonly ToolGrade[];
}

export const heuristics: Experiment<HeuristicsSummary> = {
  name: 'heuristics',
  title: 'Heuristic explainers, graded',
  description: 'Anchor, SHAP and LIME: hits, sufficiency, precision, time',
  addOptions,
  run,
  plots,
  section,
};

function addOptions(command: Command): void {
  command
    .option('--rows <count>', `rows explained per dataset (default: ${DEFAULTS.rows})`, wholeNumber)
    .option(
      '--tools <names>',
      `with commas between; shap-kernel-N has N background rows (default: ${DEFAULTS.tools})`,
      (text) => text.split(','),
    )
    .option(
      '--threshold <p>',
      `the precision that Anchor aims at (default: ${DEFAULTS.threshold})`,
      positiveNumber,
    )
    .option(
      '--seconds <s>',
      `processor time for one explanation (default: ${DEFAULTS.seconds})`,
      positiveNumber,
    );
}

type Stored = Answer | OwnTimes;

async function run(frame: Frame, options: Readonly<Record<string, unknown>>): Promise<HeuristicsSummary> {
  const settings: Settings = { ...(frame.quick ? QUICK : DEFAULTS) };
  for (const name of Object.keys(settings))
    if (options[name] !== undefined) Object.assign(settings, { [name]: options[name] });
  const datasets = await chosen(frame, options.sets !== undefined);
  const store = frame.openStore<Stored>('heuristics', { settings, datasets: datasets.map(describeDataset) });
  const tools = new Map(datasets.map((dataset) => [dataset.name, new Tools(dataset, settings, frame.seed)]));
  const sampled = new Map(datasets.map((set) => [set.name, sampleRows(set.rows, settings.rows, frame.seed)]));
  const rowsOf = ({ name }: Dataset) => sampled.get(name) ?? [];
  const units = datasets.flatMap((dataset) => [
    { key: `${dataset.name}/xpxlc`, run: () => ownTimes(dataset, rowsOf(dataset)) },
    ...settings.tools.flatMap((tool) =>
      rowsOf(dataset).map((row) => ({
        key: `${dataset.name}/${tool}/${row}`,
        run: async () => (await tools.get(dataset.name)?.explain(tool, row)) as Answer,
      })),
    ),
  ]);
  try {
    await frame.work<Stored>(store, units, units.length);
    return {
      settings,
      versions: pinnedVersions(['anchor-exp', 'shap', 'lime', 'numpy', 'scikit-learn']),
      datasets: datasets.map((dataset) => {
        const answers = (tool: string) =>
          rowsOf(dataset).map((row) => store.get(`${dataset.name}/${tool}/${row}`) as Answer);
        const byTool = new Map(settings.tools.map((tool) => [tool, answers(tool)]));
        return {
          name: dataset.name,
          features: dataset.model.features.length,
          instances: dataset.rows.length,
          rows: rowsOf(dataset).length,
          own: store.get(`${dataset.name}/xpxlc`) as OwnTimes,
          tools: gradeTools(dataset, byTool, settings.threshold),
        };
      }),
    };
  } finally {
    store.close();
    for (const one of tools.values()) await one.stop();
  }
}

/** Those of the paper where they are among the datasets and no others are asked for. */
async function chosen(frame: Frame, named: boolean): Promise<readonly Dataset[]> {
  if (frame.quick) return [generate(QUICK_SHAPE, frame.seed)];
  const all = await frame.datasets();
  const papers = all.filter(({ name }) => PAPERS.includes(name));
  const wanted = named || papers.length === 0 ? all : papers;
  for (const { name } of wanted.filter((dataset) => !isFit(dataset)))
    frame.tell(`${name}: left out (two classes and categories only)`);
  return wanted.filter(isFit);
}
