// The class that wins at the worst point, against the scores there in exact fractions.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worstWinner } from '../../src/move/worst-winner.ts';
import { ENDLESS } from '../../src/weigh/problem.ts';
import { anyCase } from '../arbitraries.ts';
import { minus, order } from '../oracle/fraction.ts';
import { corners, inDomain, scoresAt, valueAt, winnerOf } from '../oracle/oracle.ts';
import { until } from '../property.ts';

describe('the class that wins where features are worst for the predicted one', () => {
  it('is the one with the largest score there, of real numbers too; there is none where scores fall without end', () => {
    let [endless, others] = [0, 0];
    until(() => Math.min(endless, others) > 0).holds(
      300,
      anyCase({ maxFeatures: 5 }),
      fc.uniqueArray(fc.nat(4)),
      fc.nat(),
      (c, list, choice) => {
        const problem = c.weigh();
        const moving = list.filter((i) => i < c.instance.length);
        const rival = problem.rivals[choice % problem.rivals.length];
        const { additive, oracle } = c;
        const winner = worstWinner(problem, rival, new Set(moving));
        if (moving.some((i) => rival.weights.drops[i] === ENDLESS)) {
          endless += 1;
          expect(winner).toBeUndefined();
          return;
        }
        // Several points may be equally bad against this rival and yet differ in who wins.
        const worst = oracle.instance.map((own, i) => {
          if (!moving.includes(i)) return [own];
          const [mine, its] = [additive.shapes[i][problem.classIndex], additive.shapes[i][rival.class]];
          const points = corners(additive.features[i], additive.shapes[i]).filter((x) =>
            inDomain(additive.features[i], x),
          );
          const gap = (x: (typeof points)[number]) => minus(valueAt(mine, x), valueAt(its, x));
          const least = points.map(gap).reduce((a, b) => (order(a, b) <= 0 ? a : b));
          return points.filter((x) => order(gap(x), least) === 0);
        });
        const all = worst.reduce<(typeof oracle.instance)[]>(
          (heads, points) => heads.flatMap((head) => points.slice(0, 6).map((x) => [...head, x])),
          [[]],
        );
        const winners = new Set(all.map((point) => winnerOf(additive, scoresAt(additive, point))));
        if (winners.size === 1) {
          others += 1;
          expect(winners).toContain(winner);
        }
      },
    );
  });
});
