import { describe, expect, it } from 'vitest';
import { detectPaperFormat } from '../../../src/import/paper/detect.ts';

describe('detectPaperFormat', () => {
  it.each([
    ['1\n0.5\n0\n1\n2 1 -1\n', 'xlc'],
    ['1\n0.5\n1\n2\n0\n', 'xlc'],
    ['2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 0.8\n', 'cnbc'],
    ['2\n0 a\n1 b\n1\n1\n0 x\n0\n', 'xmap'],
    ['2\n0 a\n1 a\n0\n0\n0\n', 'xmap'],
    ['3\n0\n1\n2\n', 'inst'],
    ['2\n0.5\n-1\n2\n', 'blc'],
    ['Expl: a=b\n', 'xxpl'],
    ['c\nExpl_(#0/3): \n', 'xxpl'],
    ['Expl: a=b\n\nXPXLC stats:\nanything\n', 'xxpl'],
  ])('says of %j that it is %s', (text, format) => {
    expect(detectPaperFormat(text)).toBe(format);
  });

  it('prefers the likelier format when a text is valid in two', () => {
    expect(detectPaperFormat('2\n0\n1\n1\n')).toBe('inst'); // or BLC
    expect(detectPaperFormat('0\n0\n0\n0\n')).toBe('xlc'); // or XMAP
    expect(detectPaperFormat('2\n0.5\n0.5\n0\n')).toBe('blc'); // or CNBC
  });

  it.each(['', 'c\n', '{}', 'hello', '1\n2\n3\n4\n5\n', '1000000000000\n', 'Expl: a\nb', '\u0000\u0001'])(
    'does not know %j',
    (text) => {
      expect(detectPaperFormat(text)).toBeUndefined();
    },
  );
});
