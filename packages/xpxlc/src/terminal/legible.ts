// Text for people must not command their terminal. Names and cells may hold anything: sequences that move the cursor, set the title or
// answer for the user (ESC, CSI, OSC, BEL), line breaks that forge lines of ours, and signs that turn the direction of writing.
// They are shown as what they are (`\x1b`, `\n`, `\u202e`). Words are made legible before they are laid out, since afterwards
// their line breaks and colours cannot be told from ours; bytes on their way out are looked at once more.

/** C0, DEL and C1, line and paragraph separators, and the controls of bidirectional writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROLS = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A name or a message on one line, its control characters shown as escapes. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0);
    if (SHORT[sign] !== undefined) return SHORT[sign];
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Plain data with every text in it escaped, keys too; the same object where there is nothing to escape. */
export function legible<T>(value: T): T {
  return escaped(value) as T;
}

function escaped(value: unknown): unknown {
  if (typeof value === 'string') return escapeControls(value);
  if (Array.isArray(value)) {
    const items = value.map(escaped);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value);
  const shown = entries.map(([key, item]) => [escapeControls(key), escaped(item)] as const);
  const same = shown.every(([key, item], i) => key === entries[i][0] && item === entries[i][1]);
  return same ? value : Object.fromEntries(shown);
}

const ESC = 0x1b;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * UTF-8 for a terminal: lines, tabs and our own colours (`ESC [ … m`) pass, all other control characters are escaped.
 * The same bytes where there are none.
 */
export function legibleBytes(bytes: Uint8Array): Uint8Array {
  let parts: Uint8Array[] | undefined;
  let done = 0;
  for (let at = 0; at < bytes.length; at++) {
    const length = controlAt(bytes, at);
    if (length === 0) continue;
    parts ??= [];
    const sign = decoder.decode(bytes.subarray(at, at + length));
    parts.push(bytes.subarray(done, at), encoder.encode(escapeControls(sign)));
    done = at + length;
    at = done - 1;
  }
  if (parts === undefined) return bytes;
  return Buffer.concat([...parts, bytes.subarray(done)]);
}

/** How many bytes the control character has that begins here; 0 where none does, or one that may pass. */
function controlAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first >= 0x20 && first < 0x7f) return 0;
  if (first < 0x20) return first === 0x0a || first === 0x09 || (first === ESC && isColour(bytes, at)) ? 0 : 1;
  if (first === 0x7f) return 1;
  const second = bytes[at + 1];
  if (first === 0xc2) return second >= 0x80 && second < 0xa0 ? 2 : 0; // C1
  if (first === 0xd8) return second === 0x9c ? 2 : 0; // U+061C
  if (first !== 0xe2) return 0;
  const third = bytes[at + 2];
  if (second === 0x80) return third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae) ? 3 : 0;
  return second === 0x81 && third >= 0xa6 && third <= 0xa9 ? 3 : 0;
}

/** `ESC [ 1;36 m`. */
function isColour(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x5b) return false;
  let end = at + 2;
  while ((bytes[end] >= 0x30 && bytes[end] <= 0x39) || bytes[end] === 0x3b) end++;
  return bytes[end] === 0x6d;
}
