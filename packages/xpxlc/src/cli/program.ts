// The command line: commands and options, and how failures end. Commands are loaded when they are called.
import { XpxlcError } from '@xpxlc/core';
import { Command, CommanderError, Option } from 'commander';
import { addCheck } from './commands/check.ts';
import { addCompletion } from './commands/completion.ts';
import { addConvert } from './commands/convert.ts';
import { addCount } from './commands/count.ts';
import { addFeatures } from './commands/features.ts';
import { addInspect } from './commands/inspect.ts';
import { addPredict } from './commands/predict.ts';
import { addTrain } from './commands/train.ts';
import { addVerify } from './commands/verify.ts';
import { EXIT, statusOf } from './exit.ts';
import type { Io } from './io.ts';
import { addDataOptions, addDebugOption, addModelOptions, addOutputOptions } from './options.ts';
import { parseCount } from './parse.ts';

/** Run the program with these arguments (without node and script); the exit status. */
export async function run(args: readonly string[], io: Io, version: string): Promise<number> {
  let status: number = EXIT.done;
  const program = toProgram(io, version, (result) => {
    status = result;
  });
  try {
    await program.parseAsync(args as string[], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done; // the reader has seen enough
    const debug = args.includes('--debug');
    const known = error instanceof XpxlcError;
    const { message, stack } = error as Error;
    io.stderr.write(`xpxlc: ${known ? message : `internal error, please report: ${message}`}\n`);
    if (debug) io.stderr.write(`${stack}\n`);
    return statusOf(error);
  }
}

function toProgram(io: Io, version: string, finish: (status: number) => void): Command {
  const program = new Command('xpxlc')
    .description('Exact reasons for the decisions of naive Bayes, linear and scorecard classifiers.')
    .version(version, '-V, --version')
    .option('--debug', 'show where an error comes from')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    })
    .exitOverride()
    // `-o -` is stdout, as without the option.
    .hook('preAction', (_, command) => {
      if (command.getOptionValue('output') === '-') command.setOptionValue('output', undefined);
    })
    .showHelpAfterError('(xpxlc --help shows all commands and options)')
    .addHelpText(
      'after',
      '\nxpxlc legacy … is the command line of the original tool, flag for flag (xpxlc legacy -h).\n\nExit status: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input (some rows failed), 4 internal error.',
    );
  addExplain(program, io, finish);
  addPredict(program, io, finish);
  addCount(program, io, finish);
  addFeatures(program, io, finish);
  addTrain(program, io, finish);
  addConvert(program, io, finish);
  addInspect(program, io, finish);
  addCheck(program, io, finish);
  addVerify(program, io, finish);
  addCompletion(program, io, finish);
  return program;
}

function addExplain(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('explain')
    .summary('why each row is decided as it is, and what would change it')
    .description(
      'The prediction of each row, and a smallest set of values that fixes it whatever the others are.',
    )
    .argument('<model>', 'a model in any format')
    .argument(
      '[data...]',
      'tables (CSV, TSV, NDJSON, JSON, Parquet, .gz, .zst; globs; - or nothing for standard input)',
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
    .option('--instance <case>', "one case: 'age=35,job=clerk', or - for JSON on standard input")
    .option('--avoid <features>', 'leave these out of the explanation if possible')
    .option('--never <features>', 'these must not be used')
    .option('--fixed <features>', 'cxp: these cannot change')
    .option('--target <class>', 'cxp: this class must win')
    .option('--inflate', 'widen the literals as far as they stay sufficient')
    .option('--certificate', 'add a proof that xpxlc verify checks');
  addModelOptions(command);
  addDataOptions(command);
  addOutputOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc explain model.json --instance 'age=35,job=clerk'
  $ xpxlc explain model.json people.csv --key name --format ndjson -o reasons.ndjson
  $ xpxlc explain model.xlc rows.csv --xmap model.xmap --values index --rows 0,10-20
  $ xpxlc explain model.json people.csv --kind cxp --fixed age,sex --target grant`,
  );
  command.action(async (model: string, data: string[], options) => {
    const { explain } = await import('./explain.ts');
    finish(await explain(model, data, options, io));
  });
}
