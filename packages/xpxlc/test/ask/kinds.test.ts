// What an option may hold: rows, numbers, digits; and that JSON and text accept the same values.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CHECK } from '../../src/ask/check.ts';
import { COUNT } from '../../src/ask/count.ts';
import { EXPLAIN } from '../../src/ask/explain.ts';
import { FEATURES } from '../../src/ask/features.ts';
import { boundsWish, count, JSON_OBJECT, type Kind, number, ROWS, texts } from '../../src/ask/kinds.ts';
import type { Options } from '../../src/ask/option.ts';

const rows = (text: string) => ROWS.read?.(text);

describe('rows', () => {
  it('are ranges in increasing order, each row once', () => {
    expect(rows('7')).toEqual([{ from: 7, to: 8 }]);
    expect(rows('10-20, 0,5,15-25,26')).toEqual([
      { from: 0, to: 1 },
      { from: 5, to: 6 },
      { from: 10, to: 27 },
    ]);
  });

  it('are refused when they are none', () => {
    for (const text of ['', 'a', '1,', '-1', '5-2', '1-2-3', '1.5', '99999999999999999999'])
      expect(() => rows(text)).toThrow(/expected rows such as 0,5,10-20/);
  });
});

describe('numbers', () => {
  it('are whole from a bound up, or what fits', () => {
    const { read } = count('n', 1);
    expect(read?.('12')).toBe(12);
    for (const text of ['0', '-1', '1.5', '1e3', '', 'x']) expect(() => read?.(text)).toThrow(/from 1 up/);
    const share = number('share', 'a share', (x) => x > 0 && x <= 1);
    expect(share.read('1e-3')).toBe(0.001);
    for (const text of ['0', '2', '', ' ', 'NaN', 'Infinity', 'x'])
      expect(() => share.read(text)).toThrow(/a share/);
  });
});

describe('other values', () => {
  it('are gathered where an option may be repeated', () => {
    const { read } = texts('name');
    expect(read?.('b', read('a'))).toEqual(['a', 'b']);
  });

  it('are JSON objects, and bounds that are wished for', () => {
    expect(JSON_OBJECT.read?.('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['[1]', '1', 'null', '{'])
      expect(() => JSON_OBJECT.read?.(text)).toThrow(/a JSON object/);
    expect(['data', '1%:99.5%', 'file.csv'].map(boundsWish)).toEqual(['data', [0.01, 0.995], undefined]);
  });
});

/** Every option that all doors have, once. */
const SHARED = new Map(
  [EXPLAIN, COUNT, FEATURES, CHECK].flatMap(({ name, options }) =>
    Object.entries(options as Options)
      .filter(([, { local }]) => local !== true)
      .map(([option, { kind }]) => [`${name} ${option}`, kind as Kind<unknown>] as const),
  ),
);
const NUMBERS = [-1, 0, 0.5, 1, 2, 1e9, 2 ** 32, 2 ** 53 - 1, 2 ** 53];
const WORDS = ['', 'axp', 'cxp', 'both', 'size', 'error', 'extend', '0', '12', '-1', '1.5', '9'.repeat(1000)];

describe('the forms of an option', () => {
  it.each([...SHARED])('agree: %s', (_, kind) => {
    const json = kind.json(z);
    const reads = (text: string): unknown => {
      if (kind.choices !== undefined) return kind.choices.includes(text) ? text : undefined;
      try {
        return kind.read === undefined ? text : kind.read(text);
      } catch {
        return undefined;
      }
    };
    let accepted = 0;
    for (const value of kind.query === 'number' ? NUMBERS : kind.query === 'text' ? WORDS : []) {
      const fits = json.safeParse(value).success;
      expect([value, reads(String(value))]).toEqual([value, fits ? value : undefined]);
      if (fits) accepted += 1;
    }
    if (kind.query === 'number' || kind.query === 'text') expect(accepted).toBeGreaterThan(0);
    else if (kind.query === 'flag')
      expect([kind.placeholder, json.safeParse(true).success]).toEqual([undefined, true]);
    else expect([kind.placeholder === undefined, json.safeParse('text').success]).toEqual([false, false]);
  });
});
