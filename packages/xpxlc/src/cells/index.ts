// How cells are read and what is said of bad ones, for readers outside of this package: the page, and Python's bridge. Runs in pages; may change with any version.

export {
  type BadRow,
  badRow,
  cellTrouble,
  oneOf,
  SHAPE,
  shapeTrouble,
  type Trouble,
  withoutRow,
} from './bad-row.ts';
export { findColumns } from './find-columns.ts';
export { badCell, cellArray, flagUnfit, readCell, readNumber } from './read-cell.ts';
