import { expect, it } from 'vitest';
import { precise } from '../../src/query/precise.ts';
import { manyCards } from './many-cards.ts';

it('a smallest set that holds often enough is found for many features and classes, too', () => {
  const problem = manyCards(new Array<number>(150).fill(2), 8);
  const { features, explanation, precision: found } = precise(problem, { precision: 0.9 });
  expect(features.length).toBeLessThanOrEqual(explanation.length);
  expect(found.low).toBeGreaterThanOrEqual(0.9);
});
