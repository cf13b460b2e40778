// Parquet files as a table; several are joined by column name.
import { FormatError } from '@xpxlc/core';
import type { SourceFile } from './csv.ts';
import { type Engine, quoteGlob, quoteName, quoteText } from './engine.ts';
import { toFailure } from './failure.ts';
import type { Reader } from './reader.ts';

export async function parquetReader(engine: Engine, files: readonly SourceFile[]): Promise<Reader> {
  const place = files.length === 1 ? files[0].place : `${files[0].place} and ${files.length - 1} more`;
  const paths = files.map(({ path }) => quoteText(quoteGlob(path))).join(', ');
  const source = `read_parquet([${paths}], union_by_name = true, hive_partitioning = false)`;
  try {
    for (const file of files) await checkCounts(engine, file);
    const description = await engine.connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const columns = description.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    return {
      columns,
      place,
      soften: () => undefined,
      select: (_level, prefix, positions) =>
        `SELECT ${positions.map((j) => `${quoteName(columns[j].name)} AS ${prefix}${j}`).join(', ') || 'true'} FROM ${source}`,
    };
  } catch (thrown) {
    throw toFailure(thrown, place);
  }
}

/** The file says how many rows it has, and so does each of its row groups. */
async function checkCounts(engine: Engine, { path, place }: SourceFile): Promise<void> {
  const file = quoteText(quoteGlob(path));
  const reader = await engine.connection.runAndReadAll(
    `SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${file})),
       (SELECT coalesce(sum(rows), 0) FROM (SELECT DISTINCT row_group_id, row_group_num_rows AS rows FROM parquet_metadata(${file})))`,
  );
  const [whole, parts] = reader.getRows()[0].map(String);
  if (whole !== parts)
    throw new FormatError('the numbers of rows disagree', {
      code: 'broken-parquet',
      place: `${place}, end`,
      expected: whole,
      got: parts,
    });
}
