// What scikit-learn makes of fixtures/loans.csv (see tools/fixtures/loans.py).
import { readFileSync } from 'node:fs';

interface HeldOut {
  rows: number;
  accuracy: number;
  confusion: number[][];
  log_loss: number;
}

interface Categorical {
  alpha: number;
  prior: number[];
  likelihood: number[][][];
  held_out: HeldOut;
}

interface Expected {
  categories: Record<string, string[]>;
  test_rows: number[];
  categorical: Categorical[];
  binned: Categorical & { cuts: number[][] };
  gaussian: { prior: number[]; mean: number[][]; variance: number[][]; held_out: HeldOut };
  permutations: Record<string, number[]>;
}

const fixtures = new URL('../../../../fixtures/', import.meta.url);

/** Path of the table. */
export const loans: string = new URL('loans.csv', fixtures).pathname;

export const expected: Expected = JSON.parse(readFileSync(new URL('train/loans.json', fixtures), 'utf8'));
