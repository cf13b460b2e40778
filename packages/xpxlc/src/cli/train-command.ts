// How `xpxlc train` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOutputOptions, addTableOptions, DATA_HELP } from './options.ts';
import { gather, parseCount, parseNumber } from './parse.ts';

export function addTrain(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('train')
    .summary('a naive Bayes model from a table')
    .description(
      'Learn a naive Bayes model from a table and say how good it is on rows held out, which are those that scikit-learn holds out with the same seed. The report goes to stdout when the model goes to a file, otherwise to stderr.',
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
      new Option('--kind <kind>', 'categories and bins, or normally distributed numbers')
        .choices(['categorical', 'gaussian'])
        .default('categorical'),
    )
    .addOption(
      new Option(
        '--bins <column=bins>',
        'a column of numbers: age=4 (at quantiles) or age=20,40,80 (cuts); may be repeated',
      ).argParser(gather),
    )
    .addOption(
      new Option(
        '--ignore <columns>',
        'columns that are no features, with commas between; may be repeated',
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
        '--missing <policy>',
        'missing cells: an error, rows left out, or a category of their own',
      ).choices(['refuse', 'drop', 'category']),
    )
    .option('--missing-label <name>', 'what that category is called (default: "(missing)")')
    .addOption(
      new Option(
        '--train-share <share>',
        'of the rows to learn from; 1 holds nothing out (default: 0.8)',
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
      new Option('--max-categories <number>', 'of one column (default: 10000)').argParser(parseCount(1)),
    )
    .option('--title <text>', 'model file: a title for people')
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
