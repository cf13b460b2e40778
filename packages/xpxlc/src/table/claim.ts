// `FILE.checkpoint` says which run writes FILE, in which process, and how far what there is can be trusted: so that nobody else
// writes it at the same time, and only the same run goes on with it.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';

/** What run this is, as JSON can hold it. */
export type RunIdentity = Readonly<Record<string, unknown>>;

/** How a file is claimed. */
export interface ClaimOptions {
  /** Only the same run can be continued. */
  readonly run: RunIdentity;
  /** Go on where another process has ended, if there is anything. */
  readonly resume: boolean;
}

/** What is known of a file that is being written. */
export interface Checkpoint {
  readonly run: RunIdentity;
  readonly process: number;
  /** Bytes of the partial file, and the last of them in base64: what a power failure has lost is not taken for written. */
  readonly bytes: number;
  readonly last: string;
  /** Text that waits to be packed; in base64 in the file. */
  readonly rest?: Uint8Array;
  readonly state?: unknown;
}

export function checkpointPath(path: string): string {
  return `${path}.checkpoint`;
}

/**
 * See that the file may be written, and what is there to go on with.
 *
 * @throws {FormatError} `in-use`, `another-run`, `damaged-checkpoint`.
 */
export async function claim(path: string, options: ClaimOptions): Promise<Checkpoint | undefined> {
  const place = checkpointPath(path);
  const known = await readCheckpoint(place);
  if (known !== undefined) refuseOthers(known, options, place);
  return options.resume ? known : undefined;
}

/** Save it whole or not at all. */
export async function saveCheckpoint(path: string, { rest, ...checkpoint }: Checkpoint): Promise<void> {
  const place = checkpointPath(path);
  const packed = rest === undefined ? {} : { rest: Buffer.from(rest).toString('base64') };
  await writeFile(`${place}.next`, `${JSON.stringify({ ...checkpoint, ...packed })}\n`);
  await rename(`${place}.next`, place);
}

export async function removeCheckpoint(path: string): Promise<void> {
  const place = checkpointPath(path);
  await rm(place, { force: true });
  await rm(`${place}.next`, { force: true });
}

async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  try {
    const { rest, ...value } = JSON.parse(text) as Omit<Checkpoint, 'rest'> & { rest?: string };
    if (typeof value.run === 'object' && Number.isSafeInteger(value.bytes) && typeof value.last === 'string')
      return { ...value, ...(rest === undefined ? {} : { rest: Buffer.from(rest, 'base64') }) };
  } catch {
    // said below
  }
  throw new FormatError('not a checkpoint', {
    code: 'damaged-checkpoint',
    place: path,
    expected: 'what xpxlc has written (remove the file to start anew)',
  });
}

function refuseOthers(known: Checkpoint, { run, resume }: ClaimOptions, place: string): void {
  if (known.process !== process.pid && isAlive(known.process))
    throw new FormatError('the file is being written by another process', {
      code: 'in-use',
      place,
      expected: `process ${known.process} to end (if it is none of xpxlc, remove this file)`,
    });
  if (!resume) return;
  const differs = Object.keys({ ...known.run, ...run }).filter(
    (key) => JSON.stringify(known.run[key]) !== JSON.stringify(run[key]),
  );
  if (differs.length > 0)
    throw new FormatError('the checkpoint is of another run', {
      code: 'another-run',
      place,
      expected: 'the same command, model and data (or no --resume, to start anew)',
      got: `another ${differs.join(', ')}`,
    });
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
