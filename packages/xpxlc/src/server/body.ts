// The body of a request, within its limits: a JSON value, or lines of NDJSON as they come.
import { RequestError } from '../ask/request-error.ts';
import { toText, whatElse } from './utf8.ts';

/** What a body may be. */
export interface BodyLimits {
  readonly maxBody: number;
  readonly maxLine: number;
  /** Milliseconds: for a JSON body, and between pieces of a stream. */
  readonly patience: number;
}

/** Kinds of bodies, by their media types. */
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const NDJSON_TYPE = /^application\/(x-ndjson|ndjson|jsonl)\s*(;|$)/i;

/** What kind of body it is. @throws {RequestError} `not-json`, `encoded-body`. */
export function bodyKind(request: Request): 'json' | 'ndjson' {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^\s*identity\s*$/i.test(coding))
    throw new RequestError(415, 'encoded-body', 'the body is compressed', {
      place: 'Content-Encoding',
      expected: 'a body that is not compressed',
      got: `'${coding.slice(0, 100)}'`,
    });
  const type = request.headers.get('content-type') ?? '';
  if (JSON_TYPE.test(type)) return 'json';
  if (NDJSON_TYPE.test(type)) return 'ndjson';
  throw new RequestError(415, 'not-json', 'not a media type of this server', {
    place: 'Content-Type',
    expected: 'application/json, or application/x-ndjson for a stream',
    got: type === '' ? 'none' : `'${type.slice(0, 100)}'`,
  });
}

/** The whole body as JSON. */
export async function readJson(request: Request, { maxBody, patience }: BodyLimits): Promise<unknown> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > maxBody) throw tooLarge('body', maxBody);
  // Of a known length, Node sees to that there is no more.
  const reading = length === null ? readBytes(request, maxBody) : sent(request.arrayBuffer());
  const text = textOfBody(new Uint8Array(await inTime(reading, patience)));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError(400, 'bad-json', 'not JSON', {
      place: 'body',
      expected: 'a JSON object',
      got: (error as Error).message.slice(0, 200),
    });
  }
}

async function readBytes({ body }: Request, maxBody: number): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await sent(reader?.read() ?? END);
    if (done) return new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
    bytes += value.length;
    if (bytes > maxBody) throw tooLarge('body', maxBody);
    chunks.push(value);
  }
}

/** The mark that some programs put before UTF-8. */
const MARK = '\ufeff';

/** The text, without the mark of UTF-8. @throws {RequestError} `not-text`. */
function textOfBody(bytes: Uint8Array): string {
  const text = toText(bytes);
  if (text !== undefined) return text.startsWith(MARK) ? text.slice(MARK.length) : text;
  throw new RequestError(400, 'not-text', 'not a text', {
    place: 'body',
    expected: 'UTF-8',
    got: whatElse(bytes),
  });
}

/** What the client sends. Reading fails only where it leaves, or breaks the rules of HTTP. @throws {RequestError} `incomplete-request`. */
async function sent<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw new RequestError(400, 'incomplete-request', 'the request ended before it was complete', {
      place: 'body',
    });
  }
}

/** There is no body. */
const END = Promise.resolve({ done: true, value: undefined } as const);

/** A line: its text, or its bytes where they are no text. Whoever answers it says so in its place. */
export type Line = string | Uint8Array;

const LINE_FEED = 10;

/**
 * The lines of the body, some at a time: those that have come, but no more than `most`. Only a line feed ends a line, as JSON may hold
 * any other separator; empty lines are left out. What is not read of the body is left: the answer may not be complete yet, and to
 * cancel the one would end the other.
 */
export async function* linesOf(
  { body }: Request,
  { maxLine, patience }: BodyLimits,
  most: number,
): AsyncGenerator<Line[], void, void> {
  const reader = body?.getReader();
  let rest = new Uint8Array();
  let first = true;
  for (;;) {
    const { done, value } = await inTime(sent(reader?.read() ?? END), patience);
    const come = done ? rest : joined(rest, value);
    const end = done ? come.length : come.lastIndexOf(LINE_FEED) + 1;
    rest = come.slice(end);
    let parts = end === 0 ? [] : linesIn(come.subarray(0, end));
    if (first && typeof parts[0] === 'string' && parts[0].startsWith(MARK))
      parts = [parts[0].slice(MARK.length), ...parts.slice(1)];
    first &&= end === 0;
    const lines = parts.filter((line) => typeof line !== 'string' || line.trim() !== '');
    const long = lines.findIndex((line) => isLonger(line, maxLine));
    const fit = long < 0 ? lines : lines.slice(0, long);
    for (let x = 0; x < fit.length; x += most) yield fit.slice(x, x + most);
    if (long >= 0 || rest.length > maxLine) throw tooLarge('line', maxLine);
    if (done) return;
  }
}

/** All at once where all is text, otherwise one by one. */
function linesIn(bytes: Uint8Array): Line[] {
  const text = toText(bytes);
  if (text !== undefined) return text.split('\n');
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, from);
    const to = found < 0 ? bytes.length : found;
    const line = bytes.slice(from, to);
    lines.push(toText(line) ?? line);
    from = to + 1;
  }
  return lines;
}

/** In bytes; a unit of a text is three of them at most. */
function isLonger(line: Line, most: number): boolean {
  if (typeof line !== 'string') return line.length > most;
  return 3 * line.length > most && Buffer.byteLength(line) > most;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** @throws {RequestError} `slow-request`. */
async function inTime<T>(work: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new RequestError(408, 'slow-request', 'the request takes too long to arrive', {
            place: 'body',
            expected: `within ${patience / 1000} seconds`,
          }),
        ),
      patience,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(what: 'body' | 'line', most: number): RequestError {
  return new RequestError(413, 'too-large', `the ${what} is too large`, {
    place: what,
    expected: `at most ${most} bytes`,
  });
}
