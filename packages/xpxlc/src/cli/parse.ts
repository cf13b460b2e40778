// How values of options are written: rows, numbers, names, a case.
import { readFileSync } from 'node:fs';
import { type Budget, didYouMean, type Feature, findName } from '@xpxlc/core';
import { InvalidArgumentError } from 'commander';
import type { BoundsWish } from '../train/wish-bounds.ts';
import { UsageError } from './exit.ts';

/** Rows `from` … `to − 1`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** `0,5,10-20` as ranges in increasing order. */
export function parseRows(text: string): RowRange[] {
  const ranges = text.split(',').map((part) => {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]) + 1;
    if (match === null || !Number.isSafeInteger(to) || to <= from)
      throw new InvalidArgumentError(
        `expected rows such as 0,5,10-20, counted from 0; '${part.trim()}' is none.`,
      );
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
}

/** An option that may be repeated. */
export function gather(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** A number that `fits`, as `expected` says. */
export function parseNumber(expected: string, fits: (x: number) => boolean): (text: string) => number {
  return (text) => {
    const x = Number(text);
    if (text.trim() === '' || !Number.isFinite(x) || !fits(x))
      throw new InvalidArgumentError(`expected ${expected}.`);
    return x;
  };
}

/** A whole number from `least` up. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < least)
      throw new InvalidArgumentError(`expected a whole number from ${least} up.`);
    return count;
  };
}

/** A whole number of any magnitude, as its digits. */
export function parseBig(text: string): string {
  if (!/^\d{1,1000}$/.test(text)) throw new InvalidArgumentError('expected a whole number.');
  return BigInt(text).toString();
}

/** What counting may cost. */
export function toBudget({
  maxSteps,
  maxMemory,
}: {
  readonly maxSteps?: number;
  readonly maxMemory?: number;
}): Budget {
  return {
    ...(maxSteps === undefined ? {} : { steps: maxSteps }),
    ...(maxMemory === undefined ? {} : { memory: maxMemory * 2 ** 20 }),
  };
}

/** Seconds that a row may take, as milliseconds. */
export function toTime({ maxTime }: { readonly maxTime?: number }): { readonly maxTime?: number } {
  return maxTime === undefined ? {} : { maxTime: 1000 * maxTime };
}

/** A JSON object, or with @ the file that holds it. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new InvalidArgumentError(`expected a JSON object (${(error as Error).message}).`);
  }
  throw new InvalidArgumentError('expected a JSON object.');
}

/** A time in seconds. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0)
    throw new InvalidArgumentError('expected a number of seconds above 0.');
  return seconds;
}

/** `a,b` as names of features; a name may itself contain commas. */
export function featureNames(
  text: string | undefined,
  features: readonly Feature[],
  option: string,
): string[] {
  return splitNames(
    text,
    features.map(({ name }) => name),
    { place: `--${option}`, what: 'feature', of: 'features of the model' },
  );
}

/** `a,b` as some of the known names, which may themselves contain commas. */
export function splitNames(
  text: string | undefined,
  names: readonly string[],
  { place, what, of }: { readonly place: string; readonly what: string; readonly of: string },
): string[] {
  if (text === undefined || text === '') return [];
  const known = new Set(names);
  if (known.has(text)) return [text];
  const parts = text.split(',');
  const found: string[] = [];
  for (let first = 0; first < parts.length; ) {
    // The longest run of parts that is a name.
    let last = parts.length;
    while (last > first && !known.has(parts.slice(first, last).join(',').trim())) last -= 1;
    if (last === first) {
      throw new UsageError(`unknown ${what}`, {
        place,
        expected: `${of}: ${[...known].slice(0, 20).join(', ')}${known.size > 20 ? ', …' : ''}`,
        got: `'${parts[first].trim()}'`,
        ...didYouMean(parts[first].trim(), names),
      });
    }
    found.push(parts.slice(first, last).join(',').trim());
    first = last;
  }
  return found;
}

/** A class by its name, however its value is written. */
export function className(
  text: string | undefined,
  classes: readonly string[],
  option: string,
): string | undefined {
  if (text === undefined) return undefined;
  const found = findName(classes, text);
  if (found >= 0) return classes[found];
  throw new UsageError('unknown class', {
    place: `--${option}`,
    expected: `one of ${classes.map((name) => `'${name}'`).join(', ')}`,
    got: `'${text}'`,
    ...didYouMean(text, classes),
  });
}

/** `age=35,job=clerk` as an instance: a value runs until the next comma that is followed by a feature and `=`. */
export function parseInstance(
  text: string,
  features: readonly Feature[],
  values: 'label' | 'index' = 'label',
): Record<string, string | number | boolean> {
  const starts: { feature: Feature; from: number; value: number }[] = [];
  for (const feature of features) {
    for (let at = text.indexOf(`${feature.name}=`); at >= 0; at = text.indexOf(`${feature.name}=`, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      if (before === '' || before.endsWith(','))
        starts.push({ feature, from: at, value: at + feature.name.length + 1 });
    }
  }
  starts.sort((a, b) => a.from - b.from);
  const unread = text.slice(0, starts[0]?.from ?? text.length).trim();
  if (unread !== '') {
    throw new UsageError('not an instance', {
      place: '--instance',
      expected: `feature=value,feature=value with features ${features
        .slice(0, 12)
        .map(({ name }) => name)
        .join(', ')}`,
      got: `'${unread}'`,
      ...didYouMean(
        unread.split('=')[0].trim(),
        features.map(({ name }) => name),
      ),
    });
  }
  const record: [string, string | number | boolean][] = starts.map(({ feature, value }, x) => {
    const end = x + 1 < starts.length ? text.lastIndexOf(',', starts[x + 1].from) : text.length;
    const cell = text.slice(value, end).trim();
    const numeric = feature.kind !== 'categorical' || values === 'index';
    if (!numeric || cell === '') return [feature.name, cell];
    if (Number.isFinite(Number(cell))) return [feature.name, Number(cell)];
    return [feature.name, /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell];
  });
  const seen = new Set<string>();
  for (const [name] of record) {
    if (seen.has(name))
      throw new UsageError('a feature twice', {
        place: '--instance',
        expected: 'each feature once',
        got: `'${name}'`,
      });
    seen.add(name);
  }
  return Object.fromEntries(record);
}

/** What `--bounds` says about the numbers of a table: `data`, `wide`, `1%:99%`; undefined for anything else. */
export function boundsWish(text: string): BoundsWish | undefined {
  if (text === 'data' || text === 'wide') return text;
  const found = /^(\d+(?:\.\d+)?)%:(\d+(?:\.\d+)?)%$/.exec(text);
  return found === null ? undefined : [Number(`${found[1]}e-2`), Number(`${found[2]}e-2`)];
}

/** The same, where there is nothing else. */
export function parseBoundsWish(text: string): BoundsWish {
  const wish = boundsWish(text);
  if (wish === undefined) throw new InvalidArgumentError('expected data, wide or quantiles like 1%:99%.');
  return wish;
}
