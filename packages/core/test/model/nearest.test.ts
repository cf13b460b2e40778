// "did you mean": what looks alike is found, and no name makes the search long.
import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../src/index.ts';

describe('nearest', () => {
  it('finds the same name but for case and white space, and a name that is a few letters off', () => {
    expect(nearest('Monthly income', ['age', 'monthly_income'])).toBe('monthly_income');
    expect(nearest('Incom', ['age', 'income'])).toBe('income');
    expect(nearest('x', ['age', 'income'])).toBeUndefined();
  });

  // A second each before, or much more: with a time limit the test itself would be the measure.
  it('comes to an end on a name of 300,000 characters among names of as many', () => {
    const long = 'ab'.repeat(150_000);
    expect(nearest(long, [`${long.slice(1)}c`, 'age'])).toBeUndefined();
    expect(didYouMean(long, [`x${long}`])).toEqual({});
  });

  it('comes to an end with a million names, and with ten thousand that are as long as may be', () => {
    const many = Array.from({ length: 1_000_000 }, (_, i) => `name ${i}`);
    expect(nearest('Name_17', many)).toBe('name 17');
    const letters = 'abcdefghij'.repeat(10);
    const alike = Array.from(
      { length: 10_000 },
      (_, i) => `${letters.slice(5)}${String(i).padStart(5, '0')}`,
    );
    for (let x = 0; x < 100; x++) nearest(letters, alike);
    expect(nearest('age', [...alike, 'Age'])).toBeUndefined();
    expect(nearest('age', ['Age', ...alike])).toBe('Age');
  });
});
