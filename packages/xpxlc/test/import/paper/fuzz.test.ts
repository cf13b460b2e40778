// Whatever happens to a file, a reader answers or refuses with the line; it never breaks and never hangs.

import { FormatError, XpxlcError } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, until } from '../../../../core/test/property.ts';
import {
  detectPaperFormat,
  readBlc,
  readBounds,
  readCnbc,
  readInst,
  readXlc,
  readXmap,
  readXxpl,
  writeBounds,
  writeCnbc,
  writeXlc,
  writeXmap,
  writeXxpl,
} from '../../../src/import/paper/index.ts';
import { anyBayes, anyLinear, anyNames } from './arbitraries.ts';

const names = {
  classes: ['p', 'q'],
  features: [
    { name: 'n' },
    { name: 'a b', values: ['x y', "it's", ''] },
    { name: 'Age', values: ['Age < 3', 'old'] },
  ],
};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  xlc: (text) => readXlc(text, { bounds: 'unbounded' }),
  'xlc without bounds': (text) => readXlc(text),
  'xlc with names': (text) => readXlc(text, { names, bounds: [{ name: 'n', lower: 0, upper: 1 }] }),
  cnbc: (text) => readCnbc(text),
  xmap: (text) => readXmap(text),
  'xmap, then a model': (text) => {
    const read = readXmap(text, { repeats: 'keep' });
    const cats = read.features.filter(({ values }) => values !== undefined);
    const lines = cats.map(({ values = [] }) => `${values.length} ${values.map(() => 1).join(' ')}`);
    const reals = read.features.length - cats.length;
    const model = `${read.features.length}\n0\n${reals}\n${'1\n'.repeat(reals)}${cats.length}\n${lines.join('\n')}\n`;
    return read.classes.length === 2 ? readXlc(model, { names: read, bounds: 'unbounded' }) : undefined;
  },
  inst: (text) => readInst(text),
  'inst of names': (text) => readInst(text, { of: names }),
  blc: (text) => readBlc(text),
  xxpl: (text) => readXxpl(text, names),
  bounds: (text) => readBounds(text),
};

const valid: fc.Arbitrary<string> = fc.oneof(
  anyLinear.map((model) => writeXlc(model)),
  fc.constant('3\n0.5\n1\n-2\n2\n3 1 2 3\n2 -1 1\n'), // a model of the names above
  fc.constantFrom('3\n1\n2\n1\n0\n', '3\n0\n1\n2\n-1\n'),
  anyLinear.map((model) => writeBounds(model)),
  anyBayes.map((model) => writeCnbc(model)),
  anyNames().map((some) => writeXmap(some)),
  fc
    .array(
      fc.tuple(fc.nat(2), fc.nat(1)).map(([feature, value]) => [{ feature, value }]),
      { maxLength: 4 },
    )
    .map((sets) => writeXxpl(names, sets, { verbose: true })),
  fc.constantFrom('{"n":[0,1],"m":{"lower":2,"integer":true}}', '[{"name":"n","lower":0,"upper":1}]'),
);

const scrap = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    '\r',
    ' ',
    '\t',
    '-',
    '.',
    'e',
    '0',
    '9',
    '"',
    ',',
    "'",
    '=',
    '\0',
    '\ufeff',
    '\ud800',
    'c ',
  ),
  fc.constantFrom(
    '1e12',
    '1e308',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '0x10',
    '-1',
    '3.7',
    '1e999',
    '__proto__',
  ),
  fc.string({ maxLength: 4 }),
);

/** One change: at a character, to a token, to a line, or cutting off. */
const change = fc.record({
  kind: fc.constantFrom(
    'insert',
    'replace',
    'delete',
    'token',
    'drop line',
    'double line',
    'swap lines',
    'truncate',
  ),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  scrap,
});

function changed(
  text: string,
  { kind, at, scrap: put }: { kind: string; at: number; scrap: string },
): string {
  const i = Math.floor(at * text.length);
  const lines = text.split('\n');
  const l = Math.floor(at * lines.length);
  const tokens = [...text.matchAll(/[^\s]+/g)];
  switch (kind) {
    case 'insert':
      return text.slice(0, i) + put + text.slice(i);
    case 'replace':
      return text.slice(0, i) + put + text.slice(i + 1);
    case 'delete':
      return text.slice(0, i) + text.slice(i + 1);
    case 'token': {
      const token = tokens[Math.floor(at * tokens.length)];
      return token === undefined
        ? put
        : text.slice(0, token.index) + put + text.slice(token.index + token[0].length);
    }
    case 'drop line':
      return lines.toSpliced(l, 1).join('\n');
    case 'double line':
      return lines.toSpliced(l, 0, lines[l]).join('\n');
    case 'swap lines':
      return lines.toSpliced(l, 2, ...lines.slice(l, l + 2).reverse()).join('\n');
    default:
      return text.slice(0, i);
  }
}

const spoilt: fc.Arbitrary<string> = fc
  .tuple(valid, fc.array(change, { maxLength: 4 }))
  .map(([text, changes]) => changes.reduce(changed, text));

describe.each(Object.entries(readers))('the reader of %s', (_, read) => {
  it('answers, or refuses with the line, whatever was done to a text', () => {
    const seen = { read: 0, refused: 0 };
    // Both ways out are taken.
    until(() => Math.min(seen.read, seen.refused) > 0).holds(1000, spoilt, (text) => {
      try {
        read(text);
        seen.read += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(XpxlcError);
        expect(error).toBeInstanceOf(FormatError);
        expect((error as FormatError).place).toMatch(/^line [1-9]\d*, column [1-9]\d*$/);
        expect((error as FormatError).code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect((error as FormatError).message.length).toBeLessThan(1000);
        seen.refused += 1;
      }
    });
  });
});

describe('detectPaperFormat', () => {
  it('names a format that reads the text, or none', () => {
    const structural: Readonly<Record<string, string>> = { xlc: 'xlc', inst: 'inst', blc: 'blc' };
    let named = 0;
    until(() => named > atLeast(1000) / 10).holds(1000, spoilt, (text) => {
      const format = detectPaperFormat(text) ?? '';
      if (!Object.hasOwn(structural, format)) return;
      expect(() => readers[structural[format]](text)).not.toThrow();
      named += 1;
    });
  });
});
