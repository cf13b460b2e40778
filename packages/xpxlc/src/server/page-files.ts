// The page's files, held in memory: what is not among them when the server starts is never served.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** A file, ready to be sent. */
interface PageFile {
  readonly type: string;
  readonly tag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
}

/** By path, which begins with a slash. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Read the files of a folder; links and what has no known type are left out. */
export function readPage(folder: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const bytes = Uint8Array.from(readFileSync(join(folder, entry.name)));
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    files.set(`/${entry.name}`, { type, tag, bytes, packed: Uint8Array.from(gzipSync(bytes, { level: 9 })) });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** Send a file, unless the client has it. */
export function sendFile(context: Context, { type, tag, bytes, packed }: PageFile): Response {
  const headers = { 'content-type': type, etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  const known = context.req.header('if-none-match');
  if (known?.split(',').some((text) => text.trim().replace(/^W\//, '') === tag))
    return context.body(null, 304, { etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  const unpacked = !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(
    context.req.header('accept-encoding') ?? '',
  );
  return unpacked
    ? context.body(bytes, 200, headers)
    : context.body(packed, 200, { ...headers, 'content-encoding': 'gzip' });
}
