// The columns of the list of rows: what the model says first, then the table's own.
import type { TableInfo } from '../engine/messages.ts';
import { model } from '../state/state.ts';

export interface Column {
  /** The name of a column of the table, or `@…` for an answer. */
  readonly id: string;
  readonly label: string;
  readonly numeric: boolean;
  /** In pixels. */
  readonly width: number;
  readonly filterable: boolean;
  /** Of a column of the table: its position there. */
  readonly position?: number;
  /** Its place in the list, from 1. */
  readonly place: number;
}

export function columnsOf({ columns, numeric, widths }: TableInfo): Column[] {
  const standing = model.value?.standing;
  const columnsInOrder: readonly Omit<Column, 'place'>[] = [
    { id: '@row', label: 'Row', numeric: true, width: 76, filterable: false },
    { id: '@class', label: 'Decision', numeric: false, width: decisionWidth(), filterable: false },
    ...(standing === undefined
      ? []
      : [
          {
            id: '@standing',
            label: standing === 'points' ? 'Points' : 'Probability',
            numeric: true,
            width: standing === 'points' ? 116 : 146,
            filterable: true,
          },
        ]),
    { id: '@margin', label: 'Margin', numeric: true, width: 120, filterable: true },
    { id: '@size', label: 'Values that fix it', numeric: true, width: 200, filterable: true },
    ...columns.map((name, position) => ({
      id: name,
      label: name,
      numeric: numeric[position],
      width: Math.min(320, Math.max(90, 10 * name.length + 66, 9 * widths[position] + 24)),
      filterable: true,
      position,
    })),
  ];
  return columnsInOrder.map((column, i) => ({ ...column, place: i + 1 }));
}

/** Room for the longest class, within reason. */
function decisionWidth(): number {
  const longest = (model.value?.classes ?? []).reduce((most, name) => Math.max(most, name.length), 0);
  return Math.min(220, Math.max(110, 10 * longest + 40));
}
