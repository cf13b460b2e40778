// How far a run has got, for people at a terminal: rows, rate and, where the table's size is known, the time that is left.
import { open, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';

/** A bar. */
export interface Progress {
  show(rows: number): void;
  end(): void;
}

/** So much is looked at for the length of a line. */
const SAMPLE = 1 << 20;
/** Runs that end sooner need no bar. */
const PATIENCE = 1000;

/** A bar on a terminal, about the rows of files. */
export async function openProgress(
  stream: Writable,
  data: readonly string[],
  done: number,
): Promise<Progress> {
  const total = await estimateRows(data);
  const { SingleBar } = await import('cli-progress');
  const format =
    total === undefined
      ? '{value} rows, {rate} rows/s'
      : '{bar} {percentage} % of about {total} rows, {rate} rows/s, {eta_formatted} left';
  const bar = new SingleBar({ format, stream, hideCursor: true, clearOnComplete: true, barsize: 24 });
  const start = performance.now();
  let open = false;
  return {
    show(rows) {
      const elapsed = performance.now() - start;
      if (!open && elapsed < PATIENCE) return;
      const rate = Math.round((1000 * rows) / elapsed).toLocaleString('en');
      if (!open) bar.start(Math.max(total ?? 0, rows + done), rows + done, { rate });
      open = true;
      if (total !== undefined && rows + done > bar.getTotal()) bar.setTotal(rows + done);
      bar.update(rows + done, { rate });
    },
    end() {
      if (open) bar.stop();
    },
  };
}

/** About how many rows the files have, by the length of their first lines; undefined where that cannot be told. */
async function estimateRows(paths: readonly string[]): Promise<number | undefined> {
  let rows = 0;
  for (const path of paths) {
    try {
      const info = await stat(path);
      if (!info.isFile()) return undefined; // opening a pipe would be felt at its other end
      const { size } = info;
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, SAMPLE)), 0, undefined, 0);
        const text = buffer.subarray(0, bytesRead);
        if (text.includes(0)) return undefined; // Parquet, or packed
        let lines = 0;
        for (const byte of text) if (byte === LINE_END) lines += 1;
        rows += Math.round((size * lines) / Math.max(1, bytesRead));
      } finally {
        await file.close();
      }
    } catch {
      return undefined; // a stream, a glob
    }
  }
  return paths.length === 0 ? undefined : rows;
}

const LINE_END = 0x0a;
