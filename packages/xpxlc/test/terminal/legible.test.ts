// Control characters in words for people: shown, never sent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControls, legible, legibleBytes } from '../../src/terminal/legible.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('legible', () => {
  it('shows control characters as what they are, and leaves other signs alone', () => {
    expect(escapeControls('\x1b]0;title\x07')).toBe('\\x1b]0;title\\x07');
    expect(escapeControls('a\r\nb\tc\x9b1m\u202e')).toBe('a\\r\\nb\\tc\\x9b1m\\u202e');
    expect(escapeControls('naïve 日本 👩‍👩‍👧 \\n')).toBe('naïve 日本 👩‍👩‍👧 \\n');
  });

  it('escapes every text of plain data, keys too, and gives the same data where there is nothing to escape', () => {
    const plain = { a: ['x', 1, null], b: { c: new Float64Array(2) } };
    expect(legible(plain)).toBe(plain);
    expect(legible({ 'k\x1b': [{ v: '\x07' }], n: 3 })).toEqual({ 'k\\x1b': [{ v: '\\x07' }], n: 3 });
  });

  it('lets lines, tabs and colours pass in bytes, and nothing else', () => {
    const clean = (text: string) => Buffer.from(legibleBytes(Buffer.from(text))).toString();
    expect(clean('\x1b[1;36mhead\x1b[0m\n\tcell\n')).toBe('\x1b[1;36mhead\x1b[0m\n\tcell\n');
    expect(clean('\x1b[2J\x1b]0;t\x07\x1b[12\u009b\u061c\u2067é')).toBe(
      '\\x1b[2J\\x1b]0;t\\x07\\x1b[12\\x9b\\u061c\\u2067é',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = clean(text.replaceAll('\x1b', ''));
        expect(shown).not.toMatch(CONTROL);
      }),
    );
  });
});
