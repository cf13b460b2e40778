// How values of options are read: lists of rows and names, cases, bins.
import type { Feature } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import {
  featureNames,
  parseCount,
  parseInstance,
  parseNumber,
  parseRows,
  splitNames,
} from '../../src/cli/parse.ts';
import { parseBins } from '../../src/cli/train.ts';

const named = (...names: string[]): Feature[] =>
  names.map((name) => ({ kind: 'categorical', name, values: ['a', 'b'] }));

describe('rows', () => {
  it('are ranges in increasing order, each row once', () => {
    expect(parseRows('7')).toEqual([{ from: 7, to: 8 }]);
    expect(parseRows('10-20, 0,5,15-25,26')).toEqual([
      { from: 0, to: 1 },
      { from: 5, to: 6 },
      { from: 10, to: 27 },
    ]);
  });

  it('are refused when they are none', () => {
    for (const text of ['', 'a', '1,', '-1', '5-2', '1-2-3', '1.5', '99999999999999999999'])
      expect(() => parseRows(text)).toThrow(/expected rows such as 0,5,10-20/);
  });
});

describe('numbers', () => {
  it('are whole from a bound up, or what fits', () => {
    expect(parseCount(1)('12')).toBe(12);
    for (const text of ['0', '-1', '1.5', '1e3', '', 'x'])
      expect(() => parseCount(1)(text)).toThrow(/from 1 up/);
    const share = parseNumber('a share', (x) => x > 0 && x <= 1);
    expect(share('1e-3')).toBe(0.001);
    for (const text of ['0', '2', '', ' ', 'NaN', 'Infinity', 'x'])
      expect(() => share(text)).toThrow(/a share/);
  });
});

describe('names', () => {
  it('may contain commas: the longest name that fits is taken', () => {
    const features = named('a', 'b', 'a,b', 'c, d');
    expect(featureNames('a,b', features, 'avoid')).toEqual(['a,b']);
    expect(featureNames('b, a,c, d', features, 'avoid')).toEqual(['b', 'a', 'c, d']);
    expect(featureNames(undefined, features, 'avoid')).toEqual([]);
    expect(featureNames('', features, 'avoid')).toEqual([]);
  });

  it('are refused when they are unknown, with those that are known', () => {
    expect(() => featureNames('a,x', named('a'), 'never')).toThrow(
      new UsageError('unknown feature', {
        place: '--never',
        expected: 'features of the model: a',
        got: "'x'",
      }),
    );
    const many = Array.from({ length: 30 }, (_, i) => `f${i}`);
    expect(() => splitNames('x', many, { place: '--p', what: 'column', of: 'columns' })).toThrow(
      /^--p: unknown column; expected columns: f0, .*f19, …, got 'x'$/,
    );
  });
});

describe('a case', () => {
  const features: Feature[] = [
    { kind: 'integer', name: 'age', lower: 0, upper: 99 },
    { kind: 'categorical', name: 'home, if any', values: ['a=b, c', 'none'] },
    { kind: 'categorical', name: 'usage', values: ['1', '2'] },
  ];

  it('has values that run to the next feature, whatever they contain', () => {
    expect(parseInstance('age=35, home, if any=a=b, c,usage=1', features)).toEqual({
      age: 35,
      'home, if any': 'a=b, c',
      usage: '1',
    });
    expect(parseInstance('usage=0,age=x', features, 'index')).toEqual({ usage: 0, age: 'x' });
    expect(parseInstance('', features)).toEqual({});
  });

  it('is refused with text before the first feature, or a feature twice', () => {
    expect(() => parseInstance('hair=red,age=3', features)).toThrow(/not an instance/);
    expect(() => parseInstance('age=3,age=4', features)).toThrow(/a feature twice/);
  });
});

describe('bins', () => {
  it('are a number of them, or cuts; names may contain equals signs', () => {
    expect(parseBins('age=4')).toEqual(['age', 4]);
    expect(parseBins('income=20,40.5, 80')).toEqual(['income', [20, 40.5, 80]]);
    expect(parseBins('income=-3,')).toEqual(['income', [-3]]);
    expect(parseBins('a=b=2')).toEqual(['a=b', 2]);
  });

  it('are refused when they are none', () => {
    for (const text of [
      'age',
      '=4',
      'age=',
      'age=0',
      'age=1.5',
      'age=1001',
      'age=x',
      'age=1,,2',
      'age=2,1',
      'age=1,1',
      'age=,',
    ])
      expect(() => parseBins(text)).toThrow(UsageError);
  });
});
