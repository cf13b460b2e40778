// Intervals and sets of categories in words.
import type { Feature } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { plainLabel, plainLiteral } from '../../src/ui/plain-literal.ts';

const late: Feature = { kind: 'integer', name: 'late payments', lower: 0, upper: 50 };
const home: Feature = { kind: 'categorical', name: 'home', values: ['rent', 'own', 'with family'] };
const town: Feature = { kind: 'categorical', name: 'town in', values: ['a, b', 'c', 'd in [1, 2)'] };

describe('plainLiteral', () => {
  it.each([
    ['late payments in [1, 3)', 'late payments from 1 to under 3'],
    ['late payments in (1, 3]', 'late payments over 1 to 3'],
    ['late payments in [1, 3]', 'late payments from 1 to 3'],
    ['late payments in (1.5, 2e+300) k€', 'late payments between 1.5 and 2e+300 k€'],
    [
      'late payments in [-3, -1) or late payments in [4, 5) or late payments is missing',
      'late payments from -3 to under -1 or late payments from 4 to under 5 or late payments is missing',
    ],
    ['late payments < 1', 'late payments < 1'],
    ['1 ≤ late payments ≤ 3', '1 ≤ late payments ≤ 3'],
    ['another late payments', 'another late payments'],
  ])('%s: %s', (text, words) => {
    expect(plainLiteral(late, text)).toBe(words);
  });

  it('names categories, also where they have commas or brackets of their own', () => {
    expect(plainLiteral(home, 'home in {own, with family}')).toBe('home is own or with family');
    expect(plainLiteral(home, 'home = own')).toBe('home = own');
    expect(plainLiteral(town, 'town in in {a, b, c}')).toBe('town in is one of a, b, c');
    expect(plainLiteral(town, 'town in = d in [1, 2)')).toBe('town in = d in [1, 2)');
  });

  it('finds the feature by the longest name that fits', () => {
    const short: Feature = { ...home, name: 'late' };
    expect(plainLabel([short, late, home], 'late payments in [1, 3)')).toBe(
      'late payments from 1 to under 3',
    );
    expect(plainLabel([home], '… 3 more, together')).toBe('… 3 more, together');
  });
});
