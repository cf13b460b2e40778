// What a user points at (a path, a file in a page, bytes, a text) → its bytes and text, within limits. Knows no format.
import { FormatError, LimitError, show } from '@xpxlc/core';

/** A file by path or `file:` URL (Node), by its content as text or bytes, or as the page's `File` or `Blob`. */
export type Source = string | URL | { readonly text: string } | Uint8Array | ArrayBuffer | Blob;

/** Options of {@link readContent}. */
export interface ContentOptions {
  /** How many bytes at most, after unpacking. Default 256 MiB. */
  readonly maxBytes?: number;
}

/** A source, read. */
export interface Content {
  /**
   * As text.
   *
   * @throws {FormatError} `not-text`.
   */
  readonly text: string;
  /** The bytes as they were found, packed or not. */
  readonly bytes: Uint8Array;
  readonly unpacked: Uint8Array;
  /** What to call it in messages: the file's name. */
  readonly name: string | undefined;
}

const DEFAULT_LIMIT = 256 * 2 ** 20;

/**
 * Read a source whole; gzip is unpacked.
 *
 * @throws {FormatError} `no-such-file`, `unreadable`, `bad-gzip`.
 * @throws {LimitError} `too-large`.
 */
export async function readContent(
  source: Source,
  { maxBytes = DEFAULT_LIMIT }: ContentOptions = {},
): Promise<Content> {
  const { bytes, name } = await toBytes(source, maxBytes);
  if (bytes.length > maxBytes) throw tooLarge(name, maxBytes);
  const gzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = gzip ? await unpack(bytes, name, maxBytes) : bytes;
  let text: string | undefined;
  return {
    bytes,
    unpacked,
    name,
    get text() {
      text ??= toText(unpacked, name);
      return text;
    },
  };
}

/** Lower-case SHA-256 of some bytes. */
export async function fingerprint(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function toBytes(
  source: Source,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; name: string | undefined }> {
  if (source instanceof Uint8Array) return { bytes: source, name: undefined };
  if (source instanceof ArrayBuffer) return { bytes: new Uint8Array(source), name: undefined };
  if (source instanceof Blob) {
    const name = (source as { name?: string }).name;
    if (source.size > maxBytes) throw tooLarge(name, maxBytes);
    return { bytes: new Uint8Array(await source.arrayBuffer()), name };
  }
  if (typeof source === 'object' && 'text' in source && typeof source.text === 'string')
    return { bytes: new TextEncoder().encode(source.text), name: undefined };
  if (typeof source === 'string' || source instanceof URL) return readPath(source, maxBytes);
  throw new FormatError('not a source', {
    code: 'bad-source',
    expected: 'a path, { text }, bytes, a Blob or a file: URL',
    got: show(source),
  });
}

async function readPath(path: string | URL, maxBytes: number): Promise<{ bytes: Uint8Array; name: string }> {
  let name = String(path);
  const { open, fileURLToPath } = fileSystem(name);
  try {
    if (path instanceof URL) name = fileURLToPath(path);
    const file = await open(path, 'r');
    try {
      // Pipes have no size: read one byte more than allowed and see.
      const { size } = await file.stat();
      if (size > maxBytes) throw tooLarge(name, maxBytes);
      const chunks: Uint8Array[] = [];
      let total = 0;
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        total += chunk.length;
        if (total > maxBytes) throw tooLarge(name, maxBytes);
        chunks.push(chunk);
      }
      return { bytes: joined(chunks, total), name };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof LimitError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FormatError(code === 'ENOENT' ? 'no such file' : `cannot be read (${message})`, {
      code: code === 'ENOENT' ? 'no-such-file' : 'unreadable',
      place: name,
    });
  }
}

/** Asked of the process, not imported: a page has neither, and its bundler nothing to stumble over. */
function fileSystem(
  name: string,
): Pick<typeof import('node:fs/promises'), 'open'> & Pick<typeof import('node:url'), 'fileURLToPath'> {
  const node = (globalThis as { process?: NodeJS.Process }).process;
  if (typeof node?.getBuiltinModule !== 'function')
    throw new FormatError('no file system here', {
      code: 'unreadable',
      place: name,
      expected: 'the content: { text }, bytes or a File',
      got: 'a path',
    });
  const { open } = node.getBuiltinModule('node:fs/promises');
  const { fileURLToPath } = node.getBuiltinModule('node:url');
  return { open, fileURLToPath };
}

async function unpack(bytes: Uint8Array, name: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(name, maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof LimitError) throw error;
    throw new FormatError('broken gzip', {
      code: 'bad-gzip',
      place: name ?? 'byte 1',
      expected: 'a whole gzip file',
      got: (error as Error).message,
    });
  }
  return joined(chunks, total);
}

function joined(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** UTF-8, without its mark; anything else is refused with the line. */
function toText(bytes: Uint8Array, name: string | undefined): string {
  const refuse = (place: string, got: string): FormatError =>
    new FormatError('not a text', {
      code: 'not-text',
      place: name === undefined ? place : `${name}, ${place}`,
      expected: 'UTF-8',
      got,
    });
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw refuse('line 1', 'UTF-16');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse(`line ${badLine(bytes)}`, 'other bytes');
  }
}

/** The first line that is no UTF-8. */
function badLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, from);
    const to = found < 0 ? bytes.length : found + 1;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to;
  }
  return line;
}

function tooLarge(name: string | undefined, maxBytes: number): LimitError {
  return new LimitError('too large', {
    code: 'too-large',
    place: name,
    expected: `at most ${maxBytes} bytes`,
    got: 'more',
  });
}
