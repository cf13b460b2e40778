// How `xpxlc verify` is called.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions, addOutputOptions } from './options.ts';

export function addVerify(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('verify')
    .summary('check proofs, independently of the search that made them')
    .description(
      'Check the proofs of xpxlc explain --certificate, or those in a report, with code that shares nothing with the search that made them. With --model their numbers are also recomputed from the model. Exit status 1 if any proof does not hold.',
    )
    .argument(
      '[certificates...]',
      'records of xpxlc explain or plain certificates, as NDJSON or JSON, also .gz, or a report of xpxlc report (default: standard input)',
    )
    .option('--model <file>', 'recompute all numbers from this model');
  addModelOptions(command);
  addOutputOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc explain model.json people.csv --certificate --format ndjson | xpxlc verify --model model.json
  $ xpxlc verify certificates.ndjson --format csv
  $ xpxlc verify report.html --model model.json`,
  );
  command.action(async (files: string[], options) => {
    const { verify } = await import('./verify.ts');
    finish(await verify(files, options, io));
  });
}
