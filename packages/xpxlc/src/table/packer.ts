// Text is packed in pieces of one size, each for itself (a gzip member, a zstd frame): so what a file holds depends on the text
// alone, and a file that was cut off can be continued.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Compression } from './compression.ts';

/** Packs pieces. */
export interface Packer {
  pack(bytes: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

/** Bytes of a piece. */
export const PIECE: number = 1 << 20;

/** Nothing to be done for plain text. */
export async function toPacker(compression: Compression): Promise<Packer | undefined> {
  if (compression === 'none') return undefined;
  if (compression === 'gzip') return { pack: promisify(gzip), close: () => undefined };
  const { zstdPacker } = await import('./zstd-packer.ts');
  return zstdPacker();
}

/** Cuts bytes into pieces of {@link PIECE}, and packs them. */
export class Pieces {
  private readonly packer: Packer;
  private waiting: Uint8Array[] = [];
  private bytes = 0;

  constructor(packer: Packer) {
    this.packer = packer;
  }

  /** Add bytes; the packed pieces that are now complete. */
  async add(bytes: Uint8Array): Promise<Uint8Array[]> {
    const packed: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.slice(at, at + PIECE - this.bytes); // the bytes are not ours to keep
      this.waiting.push(part);
      this.bytes += part.length;
      at += part.length;
      if (this.bytes === PIECE) packed.push(await this.packer.pack(this.take()));
    }
    return packed;
  }

  /** What waits for the rest of its piece. */
  rest(): Uint8Array {
    return Buffer.concat(this.waiting);
  }

  /** The last piece, however short; an empty file has an empty piece. */
  async end(empty: boolean): Promise<Uint8Array | undefined> {
    return this.bytes > 0 || empty ? this.packer.pack(this.take()) : undefined;
  }

  private take(): Uint8Array {
    const piece = this.rest();
    this.waiting = [];
    this.bytes = 0;
    return piece;
  }
}
