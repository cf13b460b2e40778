// How `xpxlc inspect` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions, addOutputOptions } from './options.ts';

export function addInspect(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('inspect')
    .summary('what a model says: features, classes, weights')
    .description(
      'The features with their values and how far each can move the decision, the classes, who wins a tie, where the model comes from, and what each value is worth.',
    )
    .argument('<model>', 'a model in any format')
    .option('--all', 'show long lists in full');
  addModelOptions(command);
  addOutputOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc inspect model.json
  $ xpxlc inspect mail.cnbc --xmap mail.xmap --all
  $ xpxlc inspect model.json --format csv -o weights.csv`,
  );
  command.action(async (model: string, options) => {
    const { inspect } = await import('./inspect.ts');
    finish(await inspect(model, options, io));
  });
}
