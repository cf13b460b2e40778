// Is a compressed file whole? DuckDB reads a cut-off gzip or zstd file as if it ended there and never looks at gzip's
// checksum, so this is checked before: gzip by unpacking it once, zstd by walking its frames and blocks (RFC 8878).
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FormatError } from '@xpxlc/core';
import { tooLarge } from './spool.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

/** What is known of a file's unpacked beginning and end; a byte is `undefined` when there is none but white space. */
export interface Ends {
  /** The first byte that is neither white space nor part of a byte-order mark. */
  readonly firstByte: number | undefined;
  /** Bytes of the last line. */
  readonly lastLine: number;
  /** The last byte that is not white space. */
  readonly lastByte: number | undefined;
}

/** By the first bytes. */
export function compressionOf(head: Uint8Array): Compression {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd ? 'zstd' : 'none';
}

/** Follows bytes from their beginning to their end. */
class Watch implements Ends {
  firstByte: number | undefined;
  lastByte: number | undefined;
  /** Bytes of the line not ended yet, and of the last one that was. */
  #open = 0;
  #ended = 0;

  get lastLine(): number {
    return this.#open > 0 ? this.#open : this.#ended;
  }

  add(chunk: Uint8Array): void {
    const end = lastLineEnd(chunk, chunk.length);
    if (end < 0) this.#open += chunk.length;
    else {
      let stop = end;
      while (stop > 0 && isLineEnd(chunk[stop - 1])) stop -= 1;
      const start = lastLineEnd(chunk, stop);
      if (start >= 0) this.#ended = stop - start - 1;
      else if (this.#open + stop > 0) this.#ended = this.#open + stop;
      this.#open = chunk.length - end - 1;
    }
    this.firstByte ??= chunk.find(
      (byte) => !isBlank(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf,
    );
    this.lastByte = chunk.findLast((byte) => !isBlank(byte)) ?? this.lastByte;
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}

/** Position of the last line end before `stop`, or -1. */
function lastLineEnd(chunk: Uint8Array, stop: number): number {
  if (stop === 0) return -1;
  return Math.max(chunk.lastIndexOf(10, stop - 1), chunk.lastIndexOf(13, stop - 1));
}

/** Unpack a gzip file to nowhere. */
export async function checkGzip(path: string, place: string, most: number): Promise<Ends> {
  const watch = new Watch();
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      watch.add(chunk);
      done(bytes > most ? tooLarge(place, most) : null);
    },
  });
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1 << 18 }),
      createGunzip({ chunkSize: 1 << 18 }),
      sink,
    );
  } catch (thrown) {
    throw thrown instanceof Error && 'expected' in thrown
      ? thrown
      : damaged(place, (thrown as Error).message);
  }
  return watch;
}

/** A plain file: its first and its last bytes, `span` of them. */
export async function checkPlain(path: string, size: number, span: number): Promise<Ends> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(Math.min(size, span));
    const [head, tail] = [new Watch(), new Watch()];
    await file.read(bytes, 0, bytes.length, 0);
    head.add(bytes);
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    tail.add(bytes);
    return { firstByte: head.firstByte, lastLine: tail.lastLine, lastByte: tail.lastByte };
  } finally {
    await file.close();
  }
}

/** Walk the frames of a zstd file: it must end where a frame ends, and not promise too much. */
export async function checkZstd(path: string, size: number, place: string, most: number): Promise<void> {
  const file = await open(path);
  try {
    let at = 0;
    let unpacked = 0;
    while (at < size) {
      const frame = await zstdFrame(file, at, size, place);
      at = frame.end;
      unpacked += frame.unpacked;
      if (unpacked > most) throw tooLarge(place, most);
    }
  } finally {
    await file.close();
  }
}

const ZSTD_MAGIC = 0xfd2fb528;
const BLOCK_MOST = 1 << 17;

async function zstdFrame(
  file: FileHandle,
  start: number,
  size: number,
  place: string,
): Promise<{ end: number; unpacked: number }> {
  const head = Buffer.alloc(18);
  await file.read(head, 0, 18, start);
  const magic = head.readUInt32LE(0);
  if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50)
    return { end: within(start + 8 + head.readUInt32LE(4)), unpacked: 0 };
  if (magic !== ZSTD_MAGIC) throw damaged(place, `no zstd frame at byte ${start}`);
  const flags = head[4];
  const single = (flags & 0x20) !== 0;
  const windowBytes = single ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3];
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6];
  const sizeAt = 5 + windowBytes + dictionaryBytes;
  const declared =
    sizeBytes === 8
      ? Number(head.readBigUInt64LE(sizeAt))
      : sizeBytes === 0
        ? undefined
        : head.readUIntLE(sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  let at = start + sizeAt + sizeBytes;
  let blocks = 0;
  for (let last = false; !last; blocks++) {
    const { bytesRead } = await file.read(head, 0, 3, at);
    if (bytesRead < 3) throw cutOff();
    const block = head.readUIntLE(0, 3);
    last = (block & 1) === 1;
    // Type 1 is one byte repeated; type 3 is reserved and left to the decoder to refuse.
    at = within(at + 3 + (((block >> 1) & 3) === 1 ? 1 : block >> 3));
  }
  return { end: within(at + ((flags & 4) !== 0 ? 4 : 0)), unpacked: declared ?? blocks * BLOCK_MOST };

  function within(position: number): number {
    if (position > size) throw cutOff();
    return position;
  }
  function cutOff(): FormatError {
    return damaged(place, `the zstd frame at byte ${start} is cut off`);
  }
}

export function damaged(place: string, reason: string): FormatError {
  return new FormatError(`the compressed data is damaged (${reason})`, { code: 'broken-compression', place });
}
