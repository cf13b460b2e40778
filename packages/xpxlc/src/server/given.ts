// What the user gave at the start, for the page: the model and the table, byte for byte.
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RequestError } from '../ask/request-error.ts';

/** A file of the user; or a text instead, where the file alone does not tell everything. */
export type GivenFile =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly text: string };

/** Its name and size. */
export async function describeGiven(file: GivenFile): Promise<{ name: string; bytes: number }> {
  const { name } = file;
  if ('text' in file) return { name, bytes: Buffer.byteLength(file.text) };
  const handle = await openGiven(file.path, name);
  try {
    return { name, bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Its bytes, as they are read. */
export async function sendGiven(file: GivenFile): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' };
  if ('text' in file) return new Response(file.text, { headers });
  const handle = await openGiven(file.path, file.name);
  const { size } = await handle.stat();
  // No more than was announced, should the file grow meanwhile.
  const stream = size === 0 ? Readable.from([]) : handle.createReadStream({ end: size - 1 });
  if (size === 0) await handle.close();
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: { ...headers, 'content-length': String(size) },
  });
}

async function openGiven(path: string, name: string): ReturnType<typeof open> {
  try {
    return await open(path);
  } catch {
    throw new RequestError(404, 'unreadable', 'the file cannot be read any more', { place: name });
  }
}
