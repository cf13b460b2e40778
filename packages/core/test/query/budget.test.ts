// What an answer may cost: steps, memory, a signal. Lists end and say that they are not complete; other questions refuse.
import { describe, expect, it } from 'vitest';
import { InstanceError, LimitError } from '../../src/errors.ts';
import {
  type Budget,
  count,
  countBounds,
  enumerate,
  enumerateMasks,
  estimateCount,
  explanationList,
  powerIndices,
  relevant,
  sampler,
  smallest,
  tally,
} from '../../src/index.ts';
import { expectError } from '../expect-error.ts';
import { coverProblem, rowsProblem, sequence } from '../problems.ts';

const half = (weights: readonly number[]): number => weights.reduce((a, b) => a + b, 0) / 2;
const row = sequence(1, 24, 1e6).map((w) => w + 1e5);
const other = sequence(2, 24, 1e6).map((w) => w + 1e5);
const two = coverProblem(row, half(row));
const three = rowsProblem([row, other], [half(row), half(other)]);
const rows = [0, 1, 2, 3].map((r) => sequence(100 + r, 60, 1000).map((w) => w + 100));
const hard = rowsProblem(rows, rows.map(half));
const given: Budget = { signal: { aborted: true } };
const aborted = { code: 'aborted', place: 'budget.signal', expected: 'no signal', got: 'aborted' };

describe('a budget of steps', () => {
  it('ends a list where it is spent, as many answers as before', () => {
    for (const problem of [two, three])
      for (const order of ['search', 'size'] as const) {
        const all = enumerate(problem, { order, limit: 3000 });
        const sets = Array.from(all, (set) => set.features);
        const running = enumerate(problem, { order, budget: { steps: 2000 } });
        const found = Array.from(running, (set) => set.features);
        expect(running.complete).toBe(false);
        expect(found.length).toBeLessThanOrEqual(2000);
        expect(found).toEqual(sets.slice(0, found.length));
        let masks = 0;
        for (const batch of enumerateMasks(problem, { order, budget: { steps: 2000 } })) masks += batch.count;
        expect(masks).toBeLessThanOrEqual(2000);
        if (problem === two) expect([found.length, masks]).toEqual([2000, 2000]);
      }
  });

  it('does not end a list that it suffices for', () => {
    const few = coverProblem([2, 2, 1], 2.5);
    const running = enumerate(few, { budget: { steps: 4 } });
    expect([[...running].length, running.complete]).toEqual([3, true]);
    expect(tally(few, { budget: { steps: 4 } }).complete).toBe(true);
  });

  it('ends a tally, which says so', () => {
    for (const problem of [two, three]) {
      const found = tally(problem, { budget: { steps: 3000 } });
      expect(found.complete).toBe(false);
      const { count: all, frequency } = tally(problem, { limit: found.count });
      expect([all, frequency]).toEqual([found.count, found.frequency]);
    }
  });

  it('refuses what a search could not decide', () => {
    const steps = { code: 'too-many-steps', place: 'budget.steps' };
    expectError(() => relevant(three, { budget: { steps: 5 } }), LimitError, {
      ...steps,
      expected: 'at most 5 steps',
      got: 'more',
    });
    expect(() => smallest(hard, { budget: { steps: 3 } })).toThrow(
      /^budget\.steps: no proof of the smallest explanation within the budget; expected at most 3 steps, got a set of/,
    );
  });

  it('is a whole number from 0 up, or Infinity', () => {
    for (const ask of [count, enumerate, relevant, smallest, tally])
      expectError(() => ask(three, { budget: { steps: -1 } }), InstanceError, {
        code: 'bad-option',
        place: 'budget.steps',
        expected: 'a whole number from 0 up, or Infinity',
        got: '-1',
      });
  });
});

describe('a signal', () => {
  it('ends lists and tallies, which are not complete', () => {
    for (const problem of [two, three]) {
      const running = enumerate(problem, { budget: given });
      expect([[...running].length, running.complete]).toEqual([0, false]);
      expect([...enumerateMasks(problem, { budget: given })]).toEqual([]);
      expect(tally(problem, { budget: given }).complete).toBe(false);
    }
  });

  it('ends every count', () => {
    for (const ask of [count, countBounds, estimateCount, powerIndices, explanationList, sampler])
      expectError(() => ask(two, { budget: given }), LimitError, aborted);
    for (const ask of [count, explanationList, sampler])
      expectError(() => ask(three, { budget: given }), LimitError, aborted);
  });

  it('ends the search for one answer', () => {
    expectError(() => smallest(hard, { budget: given }), LimitError, aborted);
  });
});
