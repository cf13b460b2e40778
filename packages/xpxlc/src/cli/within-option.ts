// The options that say what may move; what they say is read elsewhere (within.ts).
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Add `--within`. */
export function addWithinOption(command: Command): Command {
  return command
    .option('--within <what>', "what may move: 'income: up, age: fixed, job: clerk | nurse, zeros: held'")
    .addOption(
      new Option('--fixed <features>').hideHelp().argParser((text) => {
        const entries = text.split(',').map((name) => `${name.trim()}: fixed`);
        throw new InvalidArgumentError(`Say --within '${entries.join(', ')}' instead.`);
      }),
    );
}
