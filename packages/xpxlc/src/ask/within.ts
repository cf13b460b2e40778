// `income: up, age: fixed, job: clerk | nurse, zeros: held`: the language that says what may move.
import { readFileSync } from 'node:fs';
import {
  type Classifier,
  checkWithin,
  didYouMean,
  type Feature,
  type Narrowing,
  type Within,
  XpxlcError,
} from '@xpxlc/core';
import { UsageError } from './usage-error.ts';

/** Only the command line has texts. */
const PLACE = '--within';
/** An entry: a name, quoted or not, and what is said about it. */
const QUOTED = /^\s*("(?:[^"\\]|\\.)*")\s*:(.*)$/s;
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?';
const RANGE = new RegExp(`^(${NUMBER})?\\s*(?:\\.\\.|to)\\s*(${NUMBER})?$`, 'i');
const ONE_SIDED = new RegExp(`^(>=|≥|<=|≤)\\s*(${NUMBER})$`, 'i');

/**
 * What may move: entries `name: what`, or the JSON of the core's `Within`; with @ the file that holds either. Or as the core has it.
 *
 * @throws {UsageError} for a text that cannot be read, and for what it says that the model does not know.
 */
export function withinOf(said: string | Within, classifier: Classifier): Within {
  if (typeof said !== 'string') {
    checkWithin(classifier, said);
    return said;
  }
  const text = said.startsWith('@') ? readText(said.slice(1)) : said;
  const within = /^\s*\{/.test(text) ? readJson(text) : readEntries(text, classifier.features);
  try {
    checkWithin(classifier, within);
  } catch (error) {
    if (!(error instanceof XpxlcError)) throw error;
    throw new UsageError(error.message, { place: PLACE });
  }
  return within;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError('cannot read what may move', {
      place: PLACE,
      expected: 'a file after @',
      got: (error as Error).message,
    });
  }
}

function readJson(text: string): Within {
  try {
    return JSON.parse(text) as Within;
  } catch (error) {
    throw new UsageError('not JSON', {
      place: PLACE,
      expected: `{"features": {"income": "up"}}, or without braces: income: up`,
      got: (error as Error).message,
    });
  }
}

function readEntries(text: string, features: readonly Feature[]): Within {
  const named = new Map<string, Narrowing>();
  let rest: Pick<Within, 'zeros' | 'others'> = {};
  for (const entry of splitOutside(text, ',;\n')) {
    const { name, what } = readEntry(entry, features);
    const feature = features.find((one) => one.name === name);
    if (feature !== undefined) {
      if (named.has(name)) throw wrong('each feature once', name, 'a feature twice');
      named.set(name, readNarrowing(feature, what));
    } else if (name === 'zeros' && what === 'held') rest = { ...rest, zeros: what };
    else if (name === 'others' && what === 'fixed') rest = { ...rest, others: what };
    else if (name === 'zeros' || name === 'others')
      throw wrong(`${name}: ${name === 'zeros' ? 'held' : 'fixed'}`, entry.trim());
    else
      throw new UsageError('unknown feature', {
        place: PLACE,
        expected: `features of the model (${listed(features)}), zeros or others`,
        got: `'${name}'`,
        ...didYouMean(
          name,
          features.map((one) => one.name),
        ),
      });
  }
  return { ...(named.size === 0 ? {} : { features: Object.fromEntries(named) }), ...rest };
}

/** The name is the longest known one before a colon, since names may hold colons themselves. */
function readEntry(entry: string, features: readonly Feature[]): { name: string; what: string } {
  const quoted = QUOTED.exec(entry);
  if (quoted !== null) return { name: unquoted(quoted[1]), what: quoted[2].trim() };
  const text = entry.trim();
  const known = features
    .map(({ name }) => name)
    .filter((name) => text.startsWith(name) && text.slice(name.length).trimStart().startsWith(':'))
    .sort((a, b) => b.length - a.length)[0];
  const name = known ?? text.split(':')[0].trim();
  const after = text.slice(name.length).trimStart();
  if (!after.startsWith(':'))
    throw wrong(
      'entries like income: up, age: fixed, job: clerk | nurse, amount: 0..5000, zeros: held',
      text,
    );
  return { name, what: after.slice(1).trim() };
}

function readNarrowing(feature: Feature, what: string): Narrowing {
  if (what === 'free' || what === 'fixed') return what;
  if (feature.kind === 'categorical') {
    const inner = /^\{(.*)\}$/s.exec(what)?.[1];
    const parts = inner === undefined ? splitOutside(what, '|') : splitOutside(inner, ',|');
    return parts.map(unquoted);
  }
  if (what === 'up' || what === 'down') return what;
  const range = RANGE.exec(what);
  if (range !== null && (range[1] ?? range[2]) !== undefined) return ends(range[1], range[2]);
  const side = ONE_SIDED.exec(what);
  if (side !== null) return '>≥'.includes(side[1][0]) ? ends(side[2], undefined) : ends(undefined, side[2]);
  if (what !== '' && Number.isFinite(Number(what))) return ends(what, what);
  throw wrong(`${feature.name}: up, down, fixed, free, or numbers like 0..5000`, `${feature.name}: ${what}`);
}

function ends(from: string | undefined, to: string | undefined): Narrowing {
  return {
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(to === undefined ? {} : { to: Number(to) }),
  };
}

/** Parts between separators that are outside of quotes and braces; empty ones are left out. */
function splitOutside(text: string, separators: string): string[] {
  const parts = [''];
  let quoted = false;
  let depth = 0;
  for (let x = 0; x < text.length; x++) {
    const letter = text[x];
    if (letter === '\\' && quoted) parts[parts.length - 1] += letter + (text[++x] ?? '');
    else {
      if (letter === '"') quoted = !quoted;
      if (!quoted && letter === '{') depth += 1;
      if (!quoted && letter === '}') depth -= 1;
      if (!quoted && depth === 0 && separators.includes(letter)) parts.push('');
      else parts[parts.length - 1] += letter;
    }
  }
  return parts.filter((part) => part.trim() !== '');
}

function unquoted(part: string): string {
  const text = part.trim();
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    throw wrong('text between quotes as in JSON, a backslash as \\\\', text);
  }
}

function listed(features: readonly Feature[]): string {
  const names = features.slice(0, 12).map(({ name }) => name);
  return `${names.join(', ')}${features.length > 12 ? ', …' : ''}`;
}

function wrong(expected: string, got: string, message = 'not a narrowing'): UsageError {
  return new UsageError(message, { place: PLACE, expected, got: `'${got}'` });
}
