// How `xpxlc compare` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addAnswerOptions, addDebugOption, addTimeOption, DATA_HELP } from './options.ts';

export function addCompare(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('compare')
    .summary('where do two models differ, in predictions and in reasons?')
    .description(
      "Both models' prediction and smallest explanation of each row, and whether A's reason holds in B: whether every case with these values gets the same class from B. Features and classes are matched by name; the table has the columns of both models.",
    )
    .argument('<modelA>', 'a model in any format')
    .argument('<modelB>', 'another one; options about models are for both')
    .argument('[data...]', DATA_HELP)
    .option('--differing', "only rows on which the predictions differ, or A's reason does not hold in B")
    .option('--summary', 'sum up all rows instead of a record for each');
  addAnswerOptions(command);
  addTimeOption(command, 'explanations that are not proved to be smallest by then say so');
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc compare old.json new.json people.csv --summary
  $ xpxlc compare old.json new.json people.csv --differing --key name
  $ xpxlc compare old.json new.json people.csv --predicted refuse --format csv -o changed.csv`,
  );
  command.action(async (modelA: string, modelB: string, data: string[], options) => {
    const { compare } = await import('./compare.ts');
    finish(await compare(modelA, modelB, data, options, io));
  });
}
