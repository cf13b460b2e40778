// A text (or its bytes) that appears under its name only when it is complete; or goes to a stream as it comes.
import type { Writable } from 'node:stream';
import { openComplete } from './complete-file.ts';
import { formatByName } from './format.ts';
import { type Sink, textSink } from './text-sink.ts';

/**
 * Open a text for writing; a path that ends in `.gz` or `.zst` is packed.
 *
 * @throws {FormatError} `cannot-write`. A broken pipe is thrown as Node has it.
 */
export function openText(target: string | Writable): Promise<Sink<string | Uint8Array>> {
  const compression = typeof target === 'string' ? formatByName(target).compression : 'none';
  return openComplete(target, (to) => textSink(to, compression));
}

/** Write a whole text; the file appears when it is complete. */
export async function saveText(path: string, text: string): Promise<void> {
  const file = await openText(path);
  await file.write(text);
  await file.close();
}
