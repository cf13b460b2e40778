// CSV files as a table. Files may have their columns in different orders. The strict way of reading refuses ragged rows and
// bad quoting; the next ones fill short rows up and give long rows room, but still refuse bad quoting.
import { open, stat } from 'node:fs/promises';
import { FormatError, LimitError } from '@xpxlc/core';
import { SHAPE } from '../cells/bad-row.ts';
import { type CsvFile, readCsv } from './csv.ts';
import type { Engine } from './engine.ts';
import { toFailure } from './failure.ts';
import type { Reader, SourceColumn } from './reader.ts';

/**
 * The ways of reading: whether short rows are padded, by several threads or one, and how much room there is for surplus
 * cells. Several threads cannot pad rows in a file with line ends inside quotes; one thread drops a last row whose quote
 * is not closed without a word, so that has to be checked.
 */
const WAYS = [
  { padded: false, parallel: true, surplus: 0 },
  { padded: true, parallel: true, surplus: 16 },
  { padded: true, parallel: true, surplus: 4096 },
  { padded: true, parallel: false, surplus: 16 },
  { padded: true, parallel: false, surplus: 4096 },
] as const;
const PADDED = 1;
const FIRST_SERIAL = 3;
/** From this many bytes on reading a file twice is worth avoiding. */
const LARGE = 1 << 26;
const MOST_REJECTED = 100_000;

export function csvReader(engine: Engine, files: readonly CsvFile[], lineBytes: number): Reader {
  const places = placeColumns(files);
  const columns = places.map(({ name, at }): SourceColumn => {
    const absent = files.find((_, f) => at[f] === undefined);
    return { name, type: 'VARCHAR', absentFrom: absent?.place };
  });
  const runs = similarRuns(files);
  const place = files.length === 1 ? files[0].place : `${files[0].place} and ${files.length - 1} more`;
  return {
    columns,
    place,
    lined: files,
    select: (level, prefix, positions) =>
      runs.map(([first, end]) => selectRun(level, prefix, positions, first, end)).join(' UNION ALL '),
    soften(level, message) {
      if (/null_padding in conjunction|Parallel CSV Reader/.test(message))
        return level < FIRST_SERIAL ? FIRST_SERIAL : undefined;
      const hasNext = level + 1 !== FIRST_SERIAL && level + 1 < WAYS.length;
      return hasNext && /Expected Number of Columns/.test(message) ? level + 1 : undefined;
    },
    trial: 'rows',
    // Without quotes nothing but far too many cells can stop padding. Trying small files costs little, and spares them that.
    trusted: async () =>
      (await totalBytes(files)) >= LARGE && !(await anyQuotes(files)) ? PADDED : undefined,
    async check(level) {
      if (WAYS[level].parallel) return;
      for (const file of files) await checkQuotes(engine, file, lineBytes);
    },
  };

  function selectRun(
    level: number,
    prefix: string,
    positions: readonly number[],
    first: number,
    end: number,
  ): string {
    const { padded, parallel, surplus } = WAYS[level];
    const width = files[first].names.length;
    const cells = positions.map(
      (j) => `${places[j].at[first] === undefined ? 'NULL' : `p${places[j].at[first]}`} AS ${prefix}${j}`,
    );
    const extra = padded
      ? [`${shapeOf(width)} AS ${prefix}shape`, `${countOf(width + surplus)} AS ${prefix}count`]
      : [];
    const source = readCsv(files.slice(first, end), {
      prefix: 'p',
      width: width + surplus,
      padded,
      parallel,
      lineBytes,
    });
    return `SELECT ${[...cells, ...extra, ...(positions.length === 0 ? ['true'] : [])].join(', ')} FROM ${source}`;
  }
}

function shapeOf(width: number): string {
  return `CASE WHEN p${width} IS NOT NULL THEN ${SHAPE.tooLong} WHEN p${width - 1} IS NULL THEN ${SHAPE.tooShort} ELSE ${SHAPE.ok} END`;
}

/** When there is no more room, cells may have been cut off. */
function countOf(width: number): string {
  const count = `list_count([${Array.from({ length: width }, (_, p) => `p${p}`).join(', ')}])`;
  return `CASE WHEN p${width - 1} IS NULL THEN ${count} ELSE -${count} END`;
}

/** Read a file strictly, noting what is wrong: ragged rows are known of, anything else is refused. */
async function checkQuotes(engine: Engine, file: CsvFile, lineBytes: number): Promise<void> {
  const connection = await engine.connect();
  try {
    const source = readCsv([file], {
      prefix: 'p',
      width: file.names.length,
      padded: false,
      parallel: true,
      lineBytes,
      rejects: MOST_REJECTED,
    });
    await connection.run(`SELECT count(*) FROM ${source}`);
    const found = await connection.runAndReadAll(
      `SELECT count(*), min(line) FILTER (error_type NOT IN ('MISSING COLUMNS', 'TOO MANY COLUMNS')) FROM reject_errors`,
    );
    const [count, line] = found.getRows()[0].map(Number);
    if (line > 0)
      throw new FormatError('broken quoting: a quote is not closed, or closed too early', {
        code: 'broken-quoting',
        place: `${file.place}, line ${line}`,
      });
    if (count >= MOST_REJECTED)
      throw new LimitError('too many ragged rows in a file with line ends inside quotes', {
        code: 'too-many-ragged-rows',
        place: file.place,
        expected: `fewer than ${MOST_REJECTED}`,
      });
  } catch (thrown) {
    throw toFailure(thrown, file.place);
  } finally {
    connection.closeSync();
  }
}

async function totalBytes(files: readonly CsvFile[]): Promise<number> {
  let bytes = 0;
  for (const { path } of files) bytes += (await stat(path)).size;
  return bytes;
}

/** Whether a quote occurs anywhere; compressed files are not looked into. */
async function anyQuotes(files: readonly CsvFile[]): Promise<boolean> {
  const bytes = Buffer.alloc(1 << 20);
  for (const { path, compression, quote } of files) {
    if (quote === '') continue;
    if (compression !== 'none') return true;
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(bytes, 0, bytes.length);
        if (bytesRead === 0) break;
        if (bytes.subarray(0, bytesRead).includes(quote)) return true;
      }
    } finally {
      await file.close();
    }
  }
  return false;
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
export function longLastLine(place: string, most: number): LimitError {
  return new LimitError('the last line is too long', {
    code: 'line-too-long',
    place,
    expected: `at most ${most} bytes`,
  });
}
