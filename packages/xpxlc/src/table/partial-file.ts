// A text that takes long to write: beside the file it is to become, `FILE.partial` grows, and `FILE.checkpoint` says how far it
// can be trusted and what its writer knew then. Whatever ends the process, another one can go on from there.
import { constants, type FileHandle, lstat, open, rename } from 'node:fs/promises';
import { FormatError } from '@xpxlc/core';
import { type BegunRun, beginRun, type Checkpoint, type RunOptions } from './checkpoint.ts';
import type { Compression } from './compression.ts';
import { writeFailure } from './failure.ts';
import { notOurs } from './own-files.ts';
import { type Packer, Pieces, toPacker } from './packer.ts';

/** How a partial file is written. */
export interface PartialOptions extends RunOptions {
  readonly compression?: Compression;
}

/** Bytes to know a place by. */
const LAST = 48;

/**
 * Start a file, or go on with one.
 *
 * @throws {FormatError} `cannot-write`, `in-use`, `not-ours`, `another-run`, `damaged-checkpoint`.
 */
export async function openPartial(path: string, options: PartialOptions): Promise<PartialFile> {
  const partial = `${path}.partial`;
  let run: BegunRun | undefined;
  try {
    run = await beginRun(path, options, [partial]);
    const packer = await toPacker(options.compression ?? 'none');
    const handle = await openHandle(partial, run.found);
    const file = new PartialFile(path, { path: partial, handle, ...(await handle.stat()) }, packer, run);
    await file.start();
    return file;
  } catch (thrown) {
    if (run !== undefined && run.found === undefined) await run.remove();
    await run?.release();
    throw writeFailure(thrown, path);
  }
}

/** The file that grows, by its place and by what it is. */
interface Growing {
  readonly path: string;
  readonly handle: FileHandle;
  readonly dev: number;
  readonly ino: number;
}

/** A file that grows; see {@link openPartial}. */
export class PartialFile {
  /** What the run that is continued knew. */
  readonly state: unknown;
  /** Where it grows. */
  readonly partial: string;
  readonly #path: string;
  readonly #growing: Growing;
  readonly #packer: Packer | undefined;
  readonly #pieces: Pieces | undefined;
  readonly #run: BegunRun;
  #bytes: number;
  #last: Uint8Array;
  #marking: Promise<void> = Promise.resolve();
  /** What goes with all that was written at some time. */
  private marked: (() => Omit<Checkpoint, 'run'>) | undefined;
  /** Why nothing can be saved any more. */
  #broken: { readonly reason: unknown } | undefined;
  #busy = false;

  constructor(path: string, growing: Growing, packer: Packer | undefined, run: BegunRun) {
    const { found } = run;
    this.#path = path;
    this.partial = growing.path;
    this.#growing = growing;
    this.#packer = packer;
    this.#pieces = packer === undefined ? undefined : new Pieces(packer);
    this.#run = run;
    this.#bytes = found?.bytes ?? 0;
    this.#last = Buffer.from(found?.last ?? '', 'base64');
    this.state = found?.state;
  }

  /** Take up what waited to be packed. */
  async start(): Promise<void> {
    const rest = this.#run.found?.rest;
    if (rest !== undefined) await this.#pieces?.add(rest);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#guarded(async () => {
      if (this.#broken !== undefined) throw this.#broken.reason;
      if (this.#pieces === undefined) return this.#put(bytes);
      for (const packed of await this.#pieces.add(bytes)) await this.#put(packed);
    });
  }

  /**
   * All that is written so far belongs to the state as it is until the next mark. With `save` it is made sure of in the background: a run
   * need not wait for the disk, and marks that come too fast are left out.
   */
  mark(state: () => unknown, save: boolean): void {
    this.marked = this.#toCheckpoint(state);
    if (this.#busy || !save) return;
    this.#busy = true;
    this.#marking = this.#run.save(this.marked()).finally(() => {
      this.#busy = false;
    });
    this.#marking.catch((reason: unknown) => {
      this.#broken = { reason }; // told by the next write
    });
  }

  /** All is written: the file takes its name. */
  async finish(): Promise<void> {
    await this.#guarded(async () => {
      await this.#marking;
      const last = await this.#pieces?.end(this.#bytes === 0);
      if (last !== undefined) await this.#put(last);
      this.#packer?.close();
      await this.#growing.handle.close();
      await this.#run.check();
      if (!(await isThere(this.#growing))) throw notOurs(this.partial); // someone has put another file there
      await rename(this.partial, this.#path);
      await this.#run.remove();
      await this.#run.release();
    });
  }

  /** Leave what was marked last for another process, or nothing where nothing was; returns whether anything is there. */
  async leave(): Promise<boolean> {
    await this.#marking.catch(() => undefined);
    this.#packer?.close();
    const mine = await this.#run.check().then(
      () => true,
      () => false,
    );
    const any = this.marked !== undefined || this.state !== undefined;
    const kept = mine && any && (await this.#keep());
    await this.#growing.handle.close().catch(() => undefined);
    if (mine && !any) await this.#run.remove();
    await this.#run.release();
    return kept;
  }

  /** Keep up to the last mark; whether that is there, as another process will find it. */
  async #keep(): Promise<boolean> {
    const { marked } = this;
    try {
      if (marked !== undefined) {
        const checkpoint = marked();
        await this.#growing.handle.truncate(checkpoint.bytes);
        await this.#run.save(checkpoint);
      }
    } catch {
      // A full disk: what was saved before holds.
    }
    return (await isThere(this.#growing)) && (await this.#run.isSaved().catch(() => false));
  }

  async #put(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#growing.handle.write(
        bytes,
        done,
        bytes.length - done,
        this.#bytes,
      );
      done += bytesWritten;
      this.#bytes += bytesWritten;
    }
    if (bytes.length > 0) this.#last = bytes.slice(-LAST);
  }

  #toCheckpoint(state: () => unknown): () => Omit<Checkpoint, 'run'> {
    const rest = this.#pieces?.rest();
    const place = {
      bytes: this.#bytes,
      last: Buffer.from(this.#last).toString('base64'),
      rest,
    };
    return () => ({ ...place, state: state() });
  }

  async #guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (thrown) {
      throw writeFailure(thrown, this.#path);
    }
  }
}

/** Whether a file is where it was made. */
async function isThere({ path, dev, ino }: Growing): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.ino === ino && found.dev === dev;
}

async function openHandle(partial: string, found: Checkpoint | undefined): Promise<FileHandle> {
  // Never through a link.
  if (found === undefined) return open(partial, 'wx');
  const handle = await open(partial, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  const last = Buffer.from(found.last, 'base64');
  const there = Buffer.alloc(last.length);
  const { bytesRead } = await handle.read(there, 0, last.length, found.bytes - last.length);
  if (bytesRead !== last.length || !there.equals(last)) {
    await handle.close();
    throw new FormatError('the partial file is not what its checkpoint says', {
      code: 'damaged-checkpoint',
      place: partial,
      expected: `${found.bytes} bytes as written, or no --resume (to start anew)`,
    });
  }
  await handle.truncate(found.bytes);
  return handle;
}
