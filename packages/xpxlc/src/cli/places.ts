// What a command reads and what it writes, as its arguments and options say: settled before it does either. No input is written over, and no
// two outputs are one file. Before work that takes long begins, the outputs become this process's alone (`claim`).
import { boundsWish } from '../ask/kinds.ts';
import { flagOf } from '../ask/option.ts';
import { reserveOutput } from '../table/claim.ts';
import { realTarget } from '../table/complete-file.ts';
import { writeFailure } from '../table/failure.ts';
import { UsageError } from './exit.ts';
import { type InputFiles, inputFiles } from './input-files.ts';
import type { CommandCall } from './run-command.ts';

/** Options that name a file to read. With `@`, any option may. */
const READ = ['xmap', 'bounds', 'explanations', 'phrases', 'model'] as const;

/** The inputs of a command, and its outputs, by their real paths. */
export class Places {
  readonly inputs: readonly string[];
  #settled: readonly string[];
  readonly #claimed: (() => Promise<void>)[] = [];

  constructor(inputs: readonly string[], outputs: readonly string[]) {
    this.inputs = inputs;
    this.#settled = outputs;
  }

  /** Make the outputs this process's alone. @throws {FormatError} `in-use`, `not-ours`, `cannot-write`. */
  async claim(): Promise<void> {
    const paths = this.#settled;
    this.#settled = [];
    try {
      for (const path of paths) this.#claimed.push(await reserveOutput(path));
    } catch (thrown) {
      throw writeFailure(thrown, paths.join(', '));
    }
  }

  /** Give up what was claimed and not used. */
  async release(): Promise<void> {
    for (const give of this.#claimed.splice(0)) await give();
  }
}

type Said = Readonly<Record<string, unknown>>;

/**
 * Refuse outputs that are inputs.
 *
 * @param given - the arguments of the command.
 * @param args - the command line, in which `@FILE` is still to be seen.
 * @param written - options that name a file to write.
 * @throws {UsageError} @throws {FormatError} `cannot-write`.
 */
export async function settlePlaces(
  name: string,
  given: CommandCall['given'],
  said: Said,
  { args, written }: { readonly args: readonly string[]; readonly written: readonly string[] },
): Promise<Places> {
  const named = given.flat().filter((path) => path !== undefined);
  const inputs = inputsOf(name === 'convert' ? named.slice(0, 1) : named, said, args);
  // What `convert` may write over depends on what it is (model-output.ts).
  const outputs = name === 'convert' ? [] : outputsOf(said, written);
  if (outputs.length === 0) return new Places(inputs, []);
  const files = await inputFiles(inputs);
  try {
    const taken = new Set<string>();
    const paths: string[] = [];
    for (const output of outputs) {
      const path = await settle(output, files, taken);
      if (path !== undefined) paths.push(path);
    }
    return new Places(inputs, paths);
  } catch (thrown) {
    throw writeFailure(thrown, outputs.map(({ path }) => path).join(', '));
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

function inputsOf(named: readonly string[], said: Said, args: readonly string[]): string[] {
  const options = READ.flatMap((name) => {
    const value = said[name];
    // Some words after --bounds are no files.
    const word = name === 'bounds' && (value === 'unbounded' || boundsWish(String(value)) !== undefined);
    return typeof value === 'string' && !word ? [value] : [];
  });
  const behindAt = args
    .map((arg) => /^(?:--[\w-]+=)?@(.+)$/s.exec(arg)?.[1])
    .filter((name) => name !== undefined);
  return [...named, ...options, ...behindAt].filter((name) => name !== '-');
}

function outputsOf(said: Said, written: readonly string[]): NamedOutput[] {
  return written.flatMap((name) => {
    const path = said[name];
    return typeof path === 'string' && path !== '-' ? [{ option: flagOf(name), path }] : [];
  });
}
