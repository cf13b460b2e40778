// How `xpxlc assess` is called.
import { type Command, Option } from 'commander';
import { addDistributionOption } from './distribution.ts';
import type { Io } from './io.ts';
import {
  addCountingBudget,
  addDebugOption,
  addModelOptions,
  addOutputOptions,
  addRowOptions,
  DATA_HELP,
} from './options.ts';
import { parseCount, parseSeconds } from './parse.ts';

export function addAssess(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('assess')
    .summary('how good are the explanations that other tools gave?')
    .description(
      'Grade explanations of Anchor, SHAP, LIME or any other tool. For rules: do they always hold, can a feature be left out, how often do they hold exactly (beside what the tool claims), a counterexample and a repaired rule. For rules and weights: how many of their features are among the most frequent ones of all explanations, and how well the rankings agree. The summary follows the records for text, and goes to stderr for other formats.',
    )
    .argument('<model>', 'a model in any format')
    .argument('[data...]', DATA_HELP)
    .requiredOption(
      '--explanations <file>',
      'NDJSON, JSON or CSV (.gz): row with features, rule or weights; - for standard input',
    )
    .addOption(
      new Option('--top <k>', 'for weights: compare the k largest with the most frequent features')
        .argParser(parseCount(1))
        .default(5),
    )
    .option('--exact', 'write exact fractions, however long they are')
    .option('--summary <file>', 'write the summary as JSON')
    .option('--plot <file>', 'draw the hits, and precision beside what is claimed, as SVG');
  command.addOption(
    new Option(
      '--max-time <seconds>',
      'stop counting and computing for an explanation after this time; what is not known by then is null',
    ).argParser(parseSeconds),
  );
  addDistributionOption(command);
  addCountingBudget(command);
  addModelOptions(command);
  addRowOptions(command);
  addOutputOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Explanations, one a line (docs/cli.md lists all forms):
  {"row":0,"tool":"anchor","rule":["age > 37.00","job = clerk"],"precision":0.97,"coverage":0.2}
  {"row":0,"features":["age","job"]}
  {"row":0,"tool":"shap","weights":{"age":0.3,"job":-0.1}}

Examples:
  $ xpxlc assess model.json people.csv --explanations anchor.ndjson
  $ xpxlc assess model.json people.csv --explanations shap.csv --top 3 --format csv -o graded.csv
  $ xpxlc assess model.json people.csv --explanations rules.csv --distribution data --summary graded.json`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { assess } = await import('./assess.ts');
    finish(await assess(model, data, options, io));
  });
}
