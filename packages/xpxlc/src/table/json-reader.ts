// NDJSON and JSON files as a table: a row per object, a column per key. The quick way stops at anything that is not an object
// with distinct keys; the other one keeps such rows in their place. Text is as DuckDB writes it: `1e2` is `100.0`.
import { FormatError } from '@xpxlc/core';
import { SHAPE } from '../cells/bad-row.ts';
import { type SourceFile, tooManyColumns } from './csv.ts';
import { type Engine, quoteGlob, quoteName, quoteText } from './engine.ts';
import { toFailure } from './failure.ts';
import type { Reader } from './reader.ts';

export type JsonLayout = 'newline_delimited' | 'array' | 'unstructured';

/** How many rows are looked at for their keys. */
const SAMPLE = 1 << 16;

export async function jsonReader(
  engine: Engine,
  files: readonly SourceFile[],
  { layout, objectBytes, mostColumns }: { layout: JsonLayout; objectBytes: number; mostColumns: number },
): Promise<Reader> {
  const [{ compression, place: first }] = files;
  const place = files.length === 1 ? first : `${first} and ${files.length - 1} more`;
  const options = `format = '${layout}', compression = '${compression === 'none' ? 'uncompressed' : compression}', maximum_object_size = ${objectBytes}, hive_partitioning = false`;
  const paths = `[${files.map(({ path }) => quoteText(quoteGlob(path))).join(', ')}]`;
  // Errors can be passed over line by line only where lines are records.
  const tolerant = layout === 'newline_delimited' ? ', ignore_errors = true' : '';
  const objects = `read_json_objects(${paths}, ${options}${tolerant})`;
  const sampled = await findKeys(`(SELECT json FROM ${objects} LIMIT ${SAMPLE})`);
  if (sampled.length === 0)
    throw new FormatError('no objects found', {
      code: 'empty-file',
      place,
      expected: 'a JSON object per row',
    });
  return build(sampled, true);

  async function findKeys(source: string): Promise<string[]> {
    try {
      const reader = await engine.connection.runAndReadAll(
        `SELECT key FROM (SELECT unnest(keys) AS key, unnest(range(len(keys))) AS nth, row FROM (SELECT json_keys(json) AS keys, row_number() OVER () AS row FROM ${source} WHERE json_type(json) = 'OBJECT'))
         GROUP BY key ORDER BY min(row * 1000000 + nth) LIMIT ${mostColumns + 1}`,
      );
      return reader.getRows().map(([key]) => String(key));
    } catch (thrown) {
      throw toFailure(thrown, place);
    }
  }

  function build(keys: readonly string[], partial: boolean): Reader {
    if (keys.length > mostColumns) throw tooManyColumns(place, mostColumns);
    const quick = allDistinctNames(keys) && !keys.some((key) => key === '' || key.includes('\0'));
    return {
      columns: keys.map((name) => ({ name, type: 'VARCHAR' })),
      place,
      ...(layout === 'newline_delimited' ? { lined: files } : {}),
      trial: 'cells',
      soften: (level, message) =>
        level === 0 && !/maximum_object_size|Out of Memory/.test(message) ? 1 : undefined,
      select: (level, prefix, positions) =>
        level === 0 && quick ? quickSelect(prefix, positions) : carefulSelect(level, prefix, positions),
      ...(partial ? { rescan: async () => build(await findKeys(objects), false) } : {}),
    };

    function quickSelect(prefix: string, positions: readonly number[]): string {
      const columns = keys.map((key) => `${quoteText(key)}: 'VARCHAR'`).join(', ');
      const cells = positions.map((j) => `${quoteName(keys[j])} AS ${prefix}${j}`).join(', ');
      return `SELECT ${cells === '' ? 'true' : cells} FROM read_json(${paths}, ${options}, records = 'true', columns = {${columns}})`;
    }

    function carefulSelect(level: number, prefix: string, positions: readonly number[]): string {
      const cells = positions.map(
        (j) =>
          `${keys[j].includes('\0') ? 'NULL' : `json ->> ${quoteText(pointer(keys[j]))}`} AS ${prefix}${j}`,
      );
      const shape = `CASE WHEN json IS NULL THEN ${SHAPE.notJson} WHEN json_type(json) <> 'OBJECT' THEN ${SHAPE.notObject}
        WHEN len(json_keys(json)) <> len(list_distinct(json_keys(json))) THEN ${SHAPE.duplicateKey} ELSE ${SHAPE.ok} END`;
      const extra = level === 0 ? [] : [`${shape} AS ${prefix}shape`, `1 AS ${prefix}count`];
      return `SELECT ${[...cells, ...extra, ...(positions.length === 0 ? ['true'] : [])].join(', ')} FROM ${objects}`;
    }
  }
}

/** A key as JSON pointer (RFC 6901). */
function pointer(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** DuckDB's names do not tell upper from lower case. */
function allDistinctNames(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}
