// What a question is made of: its options, each written once, and what does not go together. The doors (command line, server, Python)
// make flags, schemas and help from it.
import type { Kind, TextKind } from './kinds.ts';
import { UsageError } from './usage-error.ts';

/**
 * An option. In its words `{sample}` is the name of another option, as a door writes it, and `{row}` what a door calls a row; a
 * parenthesis that names an option which a door does not have is left out there.
 */
export interface Option<T> {
  readonly kind: TextKind<T>;
  readonly words: string;
  /** Only the command line has it. */
  readonly local?: true;
  readonly default?: T;
  readonly required?: true;
  /** A letter that does as well on the command line. */
  readonly short?: string;
}

type More<T> = Omit<Partial<Option<T>>, 'kind' | 'words' | 'local'>;

/** An option of every door. */
export function option<T, const M extends More<T> = object>(
  kind: Kind<T>,
  words: string,
  more?: M,
): { readonly kind: Kind<T>; readonly words: string } & M {
  return { kind, words, ...(more as M) };
}

/** An option of the command line alone. */
export function local<T, const M extends More<T> = object>(
  kind: TextKind<T>,
  words: string,
  more?: M,
): { readonly kind: TextKind<T>; readonly words: string; readonly local: true } & M {
  return { kind, words, local: true, ...(more as M) };
}

export type Options = Readonly<Record<string, Option<unknown>>>;

type Value<X> = X extends { readonly kind: TextKind<infer T> } ? T : never;
type Known<O, What> = { [K in keyof O]: O[K] extends What ? K : never }[keyof O];
type Always = { readonly default: unknown } | { readonly required: true };

/** What was said: options with a default, or which must be given, are always there. */
export type Said<O> = { readonly [K in Known<O, Always>]: Value<O[K]> } & {
  readonly [K in Exclude<keyof O, Known<O, Always>>]?: Value<O[K]>;
};

/** The options that every door has. */
export type Shared<O> = Omit<O, Known<O, { readonly local: true }>>;

/** Options that do not go together. */
export type Clash<O> = {
  /** Any of these, */
  readonly of: readonly (keyof O & string)[];
  /** Only where the model has more than two classes. */
  readonly manyClasses?: true;
} & (
  | {
      /** … and any of those. */
      readonly not: readonly (keyof O & string)[];
      readonly why?: string;
    }
  | { readonly unless: (said: Partial<Said<O>>) => boolean; readonly expected: string }
);

/** A command, and the endpoint of the same name. */
export interface Question<O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Arguments of the command with their words; with choices, where there are any. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly argumentChoices?: readonly string[];
  readonly options: O;
  /** What help shows first; all options without it. */
  readonly usual?: readonly (keyof O & string)[];
  readonly clashes?: readonly Clash<O>[];
  /** Another door to the questions, not one of them: help lists it apart. */
  readonly door?: true;
  /** What else the help of the command says, before its examples. */
  readonly notes?: string;
  readonly examples: readonly string[];
}

export function question<const O extends Options>(asked: Question<O>): Question<O> {
  return asked;
}

/** How a door speaks of options and rows. */
export interface Door {
  named(option: string): string;
  has(option: Option<unknown>): boolean;
  readonly row: string;
  readonly column: string;
  readonly form: 'text' | 'json' | 'python';
}

/** `maxTime` is written `--max-time`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export const COMMAND_LINE: Door = {
  named: flagOf,
  has: () => true,
  row: 'row',
  column: 'column',
  form: 'text',
};
export const API: Door = {
  named: (option) => option,
  has: ({ local }) => local !== true,
  row: 'case',
  column: 'field',
  form: 'json',
};
/** `maxTime` is written `max_time`; all of a list is `limit=None`. */
export const PYTHON: Door = {
  named: (option) =>
    option === 'all' ? 'limit=None' : option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  has: ({ local }) => local !== true,
  row: 'row',
  column: 'column',
  form: 'python',
};

const NAME = /\{(\w+)\}/g;

/** The words of an option, as a door says them. */
export function wordsOf(options: Options, name: string, door: Door): string {
  const { kind, words } = options[name];
  const fixed: Readonly<Record<string, string | undefined>> = {
    row: door.row,
    rows: `${door.row}s`,
    column: door.column,
    example: (kind as Partial<Kind<unknown>>).example?.[door.form],
  };
  const known = (other: string): boolean =>
    fixed[other] !== undefined || (Object.hasOwn(options, other) && door.has(options[other]));
  return words
    .replace(/ \([^()]*\)/g, (part) =>
      [...part.matchAll(NAME)].every(([, other]) => known(other)) ? part : '',
    )
    .replace(NAME, (_, other: string) => fixed[other] ?? door.named(other));
}

/** The defaults of the options that all doors have. */
export function defaultsOf(options: Options): Readonly<Record<string, unknown>> {
  const given = Object.entries(options).filter(([, one]) => one.local !== true && one.default !== undefined);
  return Object.fromEntries(given.map(([name, one]) => [name, one.default]));
}

/** Those of some options that were said. What is said by default, or says nothing, does not count. */
export function saidOf(options: Options, said: object, names: readonly string[]): string[] {
  return names.filter((name) => {
    const value = (said as Readonly<Record<string, unknown>>)[name];
    const none = value === undefined || value === false || value === '' || value === options[name].default;
    return !none && !(Array.isArray(value) && value.length === 0);
  });
}

/**
 * Refuse what does not go together.
 *
 * @param classes - of the model; before it is known, only what is wrong with every model is refused.
 * @throws {UsageError} `bad-option`.
 */
export function refuseClashes<O extends Options>(
  { options, clashes = [] }: Pick<Question<O>, 'options' | 'clashes'>,
  said: Partial<Said<O>>,
  door: Door,
  classes = 2,
): void {
  for (const clash of clashes) {
    const place = saidOf(options, said, clash.of);
    if (place.length === 0 || (clash.manyClasses && classes <= 2)) continue;
    const what =
      'not' in clash ? combined(clash, saidOf(options, said, clash.not), door) : needed(clash, said);
    if (what === undefined) continue;
    const filled = what.replace(NAME, (_, other: string) => door.named(other));
    throw new UsageError(filled, { code: 'bad-option', place: place.map(door.named).join(', ') });
  }
}

function combined(
  { why }: { readonly why?: string },
  others: readonly string[],
  door: Door,
): string | undefined {
  if (others.length === 0) return undefined;
  const names = others.map(door.named);
  const list = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '');
  return `cannot be combined with ${list.join(' or ')}${why === undefined ? '' : `: ${why}`}`;
}

function needed<O>(
  { unless, expected }: Extract<Clash<O>, { readonly expected: string }>,
  said: Partial<Said<O>>,
): string | undefined {
  return unless(said) ? undefined : `needs ${expected}`;
}
