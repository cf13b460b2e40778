// CSV → table. Ragged rows stay in their place, with a problem; broken quoting ends the reading, since nobody knows what comes after it.
import { SHAPE, shapeTrouble } from 'xpxlc/cells';
import { breathe } from './breathe.ts';
import { ColumnBuilder } from './column-builder.ts';
import { type CsvHeader, csvHeader } from './csv-header.ts';
import { CsvRecords } from './csv-records.ts';
import { checkCells, checkColumns, tooLong } from './limits.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';
import { TableBuilder } from './table-builder.ts';
import { textPieces } from './text-pieces.ts';

/** @param tabs the name of the file says that cells are separated by tabs. */
export async function readCsv(bytes: Uint8Array, tabs: boolean, reading: Reading): Promise<Table> {
  const { place, limits, maxRows, delimiter = tabs ? '\t' : undefined } = reading;
  const builder = new TableBuilder(place);
  let header: CsvHeader | undefined;
  let records = new CsvRecords('', place);
  let headed = false;
  let rest = '';
  for (const { text: piece, share, last } of textPieces(bytes, place)) {
    const text = rest + piece;
    rest = text;
    if (header === undefined) {
      const candidates = delimiter === undefined ? {} : { candidates: [delimiter] };
      header = csvHeader(text, last, { ...reading, ...candidates });
      if (header === undefined) {
        if (text.length > limits.rowLength) throw tooLong(place, limits.rowLength);
        continue;
      }
      checkColumns(place, header.names.length, limits.columns);
      for (const name of header.names) builder.columns.push(new ColumnBuilder(name));
      records = new CsvRecords(header.delimiter, place);
    }
    const began = builder.rows;
    const end = records.visit(text, last, (cells, line) => {
      if (!headed) headed = true;
      else if (builder.rows < maxRows) addRow(builder, cells, line);
      else builder.full = true;
    });
    rest = text.slice(end);
    if (rest.length > limits.rowLength) throw tooLong(`${place}, row ${builder.rows}`, limits.rowLength);
    checkCells(place, builder.rows, builder.columns.length, limits.cells);
    const early = began === 0 && !last ? { table: builder.table(true) } : {};
    reading.onProgress?.({ rows: builder.rows, share, ...early });
    if (builder.full) break;
    if (!last) await breathe();
    reading.signal?.throwIfAborted();
  }
  return builder.table();
}

function addRow(builder: TableBuilder, cells: readonly string[], line: number): void {
  const { columns } = builder;
  const width = columns.length;
  const given = Math.min(width, cells.length);
  for (let j = 0; j < given; j++) columns[j].add(cells[j]);
  for (let j = given; j < width; j++) columns[j].add(null);
  if (cells.length === width) builder.endRow(line);
  else {
    const shape = cells.length < width ? SHAPE.tooShort : SHAPE.tooLong;
    builder.endRow(line, shapeTrouble(shape, width, cells.length));
  }
}
