// CSV files as a table. Files may have their columns in different orders. The strict way of reading refuses ragged rows and
// bad quoting; the next ones fill short rows up and give long rows room, but still refuse bad quoting.
import { FormatError } from '@xpxlc/core';
import { type CsvFile, readCsv } from './csv.ts';
import { type Reader, SHAPE, type SourceColumn } from './reader.ts';

/** Room for surplus cells, level by level; a row with more is refused. */
const SURPLUS = [0, 1, 16, 256, 4096];

export function csvReader(files: readonly CsvFile[], lineBytes: number): Reader {
  const places = placeColumns(files);
  const columns = places.map(({ name, at }): SourceColumn => {
    const absent = files.find((_, f) => at[f] === undefined);
    return { name, type: 'VARCHAR', ...(absent === undefined ? {} : { absentFrom: absent.place }) };
  });
  const runs = similarRuns(files);
  return {
    columns,
    place: files.length === 1 ? files[0].place : `${files[0].place} and ${files.length - 1} more`,
    levels: SURPLUS.length,
    select: (level, prefix) =>
      runs
        .map(([first, end]) => {
          const cells = places.map(
            ({ at }, j) => `${at[first] === undefined ? 'NULL' : `p${at[first]}`} AS ${prefix}${j}`,
          );
          const width = files[first].names.length;
          const surplus = SURPLUS[level];
          const source = readCsv(files.slice(first, end), {
            prefix: 'p',
            width: width + surplus,
            padded: level > 0,
            lineBytes,
          });
          const extra =
            level === 0
              ? []
              : [`${shapeOf(width)} AS ${prefix}shape`, `${countOf(width + surplus)} AS ${prefix}count`];
          return `SELECT ${[...cells, ...extra].join(', ')} FROM ${source}`;
        })
        .join(' UNION ALL '),
  };
}

function shapeOf(width: number): string {
  return `CASE WHEN p${width} IS NOT NULL THEN ${SHAPE.tooLong} WHEN p${width - 1} IS NULL THEN ${SHAPE.tooShort} ELSE ${SHAPE.ok} END`;
}

function countOf(width: number): string {
  return `list_count([${Array.from({ length: width }, (_, p) => `p${p}`).join(', ')}])`;
}

/** Columns by name, in order of appearance; the second `a` of a file is the second column `a`. */
function placeColumns(files: readonly CsvFile[]): { name: string; at: (number | undefined)[] }[] {
  const byKey = new Map<string, { name: string; at: (number | undefined)[] }>();
  files.forEach(({ names }, f) => {
    const seen = new Map<string, number>();
    names.forEach((name, position) => {
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${nth} ${name}`;
      const column = byKey.get(key) ?? { name, at: files.map(() => undefined) };
      byKey.set(key, column);
      column.at[f] = position;
    });
  });
  return [...byKey.values()];
}

/** Ranges of files that one `read_csv` can read. */
function similarRuns(files: readonly CsvFile[]): [number, number][] {
  const key = ({ names, delimiter, quote, header, compression }: CsvFile) =>
    JSON.stringify([names, delimiter, quote, header, compression]);
  const runs: [number, number][] = [];
  files.forEach((file, f) => {
    const last = runs.at(-1);
    if (last !== undefined && key(files[last[0]]) === key(file)) last[1] = f + 1;
    else runs.push([f, f + 1]);
  });
  return runs;
}

/** The last row of a file must not be longer than a line may be: DuckDB would drop it without a word. */
export function longLastLine(place: string, most: number): FormatError {
  return new FormatError('the last line is too long', {
    code: 'line-too-long',
    place,
    expected: `at most ${most} bytes`,
  });
}
