// The paper's command line, as a drop-in successor: its flags and its output byte for byte, exact answers.
import { XpxlcError } from '@xpxlc/core';
import { forPeople, fromBytes, toBytes } from './bytes.ts';
import { Failure, STATUS, systemWords } from './failure.ts';
import type { LegacyIo, Output } from './io.ts';
import { type Options, parseOptions } from './options.ts';
import { numberIn } from './perl-numbers.ts';
import { type LegacyCase, toLegacyCase } from './question.ts';
import { report } from './report.ts';
import { helpText, usageText } from './usage.ts';
import { verdictsText } from './verdicts.ts';

/**
 * Run the command line of the paper's program.
 *
 * @param args what stands behind the program's name.
 * @returns the exit status, see {@link STATUS}.
 */
export async function legacy(args: readonly string[], io: LegacyIo): Promise<number> {
  const options = parseOptions(args);
  const name = baseName(io.program);
  try {
    for (const warning of options.warnings) io.stderr(`${warning}\n`);
    if (options.flags.has('h')) {
      await io.stdout.write(toBytes(helpText(name)));
      return STATUS.done;
    }
    if (!options.values.has('f') || !options.values.has('i')) {
      io.stderr(usageText(io.program));
      return STATUS.noFiles;
    }
    const target = options.values.get('n');
    if (target !== undefined && !numberIn(target).clean)
      io.stderr(`-n '${target}' is not a number: taken for ${numberIn(target).value || 'all'}\n`);
    return await run(options, name, io);
  } catch (error) {
    if (systemWords(error)?.code === 'EPIPE') return STATUS.noReader;
    if (error instanceof Failure) {
      io.stderr(`${name}: ${error.message}\n`);
      return error.status;
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.stderr(`${name}: internal error, please report: ${what}\n`);
    return STATUS.ourMistake;
  }
}

async function run(options: Options, name: string, io: LegacyIo): Promise<number> {
  let signalled = false;
  const unlisten = options.flags.has('C')
    ? io.onSignal(() => {
        signalled = true;
      })
    : undefined;
  const goOn = async (): Promise<boolean> => {
    await io.pause();
    return !signalled;
  };
  try {
    const files = await readFiles(options, io);
    const question = toLegacyCase((file, read) => inFile(files, file, read), {
      xmap: files.has('xmap'),
      bounds: files.has('bounds'),
    });
    const verdicts = files.has('xxpl')
      ? inFile(files, 'xxpl', (text) => verdictsText(text, question, options.flags.has('r')))
      : undefined;
    // Everything is read before anything is written: wrong input leaves an old file as it is.
    const output = await open(options, files, io);
    try {
      const done = await write(question, { options, name, verdicts, output, goOn: unlisten && goOn });
      return done ? STATUS.done : STATUS.signalled;
    } finally {
      await output.close();
    }
  } finally {
    unlisten?.();
  }
}

/** Write what was asked for; false when a signal cut it short. */
async function write(
  question: LegacyCase,
  job: {
    readonly options: Options;
    readonly name: string;
    readonly verdicts: string | undefined;
    readonly output: Output;
    readonly goOn: (() => Promise<boolean>) | undefined;
  },
): Promise<boolean> {
  try {
    if (job.verdicts === undefined) return await report(question, { ...job, title: job.name.toUpperCase() });
    await job.output.write(toBytes(job.verdicts));
    return true;
  } catch (error) {
    const words = systemWords(error);
    if (words === undefined || words.code === 'EPIPE') throw error;
    throw new Failure(
      `cannot write ${job.options.values.get('p') ?? 'the output'}: ${words.text}`,
      STATUS.wrongInput,
    );
  }
}

/** A file that was read. */
interface InputFile {
  readonly path: string;
  readonly text: string;
}
type Files = ReadonlyMap<string, InputFile>;

async function readFiles({ values, bounds }: Options, io: LegacyIo): Promise<Files> {
  const given = [
    ['xlc', values.get('f')],
    ['inst', values.get('i')],
    ['xmap', values.get('m')],
    ['xxpl', values.get('c')],
    ['bounds', bounds],
  ] as const;
  const files = new Map<string, InputFile>();
  for (const [file, path] of given) {
    if (path === undefined) continue;
    try {
      files.set(file, { path, text: fromBytes(await io.readFile(path)) });
    } catch (error) {
      throw new Failure(
        `cannot read ${path}: ${systemWords(error)?.text ?? String(error)}`,
        STATUS.wrongInput,
      );
    }
  }
  return files;
}

/** Read a file's text; errors say which file. */
function inFile<T>(files: Files, file: string, read: (text: string) => T): T {
  const { path, text } = files.get(file) as InputFile;
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof XpxlcError)) throw error;
    const hint = error.code === 'missing-bounds' ? ' (--bounds FILE, lines of name,lower,upper)' : '';
    throw new Failure(`${path}: ${forPeople(error.message)}${hint}`, STATUS.wrongInput);
  }
}

/** Where the output goes: `-p FILE` is written directly, so that one can watch it grow, but never over an input. */
async function open({ values }: Options, files: Files, io: LegacyIo): Promise<Output> {
  const path = values.get('p');
  if (path === undefined) return io.stdout;
  const id = await io.fileId(path);
  for (const input of files.values()) {
    if (id !== undefined && (await io.fileId(input.path)) === id)
      throw new Failure(`-p ${path} would overwrite the input ${input.path}`, STATUS.wrongUsage);
  }
  try {
    return await io.create(path);
  } catch (error) {
    throw new Failure(
      `cannot write ${path}: ${systemWords(error)?.text ?? String(error)}`,
      STATUS.wrongInput,
    );
  }
}

/** The last part of a path, as the original finds it. */
function baseName(program: string): string {
  return /(?<![._\-a-zA-Z0-9])[._\-a-zA-Z0-9]+$/.exec(program)?.[0] ?? 'xpxlc';
}
