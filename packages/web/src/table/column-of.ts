// Columns of the table and of the answers, alike: whoever sorts, filters or sums up need not know which is which.
import { ANSWER, type Answers } from './answers.ts';
import type { ColumnKey } from './query.ts';
import { NO_CELL, type Table, type TableColumn } from './table.ts';

/** Undefined for a column that is not there, such as a probability of a model that has none. */
export function columnOf(
  table: Table,
  answers: Answers | undefined,
  key: ColumnKey,
): TableColumn | undefined {
  if (typeof key === 'number') return table.columns[key];
  if (answers === undefined) return undefined;
  const { status, classIndex, classes, margin, size, standing, standingKey } = answers;
  switch (key) {
    case 'class': {
      const codes = new Uint32Array(table.rows).fill(NO_CELL);
      for (let r = 0; r < codes.length; r++) if (status[r] === ANSWER.ok) codes[r] = classIndex[r];
      return { kind: 'text', name: 'class', codes, texts: classes };
    }
    case 'margin':
      return { kind: 'number', name: 'margin', numbers: margin };
    case 'size': {
      const numbers = new Float64Array(table.rows).fill(Number.NaN);
      for (let r = 0; r < numbers.length; r++) if (status[r] === ANSWER.ok) numbers[r] = size[r];
      return { kind: 'number', name: 'size', numbers };
    }
    case 'standing':
      return standing === undefined || standingKey === undefined
        ? undefined
        : { kind: 'number', name: standingKey, numbers: standing };
  }
}
