// A connection over standard input and output, until the input ends.
import { once } from 'node:events';
import { type Readable, Transform, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Limits } from '../server/limits.ts';
import type { Mcp } from './mcp-server.ts';

/** @param note - told of what is no message of the protocol. */
export async function serveMcp(
  mcp: Mcp,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  { maxBody }: Pick<Limits, 'maxBody'>,
  note: (text: string) => void,
): Promise<void> {
  const lines = shortLines(maxBody, () => note(`a message is too large; expected at most ${maxBody} bytes`));
  stdin.once('error', () => lines.end());
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * maxBody });
  const onerror = ({ message }: Error): void => note(message);
  const handle = serveStdio(() => mcp.connection(), { transport, onerror });
  // A reader that goes away is the end, too.
  await Promise.race([once(lines, 'close'), once(stdout, 'error')]);
  await handle.close();
  await mcp.close();
}

const LINE_FEED = 10;

/** Lines, without those that are too long: the protocol would end at one. */
function shortLines(most: number, tooLong: () => void): Transform {
  let kept: Buffer[] = [];
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(LINE_FEED, from) + 1;
        const part = chunk.subarray(from, end === 0 ? chunk.length : end);
        from += part.length;
        length += part.length;
        if (length <= most) kept.push(part);
        else kept = [];
        if (end === 0) continue;
        if (length > most) tooLong();
        else this.push(Buffer.concat(kept));
        kept = [];
        length = 0;
      }
      done();
    },
  });
}
