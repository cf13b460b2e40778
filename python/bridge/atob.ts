// What linkedom expects of its host besides host.ts: base64 → a letter a byte. Imported before it.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(text: string): string {
  let [found, bits, count] = ['', 0, 0];
  for (const letter of text.replace(/=/g, '')) {
    bits = (bits << 6) | DIGITS.indexOf(letter);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    found += String.fromCharCode((bits >> count) & 255);
    bits &= (1 << count) - 1;
  }
  return found;
}

(globalThis as { atob?: typeof fromBase64 }).atob ??= fromBase64;
