// A client of the protocol's own library, connected to the server as it is shipped, for tests.
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Model } from '@xpxlc/core';
import { expect, onTestFinished } from 'vitest';
import type { RowBlock } from '../../src/cells/row-block.ts';
import type { Limits } from '../../src/server/limits.ts';
import { DEFAULT_LIMITS } from '../../src/server/limits.ts';
import { INSTALLED } from '../cli/program.ts';

// Workers are started from what was built, as the program does.
const shipped: typeof import('../../src/mcp/index.ts') = await import(
  join(INSTALLED, 'xpxlc/dist/program/mcp.js')
);
const core: typeof import('@xpxlc/core') = await import(join(INSTALLED, 'xpxlc/dist/program/core.js'));

/** What a tool answered. */
export interface Answered {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly data: any;
  readonly isError: boolean;
}

/** A client that can be asked; closed after the test, which must have met no mistake of ours. */
export interface Connected {
  readonly client: Client;
  ask(tool: string, given?: object, signal?: AbortSignal): Promise<Answered>;
}

export async function connected(
  model: Model,
  limits: Partial<Limits> = {},
  table?: { readonly blocks: readonly RowBlock[]; readonly key?: string },
): Promise<Connected> {
  const mistakes: unknown[] = [];
  const classifier = core.reduce(model, { neverWins: 'allow' });
  const mcp = shipped.createMcp({
    version: '1.2.3',
    limits: { ...DEFAULT_LIMITS, jobs: 1, ...limits },
    model: { classifier, fingerprint: 'f00', words: 'a model' },
    ...(table && { rows: new shipped.GivenRows(classifier.features, table.blocks, table.key) }),
    report: (error) => void mistakes.push(error),
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  await Promise.all([mcp.connection().connect(there as never), client.connect(here)]);
  onTestFinished(async () => {
    await client.close();
    await mcp.close();
    expect(mistakes).toEqual([]);
  });
  const ask: Connected['ask'] = async (name, given = {}, signal) =>
    answeredBy(await client.callTool({ name, arguments: given as never }, { signal }));
  return { client, ask };
}

/** The parts of an answer. */
export function answeredBy(result: Awaited<ReturnType<Client['callTool']>>): Answered {
  const [{ text }] = result.content as readonly { readonly text: string }[];
  return { text, data: result.structuredContent, isError: result.isError ?? false };
}
