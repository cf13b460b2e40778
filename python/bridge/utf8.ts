// Text and bytes where the host has no TextEncoder and TextDecoder, as in a bare V8. UTF-8 only, by the WHATWG's rules.

/** As the platform's, for UTF-8. */
export class Utf8Encoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(3 * text.length);
    return bytes.slice(0, this.encodeInto(text, bytes).written);
  }

  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
    let [read, at] = [0, 0];
    while (read < text.length) {
      let code = text.codePointAt(read) as number;
      const units = code > 0xffff ? 2 : 1;
      if (units === 1 && code >= 0xd800 && code <= 0xdfff) code = 0xfffd; // half a character
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (at + size > bytes.length) break;
      if (size === 1) bytes[at] = code;
      else {
        for (let k = size - 1; k > 0; k--, code >>= 6) bytes[at + k] = 0x80 | (code & 0x3f);
        bytes[at] = LEADS[size] | code;
      }
      at += size;
      read += units;
    }
    return { read, written: at };
  }
}

/** The first byte of a character, by its length. */
const LEADS = [0, 0, 0xc0, 0xe0, 0xf0];

/** As the platform's, for whole UTF-8 texts. */
export class Utf8Decoder {
  readonly encoding = 'utf-8';
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;

  constructor(_label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
  }

  decode(source: ArrayBufferView | ArrayBuffer = new Uint8Array()): string {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const units = new Uint16Array(bytes.length);
    let count = 0;
    for (let at = marked && !this.ignoreBOM ? 3 : 0; at < bytes.length; ) {
      const size = wellFormed(bytes, at);
      if (size <= 0) {
        if (this.fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
        units[count++] = 0xfffd;
        at -= size - 1;
        continue;
      }
      let code = size === 1 ? bytes[at] : bytes[at] & (0x7f >> size);
      for (let k = 1; k < size; k++) code = (code << 6) | (bytes[at + k] & 0x3f);
      at += size;
      if (code > 0xffff) {
        units[count++] = 0xd7c0 + (code >> 10);
        units[count++] = 0xdc00 | (code & 0x3ff);
      } else units[count++] = code;
    }
    return toText(units, count);
  }
}

/** How many bytes the character has; of a broken one, less by one and negative, how many of its bytes belong together. */
function wellFormed(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let k = 1; k < size; k++) {
    const byte = bytes[at + k] ?? 0;
    // No longer form than needed, no half characters, nothing beyond the last one.
    const low = k > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = k > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (byte < low || byte > high) return 1 - k;
  }
  return size;
}

/** Many code units at a time, but not too many for a call. */
function toText(units: Uint16Array, count: number): string {
  const parts: string[] = [];
  for (let from = 0; from < count; from += 8192)
    parts.push(String.fromCharCode(...units.subarray(from, Math.min(count, from + 8192))));
  return parts.join('');
}
