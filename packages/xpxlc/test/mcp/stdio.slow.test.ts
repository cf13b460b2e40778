// `xpxlc mcp` as a client starts and ends it: over standard input and output, which has nothing but the protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, LOANS, PEOPLE, records, root } from '../cli/program.ts';
import { MAIN, xpxlc } from '../cli/shipped.ts';
import { answeredBy } from './connected.ts';

/** The program, and what it has said: messages, and what is said beside them. */
function started(...args: string[]): {
  child: ChildProcess;
  messages: () => Promise<unknown>;
  notes: () => string;
} {
  const child = spawn(process.execPath, [MAIN, 'mcp', ...args], { cwd: root });
  onTestFinished(() => void child.kill('SIGKILL'));
  let notes = '';
  child.stderr?.on('data', (chunk) => {
    notes += chunk;
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return { child, messages: async () => JSON.parse((await lines.next()).value), notes: () => notes };
}

const call = (id: number, name: string, given: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })}\n`;

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
})}\n`;

describe('xpxlc mcp', () => {
  it('answers a client as the command line does, about rows by number and key', async () => {
    const cwd = folder({ 'people.csv': PEOPLE });
    const args = [MAIN, 'mcp', LOANS, 'people.csv', '--key', 'name'];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'pipe' });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const ask = async (name: string, given: object = {}) =>
      answeredBy(await client.callTool({ name, arguments: given as never }));
    expect((await client.listTools()).tools.length).toBe(8);
    expect((await ask('model')).text).toBe((await xpxlc(['inspect', LOANS])).stdout);
    for (const [row, id] of ['Ada', 'Bo', 'Cy'].entries())
      for (const [tool, command, ...options] of [
        ['predict', 'predict'],
        ['explain', 'explain'],
        ['contrasts', 'explain', '--kind', 'cxp'],
        ['count', 'count'],
        ['features', 'features', '--per', 'row'],
      ]) {
        const asked = [command, LOANS, 'people.csv', '--key', 'name', '--rows', `${row}`, ...options];
        const [text, lines] = [
          await xpxlc([...asked, '--format', 'text'], { cwd }),
          await xpxlc([...asked, '--format', 'ndjson'], { cwd }),
        ];
        expect(await ask(tool, { row })).toEqual(await ask(tool, { id }));
        expect(await ask(tool, { id })).toEqual({
          text: text.stdout,
          data: { answers: records(lines.stdout) },
          isError: false,
        });
      }
  });

  it('goes on after what is no message, or too large, and ends with its input', async () => {
    const { child, messages, notes } = started(LOANS);
    const send = (text: string): boolean | undefined => child.stdin?.write(text);
    send(HELLO);
    expect(await messages()).toMatchObject({ id: 0, result: { serverInfo: { name: 'xpxlc' } } });
    send('not JSON\n\n[]\n{"jsonrpc":"2.0"}\n{"id":{},"method":7}\n\u0000\n');
    send(`${call(1, 'predict', { instance: 'x'.repeat(17 * 2 ** 20) })}`);
    send('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}\n');
    expect(await messages()).toMatchObject({ id: 2, error: {} });
    send('{"jsonrpc":"2.0","id":3,"method":"no/such"}\n');
    expect(await messages()).toMatchObject({ id: 3, error: { code: -32_601 } });
    send(call(4, 'predict', { instance: 'x'.repeat(2 ** 20) }));
    expect(await messages()).toMatchObject({ id: 4, result: { isError: true } });
    send(call(5, 'predict', { instance: [30, 12, 'rent', 2] }));
    expect(await messages()).toMatchObject({
      id: 5,
      result: { content: [{ text: expect.stringMatching(/refuse/) }] },
    });
    child.stdin?.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(notes()).toContain('xpxlc: note: a message is too large; expected at most 16777216 bytes\n');
    expect(notes()).not.toMatch(/internal|\n {4}at /);
  });

  it('ends when nobody reads', async () => {
    const { child } = started(LOANS);
    child.stdout?.destroy();
    child.stdin?.write(HELLO.repeat(50));
    expect((await once(child, 'close'))[1]).toBe(null);
  });

  it.each([
    [['-'], "MODEL, DATA: the model and the table must be files, got '-'"],
    [[LOANS, 'nothing.csv'], 'nothing.csv'],
    [['nothing.json'], 'nothing.json'],
  ])('%j is refused', async (args, message) => {
    const { status, stdout, stderr } = await xpxlc(['mcp', ...args]);
    expect([status === 2 || status === 3, stdout]).toEqual([true, '']);
    expect(stderr).toContain(message);
  });
});
