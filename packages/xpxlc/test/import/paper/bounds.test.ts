import { InstanceError, linearModel } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../../core/test/matrix.ts';
import { boundsOfRows, readBounds, writeBounds } from '../../../src/import/paper/bounds.ts';

const inf = Number.POSITIVE_INFINITY;

describe('readBounds', () => {
  it('reads CSV with or without a header, quotes, open sides and whole numbers', () => {
    const text =
      'name,lower,upper,integer\nage, 18 ,99,integer\n"a, ""b""",-1e3,\n__proto__,,5,\n\nwet,0,1,1\n';
    expect(readBounds(text)).toEqual([
      { name: 'age', lower: 18, upper: 99, integer: true },
      { name: 'a, "b"', lower: -1000, upper: inf },
      { name: '__proto__', lower: -inf, upper: 5 },
      { name: 'wet', lower: 0, upper: 1, integer: true },
    ]);
    expect(readBounds('lower,lower,2'.replace(',lower', ',1'))).toEqual([
      { name: 'lower', lower: 1, upper: 2 },
    ]);
    expect(readBounds('')).toEqual([]);
  });

  it('reads JSON as a list or by name', () => {
    const list = '\ufeff[{"name":"age","lower":18,"upper":99,"integer":true},{"name":"x","lower":null}]';
    expect(readBounds(list)).toEqual([
      { name: 'age', lower: 18, upper: 99, integer: true },
      { name: 'x', lower: -inf, upper: inf },
    ]);
    const byName = ' {"__proto__":[0,1],"x":{"upper":2,"integer":false}}';
    expect(readBounds(byName)).toEqual([
      { name: '__proto__', lower: 0, upper: 1 },
      { name: 'x', lower: -inf, upper: 2 },
    ]);
  });

  it.each([
    ['age,18', 'wrong-count', 'line 1, column 1'],
    ['age,18,99,1,2', 'wrong-count', 'line 1, column 1'],
    ['age,x,99', 'bad-number', 'line 1, column 5'],
    ['age,1,Infinity', 'bad-number', 'line 1, column 7'],
    ['a,1,2\nage,1,2,maybe', 'bad-flag', 'line 2, column 9'],
    ['age,2,1', 'empty-domain', 'line 1, column 1'],
    ['age,1,2\nage,1,2', 'duplicate-name', 'line 2, column 1'],
    [',1,2', 'empty-name', 'line 1, column 1'],
    ['"age,1,2', 'bad-csv', 'line 1, column 1'],
    ['"age"x,1,2', 'bad-csv', 'line 1, column 1'],
    ['{"age":', 'bad-json', 'line 1, column 1'],
    ['[1]', 'bad-json', 'line 1, column 1'],
    ['{"a":[0,1],\n "age":[0]}', 'bad-json', 'line 2, column 2'],
    ['{"a":[0,1],\n "age":[0,"1"]}', 'bad-json', 'line 2, column 2'],
    ['{"age":3}', 'bad-json', 'line 1, column 2'],
    ['{"age":[0,1e999]}', 'bad-json', 'line 1, column 2'],
    ['{"age":{"integer":1}}', 'bad-json', 'line 1, column 2'],
    ['{"a":[0,1],\n "age":[2,1]}', 'empty-domain', 'line 2, column 2'],
    ['{"9":[0,1],\n "1":[2,1]}', 'empty-domain', 'line 2, column 2'],
    ['[{"name":"a"},\n{"name":"a"}]', 'duplicate-name', 'line 2, column 9'],
  ])('refuses %j', (wrong, code, place) => {
    expect(() => readBounds(wrong)).toThrow(expect.objectContaining({ name: 'FormatError', code, place }));
  });

  it('takes no time for a hundred thousand blanks or brackets', () => {
    expect(() => readBounds(`${' '.repeat(1e5)}"x`)).toThrow('not a line of CSV');
    expect(() => readBounds(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)).toThrow('not bounds');
  });
});

describe('writeBounds', () => {
  it('writes numeric features only', () => {
    const model = linearModel({
      classes: ['p', 'q'],
      features: [
        { name: 'x', values: ['a'] },
        { name: 'a "b"', lower: 1e-7 },
        { name: 'n', kind: 'integer', lower: 0, upper: 9 },
      ],
      weights: [[1], 1, 1],
    });
    expect(writeBounds(model)).toBe('name,lower,upper,integer\n"a ""b""",1e-7,,false\n"n",0,9,true\n');
    const broken = linearModel({ classes: ['p', 'q'], features: [{ name: 'a\nb' }], weights: [1] });
    expect(() => writeBounds(broken)).toThrow(expect.objectContaining({ code: 'not-representable' }));
  });
});

describe('boundsOfRows', () => {
  const names = { classes: [], features: [{ name: 'x', values: ['a'] }, { name: 'n' }] };

  it('takes the range of each numeric column', () => {
    expect(boundsOfRows(names, matrix([0, 3], [0, -1], [0, 2]))).toEqual([
      { name: 'n', lower: -1, upper: 3 },
    ]);
  });

  it('refuses missing numbers and an empty table', () => {
    expect(() => boundsOfRows(names, [[0, Number.NaN]])).toThrow(InstanceError);
    expect(() => boundsOfRows(names, [])).toThrow(expect.objectContaining({ code: 'no-rows' }));
  });
});
