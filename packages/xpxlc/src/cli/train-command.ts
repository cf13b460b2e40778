// How `xpxlc train` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOutputOptions, addTableOptions, DATA_HELP } from './options.ts';
import { gather, parseBoundsWish, parseCount, parseNumber } from './parse.ts';

export function addTrain(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('train')
    .summary('a naive Bayes model from a table')
    .description(
      'Learn a naive Bayes model from a table, and test it on rows held out (the same rows as in scikit-learn with the same seed). The report goes to stdout if the model goes to a file, otherwise to stderr.',
    )
    .argument('[data...]', DATA_HELP)
    .option('--target <column>', 'the column with the class (default: the last one)')
    .addOption(
      new Option(
        '-o, --output <model>',
        'write a model file (.json), CNBC (.cnbc) or XLC (.xlc); default: to stdout',
      ),
    )
    .addOption(
      new Option('--kind <kind>', 'categorical: categories and bins; gaussian: normally distributed numbers')
        .choices(['categorical', 'gaussian'])
        .default('categorical'),
    )
    .addOption(
      new Option(
        '--bins <column=bins>',
        'cut a column of numbers into bins: age=4 (4 bins with about as many rows each) or age=20,40,80 (at these numbers); may be repeated',
      ).argParser(gather),
    )
    .addOption(
      new Option(
        '--ignore <columns>',
        'columns to leave out, separated by commas; may be repeated',
      ).argParser(gather),
    )
    .addOption(
      new Option('--alpha <number>', 'added to every count (default: 1)').argParser(
        parseNumber('a number from 0 up', (x) => x >= 0),
      ),
    )
    .addOption(
      new Option(
        '--var-smoothing <share>',
        'gaussian: added to variances, as a share of the largest (default: 1e-9)',
      ).argParser(parseNumber('a number from 0 up', (x) => x >= 0)),
    )
    .addOption(
      new Option(
        '--bounds <bounds>',
        'gaussian: bounds of the numbers: data (of the table), wide (room for as much again on either side) or quantiles like 1%:99% (default: data)',
      ).argParser(parseBoundsWish),
    )
    .addOption(
      new Option(
        '--missing <policy>',
        'missing cells: refuse them, drop their rows, or make them a category of their own',
      ).choices(['refuse', 'drop', 'category']),
    )
    .option('--missing-label <name>', 'the name of that category (default: "(missing)")')
    .addOption(
      new Option(
        '--train-share <share>',
        'the share of rows to learn from; with 1 no rows are held out (default: 0.8)',
      ).argParser(parseNumber('more than 0, at most 1', (x) => x > 0 && x <= 1)),
    )
    .addOption(
      new Option('--seed <number>', 'which rows are held out (default: 0)').argParser(
        parseNumber(
          'a whole number from 0 to 4294967295',
          (x) => Number.isInteger(x) && x >= 0 && x < 2 ** 32,
        ),
      ),
    )
    .addOption(
      new Option(
        '--max-categories <number>',
        'refuse a column with more categories than this (default: 10000)',
      ).argParser(parseCount(1)),
    )
    .option('--title <text>', 'a title, for the model file')
    .addOption(
      new Option('--report <format>', 'the report: text or JSON').choices(['text', 'json']).default('text'),
    );
  addModelOutputOptions(command);
  addTableOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc train loans.csv --target decision -o model.json
  $ xpxlc train loans.csv --target decision --bins age=4 --bins 'income=20,40,80' --ignore name,street -o model.json
  $ xpxlc train mail.csv --target spam --missing category -o mail.cnbc
  $ xpxlc train flowers.csv --kind gaussian --train-share 1 > flowers.json`,
  );
  command.action(async (data: string[], options) => {
    const { train } = await import('./train.ts');
    finish(await train(data, options, { io, version: program.version() as string }));
  });
}
