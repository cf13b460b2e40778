// The rows of a block that are part of what may move; the others are errors of the command, and are counted nowhere.
import { type Block, type Classifier, type Column, findName, type Within } from '@xpxlc/core';

/** The rows of blocks that a narrowing, which has been checked, does not leave out. */
export function rowsWithin(
  { features }: Classifier,
  { features: named = {} }: Within,
): (block: Block) => Block {
  const tests = Object.entries(named).flatMap(([name, narrowing]) => {
    if (typeof narrowing === 'string') return [];
    const column = features.findIndex((feature) => feature.name === name);
    const feature = features[column];
    if (feature.kind === 'categorical') {
      const listed = (Array.isArray(narrowing) ? narrowing : []).map((value) =>
        typeof value === 'string' ? findName(feature.values, value) : value,
      );
      return [{ column, holds: (x: number): boolean => listed.includes(x) }];
    }
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = narrowing as {
      from?: number;
      to?: number;
    };
    return [{ column, holds: (x: number): boolean => x >= from && x <= to }];
  });
  return ({ rows, columns }) => {
    if (tests.length === 0) return { rows, columns };
    const kept: number[] = [];
    for (let r = 0; r < rows; r++)
      if (tests.every(({ column, holds }) => holds(columns[column][r]))) kept.push(r);
    return { rows: kept.length, columns: columns.map((column) => picked(column, kept)) };
  };
}

function picked(column: Column, rows: readonly number[]): Column {
  const cells = column.slice(0, rows.length);
  rows.forEach((r, at) => {
    cells[at] = column[r];
  });
  return cells;
}
