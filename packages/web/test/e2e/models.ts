// Models and tables that the tests of the page open.
import type { Given } from './visit.ts';

export { LOAN_TABLE, LOANS, repositoryFile } from '../../../xpxlc/test/cli/program.ts';

export function modelFile(name: string, model: object): Given {
  return { name, content: JSON.stringify({ format: 'xpxlc-model', version: 1, ...model }) };
}

const measured = (name: string) => ({ name, kind: 'integer', lower: 0, upper: 10 });

/** Three classes: each score rises with its own feature, and the base is the same for all. */
export const FRUIT: Given = modelFile('fruit.json', {
  title: 'Fruit',
  kind: 'linear',
  classes: ['apple', 'banana', 'cherry'],
  features: [measured('round'), measured('long'), measured('red')],
  weights: [
    [2, -1, 0],
    [-2, 2, -1],
    [1, -2, 2],
  ],
  intercept: [3, 0, 0],
});

export const FRUIT_TABLE: Given = {
  name: 'fruit.csv',
  content: 'round,long,red\n8,1,4\n1,9,0\n6,0,9\n5,5,5\n',
};

/** Sixty votes of equal weight: yes takes thirty of them, so there are 60 over 30 explanations when all say yes. */
export const VOTES: Given = modelFile('votes.json', {
  title: 'Votes',
  kind: 'linear',
  classes: ['no', 'yes'],
  features: Array.from({ length: 60 }, (_, i) => ({
    name: `voter ${i + 1}`,
    kind: 'categorical',
    values: ['yes', 'no'],
  })),
  weights: [Array.from({ length: 60 }, () => [1, 0])],
  intercept: [-29.5],
});

/** n over k. */
export function choose(n: number, k: number): bigint {
  let count = 1n;
  for (let i = 1; i <= k; i++) count = (count * BigInt(n - k + i)) / BigInt(i);
  return count;
}
