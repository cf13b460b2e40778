// What a summary takes as given, in words.
import { describe, expect, it } from 'vitest';
import { withinWords } from '../../src/answer/within-words.ts';

describe('what a summary takes as given', () => {
  it('is said of each feature, and of all others in one phrase', () => {
    expect(
      withinWords({
        features: {
          age: 'fixed',
          income: 'up',
          debt: 'down',
          job: ['clerk', 'nurse'],
          rent: { from: 1, to: 5 },
        },
      }),
    ).toEqual([
      'age stays as it is',
      'income may only rise',
      'debt may only fall',
      'job in {clerk, nurse}',
      '1 ≤ rent ≤ 5',
    ]);
    expect(withinWords({ features: { age: 'free' }, zeros: 'held', others: 'fixed' })).toEqual([
      'zeros stay zero, and other numbers move only towards zero; everything else stays as it is, but for age',
    ]);
    expect(withinWords({})).toEqual([]);
  });
});
