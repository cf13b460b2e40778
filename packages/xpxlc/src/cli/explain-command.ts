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
      'For each row the prediction, and a smallest set of its values that fixes the prediction, whatever the other values are.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .option(
      '--report',
      'all that is known of each decision, for reading: worth of each value, why, what would change it, proof',
    )
    .addOption(
      new Option('--kind <kind>', 'axp: why (an explanation); cxp: what would change it (a contrast)')
        .choices(['axp', 'cxp', 'both'])
        .default('axp'),
    )
    .addOption(
      new Option('--limit <n>', 'at most n explanations per row, smallest first (default: 1)').argParser(
        parseCount(1),
      ),
    )
    .option('--all', 'all explanations of each row')
    .addOption(
      new Option(
        '--order <order>',
        'smallest first (size), or as they are found (search), which is faster for long lists',
      ).choices(['size', 'search']),
    )
    .addOption(
      new Option('--skip <n>', 'skip the first n explanations (with --order search)').argParser(parseBig),
    )
    .addOption(
      new Option('--sample <n>', 'n explanations drawn at random, all equally likely').argParser(
        parseCount(1),
      ),
    )
    .addOption(new Option('--seed <n>', 'the random seed of --sample (default: 0)').argParser(parseCount(0)))
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .option('--avoid <features>', 'leave these features out of the explanation where possible')
    .option(
      '--never <features>',
      'never use these features; a row that has no explanation without them says so',
    )
    .option('--target <class>', 'with --kind cxp: contrasts that lead to this class')
    .option(
      '--inflate',
      'widen each condition as far as the rule still holds: job in {clerk, nurse} instead of job = clerk',
    )
    .option('--certificate', 'add a proof that xpxlc verify checks (not with --format text)')
    .addOption(
      new Option(
        '--precision <share>',
        'a smaller rule that holds in at least this share of cases, such as 0.95, beside the one that always holds',
      ).argParser(parseNumber('a number from 0 to 1', (x) => x >= 0 && x <= 1)),
    );
  command.option('--plot <file>', 'draw one row as SVG: what holds the decision, and what would change it');
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
  $ xpxlc explain model.json people.csv --rows 7 --plot why.svg
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
