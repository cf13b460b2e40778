import { describe, expect, it } from 'vitest';
import { LineReader, tokensOf } from '../../../src/import/paper/lines.ts';

function allOf(text: string): [number, string][] {
  const lines = new LineReader(text);
  const found: [number, string][] = [];
  while (lines.left > 0) {
    const { number, text: line } = lines.take('a line');
    found.push([number, line]);
  }
  return found;
}

describe('LineReader', () => {
  it('passes over blank lines and comments, and keeps the numbers of the others', () => {
    expect(allOf('c a comment\n1\n\n \t \n2 3\nc\n c\tx\ncar\n')).toEqual([
      [2, '1'],
      [5, '2 3'],
      [8, 'car'],
    ]);
  });

  it('ends lines at LF, CR LF and CR', () => {
    expect(allOf('1\r\n2\r3\n4')).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
      [4, '4'],
    ]);
  });

  it('drops a byte order mark at the start only', () => {
    expect(allOf('\ufeff1\n\ufeff2')).toEqual([
      [1, '1'],
      [2, '\ufeff2'],
    ]);
  });

  it('says where a text ends that is too short', () => {
    const lines = new LineReader('1\n23');
    lines.take('a');
    lines.take('b');
    expect(() => lines.take('the third')).toThrow(
      'line 2, column 3: the text ends too early; expected the third',
    );
    expect(() => new LineReader('').take('anything')).toThrow('line 1, column 1');
    expect(() => new LineReader('1\n').finish()).toThrow('line 1, column 1: a line too many');
  });

  it('refuses what is not a text', () => {
    expect(() => new LineReader(undefined as unknown as string)).toThrow('not a text');
  });
});

describe('tokensOf', () => {
  it('separates at blanks and tabs and knows the columns', () => {
    expect(tokensOf({ number: 3, text: '\t12  x\u00a0y ' })).toEqual([
      { text: '12', line: 3, column: 2 },
      { text: 'x\u00a0y', line: 3, column: 6 },
    ]);
  });
});
