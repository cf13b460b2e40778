// Lines are what \\n ends, on every version of Node.
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/cli/lines.ts';

async function lines(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of linesOf(Readable.from(chunks))) found.push(line);
  return found;
}

describe('lines of a stream', () => {
  it('end at \\n and \\r\\n, wherever the stream is cut', async () => {
    expect(await lines('a\n', 'b', 'c\r', '\n', '\nd')).toEqual(['a', 'bc', '', 'd']);
    expect(await lines('a\n')).toEqual(['a']);
    expect(await lines()).toEqual([]);
  });

  it('hold U+2028, U+2029 and lone carriage returns', async () => {
    const text = '{"a":"\u2028\u2029"}\rb';
    expect(await lines(`${text}\n${text}`)).toEqual([text, text]);
  });

  it('are UTF-8, whose letters may be cut', async () => {
    const bytes = Buffer.from('é≥😀\n\ufeffé');
    for (let at = 0; at <= bytes.length; at++)
      expect(await lines(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['é≥😀', '\ufeffé']);
    expect(await lines(Uint8Array.of(0x61, 0xff, 0x0a, 0xc3))).toEqual(['a\ufffd', '\ufffd']);
  });
});
