// What a field of a record may hold. A kind has its forms side by side: as a value of TypeScript, as a JSON Schema, and as a cell of a
// table. What each record has is in record-fields.ts; from it come types, published schemas, columns of tables and bytes.
import type * as Zod from 'zod';
import type { WriterColumn } from '../table/write.ts';

/** Of the schema library what kinds are made of. Who needs a schema gives it, as answering loads none. */
export type Z = Pick<
  typeof Zod,
  | 'array'
  | 'boolean'
  | 'enum'
  | 'int'
  | 'literal'
  | 'null'
  | 'number'
  | 'record'
  | 'strictObject'
  | 'string'
  | 'tuple'
  | 'union'
  | 'unknown'
>;

/** What a field may hold. */
export interface Kind<T> {
  schema(z: Z): Zod.ZodType;
  /** What it is in a table. */
  readonly cell: WriterColumn['type'];
  /** A text of JSON that is a number in tables: a double in decimals. */
  readonly decimals?: true;
  /** Absent where it is not so. */
  readonly flag?: true;
  /** May be `null`. */
  readonly nullable?: true;
  /** Of an object. */
  readonly fields?: Fields;
  /** By name: of each value. */
  readonly each?: Kind<unknown>;
  /** Of the type only. */
  readonly type?: T;
}

/** A field that may be absent. */
export interface Maybe<T> extends Kind<T> {
  readonly absent: true;
}

/** The fields of a record, in their order. */
export interface Fields {
  readonly [name: string]: Kind<unknown>;
}

type TypeOf<K> = K extends Kind<infer T> ? T : never;
type Absent<F> = { [N in keyof F]: F[N] extends Maybe<unknown> ? N : never }[keyof F];

/** A record with these fields. */
export type RecordOf<F> = { readonly [N in Exclude<keyof F, Absent<F>>]: TypeOf<F[N]> } & {
  readonly [N in Absent<F>]?: TypeOf<F[N]>;
};

/** Any kind of value. */
export function kind<T>(cell: WriterColumn['type'], schema: Kind<T>['schema']): Kind<T> {
  return { cell, schema };
}

export const TEXT: Kind<string> = kind('text', (z) => z.string());
/** A text that is read as one, whatever is in it. */
export const SENTENCE: Kind<string> = kind('sentence', (z) => z.string());
export const NUMBER: Kind<number> = kind('number', (z) => z.number());
export const SHARE: Kind<number> = kind('number', (z) => z.number().min(0).max(1));
export const INTEGER: Kind<number> = kind('integer', (z) => z.int());
/** From 0. */
export const SIZE: Kind<number> = kind('integer', (z) => z.int().nonnegative());
export const BOOLEAN: Kind<boolean> = kind('boolean', (z) => z.boolean());
/** Of fields that are absent where it is not so. */
export const TRUE: Kind<true> = { ...kind<true>('boolean', (z) => z.literal(true)), flag: true };
/** A value of an instance. */
export const VALUE: Kind<string | number | null> = kind('text', (z) =>
  z.union([z.string(), z.number(), z.null()]),
);
export const NAMES: Kind<readonly string[]> = kind('list', (z) => z.array(z.string()));
export const DIGITS: Kind<string> = kind('text', (z) =>
  z.string().regex(/^\d+$/).describe('a whole number, as it may be large'),
);
export const DECIMALS: Kind<string> = {
  ...kind<string>('number', (z) =>
    z.string().describe('the double nearest to the exact number, in decimals'),
  ),
  decimals: true,
};

export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  return kind('text', (z) => (choices.length === 1 ? z.literal(choices[0]) : z.enum(choices as [T, ...T[]])));
}

export function object<F extends Fields>(fields: F): Kind<RecordOf<F>> {
  return { ...kind<RecordOf<F>>('json', (z) => schemaOf(z, fields)), fields };
}

export function list<T>(of: Kind<T>): Kind<readonly T[]> {
  return kind('json', (z) => z.array(of.schema(z)));
}

/** By the names of features, of classes, or by sizes. */
export function byName<T>(each: Kind<T>): Kind<{ readonly [name: string]: T }> {
  return {
    ...kind<{ readonly [name: string]: T }>('json', (z) => z.record(z.string(), each.schema(z))),
    each,
  };
}

export function either<A, B>(a: Kind<A>, b: Kind<B>): Kind<A | B> {
  return kind('json', (z) => z.union([a.schema(z), b.schema(z)]));
}

export function pair<T>(of: Kind<T>): Kind<readonly [T, T]> {
  return kind('json', (z) => z.tuple([of.schema(z), of.schema(z)]));
}

export function orNull<T>(of: Kind<T>): Kind<T | null> {
  return { ...of, schema: (z) => of.schema(z).nullable(), nullable: true } as Kind<T | null>;
}

/** A field that may be absent. @param words - what it is, or when it is there. */
export function maybe<T>(of: Kind<T>, words?: string): Maybe<T> {
  return {
    ...said(of, words),
    schema: (z) => said({ ...of, schema: (z) => of.schema(z).optional() }, words).schema(z),
    absent: true,
  };
}

/** A field, and what it is in words. */
export function said<T>(of: Kind<T>, words: string | undefined): Kind<T> {
  return words === undefined ? of : { ...of, schema: (z) => of.schema(z).describe(words) };
}

/** The schema of records with these fields, and no others. */
export function schemaOf(z: Z, fields: Fields): Zod.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of.schema(z)])));
}
