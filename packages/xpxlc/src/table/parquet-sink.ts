// Rows → a Parquet file, in one go.
import { appendRows, plainTable } from './parquet-rows.ts';
import { ParquetStore } from './parquet-store.ts';
import { temporaryPath } from './temporary.ts';
import type { Sink } from './text-sink.ts';
import type { WriterColumn, WriterRow } from './write.ts';

export async function parquetSink(
  path: string,
  columns: readonly WriterColumn[],
): Promise<Sink<readonly WriterRow[]>> {
  const database = temporaryPath(`${path}.db`);
  const store = await ParquetStore.open(database, plainTable(columns), path);
  return {
    write: (rows) => appendRows(store, columns, rows),
    async close() {
      await store.copyOut();
      store.remove();
    },
    async abort() {
      store.remove();
    },
  };
}
