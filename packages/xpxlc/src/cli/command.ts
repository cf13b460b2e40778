// A question as a command: its options as flags, with help.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { Misread } from '../ask/kinds.ts';
import {
  COMMAND_LINE,
  flagOf,
  type Options,
  type Question,
  refuseClashes,
  type Said,
  wordsOf,
} from '../ask/option.ts';
import type { Called } from './called.ts';
import type { Io } from './io.ts';

/** Who called, and how. */
export interface Caller {
  readonly io: Io;
  readonly called: Called;
  readonly program: Command;
}

/** A command: what is asked, and what answers. */
export interface Asked {
  readonly question: Question;
  /** @param given - arguments, then what was said. @returns the exit status. */
  run(caller: Caller, given: readonly unknown[]): Promise<number>;
}

/** A command that answers a question; `answer` loads what it needs. */
export function answered<O extends Options, A extends readonly unknown[]>(
  question: Question<O>,
  answer: (caller: Caller, said: Said<O>, ...given: A) => Promise<number>,
): Asked {
  return {
    question: question as unknown as Question,
    run: (caller, given) => {
      const [said, args] = [given.at(-1) as Said<O>, given.slice(0, -1) as unknown as A];
      refuseClashes(question, said, COMMAND_LINE);
      return answer(caller, said, ...args);
    },
  };
}

/** The program's own option, understood after the command's name as well. */
export const DEBUG = ['--debug', 'show where an error comes from'] as const;

/** Add a command to the program. */
export function addCommand({ question, run }: Asked, caller: Caller, finish: (status: number) => void): void {
  const { name, summary, description, options, notes, examples } = question;
  const command = caller.program.command(name).summary(summary).description(description);
  for (const [form, words] of Object.entries(question.arguments)) {
    const argument = new Argument(form, words);
    command.addArgument(
      question.argumentChoices === undefined ? argument : argument.choices(question.argumentChoices),
    );
  }
  for (const option of Object.keys(options)) command.addOption(toOption(options, option));
  command
    .option(...DEBUG)
    .addHelpText(
      'after',
      `${notes === undefined ? '' : `\n${notes}\n`}\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`,
    )
    // Of what commander gives, the last is the command itself.
    .action(async (...given: unknown[]) => finish(await run(caller, given.slice(0, -1))));
}

function toOption(options: Options, name: string): Option {
  const { kind, short, required = false, hidden = false, default: otherwise } = options[name];
  const flags = `${short === undefined ? '' : `-${short}, `}${flagOf(name)}`;
  const value = kind.placeholder === undefined ? '' : ` <${kind.placeholder}>`;
  const option = new Option(`${flags}${value}`, wordsOf(options, name, COMMAND_LINE))
    .makeOptionMandatory(required)
    .hideHelp(hidden);
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
