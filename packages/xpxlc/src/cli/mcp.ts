// `xpxlc mcp`: the questions as tools of the assistant that started it, until it closes standard input.
import { availableParallelism } from 'node:os';
import { modelRecord } from '../answer/model-record.ts';
import { modelText } from '../answer/model-text.ts';
import type { McpOptions } from '../ask/mcp.ts';
import { rowsOf } from '../batch/rows.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { fingerprint, readContent } from '../import/content.ts';
import { DEFAULT_LIMITS, type Limits } from '../server/limits.ts';
import { EXIT, UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import type { Called } from './run-command.ts';

/** What is read by assistants is short. */
const SHORT = { maxRows: 1000, maxExplanations: 1000, maxAnswer: 2 ** 20 };

/** Run the command until standard input ends; the exit status. */
export async function mcp(
  model: string,
  data: readonly string[],
  options: McpOptions,
  io: Io,
  { version }: Called,
): Promise<number> {
  for (const path of [model, ...data])
    if (path === '-')
      throw new UsageError('the model and the table must be files', { place: 'MODEL, DATA', got: "'-'" });
  const loaded = await loadClassifier(model, options, io, data);
  const { createMcp, GivenRows, serveMcp } = await import('../mcp/index.ts');
  const limits: Limits = {
    ...DEFAULT_LIMITS,
    ...SHORT,
    maxTime: 1000 * options.maxTime,
    maxMemory: options.maxMemory,
    jobs: options.jobs ?? availableParallelism(),
  };
  const { classifier } = loaded;
  // Whether numbers may be beyond the bounds is for each question to say.
  const rows = rowsOf({ classifier, data, options: { ...options, beyondBounds: 'extend' } });
  const blocks: RowBlock[] = [];
  if (data.length > 0) for await (const block of rows(0)) blocks.push(block);
  const server = createMcp({
    version,
    limits,
    model: {
      classifier: classifier,
      title: loaded.title,
      fingerprint: await fingerprint((await readContent(model)).bytes),
      words: modelText(modelRecord(loaded, classifier), false, (heading) => heading),
    },
    ...(data.length === 0 ? {} : { rows: new GivenRows(classifier.features, blocks, options.key) }),
    report: (error) =>
      void io.stderr.write(`xpxlc: internal error, please report:\n${(error as Error).stack}\n`),
  });
  await serveMcp(server, io, limits, (text) => void io.stderr.write(`xpxlc: note: ${text}\n`));
  return EXIT.done;
}
