// How `xpxlc convert` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions, addModelOutputOptions } from './options.ts';

export function addConvert(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('convert')
    .summary('a model from one format to another')
    .description(
      'Write a model in another format: model file (.json), XLC (.xlc), CNBC (.cnbc) or BLC (.blc). Names go to an XMAP file beside the last three, bounds of numbers to a .bounds.csv. What a format cannot hold is refused.',
    )
    .argument('<in>', 'a model in any format')
    .argument('[out]', 'the file to write (default: stdout)');
  addModelOutputOptions(command).option('--title <text>', 'a title, for the model file');
  addModelOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc convert mail.cnbc mail.json --xmap mail.xmap
  $ xpxlc convert model.json model.xlc --allow-rounding
  $ xpxlc convert old.xlc new.json --xmap old.xmap --bounds old.bounds.csv
  $ xpxlc convert model.json --to cnbc --xmap-out model.xmap > model.cnbc`,
  );
  command.action(async (input: string, output: string | undefined, options) => {
    const { convert } = await import('./convert.ts');
    finish(await convert(input, output, options, io));
  });
}
