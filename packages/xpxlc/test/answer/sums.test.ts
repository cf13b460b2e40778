import { describe, expect, it } from 'vitest';
import { FixedSum } from '../../src/answer/fixed-sum.ts';
import { addSums, stateOf } from '../../src/answer/sums.ts';

const some = (x: number) => ({
  rows: x,
  loss: new FixedSum({ units: String(2 ** 48 * x) }),
  counts: [Float64Array.of(x, 2 * x)],
  classes: Object.assign(Object.create(null), { yes: x }) as { [name: string]: number },
});

describe('sums', () => {
  it('are what JSON can hold, and add up to the sum of their parts', () => {
    const all = some(1);
    addSums(all, JSON.parse(JSON.stringify(stateOf(some(3)))));
    expect(stateOf(all)).toEqual(stateOf(some(4)));
    expect(all.loss.over(2)).toBe(2);
  });

  it('have names that are not there yet, whatever they are', () => {
    const all = some(1);
    const classes = Object.fromEntries([
      ['__proto__', 2],
      ['no', 3],
    ]);
    addSums(all, { ...stateOf(some(0)), classes });
    addSums(all, { ...stateOf(some(0)), classes });
    expect(Object.entries(stateOf(all).classes)).toEqual([
      ['yes', 1],
      ['__proto__', 4],
      ['no', 6],
    ]);
  });
});
