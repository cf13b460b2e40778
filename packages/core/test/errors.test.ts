import { describe, expect, it } from 'vitest';
import {
  FormatError,
  InstanceError,
  InternalError,
  LimitError,
  ModelError,
  shortened,
  show,
  XpxlcError,
} from '../src/errors.ts';

describe('errors', () => {
  it('say the place, what is wrong, what was expected and what was got, in that order', () => {
    const error = new ModelError('not a bound', {
      code: 'bad-bound',
      place: "feature 'age'",
      expected: 'a number',
      got: "'x'",
    });
    expect(error.message).toBe("feature 'age': not a bound; expected a number, got 'x'");
    expect(error).toMatchObject({
      name: 'ModelError',
      code: 'bad-bound',
      place: "feature 'age'",
      expected: 'a number',
      got: "'x'",
    });
  });

  it('leave out what they do not know', () => {
    const error = new LimitError('too much', { code: 'too-many-steps' });
    expect(error.message).toBe('too much');
    expect([error.place, error.expected, error.got]).toEqual([undefined, undefined, undefined]);
    expect(new FormatError('odd', { code: 'x', got: '7' }).message).toBe('odd, got 7');
    expect(new InstanceError('odd', { code: 'x', expected: '8' }).message).toBe('odd; expected 8');
  });

  it('say of a place that is very long where it begins and what it ends in', () => {
    const place = `first${'/element'.repeat(700)}/last`;
    const error = new FormatError('unknown', { code: 'x', place });
    expect(error.place?.length).toBe(601);
    expect(error.place).toMatch(/^first\/element.*….*\/last$/);
    expect(error.message).toBe(`${error.place}: unknown`);
    expect(new FormatError('unknown', { code: 'x', place: 'p'.repeat(600) }).place).toBe('p'.repeat(600));
  });

  it('say of everything else that is very long where it begins and what it ends in, too', () => {
    const long = (sign: string): string => `${sign}<${sign.repeat(1e6)}>${sign}`;
    const error = new FormatError(long('w'), {
      code: 'x',
      place: long('p'),
      expected: long('e'),
      got: long('g'),
      hint: long('h'),
    });
    expect(error.message).toMatch(/^p<p+…p+>p: w<w+…w+>w; expected e<e+…e+>e, got g<g+…g+>g \(h<h+…h+>h\)$/);
    expect(error.message.length).toBeLessThan(3100);
    expect(error.got).toHaveLength(601);
    expect(error.expected).toHaveLength(601);
  });

  it('cut no character in two', () => {
    for (const before of ['', 'a'])
      for (const after of ['', 'a']) {
        const text = shortened(`${before}${'😀'.repeat(400)}${after}`);
        expect(text).toContain('…');
        expect(text).not.toMatch(/\p{Surrogate}/u);
        expect(show(`${before}${'😀'.repeat(40)}`)).not.toMatch(/\p{Surrogate}/u);
      }
  });

  it('have one base to catch, except our own mistakes', () => {
    for (const Type of [ModelError, InstanceError, FormatError, LimitError]) {
      const error = new Type('wrong', { code: 'x' });
      expect(error).toBeInstanceOf(XpxlcError);
      expect(error).toBeInstanceOf(Error);
      expect(error.name).toBe(Type.name);
    }
    expect(new InternalError('oh')).not.toBeInstanceOf(XpxlcError);
    expect(new InternalError('oh').message).toBe('internal error, please report: oh');
    expect(new InternalError('oh').name).toBe('InternalError');
  });

  it('show wrong values briefly', () => {
    expect(show('abc')).toBe("'abc'");
    expect(show('x'.repeat(60))).toBe(`'${'x'.repeat(60)}'`);
    expect(show('x'.repeat(61))).toBe(`'${'x'.repeat(57)}…'`);
    expect([show(1.5), show(Number.NaN), show(true), show(null), show(undefined)]).toEqual([
      '1.5',
      'NaN',
      'true',
      'null',
      'undefined',
    ]);
    expect([show(7n), show([1, 2]), show({}), show(() => 1), show(Symbol('s'))]).toEqual([
      '7n',
      'an array of 2',
      'an object',
      'a function',
      'a symbol',
    ]);
  });
});
