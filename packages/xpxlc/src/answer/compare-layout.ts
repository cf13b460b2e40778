// How comparisons of two models look for people and in tables.
import type { Classifier } from '@xpxlc/core';
import type { WriterColumn, WriterRow } from '../table/write.ts';
import { assigned } from '../terminal/assigned.ts';
import { aligned } from '../terminal/bars.ts';
import { counted } from '../terminal/counted.ts';
import { percent } from '../terminal/percent.ts';
import { decisionText } from '../terminal/standing.ts';
import type { At, Failed } from './answerer.ts';
import type { CompareSummary, CompareSums } from './compare-counter.ts';
import type { ComparedSide, CompareRecord } from './compare-record.ts';
import { errorText } from './error-text.ts';
import type { Layout } from './layout.ts';

type Line = (At & CompareRecord) | Failed;

type Classes = Pick<Classifier, 'classes'>;

/** Of rows; what can be said only of more than two classes is there for those. */
export function compareColumns(a: Classes, b: Classes): WriterColumn[] {
  const bounded = mayBeUnproved(a, b) ? (['at_least_a', 'at_least_b'] as const) : [];
  return [...COLUMNS, ...bounded.map((name) => ({ name, type: 'integer' }) as const), ERROR];
}

/** Whether one of the smallest explanations is searched for, within a budget that may end before the proof. */
function mayBeUnproved(a: Classes, b: Classes): boolean {
  return a.classes.length > 2 || b.classes.length > 2;
}

const COLUMNS: readonly WriterColumn[] = [
  { name: 'row', type: 'integer' },
  { name: 'id', type: 'text' },
  { name: 'class_a', type: 'text' },
  { name: 'class_b', type: 'text' },
  { name: 'same', type: 'boolean' },
  { name: 'margin_a', type: 'number' },
  { name: 'margin_b', type: 'number' },
  { name: 'holds', type: 'boolean' },
  { name: 'overlap', type: 'number' },
  { name: 'size_a', type: 'integer' },
  { name: 'size_b', type: 'integer' },
  { name: 'features_a', type: 'list' },
  { name: 'features_b', type: 'list' },
  { name: 'left', type: 'list' },
  { name: 'entered', type: 'list' },
  { name: 'rule_a', type: 'sentence' },
  { name: 'rule_b', type: 'sentence' },
  { name: 'counterexample', type: 'json' },
];
const ERROR: WriterColumn = { name: 'error', type: 'text' };

/** Rows, as two models see them. */
export function compareLayout(modelA: Classifier, modelB: Classifier): Layout<Line> {
  const columns = compareColumns(modelA, modelB);
  return {
    text: (line) => `${rowText(line, modelA, modelB).join('\n')}\n`,
    columns,
    rows: (line) => {
      const { row, id = null } = line;
      if ('error' in line)
        return [[row, id, ...new Array<null>(columns.length - 3).fill(null), line.error.message]];
      const { a, b, same, holds, overlap, left, entered, counterexample = null } = line;
      return [
        [
          row,
          id,
          a.class,
          b.class,
          same,
          Number(a.margin),
          Number(b.margin),
          holds,
          overlap,
          a.size,
          b.size,
          a.features,
          b.features,
          left,
          entered,
          a.rule,
          b.rule,
          counterexample,
          ...(mayBeUnproved(modelA, modelB) ? [a.atLeast ?? null, b.atLeast ?? null] : []),
          null,
        ],
      ];
    },
  };
}

function rowText(line: Line, modelA: Classifier, modelB: Classifier): string[] {
  const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
  if ('error' in line) return [`${name}: error: ${errorText(line.error, line.row)}`];
  const { a, b, same, holds, counterexample } = line;
  const changes = Object.entries(counterexample?.changes ?? {}).map(([feature, value]) =>
    assigned(feature, value),
  );
  const but = counterexample === undefined ? '' : `: BUT ${counterexample.class} if ${changes.join(' and ')}`;
  return [
    `${name}: A ${decisionText(modelA, a)}; B ${decisionText(modelB, b)}`,
    `  A: ${a.rule}${unproved(a)}`,
    `  B: ${b.rule}${unproved(b)}`,
    ...(same ? [`  A's reason ${holds ? 'holds' : 'does not hold'} in B${but}`] : []),
  ];
}

function unproved({ atLeast }: ComparedSide): string {
  return atLeast === undefined
    ? ''
    : ` (the smallest one found; a smaller one would have at least ${atLeast} features)`;
}

/** The sum over rows; in tables, a line per feature for each of A's classes. */
export const compareSummaryLayout: Layout<CompareSummary> = {
  text: (summary) => `${summaryText(summary).join('\n')}\n`,
  columns: [
    { name: 'class', type: 'text' },
    { name: 'rows', type: 'integer' },
    { name: 'same', type: 'integer' },
    { name: 'holds', type: 'integer' },
    { name: 'same_features', type: 'integer' },
    { name: 'unproved', type: 'integer' },
    { name: 'overlap', type: 'number' },
    { name: 'size_a', type: 'number' },
    { name: 'size_b', type: 'number' },
    { name: 'feature', type: 'text' },
    { name: 'in_a', type: 'integer' },
    { name: 'in_b', type: 'integer' },
    { name: 'left', type: 'integer' },
    { name: 'entered', type: 'integer' },
  ],
  rows: (summary) => [
    ...sumRows(summary, null),
    ...summary.classes.flatMap((part) => sumRows(part, part.class)),
  ],
};

function sumRows(sums: CompareSums, name: string | null): WriterRow[] {
  const { rows, same, holds, sameFeatures, unproved, overlap, sizes, features } = sums;
  return features.map(({ feature, a, b, left, entered }) => [
    name,
    rows,
    same,
    holds,
    sameFeatures,
    unproved,
    overlap,
    sizes?.a ?? null,
    sizes?.b ?? null,
    feature,
    a,
    b,
    left,
    entered,
  ]);
}

function summaryText(summary: CompareSummary): string[] {
  const { rows, failed, unproved, onlyA, onlyB, classes } = summary;
  const lines = [
    `${counted(rows, 'row')} compared${failed === 0 ? '' : `, ${counted(failed, 'row')} skipped (see stderr)`}`,
    ...(unproved === 0
      ? []
      : [`${counted(unproved, 'row')} with an explanation that is not proved to be smallest`]),
    ...[[onlyA, 'A'] as const, [onlyB, 'B'] as const].flatMap(([names, model]) =>
      names.length === 0 ? [] : [`features that only ${model} has: ${names.join(', ')}`],
    ),
  ];
  if (rows === 0) return lines;
  return [
    ...lines,
    '',
    ...sharesTable([{ name: 'all', ...summary }, ...classes.map((part) => ({ name: part.class, ...part }))]),
    '',
    ...predictionsTable(summary),
    '',
    ...featuresTable(summary),
  ];
}

function sharesTable(parts: readonly (CompareSums & { readonly name: string })[]): string[] {
  const heads = [
    'A predicts',
    'rows',
    'B, too',
    "A's reason holds in B",
    'same features',
    'overlap',
    'size A',
    'size B',
  ];
  const cells = parts.map(({ name, rows, same, holds, sameFeatures, overlap, sizes }) => [
    name,
    String(rows),
    ...[same, holds, sameFeatures].map((count) => percent(count / rows)),
    percent(overlap ?? 0),
    ...[sizes?.a ?? 0, sizes?.b ?? 0].map((size) => size.toFixed(2)),
  ]);
  return aligned([heads, ...cells], [1, 2, 3, 4, 5, 6, 7]);
}

function predictionsTable({ predictions }: CompareSummary): string[] {
  const rowNames = [...new Set(predictions.map(({ a }) => a))];
  const columnNames = [...new Set(predictions.map(({ b }) => b))].sort(
    (x, y) => Number(rowNames.includes(y)) - Number(rowNames.includes(x)),
  );
  const ordered = [
    ...rowNames.filter((name) => columnNames.includes(name)),
    ...columnNames.filter((name) => !rowNames.includes(name)),
  ];
  const cells = rowNames.map((a) => [
    a,
    ...ordered.map((b) => String(predictions.find((entry) => entry.a === a && entry.b === b)?.rows ?? 0)),
  ]);
  return aligned(
    [['predictions A \\ B', ...ordered], ...cells],
    ordered.map((_, l) => l + 1),
  );
}

/** Those that leave or enter most often first. */
function featuresTable({ rows, features, classes }: CompareSummary): string[] {
  const shown = features
    .filter(({ a, b }) => a + b > 0)
    .toSorted((x, y) => y.left + y.entered - x.left - x.entered);
  const line = (
    name: string,
    of: string,
    entry: CompareSums['features'][number],
    count: number,
  ): string[] => [
    name,
    of,
    ...[entry.a, entry.b, entry.left, entry.entered].map((some) => percent(some / count)),
  ];
  const cells = shown.flatMap((entry) => [
    line(entry.feature, 'all', entry, rows),
    ...(classes.length < 2
      ? []
      : classes.map((part) =>
          line(
            '',
            part.class,
            part.features.find(({ feature }) => feature === entry.feature) as typeof entry,
            part.rows,
          ),
        )),
  ]);
  const heads = [
    'in smallest explanations',
    'A predicts',
    "in A's",
    "in B's",
    "only A's (left)",
    "only B's (entered)",
  ];
  return aligned([heads, ...cells], [2, 3, 4, 5]);
}
