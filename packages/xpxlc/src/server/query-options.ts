// Options of a stream are in the query of its URL: `?kind=both&limit=3&avoid=age&avoid=sex`.
import type * as z from 'zod';
import { RequestError } from './request-error.ts';

/** How a text says the value of an option. */
type Reader = (texts: readonly string[], name: string) => unknown;

const READERS: Readonly<Record<string, Reader>> = {
  ...of(number, ['limit', 'sample', 'seed', 'maxTime', 'maxExplanations', 'maxSteps', 'maxMemory']),
  ...of(flag, ['all', 'inflate', 'certificate', 'power', 'pairs', 'repair']),
  ...of((texts) => texts, ['avoid', 'never', 'protected']),
  ...of(json, ['within']),
  ...of(one, ['kind', 'order', 'skip', 'target', 'beyond', 'key', 'beyondBounds']),
};

/** The options as JSON has them, unchecked. */
export function fromQuery(query: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  // What is unknown is refused by the schema, whatever it says.
  return Object.fromEntries(names.map((name) => [name, (readerOf(name) ?? one)(query.getAll(name), name)]));
}

function readerOf(name: string): Reader | undefined {
  return Object.hasOwn(READERS, name) ? READERS[name] : undefined;
}

/** The options that are lists, or JSON, for the OpenAPI document. */
export function queryStyle(name: string, schema: z.core.JSONSchema.BaseSchema): object {
  return name === 'within'
    ? { content: { 'application/json': { schema } } }
    : { schema, style: 'form', explode: true };
}

function of(reader: Reader, names: readonly string[]): Record<string, Reader> {
  return Object.fromEntries(names.map((name) => [name, reader]));
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
