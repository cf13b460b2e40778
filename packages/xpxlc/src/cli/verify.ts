// `xpxlc verify`: certificates once more, by the core's independent checker alone.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type AdditiveModel,
  additiveForm,
  type Certificate,
  FormatError,
  show,
  verify as verdictOn,
} from '@xpxlc/core';
import { type ErrorRecord, toErrorRecord } from '../record/explain-record.ts';
import { EXIT } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import type { ModelOptions, OutputOptions } from './options.ts';
import { type Layout, openOutput } from './output.ts';

/** What the command line says. */
export interface VerifyOptions extends ModelOptions, OutputOptions {
  /** Recompute all margins and drops from this model. */
  readonly model?: string;
}

/** One certificate. */
export interface VerifyRecord {
  readonly file: string;
  /** Its line in NDJSON (from 1); its position in a list (from 0). */
  readonly line?: number;
  readonly index?: number;
  readonly row?: number;
  readonly id?: string | null;
  readonly kind?: string;
  readonly claim?: string;
  readonly class?: string;
  readonly set?: readonly string[];
  readonly valid?: boolean;
  /** The first thing that is wrong. */
  readonly reason?: string;
  readonly error?: ErrorRecord;
}

/** Run the command; the exit status. */
export async function verify(files: readonly string[], options: VerifyOptions, io: Io): Promise<number> {
  const form =
    options.model === undefined
      ? undefined
      : additiveForm((await loadClassifier(options.model, options, io)).classifier);
  const output = await openOutput(options, LAYOUT, io);
  let [valid, invalid, failed] = [0, 0, 0];
  try {
    for (const file of files.length === 0 ? ['-'] : files) {
      for await (const { place, value, error } of documents(file, io)) {
        const records =
          error === undefined
            ? [...recordsOf(value, place, form)]
            : [{ ...place, error: toErrorRecord(error) }];
        for (const record of records) {
          if (record.error !== undefined) failed += 1;
          else if (record.valid) valid += 1;
          else invalid += 1;
          await output.put(record);
        }
      }
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  const parts = [`${valid} valid`, `${invalid} not valid`, ...(failed > 0 ? [`${failed} not readable`] : [])];
  io.stderr.write(
    `xpxlc: certificates: ${parts.join(', ')}${form === undefined ? ' (margins and drops taken as they are; --model recomputes them)' : ''}\n`,
  );
  if (failed > 0 || valid + invalid === 0) return EXIT.badInput;
  return invalid > 0 ? EXIT.no : EXIT.done;
}

interface At {
  readonly file: string;
  readonly line?: number;
  readonly index?: number;
}

interface Document {
  readonly place: At;
  readonly value?: unknown;
  readonly error?: FormatError;
}

/** JSON values of a file: a line each, or one document of several lines, whose list is taken apart. */
async function* documents(file: string, io: Io): AsyncGenerator<Document, void, void> {
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

function* taken(value: unknown, place: At): Generator<Document, void, void> {
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

/** The certificates of a document: itself, or those of the explanations of a record. */
function* recordsOf(
  value: unknown,
  place: At,
  form: AdditiveModel | undefined,
): Generator<VerifyRecord, void, void> {
  const record = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly [key: string]: unknown;
  };
  if (record.format === 'xpxlc-certificate') return yield verdict(value as Certificate, place, form);
  const at = {
    ...place,
    ...(typeof record.row === 'number' ? { row: record.row } : {}),
    ...(typeof record.id === 'string' || record.id === null ? { id: record.id } : {}),
  };
  // A row that could not be explained claims nothing.
  if (typeof record.error === 'object' && record.error !== null && record.explanations === undefined) return;
  const list: readonly unknown[] | undefined = Array.isArray(record.explanations)
    ? record.explanations
    : record.certificate === undefined
      ? undefined
      : [record];
  if (list === undefined) return yield { ...at, error: toErrorRecord(noCertificate(place)) };
  for (const explanation of list) {
    const { certificate } = (explanation ?? {}) as { certificate?: unknown };
    if (certificate === undefined) yield { ...at, error: toErrorRecord(noCertificate(place)) };
    else yield verdict(certificate as Certificate, at, form);
  }
}

function verdict(certificate: Certificate, at: At, form: AdditiveModel | undefined): VerifyRecord {
  const { valid, reason } = verdictOn(certificate, form);
  const text = (key: 'kind' | 'claim' | 'class'): object =>
    typeof certificate?.[key] === 'string' ? { [key]: certificate[key] } : {};
  const set = certificate?.set;
  const names = Array.isArray(set) && set.every((name) => typeof name === 'string') ? { set } : {};
  return {
    ...at,
    ...text('kind'),
    ...text('claim'),
    ...text('class'),
    ...names,
    valid,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** `file:line` or `file[position]`. */
function placeOf({ file, line, index }: At): string {
  return `${file}${line === undefined ? '' : `:${line}`}${index === undefined ? '' : `[${index}]`}`;
}

function noCertificate(at: At): FormatError {
  return new FormatError('no certificate', {
    code: 'no-certificate',
    place: placeOf(at),
    expected: 'a certificate, or a record of xpxlc explain --certificate',
  });
}

const LAYOUT: Layout<VerifyRecord> = {
  text: ({ row, id, kind, claim, class: name, set, valid, reason, error, ...at }) => {
    const where = [
      placeOf(at),
      ...(row === undefined ? [] : [`row ${row}${typeof id === 'string' ? ` (${id})` : ''}`]),
    ].join(', ');
    if (error !== undefined) return `${where}: error: ${error.message}\n`;
    const what =
      `${claim ?? ''} ${kind ?? ''} of ${name ?? '?'}: ${set?.join(', ') || 'the empty set'}`.trim();
    return `${where}: ${valid ? 'valid' : `NOT VALID (${reason})`}, ${what}\n`;
  },
  columns: [
    { name: 'file', type: 'text' },
    { name: 'line', type: 'integer' },
    { name: 'index', type: 'integer' },
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'kind', type: 'text' },
    { name: 'claim', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'set', type: 'json' },
    { name: 'valid', type: 'boolean' },
    { name: 'reason', type: 'text' },
    { name: 'error', type: 'text' },
  ],
  rows: (record) => [
    [
      record.file,
      record.line ?? null,
      record.index ?? null,
      record.row ?? null,
      record.id ?? null,
      record.kind ?? null,
      record.claim ?? null,
      record.class ?? null,
      record.set ?? null,
      record.valid ?? null,
      record.reason ?? null,
      record.error?.message ?? null,
    ],
  ],
};
