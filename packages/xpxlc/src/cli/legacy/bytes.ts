// Texts of files as strings of bytes: each character is one byte. What the original prints of a name is then what stood in
// the file, whatever its encoding, and the order of strings is the order of bytes.
import { Buffer } from 'node:buffer';

/** The text of a file, without a byte order mark. */
export function fromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text;
}

/** The bytes of a text made of such strings. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** A message that quotes such strings, as people read it. */
export function forPeople(message: string): string {
  return message.replace(/[\x80-\xff]+/g, (run) => Buffer.from(run, 'latin1').toString('utf8'));
}
