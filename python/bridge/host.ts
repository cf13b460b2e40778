// What a bare V8 lacks of what our modules expect of pages and of Node. Imported before everything else.
import { Utf8Decoder, Utf8Encoder } from './utf8.ts';

/** A file that is in memory already: what `loadModel` takes. */
export class MemoryFile {
  readonly name: string | undefined;
  readonly size: number;
  private readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>, name: string | undefined) {
    this.bytes = bytes;
    this.name = name;
    this.size = bytes.length;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.bytes.buffer;
  }
}

const host = globalThis as Record<string, unknown>;
host.TextEncoder ??= Utf8Encoder;
host.TextDecoder ??= Utf8Decoder;
host.performance ??= { now: () => Date.now() };
host.Blob ??= MemoryFile;
host.URL ??= class {};
