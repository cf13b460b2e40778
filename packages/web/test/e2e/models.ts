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

export const FRUIT_TABLE = {
  name: 'fruit.csv',
  content: 'round,long,red\n8,1,4\n1,9,0\n6,0,9\n5,5,5\n',
} as const;

/** Numbers below zero, with a unit; only one of them matters. */
export const TEMPERATURES: Given = modelFile('temperatures.json', {
  title: 'Heating',
  kind: 'linear',
  classes: ['leave', 'heat'],
  features: ['outside', 'inside'].map((name) => ({ name, kind: 'real', lower: -50, upper: 50, unit: '°C' })),
  weights: [[-1, 0]],
  intercept: [0.5],
});

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

/** Whole numbers from 0 to 99, always the same: some for each row and column. */
function scattered(row: number, column: number): number {
  let x = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 7, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return ((x ^ (x >>> 13)) >>> 0) % 100;
}

/** A linear model of numbers from 0 to 99 with names x1, x2, … */
export function bigModel(columns: number): Given {
  const names = Array.from({ length: columns - 1 }, (_, i) => `x${i + 1}`);
  const weights = names.map((_, i) => (i % 2 === 0 ? 1 : -1) * (1 + (i % 7)));
  return modelFile('big.json', {
    kind: 'linear',
    classes: ['no', 'yes'],
    features: names.map((name) => ({ name, kind: 'integer', lower: 0, upper: 99 })),
    weights: [weights],
    intercept: [0],
  });
}

/** Rows for it, the first column a name. */
export function bigTable(rows: number, columns: number): { csv: string; value: typeof scattered } {
  const names = Array.from({ length: columns - 1 }, (_, i) => `x${i + 1}`);
  const lines = [`id,${names.join()}\n`];
  for (let row = 0; row < rows; row++) {
    let line = `id${row}`;
    for (let column = 1; column < columns; column++) line += `,${scattered(row, column)}`;
    lines.push(`${line}\n`);
  }
  return { csv: lines.join(''), value: scattered };
}
