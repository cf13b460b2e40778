// What came of the heuristic explainers: histograms of hits as in the paper, times, and how often Anchor's rules hold.
import { histogram, toSvgText } from 'xpxlc/plot';
import { digits, duration, toTable } from '../../../bench/src/report.ts';
import { HIT_BINS, type RulePrecision, type ToolGrade } from './grade.ts';
import type { DatasetGrades, HeuristicsSummary } from './heuristics.ts';

/** Seconds per explanation in the paper. */
const PAPER = { anchor: 1.55, shap: 99.58 };

/** What rules are said to hold by, and by what it is measured. */
const MEASURES: readonly (readonly [keyof RulePrecision, string])[] = [
  ['claimed', 'claimed by Anchor'],
  ['held', 'rows of the table, values put in'],
  ['marginals', 'features independent, as in the table'],
  ['uniform', 'features independent, all values alike'],
];

export async function plots({ datasets }: HeuristicsSummary): Promise<Readonly<Record<string, string>>> {
  const result: Record<string, string> = {};
  for (const { name, tools } of datasets) {
    const groups = tools.map(({ tool, hits }) => ({ name: tool, counts: hits }));
    const x = { label: 'features of the explanation that are among the most frequent ones' };
    result[`heuristics-hits-${name}`] = await toSvgText((document) =>
      histogram(HIT_BINS, groups, { document, x, y: { label: 'explanations' }, share: true }),
    );
    const rules = tools.find((tool) => tool.rules !== null)?.rules;
    if (rules == null) continue;
    const bins = ['< 50 %', '50–75 %', '75–90 %', '90–95 %', '95–99 %', '≥ 99 %'];
    const bounds = [0.5, 0.75, 0.9, 0.95, 0.99];
    const held = MEASURES.map(([key, label]) => ({
      name: label,
      counts: bins.map((_, b) => rules.precision.filter((rule) => binOf(rule[key], bounds) === b).length),
    }));
    result[`heuristics-precision-${name}`] = await toSvgText((document) =>
      histogram(bins, held, {
        document,
        x: { label: 'how often the rule holds' },
        y: { label: 'rules' },
        share: true,
      }),
    );
  }
  return result;
}

function binOf(value: number, bounds: readonly number[]): number {
  return bounds.filter((bound) => value >= bound).length;
}

export function section({ settings, datasets, versions }: HeuristicsSummary): string {
  return [
    `The same classifiers explained by anchor-exp (aiming at precision ${settings.threshold}), shap (kernel with its default samples and N background rows as
\`shap-kernel-N\`, permutation with 100, and linear on one-hot columns folded back) and lime (5,000 samples), each row of a random sample of different rows. Hits are
the paper's: of a rule E the features among the |E| most frequent ones in all explanations; of weights those of the five largest among the five most frequent;
equal frequencies at the border count in. Frequencies are exact, for every row. Times are of the processor, one thread, after one explanation that is not counted. The
tools call the classifier as a few look-ups in numpy, which is faster than the predict function of a library, and the paper's machine was older: so its seconds (Anchor ${PAPER.anchor}, SHAP
${PAPER.shap}, all unique instances) say little about the tools' own speed today.`,
    ...datasets.map(datasetSection),
    `**What "precision" is.** Anchor estimates how often its rule keeps the class over rows of the table with the rule's values put in. While it searches, it reuses
samples drawn for shorter rules that happen to have the added values (so its code): rows where features go together, and not the rule's own samples. That may be why
it claims more than it then keeps; other reasons were not ruled out. "Rows of the table" computes what it aims at over all rows. The last two are exact (bounds at most 0.001 apart) for features that vary independently. A sufficient rule holds always, by
every measure.`,
    `Packages: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join('\n\n');
}

function datasetSection({ name, features, instances, rows, own, tools }: DatasetGrades): string {
  return [
    `### ${name}`,
    `${features} features, ${instances} instances, ${rows} of them explained. A smallest explanation by xpxlc takes ${duration(own.single)} one row at a time,
${duration(own.block)} per row in a block.`,
    `![Hits of each tool](heuristics-hits-${name}.svg)`,
    toTable(
      [
        'tool',
        'time, mean',
        'median',
        'longest',
        'paper',
        'times xpxlc',
        '… in a block',
        'all hit',
        'none hits',
        "Kendall's tau",
      ],
      tools.map((tool) => toolLine(tool, own)),
    ),
    ...tools.flatMap((tool) => (tool.rules === null ? [] : [rulesSection(name, tool)])),
  ].join('\n\n');
}

function toolLine(
  { tool, explained, late, mean, median, longest, hits, kendall }: ToolGrade,
  own: DatasetGrades['own'],
): string[] {
  const counted = hits.reduce((a, b) => a + b, 0);
  const paper = tool === 'anchor' ? PAPER.anchor : tool.startsWith('shap-kernel') ? PAPER.shap : undefined;
  return [
    late === 0 ? tool : `${tool} (${late} of ${explained + late} out of time)`,
    duration(mean),
    duration(median),
    duration(longest),
    paper === undefined ? '' : duration(paper),
    digits(mean / own.single),
    digits(mean / own.block),
    percent(hits[hits.length - 1], counted),
    percent(hits[0], counted),
    kendall === null ? '' : kendall.toFixed(2),
  ];
}

function rulesSection(name: string, { tool, rules, explained, empty }: ToolGrade): string {
  if (rules === null) return '';
  const { sufficient, minimal, size, precision, threshold } = rules;
  const lines = MEASURES.map(([key, label]) => {
    const values = precision.map((rule) => rule[key]).sort((a, b) => a - b);
    const enough = values.filter((value) => value >= threshold).length;
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return [
      label,
      mean.toFixed(3),
      values[values.length >> 1].toFixed(3),
      values[0].toFixed(3),
      percent(enough, values.length),
    ];
  });
  return [
    `**Rules of ${tool}:** ${explained}, ${digits(size)} features on average${empty > 0 ? `, ${empty} without any` : ''}. Not sufficient: ${percent(explained - sufficient, explained)}
(${explained - sufficient} of ${explained}); ${minimal} are explanations (sufficient, and nothing can be left out). How often they hold:`,
    toTable(['', 'mean', 'median', 'least', `at least ${threshold}`], lines),
    `![How often the rules hold](heuristics-precision-${name}.svg)`,
  ].join('\n\n');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${digits((100 * part) / whole)} %`;
}
