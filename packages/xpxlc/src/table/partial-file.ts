// A text that takes long to write: beside the file it is to become, `FILE.partial` grows, and `FILE.checkpoint` says how far it
// can be trusted and what its writer knew then. Whatever ends the process, another one can go on from there.
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';
import { failure } from './complete-file.ts';
import type { Compression } from './compression.ts';
import { type Packer, Pieces, toPacker } from './packer.ts';

/** Where a partial file is, and whose it is. */
export interface PartialOptions {
  /** What run this is, as JSON can hold it: only the same one can be continued. */
  readonly run: Readonly<Record<string, unknown>>;
  /** Go on where another process has ended, if there is anything. */
  readonly resume: boolean;
  readonly compression?: Compression;
}

/** Bytes to know a place by. */
const LAST = 48;

interface Checkpoint {
  readonly run: Readonly<Record<string, unknown>>;
  readonly process: number;
  /** Bytes of the partial file, and the last of them in base64: what a power failure has lost is not taken for written. */
  readonly bytes: number;
  readonly last: string;
  /** Text that waits to be packed; in base64 in the file. */
  readonly rest?: Uint8Array;
  readonly state?: unknown;
}

/**
 * Start a file, or go on with one.
 *
 * @throws {FormatError} `cannot-write`, `in-use`, `another-run`, `damaged-checkpoint`.
 */
export async function openPartial(path: string, options: PartialOptions): Promise<PartialFile> {
  const names = { path, partial: `${path}.partial`, checkpoint: `${path}.checkpoint` };
  try {
    const known = await readCheckpoint(names.checkpoint);
    if (known !== undefined) refuseOthers(known, options, names.checkpoint);
    const found = options.resume ? known : undefined;
    if (found === undefined) await rm(names.checkpoint, { force: true });
    const packer = await toPacker(options.compression ?? 'none');
    const handle = await openHandle(names.partial, found);
    const file = new PartialFile(names, handle, packer, options.run, found);
    await file.start(found);
    return file;
  } catch (thrown) {
    throw failure(thrown, path);
  }
}

interface Names {
  readonly path: string;
  readonly partial: string;
  readonly checkpoint: string;
}

/** A file that grows; see {@link openPartial}. */
export class PartialFile {
  /** What the run that is continued knew. */
  readonly state: unknown;
  /** Where it grows. */
  readonly partial: string;
  readonly #names: Names;
  readonly #handle: FileHandle;
  readonly #packer: Packer | undefined;
  readonly #pieces: Pieces | undefined;
  readonly #run: Readonly<Record<string, unknown>>;
  #bytes: number;
  #last: Uint8Array;
  #marking: Promise<void> = Promise.resolve();
  #marked: Checkpoint | undefined;
  #busy = false;

  constructor(
    names: Names,
    handle: FileHandle,
    packer: Packer | undefined,
    run: Readonly<Record<string, unknown>>,
    found: Checkpoint | undefined,
  ) {
    this.#names = names;
    this.partial = names.partial;
    this.#handle = handle;
    this.#packer = packer;
    this.#pieces = packer === undefined ? undefined : new Pieces(packer);
    this.#run = run;
    this.#bytes = found?.bytes ?? 0;
    this.#last = Buffer.from(found?.last ?? '', 'base64');
    this.state = found?.state;
  }

  /** Make known whose file it is. */
  async start(found: Checkpoint | undefined): Promise<void> {
    if (found?.rest !== undefined) await this.#pieces?.add(found.rest);
    await this.#save(this.#toCheckpoint(found?.state));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#guarded(async () => {
      if (this.#pieces === undefined) return this.#put(bytes);
      for (const packed of await this.#pieces.add(bytes)) await this.#put(packed);
    });
  }

  /**
   * All that is written so far belongs to this state. With `save` it is made sure of in the background: a run need not wait for
   * the disk, and marks that come too fast are left out.
   */
  mark(state: unknown, save: boolean): void {
    this.#marked = this.#toCheckpoint(state);
    if (this.#busy || !save) return;
    this.#busy = true;
    this.#marking = this.#save(this.#marked).finally(() => {
      this.#busy = false;
    });
    this.#marking.catch(() => undefined); // told by whatever is waited for next
  }

  /** All is written: the file takes its name. */
  async finish(): Promise<void> {
    await this.#guarded(async () => {
      await this.#marking;
      const last = await this.#pieces?.end(this.#bytes === 0);
      if (last !== undefined) await this.#put(last);
      this.#packer?.close();
      await this.#handle.close();
      // In this order: what has no checkpoint is started anew, never taken for complete.
      await rm(this.#names.checkpoint, { force: true });
      await rename(this.#names.partial, this.#names.path);
    });
  }

  /** Leave what was marked last, for another process. */
  async keep(): Promise<void> {
    await this.#guarded(async () => {
      await this.#marking;
      if (this.#marked !== undefined) {
        await this.#handle.truncate(this.#marked.bytes);
        await this.#save(this.#marked);
      }
      this.#packer?.close();
      await this.#handle.close();
    });
  }

  /** Leave nothing. */
  async abort(): Promise<void> {
    await this.#marking.catch(() => undefined);
    this.#packer?.close();
    await this.#handle.close().catch(() => undefined);
    await rm(this.#names.checkpoint, { force: true });
    await rm(this.#names.partial, { force: true });
  }

  async #put(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#bytes);
      done += bytesWritten;
      this.#bytes += bytesWritten;
    }
    if (bytes.length > 0) this.#last = bytes.slice(-LAST);
  }

  #toCheckpoint(state: unknown): Checkpoint {
    const rest = this.#pieces?.rest();
    return {
      run: this.#run,
      process: process.pid,
      bytes: this.#bytes,
      last: Buffer.from(this.#last).toString('base64'),
      ...(rest === undefined ? {} : { rest }),
      ...(state === undefined ? {} : { state }),
    };
  }

  async #save(checkpoint: Checkpoint): Promise<void> {
    const next = `${this.#names.checkpoint}.next`;
    const { rest } = checkpoint;
    const packed = rest === undefined ? {} : { rest: Buffer.from(rest).toString('base64') };
    await writeFile(next, `${JSON.stringify({ ...checkpoint, ...packed })}\n`);
    await rename(next, this.#names.checkpoint);
  }

  async #guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (thrown) {
      await this.abort();
      throw failure(thrown, this.#names.path);
    }
  }
}

async function openHandle(partial: string, found: Checkpoint | undefined): Promise<FileHandle> {
  if (found === undefined) return open(partial, 'w');
  const handle = await open(partial, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  const last = Buffer.from(found.last, 'base64');
  const there = Buffer.alloc(last.length);
  const read = await handle?.read(there, 0, last.length, found.bytes - last.length);
  if (handle === undefined || read?.bytesRead !== last.length || !there.equals(last)) {
    await handle?.close();
    throw new FormatError('the partial file is not what its checkpoint says', {
      code: 'damaged-checkpoint',
      place: partial,
      expected: `${found.bytes} bytes as written, or no --resume (to start anew)`,
    });
  }
  await handle.truncate(found.bytes);
  return handle;
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

function refuseOthers(known: Checkpoint, { run, resume }: PartialOptions, place: string): void {
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
