// Texts of attributes and tensors are bytes in ONNX; they must be UTF-8.
import { FormatError } from '@xpxlc/core';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws {FormatError} `not-text`. */
export function textOf(bytes: Uint8Array, place: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FormatError('not a text', { code: 'not-text', place, expected: 'UTF-8', got: 'other bytes' });
  }
}
