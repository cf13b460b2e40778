// How `xpxlc explain` is called.
import { type Command, Option } from 'commander';
import { addDistributionOption } from './distribution.ts';
import type { Io } from './io.ts';
import { addAnswerOptions, addBudgetOptions, addDebugOption, DATA_HELP } from './options.ts';
import { parseBig, parseCount, parseNumber } from './parse.ts';
import { addWithinOption } from './within-option.ts';

export function addExplain(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('explain')
    .summary('why each row is decided as it is, and what would change it')
    .description(
      'The prediction of each row, and a smallest set of values that fixes it whatever the others are.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .option(
      '--report',
      'all that is known of each decision, for reading: worth of each value, why, what would change it, proof',
    )
    .addOption(
      new Option('--kind <kind>', 'axp: why; cxp: what would change it')
        .choices(['axp', 'cxp', 'both'])
        .default('axp'),
    )
    .addOption(
      new Option('--limit <n>', 'so many explanations of each row (default 1: a smallest one)').argParser(
        parseCount(1),
      ),
    )
    .option('--all', 'all explanations')
    .addOption(
      new Option('--order <order>', 'of several: smallest first, or in the order of the search').choices([
        'size',
        'search',
      ]),
    )
    .addOption(
      new Option(
        '--skip <n>',
        'leave out the first so many (order: search), without going through them',
      ).argParser(parseBig),
    )
    .addOption(
      new Option(
        '--sample <n>',
        'so many explanations drawn at random, each as likely as any other',
      ).argParser(parseCount(1)),
    )
    .addOption(new Option('--seed <n>', 'of --sample (default: 0)').argParser(parseCount(0)))
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .option('--avoid <features>', 'leave these out of the explanation if possible')
    .option('--never <features>', 'these must not be used')
    .option('--target <class>', 'cxp: this class must win')
    .option('--inflate', 'widen the literals as far as they stay sufficient')
    .option('--certificate', 'add a proof that xpxlc verify checks')
    .addOption(
      new Option(
        '--precision <share>',
        'a smallest set that keeps the class at least so often, such as 0.95, beside the one that always does',
      ).argParser(parseNumber('a number from 0 to 1', (x) => x >= 0 && x <= 1)),
    );
  addDistributionOption(command);
  addAnswerOptions(command);
  addBudgetOptions(command);
  addWithinOption(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc explain model.json people.csv --rows 0 --report
  $ xpxlc explain model.json --instance 'age=35,job=clerk'
  $ xpxlc explain model.json people.csv --key name --format ndjson -o reasons.ndjson
  $ xpxlc explain model.xlc rows.csv --xmap model.xmap --values index --rows 0,10-20
  $ xpxlc explain model.json people.csv --kind cxp --target grant --within 'age: fixed, income: up'
  $ xpxlc explain model.json people.csv --precision 0.95 --distribution data`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { explain } = await import('./explain.ts');
    finish(await explain(model, data, options, io));
  });
}
