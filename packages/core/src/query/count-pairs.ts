// In how many explanations two features occur together, by going through them all.
import type { Problem } from '../model/prepared.ts';
import { type EnumerateOptions, enumerate } from './enumerate.ts';

/** By feature and feature; a feature with itself is its frequency. */
export function countPairs(problem: Problem, options: EnumerateOptions): bigint[][] {
  const n = problem.classifier.features.length;
  const times = Array.from({ length: n }, () => new Float64Array(n));
  for (const { features } of enumerate(problem, options))
    for (const i of features) for (const j of features) times[i][j] += 1;
  return times.map((row) => Array.from(row, BigInt));
}
