// The command line: commands and their options, from the questions of ask/. What answers is loaded when a command is called.
import { shortened } from '@xpxlc/core';
import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { GONE } from '../ask/gone.ts';
import { Misread } from '../ask/kinds.ts';
import { COMMAND_LINE, flagOf, type Options, type Question, wordsOf } from '../ask/option.ts';
import { escapeControls } from '../terminal/legible.ts';
import { COMMANDS, questionOf } from './commands.ts';
import { EXIT } from './exit.ts';
import { guardMessages, type ProcessIo } from './io.ts';

export { endProcess, isIdle, leave } from '../table/native-work.ts';

/** Run the program with these arguments (without node and script); the exit status. */
export async function run(args: readonly string[], io: ProcessIo, version: string): Promise<number> {
  let status: number = EXIT.done;
  try {
    const program = await toProgram(args, io, version, (result) => {
      status = result;
    });
    await program.parseAsync(args as string[], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { tellFailure } = await import('./run-command.ts');
    return tellFailure(error, args, guardMessages(io));
  }
}

/** How commander suggests another name. */
const SUGGESTION = '\n(Did you mean ';

/** The program's own option, understood after the command's name as well. */
const DEBUG = ['--debug', 'show where an error comes from'] as const;

/** The commands and their options. Only the command that is called is set up, unless help about all may be needed. */
export async function toProgram(
  args: readonly string[],
  io: ProcessIo,
  version: string,
  finish: (status: number) => void,
): Promise<Command> {
  const { stdout, stderr } = guardMessages(io);
  const program = new Command('xpxlc')
    .description('Exact reasons for the decisions of naive Bayes, linear and scorecard classifiers.')
    .version(version, '-V, --version')
    .option(...DEBUG)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Options may be quoted in it; the one line break of its own is before a suggestion.
      outputError: (text, tell) => {
        const [what, ...suggested] = text.trimEnd().split(SUGGESTION);
        const now = GONE[/^error: unknown (?:option|command) '([\w-]+)'/.exec(what)?.[1] ?? ''];
        const parts = now === undefined ? [what, ...suggested] : [`${what}; now: ${now}`];
        tell(`${parts.map((part) => escapeControls(shortened(part))).join(SUGGESTION)}\n`);
      },
    })
    .exitOverride()
    .showHelpAfterError('(xpxlc --help shows all commands and options)')
    .addHelpText(
      'after',
      '\nxpxlc legacy … is the command line of the original tool, flag for flag (xpxlc legacy -h).\n\nExit status: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input (some rows failed), 4 internal error.',
    );
  const called = COMMANDS.filter((name) => name === args[0] && name !== 'completion');
  for (const name of called.length > 0 ? called : COMMANDS)
    addCommand(program, await questionOf(name), showsAll(args), async (question, given, said) => {
      const { runCommand } = await import('./run-command.ts');
      finish(await runCommand({ question, given, said, called: { args, version, program } }, io));
    });
  return program;
}

/** Whether all options are shown, not the usual ones alone: by `--help all`, and to shells. */
function showsAll(args: readonly string[]): boolean {
  const asked = args.findIndex((arg) => arg === '--help' || arg === '-h' || arg === 'help');
  return args[0] === 'completion' || (asked >= 0 && args.slice(asked + 1).includes('all'));
}

/** Add a command that answers a question: its options as flags, with help. */
function addCommand(
  program: Command,
  question: Question,
  all: boolean,
  answer: (
    question: Question,
    given: readonly string[],
    said: Readonly<Record<string, unknown>>,
  ) => Promise<void>,
): void {
  const { name, summary, description, options, usual = Object.keys(options), notes, examples } = question;
  const command = program.command(name).summary(summary).description(description);
  if (question.door) command.helpGroup('Other doors:');
  for (const [form, words] of Object.entries(question.arguments)) {
    const argument = new Argument(form, words);
    command.addArgument(
      question.argumentChoices === undefined ? argument : argument.choices(question.argumentChoices),
    );
  }
  for (const option of Object.keys(options))
    command.addOption(toOption(options, option).hideHelp(!all && !usual.includes(option)));
  const more = Object.keys(options).length - usual.length;
  const shown = `Examples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n`;
  command
    .addOption(new Option(...DEBUG).hideHelp(!all))
    .helpOption('-h, --help [all]', 'the usual options, or all')
    .configureHelp({
      formatHelp: (of, helper) =>
        Help.prototype.formatHelp
          .call(helper, of, helper)
          .replace(/\n(?=(?:Arguments|Options):\n)/, () => `\n${shown}\n`),
    })
    .addHelpText('after', () => {
      if (all) return notes === undefined ? '' : `\n${notes}`;
      return more === 0 ? '' : `\n${more} more options: xpxlc ${name} --help all`;
    })
    // Of what commander gives, the last is the command itself; what was said is before it.
    .action((...given: unknown[]) =>
      answer(question, given.slice(0, -2) as string[], given.at(-2) as Readonly<Record<string, unknown>>),
    );
}

function toOption(options: Options, name: string): Option {
  const { kind, short, required = false, default: otherwise } = options[name];
  const flags = `${short === undefined ? '' : `-${short}, `}${flagOf(name)}`;
  const value = kind.placeholder === undefined ? '' : ` <${kind.placeholder}>`;
  const option = new Option(`${flags}${value}`, wordsOf(options, name, COMMAND_LINE)).makeOptionMandatory(
    required,
  );
  if (kind.choices !== undefined) option.choices(kind.choices);
  const { read } = kind;
  if (read !== undefined)
    option.argParser((text, before) => {
      try {
        return read(text, before);
      } catch (error) {
        if (error instanceof Misread) throw new InvalidArgumentError(error.message);
        throw error;
      }
    });
  return otherwise === undefined ? option : option.default(otherwise);
}
