// The body of a request, within its limits: a JSON value, or lines of NDJSON as they come.
import { RequestError } from './request-error.ts';

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

/** What kind of body it is. @throws {RequestError} `not-json`. */
export function bodyKind(request: Request): 'json' | 'ndjson' {
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
  const text = await inTime(length === null ? readText(request, maxBody) : request.text(), patience);
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

async function readText({ body }: Request, maxBody: number): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? END;
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBody) throw tooLarge('body', maxBody);
    text += decoder.decode(value, { stream: true });
  }
}

/** There is no body. */
const END = { done: true, value: undefined } as const;

/**
 * The lines of the body, some at a time: those that have come, but no more than `most`. Only a line feed ends a line, as JSON may hold
 * any other separator; empty lines are left out. What is not read of the body is left: the answer may not be complete yet, and to
 * cancel the one would end the other.
 */
export async function* linesOf(
  { body }: Request,
  { maxLine, patience }: BodyLimits,
  most: number,
): AsyncGenerator<string[], void, void> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = (await inTime(Promise.resolve(reader?.read()), patience)) ?? END;
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const parts = rest.split('\n');
    rest = done ? '' : (parts.pop() as string);
    const lines = parts.filter((line) => line.trim() !== '');
    const long = lines.findIndex((line) => line.length > maxLine);
    const fit = long < 0 ? lines : lines.slice(0, long);
    for (let x = 0; x < fit.length; x += most) yield fit.slice(x, x + most);
    if (long >= 0 || rest.length > maxLine) throw tooLarge('line', maxLine);
    if (done) return;
  }
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
