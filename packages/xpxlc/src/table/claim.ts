// Who writes FILE says so in `FILE.xpxlc-lock`, which only one process can make: the others are refused. What a process leaves that was
// killed is taken over; where its process cannot be seen, by whether it still gives signs of life.
import { readFileSync, rmSync } from 'node:fs';
import { constants, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { FormatError } from '@xpxlc/core';
import { notOurs } from './own-files.ts';
import { lives, type Owner, readOwner, thisProcess } from './owner.ts';
import { clearAtEnd, forget } from './temporary.ts';

/** An output that is this process's alone. */
export interface Claim {
  /**
   * See that it still is.
   *
   * @throws {FormatError} `in-use`, where another process took this one for dead.
   */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Milliseconds between signs of life, and without one until an owner out of sight is taken for dead. */
const BEAT = 1000;
const QUIET = 6000;
const LOOK_EVERY = 100;

/** What is to be written later, by its real path. */
const reserved = new Map<string, Claim>();

/**
 * Claim an output, by its real path.
 *
 * @throws {FormatError} `in-use`, `not-ours`, `cannot-write`.
 */
export async function claimOutput(path: string): Promise<Claim> {
  const known = reserved.get(path);
  reserved.delete(path);
  return known ?? acquire(`${path}.xpxlc-lock`);
}

/** Claim an output now, for a {@link claimOutput} to come. Returns what gives it up if there is none. */
export async function reserveOutput(path: string): Promise<() => Promise<void>> {
  const claim = await claimOutput(path);
  reserved.set(path, claim);
  return async () => {
    if (reserved.get(path) !== claim) return;
    reserved.delete(path);
    await claim.release();
  };
}

async function acquire(place: string): Promise<Lock> {
  for (;;) {
    const made = await create(place);
    if (made !== undefined) return made;
    const found = await look(place);
    if (found === undefined) continue; // given up meanwhile
    if (await isBusy(place, found)) throw inUse(place, found.owner);
    // Whoever makes this file, and then finds the claim as it was, moves it there. So there is always a claim, and only one is moved.
    const next = await acquire(`${place}.next`);
    if ((await look(place))?.text === found.text) return next.moveTo(place);
    await next.release();
  }
}

/** What is at the place of a claim; none of ours is never touched. */
interface Found {
  readonly text: string;
  /** Undefined while it is being written. */
  readonly owner: Owner | undefined;
  /** Changes with every sign of life. */
  readonly beat: bigint;
}

/** Make the file, unless there is one. */
async function create(place: string): Promise<Lock | undefined> {
  const owner = thisProcess();
  let handle: FileHandle;
  try {
    handle = await open(place, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  const lock = new Lock(place, owner, handle);
  try {
    await handle.write(`${JSON.stringify(owner)}\n`);
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function look(place: string): Promise<Found | undefined> {
  try {
    if (!(await lstat(place)).isFile()) throw notOurs(place);
    const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { mtimeNs: beat, size } = await handle.stat({ bigint: true });
      const text = size > 4096n ? '?' : await handle.readFile('utf8');
      const owner = readOwner(text);
      if (owner === undefined && text !== '') throw notOurs(place);
      return { text, owner, beat };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isBusy(place: string, { owner, text, beat }: Found): Promise<boolean> {
  const seen = owner === undefined ? undefined : lives(owner);
  if (seen !== undefined) return seen;
  const end = performance.now() + QUIET;
  while (performance.now() < end) {
    await setTimeout(LOOK_EVERY);
    const now = await look(place);
    if (now?.text !== text) return false; // another one, or none: to be looked at anew
    if (now.beat !== beat) return true;
  }
  return false;
}

class Lock implements Claim {
  #place: string;
  readonly #owner: Owner;
  readonly #handle: FileHandle;
  readonly #beating: NodeJS.Timeout;

  constructor(place: string, owner: Owner, handle: FileHandle) {
    this.#place = place;
    this.#owner = owner;
    this.#handle = handle;
    this.#watch();
    this.#beating = setInterval(() => {
      const now = new Date();
      handle.utimes(now, now).catch(() => undefined); // whether the claim holds is asked elsewhere
    }, BEAT).unref();
  }

  async moveTo(place: string): Promise<Lock> {
    try {
      await rename(this.#place, place);
    } catch (error) {
      await this.release();
      throw error;
    }
    forget(this.#place);
    this.#place = place;
    this.#watch();
    return this;
  }

  async check(): Promise<void> {
    const found = await look(this.#place);
    if (found?.owner?.token === this.#owner.token) return;
    if (found !== undefined) throw inUse(this.#place, found.owner);
    throw new FormatError('the file that claims the output is gone', {
      code: 'in-use',
      place: this.#place,
      expected: 'nobody to remove it while the output is written',
    });
  }

  async release(): Promise<void> {
    clearInterval(this.#beating);
    forget(this.#place);
    const mine = await look(this.#place).then(
      (found) => found?.text === '' || found?.owner?.token === this.#owner.token,
      () => false,
    );
    if (mine) await rm(this.#place, { force: true });
    await this.#handle.close();
  }

  /** Should the process end before. */
  #watch(): void {
    const place = this.#place;
    clearAtEnd(place, () => {
      try {
        if (readOwner(readFileSync(place, 'utf8'))?.token === this.#owner.token) rmSync(place);
      } catch {
        // no longer there
      }
    });
  }
}

function inUse(place: string, owner: Owner | undefined): FormatError {
  const seen = owner !== undefined && lives(owner) !== undefined;
  const who = owner === undefined ? 'it' : `process ${owner.process}${seen ? '' : ` on '${owner.host}'`}`;
  return new FormatError('the file is being written by another process', {
    code: 'in-use',
    place: place.replace(/\.xpxlc-lock(\.next)*$/, ''),
    expected: `${who} to end, or another name`,
  });
}
