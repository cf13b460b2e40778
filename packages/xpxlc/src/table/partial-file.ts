// A text that takes long to write: beside the file it is to become, `FILE.partial` grows, and `FILE.checkpoint` says how far it
// can be trusted and what its writer knew then. Whatever ends the process, another one can go on from there.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';
import {
  type Checkpoint,
  type ClaimOptions,
  claim,
  type RunIdentity,
  removeCheckpoint,
  saveCheckpoint,
} from './claim.ts';
import { failure } from './complete-file.ts';
import type { Compression } from './compression.ts';
import { type Packer, Pieces, toPacker } from './packer.ts';

/** How a partial file is written. */
export interface PartialOptions extends ClaimOptions {
  readonly compression?: Compression;
}

/** Bytes to know a place by. */
const LAST = 48;

/**
 * Start a file, or go on with one.
 *
 * @throws {FormatError} `cannot-write`, `in-use`, `another-run`, `damaged-checkpoint`.
 */
export async function openPartial(path: string, options: PartialOptions): Promise<PartialFile> {
  const partial = `${path}.partial`;
  let fresh = false;
  try {
    const found = await claim(path, options);
    if (found === undefined) await removeCheckpoint(path);
    const packer = await toPacker(options.compression ?? 'none');
    fresh = found === undefined;
    const handle = await openHandle(partial, found);
    const file = new PartialFile(path, partial, handle, packer, options.run, found);
    await file.start(found);
    return file;
  } catch (thrown) {
    if (fresh) await leaveNothing(path, partial);
    throw failure(thrown, path);
  }
}

async function leaveNothing(path: string, partial: string): Promise<void> {
  await removeCheckpoint(path);
  await rm(partial, { force: true });
}

/** A file that grows; see {@link openPartial}. */
export class PartialFile {
  /** What the run that is continued knew. */
  readonly state: unknown;
  /** Where it grows. */
  readonly partial: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #packer: Packer | undefined;
  readonly #pieces: Pieces | undefined;
  readonly #run: RunIdentity;
  #bytes: number;
  #last: Uint8Array;
  #marking: Promise<void> = Promise.resolve();
  /** What goes with all that was written at some time. */
  private marked: Checkpoint | undefined;
  #busy = false;

  constructor(
    path: string,
    partial: string,
    handle: FileHandle,
    packer: Packer | undefined,
    run: RunIdentity,
    found: Checkpoint | undefined,
  ) {
    this.#path = path;
    this.partial = partial;
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
    await saveCheckpoint(this.#path, this.#toCheckpoint(found?.state));
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
    this.marked = this.#toCheckpoint(state);
    if (this.#busy || !save) return;
    this.#busy = true;
    this.#marking = saveCheckpoint(this.#path, this.marked).finally(() => {
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
      await removeCheckpoint(this.#path);
      await rename(this.partial, this.#path);
    });
  }

  /** Leave what was marked last, for another process, or nothing where that is no more than nothing; whether there is something. */
  async leave(): Promise<boolean> {
    await this.#marking.catch(() => undefined);
    this.#packer?.close();
    const { marked } = this;
    try {
      if (marked !== undefined) {
        await this.#handle.truncate(marked.bytes);
        await saveCheckpoint(this.#path, marked);
      }
    } catch {
      // A full disk: what was saved before holds.
    }
    await this.#handle.close().catch(() => undefined);
    const kept = marked !== undefined || this.state !== undefined;
    if (!kept) await leaveNothing(this.#path, this.partial);
    return kept;
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

  async #guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (thrown) {
      throw failure(thrown, this.#path);
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
