// How `xpxlc verify` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions, addOutputOptions } from './options.ts';

export function addVerify(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('verify')
    .summary('check certificates without the engine')
    .description(
      'Check certificates of xpxlc explain --certificate with code that shares nothing with the search that made them. With a model also their margins and drops are recomputed. Exit status 1 if any does not hold.',
    )
    .argument(
      '[certificates...]',
      'records of explain or plain certificates, as NDJSON or JSON (.gz; - or nothing for standard input)',
    )
    .option('--model <file>', 'recompute all numbers from this model');
  addModelOptions(command);
  addOutputOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc explain model.json people.csv --certificate --format ndjson | xpxlc verify --model model.json
  $ xpxlc verify certificates.ndjson --format csv`,
  );
  command.action(async (files: string[], options) => {
    const { verify } = await import('./verify.ts');
    finish(await verify(files, options, io));
  });
}
