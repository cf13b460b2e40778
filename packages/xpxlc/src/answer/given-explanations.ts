// Explanations that someone claims, whatever tool wrote them: records of `xpxlc explain` (NDJSON or JSON), XXPL, or a CSV.
import { FormatError, type Model, show } from '@xpxlc/core';
import { type PaperLiteral, readXxpl } from '../import/paper/index.ts';
import { csvRows, isJson, jsonEntries, namesInCell } from './given-text.ts';

/** A claim: these features explain the class of this row. */
export interface Claim {
  /** Row of the table, from 0; absent in formats that do not know rows. */
  readonly row?: number;
  readonly kind?: 'axp' | 'cxp';
  /** Names or positions, as given. */
  readonly features: readonly (string | number)[];
  /** What is said of the values of the features, if anything. */
  readonly literals?: readonly PaperLiteral[];
  /** Where it stands, for messages. */
  readonly place: string;
}

/**
 * Read claims; the format is told by the content.
 *
 * @param name what to call the file in messages.
 * @throws {FormatError} `no-explanations`, `bad-json`, `bad-record`, `bad-row`, and those of XXPL.
 */
export function readClaims(text: string, name: string, model: Model): Claim[] {
  const body = text.replace(/^\uFEFF/, '');
  const claims = claimsIn(body, name, model);
  if (claims.length > 0) return claims;
  throw new FormatError('no explanations', {
    code: 'no-explanations',
    place: name,
    expected: 'records of xpxlc explain, XXPL, or CSV lines row,feature,feature,…',
    got: 'none',
  });
}

function claimsIn(body: string, name: string, model: Model): Claim[] {
  if (isJson(body)) return fromJson(body, name);
  if (/^[ \t]*Expl\S*?:/m.test(body)) {
    return readXxpl(body, model).map(({ features, literals, line }) => ({
      features,
      literals,
      place: `${name}, line ${line}`,
    }));
  }
  return fromCsv(body, name, model);
}

function fromJson(text: string, name: string): Claim[] {
  return jsonEntries(text, name).flatMap(({ value, place, error }) => {
    if (error !== undefined) throw error;
    return claimsOf(value, place);
  });
}

/** `{ row, explanations: [{ kind, features }] }` as `explain` writes it, or `{ row, features }`. */
function claimsOf(value: unknown, place: string): Claim[] {
  const record = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly [key: string]: unknown;
  };
  const bad = (expected: string, got: unknown): FormatError =>
    new FormatError('not a record of explanations', { code: 'bad-record', place, expected, got: show(got) });
  const { row } = record;
  if (row !== undefined && !(Number.isSafeInteger(row) && (row as number) >= 0))
    throw bad("'row': a row of the table, counted from 0", row);
  // A row that could not be explained claims nothing.
  if (record.error !== undefined && record.explanations === undefined) return [];
  const list = record.explanations ?? (record.features === undefined ? undefined : [record]);
  if (!Array.isArray(list)) throw bad("'explanations' or 'features'", list ?? value);
  return list.map((entry: unknown) => {
    const { kind, features } = (entry ?? {}) as { readonly [key: string]: unknown };
    if (!Array.isArray(features) || !features.every((x) => typeof x === 'string' || typeof x === 'number'))
      throw bad("'features': a list of names", features);
    if (kind !== undefined && kind !== 'axp' && kind !== 'cxp') throw bad("'kind': axp or cxp", kind);
    return {
      ...(row === undefined ? {} : { row: row as number }),
      kind,
      features,
      place,
    };
  });
}

/**
 * Lines `row,feature,feature,…`; or with a header that names `row` and `features` (and perhaps `kind`) a list in one cell, as
 * JSON or with `;` between names. Other columns are passed over.
 */
function fromCsv(text: string, name: string, model: Model): Claim[] {
  const rows = csvRows(text, name);
  const header = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = header.includes('row') && !/^\d+$/.test(header[0]);
  const list = header.indexOf('features');
  const wide = named && list >= 0;
  const [rowAt, kindAt] = wide ? [header.indexOf('row'), header.indexOf('kind')] : [0, -1];
  return rows.slice(named ? 1 : 0).flatMap(({ cells, place }) => {
    const row = cells[rowAt]?.trim() ?? '';
    if (!/^\d+$/.test(row) || !Number.isSafeInteger(Number(row)))
      throw new FormatError('no row', {
        code: 'bad-row',
        place,
        expected: 'lines row,feature,feature,… with rows counted from 0',
        got: show(row),
      });
    const kind = kindAt < 0 ? '' : (cells[kindAt]?.trim() ?? '');
    const cell = cells[list]?.trim() ?? '';
    // The rows of `explain` that have no explanation.
    if (wide && cell === '' && (kindAt < 0 || kind === '')) return [];
    if (kind !== '' && kind !== 'axp' && kind !== 'cxp')
      throw new FormatError('unknown kind', {
        code: 'bad-record',
        place,
        expected: 'axp or cxp',
        got: show(kind),
      });
    const features = wide
      ? namesInCell(cell, place)
      : cells
          .slice(1)
          .map((part) => part.trim())
          .filter((part) => part !== '');
    return [
      {
        row: Number(row),
        ...(kind === '' ? {} : { kind: kind as 'axp' | 'cxp' }),
        features: features.map((feature) => nameOrPosition(feature, model)),
        place,
      },
    ];
  });
}

/** Text that is no name but a whole number is a position. */
export function nameOrPosition(feature: string | number, model: Pick<Model, 'features'>): string | number {
  if (typeof feature === 'number' || !/^\d+$/.test(feature)) return feature;
  return model.features.some(({ name }) => name === feature) ? feature : Number(feature);
}
