// How comparisons of two models look for people and in tables.

import type { Classifier } from '@xpxlc/core';
import { assigned } from '../terminal/assigned.ts';
import { aligned } from '../terminal/bars.ts';
import { counted } from '../terminal/counted.ts';
import { percent } from '../terminal/percent.ts';
import { decisionText } from '../terminal/standing.ts';
import { failedText, rowName } from './error-text.ts';
import { object, TEXT } from './fields.ts';
import { type Column, columnsOf, ERROR_COLUMN, type Layout } from './layout.ts';
import {
  type At,
  COMPARED,
  COMPARED_FEATURE,
  COMPARED_SUMS,
  type ComparedSide,
  type CompareRecord,
  type CompareSummary,
  type CompareSums,
  FAILED,
  type Failed,
} from './record-fields.ts';

type Line = (At & CompareRecord) | Failed;

type Classes = Pick<Classifier, 'classes'>;

/** Of rows; what can be said only of more than two classes is there for those. */
export function compareColumns(a: Classes, b: Classes): Column[] {
  const ab = (field: string, name = field): (readonly [string, string, string])[] => [
    [`${name}_a`, 'a', field],
    [`${name}_b`, 'b', field],
  ];
  // One of the smallest explanations is searched for, within a budget that may end before the proof.
  const mayBeUnproved = a.classes.length > 2 || b.classes.length > 2;
  return columnsOf({ ...COMPARED, ...FAILED }, [
    'row',
    'id',
    ...ab('class'),
    'same',
    ...ab('margin'),
    'holds',
    'overlap',
    ...ab('size'),
    ...ab('features'),
    'left',
    'entered',
    ...ab('rule'),
    'counterexample',
    ...(mayBeUnproved ? ab('atLeast', 'at_least') : []),
    ERROR_COLUMN,
  ]);
}

/** Rows, as two models see them. */
export function compareLayout(modelA: Classifier, modelB: Classifier): Layout<Line> {
  return {
    text: (line) => `${rowText(line, modelA, modelB).join('\n')}\n`,
    columns: compareColumns(modelA, modelB),
  };
}

function rowText(line: Line, modelA: Classifier, modelB: Classifier): string[] {
  if ('error' in line) return [failedText(line)];
  const name = rowName(line);
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
  columns: columnsOf({ class: TEXT, ...COMPARED_SUMS, of: object(COMPARED_FEATURE) }, [
    'class',
    'rows',
    'same',
    'holds',
    'sameFeatures',
    'unproved',
    'overlap',
    ['size_a', 'sizes', 'a'],
    ['size_b', 'sizes', 'b'],
    ['feature', 'of', 'feature'],
    ['in_a', 'of', 'a'],
    ['in_b', 'of', 'b'],
    ['left', 'of', 'left'],
    ['entered', 'of', 'entered'],
  ]),
  lines: (summary) =>
    [{ ...summary, class: undefined }, ...summary.classes].flatMap((sums) =>
      sums.features.map((of) => ({ ...sums, of })),
    ),
};

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
