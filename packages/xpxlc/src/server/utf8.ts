// Bytes → text. What is sent must be UTF-8: a byte that is not would become another letter, and so perhaps another case.

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text, or undefined where the bytes are none. */
export function toText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** What bytes are that are no text, for messages. */
export function whatElse(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return 'compressed bytes (gzip)';
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  const at = firstBad(bytes);
  return `byte 0x${bytes[at].toString(16).toUpperCase().padStart(2, '0')} at position ${at}`;
}

/** Where the first letter begins that is none. By halves: what comes before is text, if need be with a letter that is cut off. */
function firstBad(bytes: Uint8Array): number {
  let [sound, broken] = [0, bytes.length + 1];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (mayGoOn(bytes.subarray(0, middle))) sound = middle;
    else broken = middle;
  }
  while (toText(bytes.subarray(0, sound)) === undefined) sound -= 1;
  return sound;
}

function mayGoOn(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
