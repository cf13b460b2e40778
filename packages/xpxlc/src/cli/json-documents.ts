// JSON values of a file or of standard input, as they come: a line each, or one document of several lines.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError, show } from '@xpxlc/core';
import type { DocumentPlace } from '../record/verify-record.ts';
import type { Io } from './io.ts';

/** A value, or why there is none. */
export interface Document {
  readonly place: DocumentPlace;
  readonly value?: unknown;
  readonly error?: FormatError;
}

/** JSON values of a file: a line each, or one document of several lines, whose list is taken apart. */
export async function* documents(file: string, io: Io): AsyncGenerator<Document, void, void> {
  const name = file === '-' ? 'stdin' : file;
  const place = { file: file === '-' ? 'stdin' : basename(file) };
  const lines = createInterface({ input: streamOf(file, io), crlfDelay: Number.POSITIVE_INFINITY });
  let [line, seen] = [0, false];
  const whole: string[] = [];
  try {
    for await (const text of lines) {
      line += 1;
      const clean = line === 1 ? text.replace(/^\uFEFF/, '') : text;
      if (clean.trim() === '') continue;
      if (whole.length > 0) {
        whole.push(clean);
        continue;
      }
      const value = parsed(clean);
      // A first line that is no JSON by itself opens a document of several lines.
      if (value === undefined && !seen && /^\s*[[{]/.test(clean)) whole.push(clean);
      else if (value === undefined)
        yield { place: { ...place, line }, error: notJson(`${name}, line ${line}`, clean) };
      else yield* taken(value.json, { ...place, line });
      seen = true;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new FormatError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'no such file'
        : `cannot be read (${(error as Error).message})`,
      { code: 'unreadable', place: name },
    );
  }
  if (whole.length === 0) return;
  const value = parsed(whole.join('\n'));
  if (value !== undefined) yield* taken(value.json, place);
  else if (whole.slice(1).some((text) => parsed(text) !== undefined && text.trim().startsWith('{'))) {
    // Lines after all, the first of them broken.
    for (const [x, text] of whole.entries()) {
      const one = parsed(text);
      const at = { ...place, line: x + 1 };
      if (one === undefined) yield { place: at, error: notJson(`${name}, line ${x + 1}`, text) };
      else yield* taken(one.json, at);
    }
  } else yield { place, error: notJson(name, whole[0]) };
}

function* taken(value: unknown, place: DocumentPlace): Generator<Document, void, void> {
  if (!Array.isArray(value)) yield { place, value };
  else for (const [index, entry] of value.entries()) yield { place: { ...place, index }, value: entry };
}

function streamOf(file: string, { stdin }: Io): Readable {
  if (file === '-') return stdin;
  const stream = createReadStream(file);
  if (!/\.gz$/i.test(file)) return stream;
  const unpacked = createGunzip();
  stream.on('error', (error) => unpacked.destroy(error));
  return stream.pipe(unpacked);
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function notJson(place: string, text: string): FormatError {
  return new FormatError('not JSON', {
    code: 'bad-json',
    place,
    expected: 'a certificate, or a record of xpxlc explain --certificate',
    got: show(text.trim()),
  });
}
