// `mcp`: the questions as tools of an assistant.
import { A_MODEL, MODEL, ROWS_OF_DATA } from './groups.ts';
import { count, MEGABYTES, SECONDS } from './kinds.ts';
import { local, question, type Said } from './option.ts';

const { beyondBounds: _, ...READ } = ROWS_OF_DATA;

export const MCP = question({
  name: 'mcp',
  door: true,
  summary: 'the questions as tools of an assistant (Model Context Protocol)',
  description:
    'Serves the Model Context Protocol on standard input and output, for the assistant that started it (docs/mcp.md). Its tools ask about MODEL, and about rows of DATA; it opens no other file, and no connection.',
  arguments: {
    ...A_MODEL,
    '[data...]': 'tables whose rows can be asked about, by number or --key; read once and held in memory',
  },
  options: {
    maxTime: local(SECONDS, 'computing time of a question', { default: 20 }),
    maxMemory: local(MEGABYTES, 'memory of each worker', { default: 1024 }),
    jobs: local(count('n', 1), 'workers that answer (default: as many as there are cores)'),
    ...READ,
    ...MODEL,
  },
  examples: [
    'xpxlc mcp model.json',
    'xpxlc mcp model.json people.csv --key name',
    'xpxlc mcp mail.cnbc --xmap mail.xmap --max-time 5',
  ],
});

export type McpOptions = Said<typeof MCP.options>;
