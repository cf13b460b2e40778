// The rows of a block that are part of what may move; the others are errors of the command, and are counted nowhere.
import { type Block, type Classifier, type Column, type Within, withinTest } from '@xpxlc/core';

/** The rows of blocks that a narrowing, which has been checked, does not leave out. */
export function rowsWithin(classifier: Classifier, within: Within): (block: Block) => Block {
  const isPart = withinTest(classifier, within);
  const values = new Float64Array(classifier.features.length);
  return ({ rows, columns }) => {
    const kept: number[] = [];
    for (let r = 0; r < rows; r++) {
      for (let i = 0; i < values.length; i++) values[i] = columns[i][r];
      if (isPart(values)) kept.push(r);
    }
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
