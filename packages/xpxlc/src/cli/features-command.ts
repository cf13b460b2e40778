// How `xpxlc features` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addAnswerOptions, addCountingOptions, addDebugOption, addTimeOption, DATA_HELP } from './options.ts';
import { parseCount } from './parse.ts';
import { addWithinOption } from './within-option.ts';

export function addFeatures(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('features')
    .summary('which features matter, for one decision or over a table')
    .description(
      'Features that are in every, some or no explanation, how often, and the most common rules. Over a table: the summary.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .option(
      '--protected <features>',
      'audit these features: do they play a part, and is there an explanation without them?',
    )
    .addOption(new Option('--by <what>', 'split the summary by predicted class').choices(['class']))
    .option('--group <column>', 'split the summary by the values of a column, a feature of the model or not')
    .option('--each', 'a record per row instead of the summary')
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .addOption(
      new Option('--rules <n>', 'how many rules the summary lists').argParser(parseCount(0)).default(10),
    );
  command.option('--plot <file>', 'draw the summary as SVG: shares of rows per feature, and the rules');
  addTimeOption(command, 'what is not known by then is marked');
  addCountingOptions(command);
  addAnswerOptions(command);
  addWithinOption(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc features model.json people.csv
  $ xpxlc features model.json people.csv --plot features.svg
  $ xpxlc features model.json people.csv --by class --group sex
  $ xpxlc features model.json people.csv --protected age,sex --each --format ndjson`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { features } = await import('./features.ts');
    finish(await features(model, data, options, io));
  });
}
