// The command line: commands and options, and how failures end. Commands are loaded when they are called.
import { shortened, XpxlcError } from '@xpxlc/core';
import { Command, CommanderError } from 'commander';
import { ModelFileError } from '../schema/file-problems.ts';
import { escapeControls } from '../terminal/legible.ts';
import { addAssess } from './assess-command.ts';
import type { Called } from './called.ts';
import { addCheck } from './check-command.ts';
import { addCompare } from './compare-command.ts';
import { addCompletion } from './completion-command.ts';
import { addConvert } from './convert-command.ts';
import { addCount } from './count-command.ts';
import { EXIT, statusOf } from './exit.ts';
import { addExplain } from './explain-command.ts';
import { addFeatures } from './features-command.ts';
import { addInspect } from './inspect-command.ts';
import { guardMessages, type Io } from './io.ts';
import type { Release } from './places.ts';
import { addPredict } from './predict-command.ts';
import { addReport } from './report-command.ts';
import { addServe } from './serve-command.ts';
import { addTrain } from './train-command.ts';
import { addVerify } from './verify-command.ts';

export { endProcess, isIdle, leave } from '../table/native-work.ts';

/** Run the program with these arguments (without node and script); the exit status. */
export async function run(args: readonly string[], given: Io, version: string): Promise<number> {
  const io = guardMessages(given);
  let status: number = EXIT.done;
  let release: Release | undefined;
  const program = toProgram(args, io, version, (result) => {
    status = result;
  }).hook('preAction', async (_, command) => {
    const { settlePlaces } = await import('./places.ts');
    release = await settlePlaces(command, args);
  });
  try {
    await program.parseAsync(args as string[], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done; // the reader has seen enough
    const debug = args.includes('--debug');
    const known = error instanceof XpxlcError;
    const { message, stack } = error as Error;
    const further = error instanceof ModelFileError ? error.further : [];
    const first = further.reduceRight((text, line) => text.slice(0, -line.length - 1), message);
    io.stderr.write(`xpxlc: ${known ? first : `internal error, please report: ${message}`}\n`);
    for (const line of further) io.stderr.write(`${line}\n`);
    if (debug) io.stderr.write(`${stack}\n`);
    return statusOf(error);
  } finally {
    await release?.();
  }
}

/** How commander suggests another name. */
const SUGGESTION = '\n(Did you mean ';

type Add = (program: Command, io: Io, finish: (status: number) => void, called: Called) => void;

/** In the order of the help. */
const COMMANDS: ReadonlyMap<string, Add> = new Map([
  ['explain', addExplain],
  ['report', addReport],
  ['predict', addPredict],
  ['count', addCount],
  ['features', addFeatures],
  ['compare', addCompare],
  ['train', addTrain],
  ['convert', addConvert],
  ['inspect', addInspect],
  ['check', addCheck],
  ['assess', addAssess],
  ['verify', addVerify],
  ['serve', addServe],
  ['completion', addCompletion],
]);

/** The commands and their options. Only the command that is called is set up, unless help about all may be needed. */
export function toProgram(
  args: readonly string[],
  io: Io,
  version: string,
  finish: (status: number) => void,
): Command {
  const program = new Command('xpxlc')
    .description('Exact reasons for the decisions of naive Bayes, linear and scorecard classifiers.')
    .version(version, '-V, --version')
    .option('--debug', 'show where an error comes from')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      // Options may be quoted in it; the one line break of its own is before a suggestion.
      outputError: (text, tell) =>
        tell(
          `${text
            .trimEnd()
            .split(SUGGESTION)
            .map((part) => escapeControls(shortened(part)))
            .join(SUGGESTION)}\n`,
        ),
    })
    .exitOverride()
    // `-o -` is stdout, as without the option.
    .hook('preAction', (_, command) => {
      if (command.getOptionValue('output') === '-') command.setOptionValue('output', undefined);
    })
    .showHelpAfterError('(xpxlc --help shows all commands and options)')
    .addHelpText(
      'after',
      '\nxpxlc legacy … is the command line of the original tool, flag for flag (xpxlc legacy -h).\n\nExit status: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input (some rows failed), 4 internal error.',
    );
  const named = args[0] === 'completion' ? undefined : COMMANDS.get(args[0] ?? '');
  for (const add of named === undefined ? COMMANDS.values() : [named])
    add(program, io, finish, { args, version });
  return program;
}
