// How `xpxlc check` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions, addOutputOptions, addRowOptions, DATA_HELP } from './options.ts';
import { parseCount, parseSeconds } from './parse.ts';
import { addWithinOption } from './within-option.ts';

export function addCheck(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('check')
    .summary('are these explanations sufficient and minimal?')
    .description(
      'Check explanations from any tool against the definition: do they hold, is any feature redundant, which case contradicts them? Exit status 1 if any is not a minimal explanation, 3 if any could not be checked.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .requiredOption(
      '--explanations <file>',
      'records of xpxlc explain (NDJSON, JSON, CSV), XXPL, or CSV lines row,feature,feature,…; - for standard input',
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'for explanations that do not say what they are: axp (explanations) or cxp (contrasts)',
      )
        .choices(['axp', 'cxp'])
        .default('axp'),
    )
    .option('--target <class>', 'for contrasts: they must lead to this class')
    .addOption(
      new Option(
        '--row <number>',
        'the row, for explanations that do not say it, such as XXPL (default: 0)',
      ).argParser(parseCount(0)),
    )
    .option(
      '--instance <case>',
      "one case instead of DATA: 'age=35,job=clerk', or - for JSON on standard input",
    )
    .option('--repair', 'also give a minimal explanation made from each one')
    .addOption(
      new Option(
        '--max-time <seconds>',
        'give up on an explanation after this time; of use for contrasts towards one of several classes',
      ).argParser(parseSeconds),
    );
  addModelOptions(command);
  addRowOptions(command);
  addOutputOptions(command);
  addWithinOption(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc check model.json people.csv --explanations reasons.ndjson
  $ xpxlc check model.json people.csv --explanations theirs.csv --repair --format ndjson
  $ xpxlc check model.xlc rows.csv --xmap model.xmap --values index --explanations out.xxpl --row 7`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { check } = await import('./check.ts');
    finish(await check(model, data, options, io));
  });
}
