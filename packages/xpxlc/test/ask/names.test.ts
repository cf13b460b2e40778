// Names of features, classes and columns, as a text or as a list.
import { describe, expect, it } from 'vitest';
import { classOf, namesOf } from '../../src/ask/names.ts';
import { UsageError } from '../../src/ask/usage-error.ts';

const named = { place: '--avoid', what: 'feature' } as const;

describe('names', () => {
  it('may contain commas: the longest name that fits is taken', () => {
    const known = ['a', 'b', 'a,b', 'c, d'];
    expect(namesOf('a,b', known, named)).toEqual(['a,b']);
    expect(namesOf('b, a,c, d', known, named)).toEqual(['b', 'a', 'c, d']);
    expect(namesOf(['c, d', 'a'], known, named)).toEqual(['c, d', 'a']);
    expect(namesOf(undefined, known, named)).toEqual([]);
    expect(namesOf('', known, named)).toEqual([]);
  });

  it('count once', () => {
    expect(namesOf('a,b,a', ['a', 'b'], named)).toEqual(['a', 'b']);
    expect(namesOf(['a', 'a'], ['a', 'b'], named)).toEqual(['a']);
  });

  it.each([['a,x'], [['a', 'x']]])(
    'are refused when they are unknown, with those that are known: %j',
    (said) => {
      expect(() => namesOf(said, ['a'], named)).toThrow(
        new UsageError('unknown feature', {
          code: 'unknown-feature',
          place: '--avoid',
          expected: "one of 'a'",
          got: "'x'",
        }),
      );
      const many = Array.from({ length: 30 }, (_, i) => `f${i}`);
      expect(() => namesOf(['f29', 'x'], many, { place: '--p', what: 'column' })).toThrow(
        /^--p: unknown column; expected one of 'f0', .*'f7', … \(30 in all\), got 'x'$/,
      );
    },
  );

  it('of classes are found however their value is written', () => {
    expect(classOf('1.0', ['0', '1'], 'target')).toBe('1');
    expect(() => classOf('deny', ['refuse', 'grant'], 'target')).toThrow(
      "target: unknown class; expected one of 'refuse', 'grant', got 'deny'",
    );
  });
});
