// JSON values of a file or of standard input, as they come: a line each, one document of several lines, or those in a report.

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError, show } from '@xpxlc/core';
import type { DocumentPlace } from '../answer/record-fields.ts';
import type { Io } from './io.ts';
import { linesOf } from './lines.ts';
import { certificatesIn, isPage } from './report-certificates.ts';

/** A value, or why there is none. */
export interface Document {
  readonly place: DocumentPlace;
  readonly value?: unknown;
  readonly error?: FormatError;
}

/** JSON values of a file: a line each, or one document of several lines, whose list is taken apart; or the certificates of a report. */
export async function* documents(file: string, io: Io): AsyncGenerator<Document, void, void> {
  const name = file === '-' ? 'stdin' : file;
  const place = { file: file === '-' ? 'stdin' : basename(file) };
  const lines = linesOf(streamOf(file, io));
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
      // A first line that is no JSON by itself opens a document of several lines, or a report.
      if (value === undefined && !seen && (/^\s*[[{]/.test(clean) || isPage(clean))) whole.push(clean);
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
  if (isPage(whole[0])) return yield* reported(whole.join('\n'), place, name);
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

/** The certificates of a report. */
function* reported(page: string, place: DocumentPlace, name: string): Generator<Document, void, void> {
  const texts = certificatesIn(page);
  if (texts.length === 0) {
    const error = new FormatError('no certificates in this page', {
      code: 'no-certificate',
      place: name,
      expected: 'a report on rows, as xpxlc report writes it',
    });
    yield { place, error };
  }
  for (const [index, text] of texts.entries()) {
    const value = parsed(text);
    const at = { ...place, index };
    yield value === undefined
      ? { place: at, error: notJson(`${name}[${index}]`, text) }
      : { place: at, value: value.json };
  }
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
