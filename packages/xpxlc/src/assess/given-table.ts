// Explanations in CSV: a rule or a list of features per line, a weight per line, or a column of weights per feature.
import { FormatError, show, XpxlcError } from '@xpxlc/core';
import { toErrorRecord } from '../answer/explain-record.ts';
import { type CsvRow, csvRows, namesInCell, tryJson } from '../answer/given-text.ts';
import type { FeatureNames } from './feature-names.ts';
import {
  type BadGiven,
  badRecord,
  distinct,
  type Given,
  type GivenFile,
  type Head,
  toClaimed,
  toRule,
  toShare,
  toWeights,
} from './given.ts';

/** Columns that say no weight, in tables with a column of weights per feature. */
const OTHERS = [
  'row',
  'tool',
  'id',
  'class',
  'prediction',
  'margin',
  'base_value',
  'expected_value',
  'bias',
  'intercept',
  '',
];

/** Where things stand in a line. */
type Columns = (name: string) => number;

/** Makes an explanation of a line; undefined where it says nothing. */
type ReadLine = (row: CsvRow, head: Head) => Given | undefined;

export function givenInTable(text: string, names: FeatureNames, name: string): GivenFile {
  const [first, ...rest] = csvRows(text, name);
  if (first === undefined) return { given: [], bad: [] };
  const header = first.cells.map((cell) => cell.trim());
  const lower = header.map((cell) => cell.toLowerCase());
  // pandas leaves the name of its index empty.
  if (lower[0] === '' && !lower.includes('row')) lower[0] = 'row';
  const at: Columns = (column) => lower.indexOf(column);
  const column =
    (name: string) =>
    ({ cells }: CsvRow): string =>
      cells[at(name)] ?? '';
  const read = (line: ReadLine): GivenFile => readLines(rest, at, column('row'), line);
  // Without a header: lines row,feature,feature,…
  if (/^\d+$/.test(header[0]))
    return readLines(
      [first, ...rest],
      at,
      ({ cells }) => cells[0],
      (row, head) => ragged(row, head, names),
    );
  if (at('feature') >= 0 && at('weight') >= 0) return longWeights(rest, at, names);
  if (at('rule') >= 0) return read((row, head) => toRule(head, conditions(row, column('rule')(row), names)));
  if (at('features') >= 0) return read((row, head) => listed(row, head, column, names));
  if (at('weights') >= 0) return read((row, head) => jsonWeights(row, head, column('weights')(row), names));
  if (header.some((cell) => names.find(cell) !== undefined)) return wideWeights(first, rest, at, names);
  if (at('row') === 0) return read((row, head) => ragged(row, head, names));
  throw new FormatError('not a table of explanations', {
    code: 'unknown-column',
    place: first.place,
    expected:
      "a column 'row' with 'rule', 'features', 'weights' or 'feature' and 'weight', or a column per feature",
    got: header.join(', '),
  });
}

/** Line by line; those that make no sense are kept with what is wrong. */
function readLines(
  rows: readonly CsvRow[],
  at: Columns,
  rowOf: (row: CsvRow, x: number) => string,
  read: ReadLine,
): GivenFile {
  const given: Given[] = [];
  const bad: BadGiven[] = [];
  for (const [x, row] of rows.entries()) {
    const found = attempt(bad, row, at, () => read(row, headOf(row, at, rowOf(row, x))));
    if (found !== undefined) given.push(found);
  }
  return { given, bad };
}

function attempt<T>(bad: BadGiven[], { cells, place }: CsvRow, at: Columns, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof XpxlcError)) throw thrown;
    const row = cells[Math.max(0, at('row'))]?.trim() ?? '';
    const tool = cells[at('tool')]?.trim() ?? '';
    bad.push({
      ...(/^\d{1,15}$/.test(row) ? { row: Number(row) } : {}),
      ...(tool === '' ? {} : { tool }),
      place,
      error: toErrorRecord(thrown),
    });
    return undefined;
  }
}

function headOf({ cells, place }: CsvRow, at: Columns, given: string): Head {
  const row = given.trim();
  if (!/^\d+$/.test(row) || !Number.isSafeInteger(Number(row)))
    throw new FormatError('no row', {
      code: 'bad-row',
      place,
      expected: 'a row of the table, counted from 0',
      got: show(row),
    });
  const tool = cells[at('tool')]?.trim() ?? '';
  const share = (key: string): number | undefined => {
    const cell = cells[at(key)]?.trim() ?? '';
    return toShare(cell === '' ? undefined : numberOf(cell), key, place);
  };
  return {
    row: Number(row),
    place,
    ...(tool === '' ? {} : { tool }),
    ...toClaimed(share('precision'), share('coverage')),
  };
}

/** Lines `row,feature,feature,…` of any length. */
function ragged({ cells, place }: CsvRow, head: Head, names: FeatureNames): Given {
  const rest = cells
    .slice(1)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  return toRule(
    head,
    distinct(
      rest.map((cell) => nameOrPosition(cell, place, names)),
      place,
    ),
  );
}

function conditions({ place }: CsvRow, text: string, names: FeatureNames): number[] {
  const cell = text.trim();
  const json = cell.startsWith('[') ? tryJson(cell)?.json : undefined;
  const list = Array.isArray(json) ? json.map(String) : names.conditionsOf(cell);
  return list.map((condition) => names.demandInCondition(condition, place));
}

function listed(
  row: CsvRow,
  head: Head,
  column: (name: string) => (row: CsvRow) => string,
  names: FeatureNames,
): Given | undefined {
  const { place } = row;
  const cell = column('features')(row).trim();
  const kind = column('kind')(row).trim();
  // The rows of `xpxlc explain` that have no explanation.
  if (cell === '' && kind === '') return undefined;
  if (kind === 'cxp') throw badRecord('a contrast', place, 'a rule', "'cxp'");
  const list = namesInCell(cell, place).map((name) =>
    typeof name === 'number' ? names.demand(name, place) : nameOrPosition(name, place, names),
  );
  return toRule(head, distinct(list, place));
}

function jsonWeights({ place }: CsvRow, head: Head, cell: string, names: FeatureNames): Given {
  const json = tryJson(cell)?.json;
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw badRecord('not weights', place, '{"feature":weight,…}', show(cell));
  return toWeights(
    head,
    names,
    Object.entries(json).map(([name, weight]) => [names.demand(name, place), weight]),
  );
}

/** Lines `row,feature,weight`: all of a row, and of a tool, are one explanation, which a single bad line spoils. */
function longWeights(rows: readonly CsvRow[], at: Columns, names: FeatureNames): GivenFile {
  const bad: BadGiven[] = [];
  const groups = new Map<string, { readonly head: Head; readonly pairs: [number, number][] }>();
  const spoilt = new Set<string>();
  for (const line of rows) {
    const { cells, place } = line;
    let key = '';
    attempt(bad, line, at, () => {
      const head = headOf(line, at, cells[at('row')] ?? '');
      key = JSON.stringify([head.row, head.tool]);
      const pairs: [number, number][] = groups.get(key)?.pairs ?? [];
      groups.set(key, { head: groups.get(key)?.head ?? head, pairs });
      const cell = cells[at('feature')]?.trim() ?? '';
      const feature = names.find(cell) ?? names.inCondition(cell) ?? nameOrPosition(cell, place, names);
      if (pairs.some(([known]) => known === feature))
        throw badRecord('a feature twice', place, 'each feature once in a row', show(cell));
      const weight = numberOf(cells[at('weight')]?.trim() ?? '');
      if (typeof weight !== 'number') throw badRecord('not a weight', place, 'a finite number', show(weight));
      pairs.push([feature, weight]);
      return true;
    }) ?? spoilt.add(key);
  }
  const given = [...groups].flatMap(([key, { head, pairs }]) =>
    spoilt.has(key) ? [] : [toWeights(head, names, pairs)],
  );
  return { given, bad };
}

/** A column of weights per feature; without a column `row`, line by line the rows of the table. */
function wideWeights(first: CsvRow, rows: readonly CsvRow[], at: Columns, names: FeatureNames): GivenFile {
  const columns = first.cells.flatMap((cell, x): (readonly [number, number])[] => {
    const feature = names.find(cell.trim());
    if (feature !== undefined && x !== at('row')) return [[x, feature]];
    if (OTHERS.includes(cell.trim().toLowerCase())) return [];
    throw new FormatError('unknown column', {
      code: 'unknown-column',
      place: first.place,
      expected: 'a feature of the model',
      got: show(cell),
    });
  });
  return readLines(
    rows,
    at,
    ({ cells }, x) => (at('row') < 0 ? String(x) : (cells[at('row')] ?? '')),
    ({ cells }, head) =>
      toWeights(
        head,
        names,
        columns.map(([x, feature]) => [feature, numberOf(cells[x]?.trim() ?? '')]),
      ),
  );
}

/** Text that is no name but a whole number is a position. */
function nameOrPosition(cell: string, place: string, names: FeatureNames): number {
  return names.find(cell) ?? names.demand(/^\d+$/.test(cell) ? Number(cell) : cell, place);
}

/** A number, or what stands there instead. */
function numberOf(cell: string): number | string {
  const number = Number(cell);
  return cell !== '' && Number.isFinite(number) ? number : cell;
}
