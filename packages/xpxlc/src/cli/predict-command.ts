// How `xpxlc predict` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addAnswerOptions, addDebugOption, DATA_HELP } from './options.ts';

export function addPredict(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('predict')
    .summary('the class of each row, its lead, and how often it is right')
    .description(
      'The class of each row, its exact lead over the next class, and all scores. With --target also accuracy, confusion matrix and log-loss: after the rows for text, on stderr for other formats.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .option('--target <column>', 'the column with the true class')
    .option('--summary <file>', 'write accuracy, confusion matrix and log-loss as JSON')
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input");
  addAnswerOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc predict model.json people.csv --target decision
  $ xpxlc predict model.json people.parquet --key name --format csv -o classes.csv
  $ xpxlc predict model.json --instance 'age=35,job=clerk'`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { predict } = await import('./predict.ts');
    finish(await predict(model, data, options, io));
  });
}
