// Is a file a table? Most have a name that says so; JSON may be a model or a list of rows.
import type { GivenFile } from '../engine/messages.ts';

const TABLES = /\.(csv|tsv|txt|ndjson|jsonl|parquet)(\.gz)?$/i;
const JSON_NAME = /\.json(\.gz)?$/i;

/** By its name, or by a list where a model has an object. A table of numbers may still be a scorecard. */
export async function isTable({ name, bytes }: GivenFile): Promise<boolean> {
  if (TABLES.test(name)) return true;
  return JSON_NAME.test(name) && /^[\ufeff\s]*\[/.test(await startOf(bytes));
}

/** The first letters, also of what is packed. */
async function startOf(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes.subarray(0, 100));
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    const { value } = await reader.read();
    return new TextDecoder().decode(value?.subarray(0, 100));
  } catch {
    // Whoever reads all of it says what is wrong.
    return '';
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
