// What a command reads and what it writes, as its arguments and options say: settled before it does either. No input is written over, and no
// two outputs are one file. Before work that takes long begins, the outputs become this process's alone.
import type { Command } from 'commander';
import { boundsWish } from '../ask/kinds.ts';
import { flagOf } from '../ask/option.ts';
import { reserveOutput } from '../table/claim.ts';
import { failure, realTarget } from '../table/complete-file.ts';
import { UsageError } from './exit.ts';
import { type InputFiles, inputFiles } from './input-files.ts';

/** Options that name a file to read. With `@`, any option may. */
const READ = ['xmap', 'bounds', 'explanations', 'phrases', 'model'] as const;
/** Options that name a file to write. */
const WRITTEN = ['output', 'summary', 'plot', 'xmapOut', 'boundsOut'] as const;

/** Gives up what was claimed and not used. */
export type Release = () => Promise<void>;

/** What will be written, by its real path, and is not claimed yet. */
let settled: readonly string[] = [];
const claimed: Release[] = [];

/**
 * Refuse outputs that are inputs.
 *
 * @param args - the command line, in which `@FILE` is still to be seen.
 * @returns what gives up claims in the end.
 * @throws {UsageError} @throws {FormatError} `cannot-write`.
 */
export async function settlePlaces(command: Command, args: readonly string[]): Promise<Release> {
  const inputs = readBy(command, args);
  // Writes a model, and what goes with it: what may be written over depends on what it is (model-output.ts).
  if (command.name() === 'convert' || command.name() === 'train') command.setOptionValue('inputs', inputs);
  const outputs = command.name() === 'convert' ? [] : writtenBy(command);
  settled = [];
  if (outputs.length === 0) return async () => undefined;
  const files = await inputFiles(inputs);
  try {
    const taken = new Set<string>();
    const paths: string[] = [];
    for (const output of outputs) {
      const path = await settle(output, files, taken);
      if (path !== undefined) paths.push(path);
    }
    settled = paths;
    return async () => {
      for (const give of claimed.splice(0)) await give();
    };
  } catch (thrown) {
    throw failure(thrown, outputs.map(({ path }) => path).join(', '));
  }
}

/**
 * Claim what will be written. From here on a signal is heard only between two pieces of work, as the claims must be given up: so this comes
 * after models and other files that are read as a whole.
 *
 * @throws {FormatError} `in-use`, `not-ours`, `cannot-write`.
 */
export async function claimPlaces(): Promise<void> {
  const paths = settled;
  settled = [];
  try {
    for (const path of paths) claimed.push(await reserveOutput(path));
  } catch (thrown) {
    throw failure(thrown, paths.join(', '));
  }
}

interface NamedOutput {
  readonly option: string;
  readonly path: string;
}

/** The real path of an output that may be written; nothing for devices and pipes, which anyone may write to. */
async function settle(
  { option, path: named }: NamedOutput,
  inputs: InputFiles,
  taken: Set<string>,
): Promise<string | undefined> {
  if (named === '')
    throw new UsageError('no name', { place: option, expected: 'the name of a file', got: "''" });
  const { path, file } = await realTarget(named);
  if (!file) return undefined;
  const refuse = (what: string): never => {
    throw new UsageError(what, { place: option, expected: 'another file', got: `'${named}'` });
  };
  if (await inputs.has(named)) refuse('the output is one of the inputs');
  // What is written on the way to the file counts, too.
  for (const ending of ['.partial', '.checkpoint', '.partial.wal', '.partial.whole', '.checkpoint.next'])
    if (await inputs.has(`${path}${ending}`)) refuse('the output is one of the inputs');
  if (taken.has(path)) refuse('two outputs in one file');
  taken.add(path);
  return path;
}

function readBy(command: Command, args: readonly string[]): string[] {
  const options = READ.flatMap((name) => {
    const value: unknown = command.getOptionValue(name);
    // Some words after --bounds are no files.
    const word = name === 'bounds' && (value === 'unbounded' || boundsWish(String(value)) !== undefined);
    return typeof value === 'string' && !word ? [value] : [];
  });
  const named = command.name() === 'convert' ? command.args.slice(0, 1) : command.args;
  const behindAt = args
    .map((arg) => /^(?:--[\w-]+=)?@(.+)$/s.exec(arg)?.[1])
    .filter((name) => name !== undefined);
  return [...named, ...options, ...behindAt].filter((name) => name !== '-');
}

function writtenBy(command: Command): NamedOutput[] {
  return WRITTEN.flatMap((name) => {
    const path: unknown = command.getOptionValue(name);
    return typeof path === 'string' && path !== '-' ? [{ option: flagOf(name), path }] : [];
  });
}
