// Options of a stream are in the query of its URL: `?kind=both&limit=3&avoid=age&avoid=sex`.
import type * as z from 'zod';
import type { Kind } from '../ask/kinds.ts';
import type { Options } from '../ask/option.ts';
import { RequestError } from '../ask/request-error.ts';

type Style = Kind<unknown>['query'];

/** How a text says a value. */
const READERS: Readonly<Record<Style, (texts: readonly string[], name: string) => unknown>> = {
  text: one,
  number,
  flag,
  list: (texts) => texts,
  json,
};

/** The options as JSON has them, unchecked. */
export function fromQuery(query: URLSearchParams, options: Options): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  // What is unknown is refused by the schema, whatever it says.
  return Object.fromEntries(
    names.map((name) => [name, READERS[styleOf(name, options) ?? 'text'](query.getAll(name), name)]),
  );
}

function styleOf(name: string, options: Options): Style | undefined {
  return Object.hasOwn(options, name) ? (options[name].kind as Partial<Kind<unknown>>).query : undefined;
}

/** How an option is in the query, for the OpenAPI document. */
export function queryStyle(name: string, options: Options, schema: z.core.JSONSchema.BaseSchema): object {
  return styleOf(name, options) === 'json'
    ? { content: { 'application/json': { schema } } }
    : { schema, style: 'form', explode: true };
}

function one(texts: readonly string[], name: string): string {
  if (texts.length === 1) return texts[0];
  throw new RequestError(422, 'bad-option', 'an option twice', { place: name });
}

/** Text that is no number is left to the schema. */
function number(texts: readonly string[], name: string): unknown {
  const text = one(texts, name);
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** `?all`, `?all=true`, `?all=false`. */
function flag(texts: readonly string[], name: string): unknown {
  const text = one(texts, name);
  return text === '' || text === 'true' ? true : text === 'false' ? false : text;
}

function json(texts: readonly string[], name: string): unknown {
  try {
    return JSON.parse(one(texts, name));
  } catch (error) {
    throw new RequestError(422, 'bad-option', 'not JSON', {
      place: name,
      got: (error as Error).message.slice(0, 200),
    });
  }
}
