// How values that need a model or a table are read: cases, bins.
import type { Feature } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import { parseInstance } from '../../src/cli/instance.ts';
import { parseBins } from '../../src/cli/train.ts';

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
