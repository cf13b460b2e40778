// What an option may hold. A kind has its forms side by side: how the command line writes it and how a text of it is read; and, where
// other doors have it too, how JSON, a query string and Python hold it.
import { readFileSync } from 'node:fs';
import type { Within } from '@xpxlc/core';
import type * as Zod from 'zod';
import type { BoundsWish } from '../train/wish-bounds.ts';

/** Of the schema library what kinds are made of. Who needs a schema gives it, as most runs of the command line load none. */
export type Z = Pick<
  typeof Zod,
  'array' | 'boolean' | 'enum' | 'int' | 'literal' | 'number' | 'record' | 'strictObject' | 'string' | 'union'
>;

/** A value as the command line writes it. */
export interface TextKind<T> {
  /** What stands for the value in help; flags have no value. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  /** @param before - the value so far, of an option that may be repeated. @throws {Misread} */
  read?(text: string, before?: T): T;
}

/** A value that every door can hold. */
export interface Kind<T> extends TextKind<T> {
  json(z: Z): Zod.ZodType<T>;
  /** How a query string holds it. */
  readonly query: 'text' | 'number' | 'flag' | 'list' | 'json';
  readonly python: PythonForm;
  /** What the value is measured in, where JSON would not say so. */
  readonly unit?: string;
  /** A value, as the command line and as JSON write it. */
  readonly example?: { readonly text: string; readonly json: string; readonly python: string };
}

/** How Python annotates a value, and what stands for none (default: `None`). */
export interface PythonForm {
  readonly type: string;
  readonly none?: string;
}

/** A text is not what an option may hold. */
export class Misread extends Error {
  constructor(expected: string) {
    super(`expected ${expected}.`);
  }
}

export const FLAG: Kind<boolean> = {
  query: 'flag',
  json: (z) => z.boolean(),
  python: { type: 'bool', none: 'False' },
};

export function text(placeholder: string): Kind<string> {
  return { placeholder, query: 'text', json: (z) => z.string(), python: { type: 'str' } };
}

/** A class of the model, by its name; in Python as the estimator has it. */
export const CLASS: Kind<string> = { ...text('class'), python: { type: 'object' } };

export function choice<const T extends string>(placeholder: string, choices: readonly T[]): Kind<T> {
  return {
    placeholder,
    choices,
    query: 'text',
    json: (z) => z.enum(choices as [T, ...T[]]),
    python: { type: `Literal[${choices.map((text) => JSON.stringify(text)).join(', ')}]` },
  };
}

/** A whole number from `least` up. */
export function count(placeholder: string, least: number): Kind<number> {
  return {
    placeholder,
    query: 'number',
    json: (z) => z.int().min(least),
    python: { type: 'int' },
    read: (text) => {
      const found = Number(text);
      if (!/^\d+$/.test(text) || !Number.isSafeInteger(found) || found < least)
        throw new Misread(`a whole number from ${least} up`);
      return found;
    },
  };
}

/** A whole number from 1 up, or `all`. */
export const COUNT_OR_ALL: Kind<number | 'all'> = {
  placeholder: 'n',
  query: 'number',
  json: (z) => z.union([z.int().min(1), z.literal('all')]),
  python: { type: 'int | Literal["all"]' },
  read: (text) => {
    const found = Number(text);
    if (text === 'all') return text;
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(found) || found < 1)
      throw new Misread('a whole number from 1 up, or all');
    return found;
  },
};

/** A whole number of any magnitude, as its digits. */
export function digits(placeholder: string): Kind<string> {
  return {
    placeholder,
    query: 'text',
    json: (z) => z.string().regex(/^\d{1,1000}$/),
    python: { type: 'str' },
    read: (text) => {
      if (!/^\d{1,1000}$/.test(text)) throw new Misread('a whole number');
      return BigInt(text).toString();
    },
  };
}

/** A number that `fits`, as `expected` says. */
export function number(
  placeholder: string,
  expected: string,
  fits: (x: number) => boolean,
): TextKind<number> & Required<Pick<TextKind<number>, 'read'>> {
  return {
    placeholder,
    read: (text) => {
      const found = Number(text);
      if (text.trim() === '' || !Number.isFinite(found) || !fits(found)) throw new Misread(expected);
      return found;
    },
  };
}

function positive(unit: string, expected: string): Kind<number> {
  return {
    ...number(unit, expected, (x) => x > 0),
    unit,
    query: 'number',
    json: (z) => z.number().positive(),
    python: { type: 'float' },
  };
}

export const SECONDS = positive('seconds', 'a number of seconds above 0');
export const MEGABYTES = positive('megabytes', 'a positive number');

/** Names of features: a text with commas between them, or a list. */
export const NAMES: Kind<string | readonly string[]> = {
  placeholder: 'features',
  query: 'list',
  json: (z) => z.array(z.string().max(1000)).max(1000),
  python: { type: 'Sequence[str]', none: '()' },
};

/** What may move: a text in its own language (within.ts), or as the core has it. */
export const MOVABLE: Kind<string | Within> = {
  placeholder: 'what',
  query: 'json',
  example: {
    text: "'income: up, age: fixed, job: clerk | nurse, zeros: held'",
    json: '{"features": {"income": "up", "age": "fixed"}}',
    python: '{"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}',
  },
  python: { type: 'Within' },
  json: (z) => {
    const narrowing = z.union([
      z.enum(['free', 'fixed', 'up', 'down']),
      z.strictObject({ from: z.number().optional(), to: z.number().optional() }),
      z.array(z.union([z.string(), z.number()])).max(10_000),
    ]);
    return z.strictObject({
      features: z.record(z.string(), narrowing).optional(),
      zeros: z.literal('held').optional(),
      others: z.literal('fixed').optional(),
    });
  },
};

/** An option that may be repeated. */
export function texts(placeholder: string): TextKind<readonly string[]> {
  return { placeholder, read: (text, before = []) => [...before, text] };
}

/** What a format that cannot hold it may lose. */
export type Loss = 'rounding' | 'missing';

export const LOSSES: TextKind<readonly Loss[]> = {
  placeholder: 'what',
  read: (text) =>
    text.split(',').map((part) => {
      const loss = part.trim();
      if (loss !== 'rounding' && loss !== 'missing')
        throw new Misread('rounding, missing, or both with a comma');
      return loss;
    }),
};

/** Rows `from` … `to − 1`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** `0,5,10-20` as ranges in increasing order. */
export const ROWS: TextKind<readonly RowRange[]> = {
  placeholder: 'list',
  read: (text) => {
    const ranges = text.split(',').map((part) => {
      const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part);
      const from = Number(match?.[1]);
      const to = Number(match?.[2] ?? match?.[1]) + 1;
      if (match === null || !Number.isSafeInteger(to) || to <= from)
        throw new Misread(`rows such as 0,5,10-20, counted from 0; '${part.trim()}' is none`);
      return { from, to };
    });
    ranges.sort((a, b) => a.from - b.from);
    // Overlapping and touching ranges become one: each row is answered once.
    return ranges.reduce<RowRange[]>((merged, range) => {
      const last = merged[merged.length - 1];
      if (last === undefined || range.from > last.to) merged.push(range);
      else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
      return merged;
    }, []);
  },
};

/** A JSON object, or with @ the file that holds it. */
export const JSON_OBJECT: TextKind<Readonly<Record<string, unknown>>> = {
  placeholder: 'json',
  read: (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
    } catch (error) {
      throw new Misread(`a JSON object (${(error as Error).message})`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Misread('a JSON object');
    return value as Readonly<Record<string, unknown>>;
  },
};

/** What `--bounds` says about the numbers of a table: `data`, `wide`, `1%:99%`; undefined for anything else. */
export function boundsWish(text: string): BoundsWish | undefined {
  if (text === 'data' || text === 'wide') return text;
  const found = /^(\d+(?:\.\d+)?)%:(\d+(?:\.\d+)?)%$/.exec(text);
  return found === null ? undefined : [Number(`${found[1]}e-2`), Number(`${found[2]}e-2`)];
}

export const BOUNDS_WISH: TextKind<BoundsWish> = {
  placeholder: 'bounds',
  read: (text) => {
    const wish = boundsWish(text);
    if (wish === undefined) throw new Misread('data, wide or quantiles like 1%:99%');
    return wish;
  },
};
