// Lines of a stream of bytes. Not by node:readline: from Node 24 on it also ends lines at U+2028 and U+2029, which JSON has inside
// its texts, and on every version at a lone carriage return.
import type { Readable } from 'node:stream';

/** Each line without its end, which is `\n` or `\r\n`. Bytes that are no UTF-8 become U+FFFD. */
export async function* linesOf(stream: Readable): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // A line may come in very many pieces: they are joined once.
  let begun: string[] = [];
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const parts = text.split('\n');
    begun.push(parts[0]);
    for (let x = 1; x < parts.length; x++) {
      yield clean(begun.join(''));
      begun = [parts[x]];
    }
  }
  const rest = begun.join('') + decoder.decode();
  if (rest !== '') yield clean(rest);
}

function clean(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
