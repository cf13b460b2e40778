// What happens once a command and its options are known: outputs are settled, what answers is loaded and called, and a failure is told.
import { XpxlcError } from '@xpxlc/core';
import type { Command } from 'commander';
import { COMMAND_LINE, type Question, refuseClashes } from '../ask/option.ts';
import { ModelFileError } from '../schema/file-problems.ts';
import type { CommandName } from './commands.ts';
import { EXIT, statusOf } from './exit.ts';
import { guardMessages, type Io, type ProcessIo } from './io.ts';
import type { Places } from './places.ts';

/** How the program was called, for output that says so. */
export interface Called {
  /** What was typed after the program's name. */
  readonly args: readonly string[];
  readonly version: string;
  readonly program: Command;
}

/** A command as it was called. */
export interface CommandCall {
  readonly question: Question;
  /** Its arguments; what may be repeated is a list. */
  readonly given: readonly (string | readonly string[] | undefined)[];
  readonly said: Readonly<Record<string, unknown>>;
  readonly called: Called;
}

/** Takes the arguments of the command, what was said, the surroundings and how the program was called. @returns the exit status. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives what the question of the same name says
type Answer = (...given: any[]) => Promise<number>;

const ANSWERS: Readonly<Record<CommandName, () => Promise<Answer>>> = {
  explain: async () => (await import('./explain.ts')).explain,
  report: async () => (await import('./report.ts')).report,
  precise: async () => (await import('./precise.ts')).precise,
  predict: async () => (await import('./predict.ts')).predict,
  count: async () => (await import('./count.ts')).count,
  features: async () => (await import('./features.ts')).features,
  compare: async () => (await import('./compare.ts')).compare,
  train: async () => (await import('./train.ts')).train,
  convert: async () => (await import('./convert.ts')).convert,
  inspect: async () => (await import('./inspect.ts')).inspect,
  check: async () => (await import('./check.ts')).check,
  verify: async () => (await import('./verify.ts')).verify,
  serve: async () => (await import('./serve.ts')).serve,
  mcp: async () => (await import('./mcp.ts')).mcp,
  completion: async () => (await import('./completion.ts')).completion,
};

/** Options that name a file to write; `convert` and `train` write a model whatever is said. */
const WRITTEN = ['output', 'summary', 'plot'] as const;
const MODEL_WRITERS: readonly string[] = ['convert', 'train'];

/** Run a command, whatever comes of it; the exit status. */
export async function runCommand(
  { question, given, said, called }: CommandCall,
  surroundings: ProcessIo,
): Promise<number> {
  const { name } = question;
  // `-o -` is stdout, as without the option.
  const options = said.output === '-' ? { ...said, output: undefined } : said;
  const guarded = guardMessages(surroundings);
  let places: Places | undefined;
  try {
    if (MODEL_WRITERS.includes(name) || WRITTEN.some((option) => typeof options[option] === 'string')) {
      const { settlePlaces } = await import('./places.ts');
      places = await settlePlaces(name, given, options, { args: called.args, written: WRITTEN });
    }
    refuseClashes(question, options, COMMAND_LINE);
    const answer = await ANSWERS[name as CommandName]();
    const io: Io = { ...guarded, claim: async () => places?.claim() };
    const inputs = MODEL_WRITERS.includes(name) ? { inputs: places?.inputs } : {};
    return await answer(...given, { ...options, ...inputs }, io, called);
  } catch (error) {
    return tellFailure(error, called.args, guarded);
  } finally {
    await places?.release();
  }
}

/** Say why there is no answer; the exit status. */
export function tellFailure(error: unknown, args: readonly string[], { stderr }: ProcessIo): number {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done; // the reader has seen enough
  const { message, stack } = error as Error;
  const further = error instanceof ModelFileError ? error.further : [];
  const first = further.reduceRight((text, line) => text.slice(0, -line.length - 1), message);
  const known = error instanceof XpxlcError;
  stderr.write(`xpxlc: ${known ? first : `internal error, please report: ${message}`}\n`);
  for (const line of further) stderr.write(`${line}\n`);
  if (args.includes('--debug')) stderr.write(`${stack}\n`);
  return statusOf(error);
}
