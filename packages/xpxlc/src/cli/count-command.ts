// How `xpxlc count` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addAnswerOptions, addCountingOptions, addDebugOption, addTimeOption, DATA_HELP } from './options.ts';
import { parseCount } from './parse.ts';
import { addWithinOption } from './within-option.ts';

export function addCount(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('count')
    .summary('how many explanations each row has, by size and by feature')
    .description(
      'The exact number of explanations of each row, by size and by feature. They are counted without listing them, so billions are no problem.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .addOption(
      new Option('--kind <kind>', 'axp: explanations; cxp: contrasts').choices(['axp', 'cxp']).default('axp'),
    )
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .option('--power', 'power indices of the features: Shapley–Shubik, Banzhaf, Deegan–Packel, Holler–Packel')
    .option('--pairs', 'also count how often two features occur together')
    .addOption(
      new Option(
        '--beyond <how>',
        'what to say of a row with too many explanations to count within --max-steps and --max-memory',
      )
        .choices(['error', 'bounds', 'estimate'])
        .default('error'),
    )
    .addOption(
      new Option('--seed <n>', 'the random seed of --beyond estimate (default: 0)').argParser(parseCount(0)),
    );
  addTimeOption(command, 'it is then counted as --beyond says');
  addCountingOptions(command);
  addAnswerOptions(command);
  addWithinOption(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc count model.json --instance 'age=35,job=clerk'
  $ xpxlc count model.json --instance 'age=35,job=clerk' --power
  $ xpxlc count model.json people.csv --format csv -o counts.csv
  $ xpxlc count model.json people.csv --max-steps 10000000 --beyond bounds --format ndjson`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { count } = await import('./count.ts');
    finish(await count(model, data, options, io));
  });
}
