// The command line: commands and options, and how failures end. Commands are loaded when they are called.
import { shortened, XpxlcError } from '@xpxlc/core';
import { Command, CommanderError } from 'commander';
import { ModelFileError } from '../schema/file-problems.ts';
import { escapeControls } from '../terminal/legible.ts';
import { addCommand, DEBUG } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT, statusOf } from './exit.ts';
import { guardMessages, type Io } from './io.ts';
import type { Release } from './places.ts';

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
    .option(...DEBUG)
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
  const called = COMMANDS.filter(({ question }) => question.name === args[0] && args[0] !== 'completion');
  for (const command of called.length > 0 ? called : COMMANDS)
    addCommand(command, { io, program, called: { args, version } }, finish);
  return program;
}
