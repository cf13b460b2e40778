// What the running enumeration promises besides its answers: limits, completeness, signals, views of sets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enumerate, enumerateIndices, enumerateMasks } from '../../src/query/enumerate.ts';
import { anyCase } from '../arbitraries.ts';
import { atLeast, holds, law, until } from '../property.ts';
import { questions } from './lister.ts';

export function cursorLaws(times = 150): void {
  const cases = anyCase({ maxFeatures: 7 });
  const question = fc.constantFrom(...questions);

  describe('the running enumeration', () => {
    it('is complete exactly when nothing was cut off', () => {
      holds(times, cases, question, fc.nat(9), (c, asked, limit) => {
        const problem = c.weigh();
        const all = Array.from(enumerate(problem, asked), (set) => set.features);
        const cut = enumerate(problem, { ...asked, limit });
        expect(cut.complete).toBe(false);
        expect(Array.from(cut, (set) => set.features)).toEqual(all.slice(0, limit));
        expect(cut.complete).toBe(all.length <= limit);
        expect(cut.delivered).toBe(Math.min(limit, all.length));
        expect(cut.next().done).toBe(true);
        expect(cut.delivered).toBe(Math.min(limit, all.length));
      });
    });

    law('goes on where a loop left it', times / 2, cases, question, fc.nat(5), (c, asked, pause) => {
      const problem = c.weigh();
      const all = Array.from(enumerate(problem, asked), (set) => set.features);
      const running = enumerate(problem, asked);
      const seen: number[][] = [];
      for (const set of running) {
        seen.push(set.features);
        if (seen.length > pause) break;
      }
      for (const set of running) seen.push(set.features);
      expect(seen).toEqual(all);
      expect(running.complete).toBe(true);
    });

    it('delivers nothing and is not complete when the signal is given before it starts', () => {
      holds(times / 5, cases, question, (c, asked) => {
        const running = enumerate(c.weigh(), { ...asked, budget: { signal: { aborted: true } } });
        expect([...running]).toEqual([]);
        expect(running.complete).toBe(false);
        expect(running.delivered).toBe(0);
      });
    });

    it('ends at the signal, for good, and says that it is not complete', () => {
      holds(times, cases, question, fc.nat(3), (c, asked, moment) => {
        const problem = c.weigh();
        const total = [...enumerate(problem, asked)].length;
        fc.pre(total > 0);
        const signal = { aborted: false };
        const running = enumerate(problem, { ...asked, budget: { signal } });
        for (let taken = 0; taken < moment && !running.next().done; taken++);
        signal.aborted = !running.complete;
        const rest = [...running].length;
        signal.aborted = false;
        expect(rest).toBe(0);
        expect(running.delivered).toBe(Math.min(moment, total));
        expect(running.next().done).toBe(true);
        expect(running.complete).toBe(moment > total);
      });
    });

    it('gives sets whose size, members and JSON agree with their list of features', () => {
      let seen = 0;
      until(() => seen > atLeast(times / 2)).holds(times / 2, cases, question, (c, asked) => {
        for (const set of enumerate(c.weigh(), asked)) {
          const { features } = set;
          expect(set.size).toBe(features.length);
          expect(c.oracle.all.filter((i) => set.has(i))).toEqual(features);
          expect(JSON.parse(JSON.stringify(set))).toEqual(features);
          seen += 1;
        }
      });
    });

    law('gives sets that stay what they are while it runs on', times / 5, cases, question, (c, asked) => {
      const sets = [...enumerate(c.weigh(), asked)];
      const lists = Array.from(enumerate(c.weigh(), asked), (set) => set.features);
      expect(sets.map((set) => set.features)).toEqual(lists);
    });

    it('respects limits in batches, and fills every batch but the last', () => {
      holds(
        times / 2,
        cases,
        question,
        fc.nat(9),
        fc.integer({ min: 1, max: 4 }),
        (c, asked, limit, batch) => {
          const problem = c.weigh();
          const all = Array.from(enumerate(problem, asked), (set) => set.features);
          const expected = Math.min(limit, all.length);
          const options = { ...asked, limit, batch };
          for (const batches of [
            [...enumerateMasks(problem, options)],
            [...enumerateIndices(problem, options)],
          ]) {
            const counts = batches.map(({ count }) => count);
            expect(counts.reduce((a, b) => a + b, 0)).toBe(expected);
            expect(counts.slice(0, -1).every((count) => count === batch)).toBe(true);
            expect(counts.every((count) => count > 0 && count <= batch)).toBe(true);
          }
        },
      );
    });

    law('stops between batches when the signal is given', times / 5, cases, question, (c, asked) => {
      const problem = c.weigh();
      const signal = { aborted: false };
      let batches = 0;
      for (const _ of enumerateMasks(problem, { ...asked, batch: 1, budget: { signal } })) {
        batches += 1;
        signal.aborted = true;
      }
      expect(batches).toBeLessThanOrEqual(1);
      expect([...enumerateIndices(problem, { ...asked, budget: { signal } })]).toEqual([]);
    });
  });
}
