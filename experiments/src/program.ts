// The command line: one command per experiment, one for all, one for the page.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import type { Experiment } from './experiment.ts';
import { type FrameOptions, openFrame } from './frame.ts';
import { writePage } from './page.ts';
import { writeResult } from './results.ts';
import { wholeNumber } from './whole-number.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** What all commands take. */
interface CommonOptions extends Omit<FrameOptions, 'out'> {
  readonly out?: string;
  readonly results?: string;
}

export function createProgram(experiments: readonly Experiment[]): Command {
  const program = new Command('npm run experiments --')
    .description("The paper's evaluation, repeated. Without a command: all experiments.")
    .showHelpAfterError();
  const all = program.command('all', { isDefault: true }).description('all experiments, one after the other');
  addCommonOptions(all).action((options: CommonOptions) => runAll(experiments, experiments, options, all));
  for (const experiment of experiments) {
    const command = addCommonOptions(program.command(experiment.name).description(experiment.description));
    experiment.addOptions?.(command);
    command.action((options: CommonOptions) => runAll([experiment], experiments, options, command));
  }
  program
    .command('page')
    .description('pictures and page anew, from the summaries that are there')
    .option('--results <folder>', 'where they are', join(home, 'results'))
    .action(async ({ results }: { results: string }) => {
      const names = await writePage(results, experiments);
      console.error(`${join(results, 'RESULTS.md')}: ${names.join(', ') || 'no results yet'}`);
    });
  return program;
}

function addCommonOptions(command: Command): Command {
  return command
    .option(
      '--data <folder>',
      'datasets in the layout of the public benchmark (default: ../shared/bench, if there)',
    )
    .option('--csv <file>', 'a table instead: a naive Bayes model is trained on it')
    .option('--target <column>', 'of the table: the column with the class (default: the last one)')
    .option('--generated', 'generated datasets instead (as where there are no others)')
    .addOption(
      new Option('--sets <names>', 'only these datasets, with commas between').argParser((text) =>
        text.split(','),
      ),
    )
    .addOption(new Option('--seed <number>', 'of everything random').argParser(wholeNumber).default(1))
    .option('--quick', 'a small version of seconds; its numbers mean nothing')
    .option('--fresh', 'start anew instead of going on where the last run stopped')
    .option('--out <folder>', 'raw results, one line per unit of work (default: experiments/out)')
    .option(
      '--results <folder>',
      'summaries, pictures, page (default: experiments/results; --quick: within --out)',
    );
}

/** An experiment that fails does not keep the others from running. */
async function runAll(
  chosen: readonly Experiment[],
  experiments: readonly Experiment[],
  options: CommonOptions,
  command: Command,
): Promise<void> {
  const { quick = false, seed } = options;
  const out = options.out ?? join(home, quick ? 'out/quick' : 'out');
  const results = options.results ?? (quick ? join(out, 'results') : join(home, 'results'));
  for (const experiment of chosen) {
    const frame = openFrame({ ...options, out });
    frame.tell(`${experiment.name}: ${experiment.title}`);
    try {
      const summary = await experiment.run(frame, { ...options });
      const asked = words(command, experiment);
      writeResult(
        results,
        { experiment: experiment.name, command: asked, seed, quick, summary },
        frame.versions,
      );
    } catch (error) {
      if (chosen.length === 1) throw error;
      console.error(`${experiment.name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  await writePage(results, experiments);
  console.error(`results: ${join(results, 'RESULTS.md')}`);
}

/** The command without what depends on the machine: values of paths are left out. */
function words(command: Command, { name }: Experiment): string {
  const given = command.options.flatMap((option) => {
    const key = option.attributeName();
    if (command.getOptionValueSource(key) !== 'cli' || ['fresh', 'out', 'results'].includes(key)) return [];
    if (option.isBoolean()) return [option.long ?? ''];
    const isPath = /<(folder|file)>/.test(option.flags);
    return [option.long ?? '', isPath ? 'PATH' : String(command.getOptionValue(key))];
  });
  return ['npm run experiments --', name, ...given].join(' ');
}
