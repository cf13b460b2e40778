// Bytes of a file as they were before gzip: in pieces, and never more than allowed, whatever the file unpacks to.
import { FormatError } from '@xpxlc/core';
import { tooLarge } from './limits.ts';

/** @throws {FormatError} `broken-compression`. @throws {LimitError} `input-too-large`. */
export async function unpackGzip(packed: Uint8Array, place: string, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((thrown: unknown) => {
      throw new FormatError(`the compressed data is damaged (${reasonOf(thrown)})`, {
        code: 'broken-compression',
        place,
      });
    });
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(place, most);
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
