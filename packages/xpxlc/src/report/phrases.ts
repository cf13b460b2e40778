// Reasons in the user's words: a dictionary from feature and value, numbers or direction to a phrase (docs/report.md).
import { type Classifier, didYouMean, type Feature, FormatError, show } from '@xpxlc/core';
import * as z from 'zod/mini';
import { toProblems } from '../schema/file-problems.ts';
import { parseJson } from '../schema/json-text.ts';
import type { Direction } from './directions.ts';
import { type PhraseKey, phraseKey } from './phrase-key.ts';

/** One phrase for every decision, or one by class. */
type Phrase = string | { readonly [className: string]: string };

const words = z.string().check(z.minLength(1));
const phrase = z.union([words, z.record(z.string(), words)], {
  error: 'a phrase, or an object from class to phrase',
});
const schema = z.record(
  z.string(),
  z.union([words, z.record(z.string(), phrase)], {
    error: 'a phrase, or an object from values to phrases',
  }),
);

/** What is to be put into words: a value of a feature, as a reason for a decision. */
export interface Told {
  readonly class: string;
  readonly feature: number;
  /** The category by name, or the number; null where it is missing. */
  readonly value: string | number | null;
  readonly direction: Direction | undefined;
}

/** Finds the phrase; undefined where the dictionary has none. */
export type Phrases = (told: Told) => string | undefined;

interface Entry {
  readonly key: PhraseKey;
  readonly phrase: Phrase;
}

/**
 * Read a phrases file. A phrase for the value itself (the category, the first numbers that hold it, `missing`) comes before one for its
 * direction, and that before `*`.
 *
 * @param name - what to call the file in messages.
 * @throws {FormatError} `bad-json`, `duplicate-key`, `bad-phrases`.
 */
export function readPhrases(text: string, classifier: Classifier, name: string): Phrases {
  const found = z.safeParse(schema, parsed(text, name));
  if (!found.success) {
    const [{ path, expected, got }] = toProblems(found.error.issues, parsed(text, name));
    throw new FormatError('not a dictionary of phrases', {
      code: 'bad-phrases',
      place: `${name}, ${path}`,
      expected,
      got,
    });
  }
  const entries = new Map<number, readonly Entry[]>();
  for (const [feature, phrases] of Object.entries(found.data)) {
    const i = classifier.features.findIndex((one) => one.name === feature);
    if (i < 0)
      throw unknown(
        name,
        'feature',
        feature,
        classifier.features.map((one) => one.name),
      );
    entries.set(i, toEntries(classifier, classifier.features[i], phrases, name));
  }
  return ({ class: own, feature, value, direction }) => {
    const list = entries.get(feature) ?? [];
    const said = (fits: (key: PhraseKey) => boolean): string | undefined => {
      for (const { key, phrase } of list) {
        if (!fits(key)) continue;
        if (typeof phrase === 'string') return phrase;
        if (Object.hasOwn(phrase, own)) return phrase[own];
      }
      return undefined;
    };
    const isValue = (key: PhraseKey): boolean =>
      value === null
        ? key.kind === 'missing'
        : key.kind === 'category'
          ? key.category === value
          : key.kind === 'numbers' && typeof value === 'number' && key.holds(value);
    const isDirection = (key: PhraseKey): boolean =>
      value !== null && key.kind === 'direction' && key.direction === direction;
    return said(isValue) ?? said(isDirection) ?? said(({ kind }) => kind === 'any');
  };
}

function parsed(text: string, name: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, message, place } = error;
    throw new FormatError(message.replace(`${place}: `, ''), { code, place: `${name}, ${place}` });
  }
}

function toEntries(
  { classes }: Classifier,
  feature: Feature,
  phrases: string | { readonly [key: string]: Phrase },
  name: string,
): Entry[] {
  if (typeof phrases === 'string') return [{ key: { kind: 'any' }, phrase: phrases }];
  return Object.entries(phrases).map(([text, phrase]) => {
    const key = phraseKey(feature, text);
    if (key === undefined) throw badKey(feature, text, name);
    const other =
      typeof phrase === 'string' ? undefined : Object.keys(phrase).find((one) => !classes.includes(one));
    if (other !== undefined) throw unknown(`${name}, '${feature.name}'`, 'class', other, classes);
    return { key, phrase };
  });
}

function badKey(feature: Feature, key: string, name: string): FormatError {
  const place = `${name}, feature '${feature.name}'`;
  if (feature.kind === 'categorical') return unknown(place, 'category', key, feature.values);
  return new FormatError('not a value of a number', {
    code: 'bad-phrases',
    place,
    expected: "numbers like '>= 3', '[1, 3)' or '3 or more', or high, low, missing, *",
    got: show(key),
    ...didYouMean(key, ['high', 'low', 'missing']),
  });
}

function unknown(place: string, what: string, got: string, known: readonly string[]): FormatError {
  const some = known.slice(0, 12).map((one) => `'${one}'`);
  return new FormatError(`unknown ${what}`, {
    code: 'bad-phrases',
    place,
    expected: `one of ${some.join(', ')}${known.length > some.length ? ', …' : ''}`,
    got: show(got),
    ...didYouMean(got, known),
  });
}
