import { FormatError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../../core/test/expect-error.ts';
import { readXlc } from '../../../src/import/paper/xlc.ts';
import { readXmap, writeXmap } from '../../../src/import/paper/xmap.ts';

const text = `2
0 grant the loan
1 refuse
3
1
0 age
2
1 home town
2
0 Ulm
1 Bad  Ems
2 job
3
0 clerk
2 nurse
1
`;

describe('readXmap', () => {
  it('reads classes, numeric features and categories', () => {
    expect(readXmap(text)).toEqual({
      classes: ['grant the loan', 'refuse'],
      features: [
        { name: 'age' },
        { name: 'home town', values: ['Ulm', 'Bad  Ems'] },
        { name: 'job', values: ['clerk', '', 'nurse'] },
      ],
    });
  });

  it('reads names that JavaScript objects already have', () => {
    const names = readXmap(
      '2\n0 __proto__\n1 constructor\n1\n0\n1\n0 __proto__\n2\n0 __proto__\n1 toString\n',
    );
    expect(names.features).toEqual([{ name: '__proto__', values: ['__proto__', 'toString'] }]);
    const model = readXlc('1\n0\n0\n1\n2 1 -1\n', { names });
    expect([model.classes, model.features[0].name]).toEqual([['__proto__', 'constructor'], '__proto__']);
  });

  it('reads a file without classes', () => {
    expect(readXmap('0\n0\n0\n0\n')).toEqual({ classes: [], features: [] });
  });

  it('keeps names that repeat only when asked to', () => {
    const repeated = '2\n0 a\n1 a\n1\n0\n1\n0 x\n2\n0 u\n1 u\n';
    expectError(() => readXmap(repeated), FormatError, {
      code: 'duplicate-name',
      place: 'line 3, column 1',
      expected: "distinct names, or repeats: 'keep'",
      got: "'a'",
    });
    const names = readXmap(repeated, { repeats: 'keep' });
    expect(names.features).toEqual([{ name: 'x', values: ['u', 'u'] }]);
    const model = readXlc('1\n0\n0\n1\n2 1 -1\n', { names });
    expect(model.classes).toEqual(['a', 'a (2)']);
    expect(model.features).toEqual([{ kind: 'categorical', name: 'x', values: ['u', 'u (2)'] }]);
  });

  it.each([
    ['', 'unexpected-end', 'line 1, column 1'],
    ['two\n', 'bad-count', 'line 1, column 1'],
    ['-1\n', 'bad-count', 'line 1, column 1'],
    ['2 3\n', 'extra-value', 'line 1, column 3'],
    ['1000000000000\n0 a\n', 'count-too-large', 'line 1, column 1'],
    ['2\n0 a\n2 b\n0\n0\n0\n', 'bad-index', 'line 3, column 1'],
    ['2\n0 a\n0 b\n0\n0\n0\n', 'bad-index', 'line 3, column 1'],
    ['2\n0 a\n  x b\n0\n0\n0\n', 'bad-count', 'line 3, column 3'],
    ['1\n0\n0\n0\n0\n', 'empty-name', 'line 2, column 2'],
    ['0\n2\n0\n1\n0 x\n1\n0 a\n', 'wrong-count', 'line 2, column 1'],
    ['0\n1\n0\n1\n1 x\n1\n0 a\n', 'bad-index', 'line 5, column 1'],
    ['0\n1\n0\n1\n0 x\n0\n0 a\n', 'empty-domain', 'line 6, column 1'],
    ['0\n1\n0\n1\n0 x\n3\n0 a\n', 'count-too-large', 'line 6, column 1'],
    ['0\n2\n0\n2\n0 x\n1\n0 a\n1 x\n1\n0 a\n', 'duplicate-name', 'line 8, column 1'],
    ['0\n1\n0\n1\n0 x\n1\n0 a\n  1 b\n', 'extra-line', 'line 8, column 3'],
  ])('refuses %j', (wrong, code, place) => {
    let caught: unknown;
    try {
      readXmap(wrong);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(FormatError);
    expect(caught).toMatchObject({ code, place });
  });
});

describe('writeXmap', () => {
  it('writes numeric features first, whatever the order', () => {
    const names = {
      classes: ['p', 'q'],
      features: [{ name: 'job', values: ['clerk', ''] }, { name: 'age' }],
    };
    expect(writeXmap(names)).toBe('2\n0 p\n1 q\n2\n1\n0 age\n1\n1 job\n2\n0 clerk\n1\n');
    expect(writeXmap(names, { firstClass: 'q' })).toMatch(/^2\n0 q\n1 p\n/);
  });

  it.each([' x', 'x\t', 'a\nb', 'a\rb', ''])('refuses the feature name %j', (name) => {
    expectError(() => writeXmap({ classes: [], features: [{ name }] }), FormatError, {
      code: 'not-representable',
      place: 'feature 0',
      expected: 'a name on one line without blanks around it',
      got: JSON.stringify(name),
    });
  });

  it('refuses an unknown class to come first', () => {
    expect(() => writeXmap({ classes: ['p', 'q'], features: [] }, { firstClass: 'r' })).toThrow("'p' or 'q'");
    expect(() => writeXmap({ classes: ['p', 'q', 'r'], features: [] }, { firstClass: 'r' })).toThrow(
      'two classes',
    );
  });
});
