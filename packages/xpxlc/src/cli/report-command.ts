// How `xpxlc report` is called.
import { type Command, Option } from 'commander';
import type { Called } from './called.ts';
import type { Io } from './io.ts';
import {
  addCountingBudget,
  addDataOptions,
  addDebugOption,
  addModelOptions,
  addPredictedOption,
  addTimeOption,
  DATA_HELP,
} from './options.ts';
import { parseCount } from './parse.ts';
import { addWithinOption } from './within-option.ts';

export function addReport(program: Command, io: Io, finish: (status: number) => void, called: Called): void {
  const command = program
    .command('report')
    .summary('decisions and their reasons as a document to file, send or print')
    .description(
      'One HTML file that needs nothing else, for screen and paper. For chosen rows: each decision, its principal reasons, what would change it, and the proof. For a whole table: the population.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .option('-o, --output <file>', 'write to this file instead of stdout; it appears when it is complete')
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .option(
      '--adverse <class>',
      'give reasons only for rows that are decided so, over all values that features can have',
    )
    .addOption(new Option('--reasons <n>', 'at most n principal reasons').argParser(parseCount(1)).default(4))
    .option('--phrases <file>', 'reasons in your own words: a JSON dictionary (docs/report.md)')
    .option('--target <class>', 'the wanted class: what would change a decision leads to it')
    .addOption(
      new Option('--limit <n>', 'list at most n explanations and n contrasts per row')
        .argParser(parseCount(1))
        .default(5),
    )
    .option('--population', 'all rows together instead of a section per row')
    .option('--protected <features>', 'audit these features: do decisions rest on them?')
    .addOption(
      new Option('--rules <n>', 'with the population: how many rules are listed')
        .argParser(parseCount(0))
        .default(10),
    )
    .addOption(
      new Option('--max-rows <n>', 'refuse to write more sections than this')
        .argParser(parseCount(1))
        .default(500),
    )
    .option('--title <text>', 'the title of the report')
    .option('--date <text>', 'a date to show; without it none is, so that reports can be compared')
    .addOption(
      new Option('--jobs <n>', 'how many threads sum up a population (default: one per core)').argParser(
        parseCount(1),
      ),
    );
  addModelOptions(command);
  addDataOptions(command);
  addPredictedOption(command);
  addCountingBudget(command);
  addTimeOption(command, 'what is not known by then is said');
  addWithinOption(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Without --rows, --where, --predicted or --instance a table of more than 20 rows is reported as a population.

Examples:
  $ xpxlc report model.json people.csv --rows 3,7-9 --key name -o report.html
  $ xpxlc report model.json people.csv --where "id = 'A-17'" --adverse refuse --phrases phrases.json -o a-17.html
  $ xpxlc report model.json people.csv --population --protected sex,age -o population.html
  $ xpxlc verify report.html --model model.json`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { report } = await import('./report.ts');
    finish(await report(model, data, options, io, called));
  });
}
