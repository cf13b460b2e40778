// A run that takes long says in `FILE.checkpoint` which run it is and how far what is beside FILE can be trusted: so that the same run,
// and no other, goes on with it.
import { open, readFile, rename, rm } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';
import { claimOutput } from './claim.ts';
import { notOurs, refuseForeign, sizeOf } from './own-files.ts';

/** What run this is, as JSON can hold it. */
export type RunIdentity = Readonly<Record<string, unknown>>;

/** How a run is begun. */
export interface RunOptions {
  /** Only the same run can be continued. */
  readonly run: RunIdentity;
  /** Go on where another process has ended, if there is anything. */
  readonly resume: boolean;
}

/** What is known of a file that is being written. */
export interface Checkpoint {
  readonly run: RunIdentity;
  /** Bytes of the partial file, and the last of them in base64: what a power failure has lost is not taken for written. */
  readonly bytes: number;
  readonly last: string;
  /** Text that waits to be packed; in base64 in the file. */
  readonly rest?: Uint8Array;
  readonly state?: unknown;
}

/** A run whose output is claimed. */
export interface BegunRun {
  /** Where another process has ended; nothing where this one starts from the beginning. */
  readonly found: Checkpoint | undefined;
  /** See that the output is still claimed. */
  check(): Promise<void>;
  /** Save it whole or not at all. */
  save(checkpoint: Omit<Checkpoint, 'run'>): Promise<void>;
  /** Whether a checkpoint is saved. */
  isSaved(): Promise<boolean>;
  /** Remove the checkpoint and the files that go with it. */
  remove(): Promise<void>;
  /** Let others claim the output. */
  release(): Promise<void>;
}

/** What a checkpoint begins with. */
const START = '{"run":';

/** Whether a text begins as a checkpoint does, or is one that was cut short. */
function isOurs(start: string): boolean {
  return start.startsWith(START) || START.startsWith(start);
}

/**
 * Claim an output, and find what there is to go on with. What is not continued is removed: the files `beside` it, of which the first holds
 * the answers. From here on there is always a checkpoint while any of them is there.
 *
 * @throws {FormatError} `in-use`, `not-ours`, `another-run`, `damaged-checkpoint`.
 */
export async function beginRun(
  path: string,
  { run, resume }: RunOptions,
  beside: readonly string[],
): Promise<BegunRun> {
  const place = `${path}.checkpoint`;
  const next = `${place}.next`;
  const claim = await claimOutput(path);
  const save: BegunRun['save'] = async ({ rest, ...checkpoint }) => {
    await claim.check();
    const packed = rest === undefined ? {} : { rest: Buffer.from(rest).toString('base64') };
    await rm(next, { force: true });
    const file = await open(next, 'wx'); // never through a link
    try {
      await file.writeFile(`${JSON.stringify({ run, ...checkpoint, ...packed })}\n`);
      await file.close();
      await rename(next, place);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(next, { force: true });
      throw error;
    }
  };
  try {
    const known = await readCheckpoint(place);
    await refuseForeign(next, isOurs);
    for (const file of beside) await refuseForeign(file, () => known !== undefined);
    if (resume && known !== undefined) refuseOther(known.run, run, place);
    const found = resume && (await sizeOf(beside[0])) !== undefined ? known : undefined;
    if (found === undefined) {
      for (const file of beside) await rm(file, { force: true });
      await save({ bytes: 0, last: '' });
    }
    return {
      found,
      save,
      check: () => claim.check(),
      isSaved: async () => (await readCheckpoint(place)) !== undefined,
      async remove() {
        // In this order: what is beside without a checkpoint would not be known as ours.
        for (const file of [...beside, next, place]) await rm(file, { force: true });
      },
      release: () => claim.release(),
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  if ((await sizeOf(path)) === undefined) return undefined;
  const text = await readFile(path, 'utf8');
  if (!isOurs(text)) throw notOurs(path);
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

function refuseOther(known: RunIdentity, run: RunIdentity, place: string): void {
  const differs = Object.keys({ ...known, ...run }).filter(
    (key) => JSON.stringify(known[key]) !== JSON.stringify(run[key]),
  );
  if (differs.length > 0)
    throw new FormatError('the checkpoint is of another run', {
      code: 'another-run',
      place,
      expected: 'the same command, model and data (or no --resume, to start anew)',
      got: `another ${differs.join(', ')}`,
    });
}
