// Which name a text means: the name itself first, then the only one with the same value.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bernoulliNaiveBayes, findName, linearModel, reduce, weigh } from '../../src/index.ts';
import { SPELLINGS } from '../spellings.ts';

describe('a name', () => {
  it.each(SPELLINGS)('of $names is meant by the same value, written otherwise', ({ names, means }) => {
    const found = Object.fromEntries(Object.keys(means).map((text) => [text, findName(names, text)]));
    expect(found).toEqual(means);
  });

  it('is meant by its own text, whatever else there is', () => {
    const text = fc.oneof(
      fc.constantFrom('1', '1.0', '1.00', 'true', 'True', 'TRUE', '0', '-0', '-0.0', '00', '1e0', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1 }), (names) => {
        for (const [i, name] of names.entries()) expect(findName(names, name)).toBe(i);
      }),
    );
  });

  it('is one whole number only, however long', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt({ min: 1n, max: 3n }),
        fc.integer({ min: 1, max: 9 }),
        (x, step, zeros) => {
          const names = [String(x), String(x + step)];
          expect(findName(names, `${x}.${'0'.repeat(zeros)}`)).toBe(0);
          expect(findName(names, `${x + step}.${'0'.repeat(zeros)}`)).toBe(1);
          expect(findName(names, `0${x}`)).toBe(-1);
          expect(findName(names, String(x - 1n))).toBe(-1);
        },
      ),
    );
  });
});

describe('an instance', () => {
  const model = linearModel({
    classes: ['0', '1'],
    features: [
      { name: 'flag', values: ['False', 'True'] },
      { name: 'on', lower: 0, upper: 1 },
    ],
    weights: [[-1, 1], 3],
    intercept: -1,
  });

  it('has truth values as names, as 1 and 0, and as they are', () => {
    for (const flag of ['True', 'true', 'TRUE', '1', '1.0', true])
      for (const on of [true, 1])
        expect(Array.from(weigh(reduce(model), { flag, on }).values)).toEqual([1, 1]);
    expect(Array.from(weigh(reduce(model), [false, false]).values)).toEqual([0, 0]);
    const presence = bernoulliNaiveBayes({
      classes: ['ham', 'spam'],
      features: [{ name: 'link', values: ['0', '1'] }],
      prior: [0.5, 0.5],
      likelihood: [[0.2, 0.7]],
    });
    expect(Array.from(weigh(reduce(presence), { link: true }).values)).toEqual([1]);
  });

  it('is told what may have been meant', () => {
    expect(() => weigh(reduce(model), { flag: 'Tru', on: 0 })).toThrow(
      "feature 'flag': unknown category; expected one of 'False', 'True', got 'Tru' (did you mean 'True'?)",
    );
    expect(() => weigh(reduce(model), { Flag: 'True', on: 0 })).toThrow("got 'Flag' (did you mean 'flag'?)");
  });
});
