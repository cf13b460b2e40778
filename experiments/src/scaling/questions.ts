// What is measured: a question, what its size is, and what theory says of its growth.
import {
  count,
  enumerate,
  explainBlock,
  LimitError,
  type Problem,
  precision,
  smallest,
  tallyBlock,
} from '@xpxlc/core';
import type { Fit } from 'xpxlc/plot';
import { type Ask, categories, halfNeeded, numbers, table } from './cases.ts';
import { type Effort, longestDelay, meanDelay, seconds } from './timing.ts';

/** One size of one question, done. */
export interface ScalingRecord {
  readonly outcome: 'done' | 'limit';
  /** Absent where a limit was met. */
  readonly seconds?: number;
  /** What came out, as text: the same in every run. */
  readonly answer?: string;
}

/** A curve. */
export interface Question {
  readonly name: string;
  readonly title: string;
  /** What grows. */
  readonly axis: 'features' | 'values' | 'rows';
  readonly sizes: readonly number[];
  /** Sizes of the small version. */
  readonly quickSizes: readonly number[];
  /** What to fit, and from which size on. */
  readonly fit?: Fit['kind'];
  readonly fitFrom?: number;
  readonly theory: string;
  readonly ask: (size: number, seed: number, effort: Effort) => ScalingRecord;
}

/** Features where values per feature grow. */
const WIDTH = 20;

const decades = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

/** Time of a question of one answer; a limit is an outcome. */
function timed(problem: Ask, answer: (problem: Problem) => string, effort: Effort): ScalingRecord {
  try {
    const said = answer(problem());
    return { outcome: 'done', seconds: seconds(() => answer(problem()).length, effort), answer: said };
  } catch (error) {
    if (error instanceof LimitError) return { outcome: 'limit' };
    throw error;
  }
}

const sizeOfSmallest = (problem: Problem) => String(smallest(problem)?.length);
const countText = (problem: Problem) => String(count(problem).count);

/** Of a rule that holds the first half of a smallest explanation: neither certain nor hopeless. */
function askPrecision(problem: Ask, exact: boolean, effort: Effort): ScalingRecord {
  const whole = smallest(problem()) ?? [];
  const held = whole.slice(0, Math.ceil(whole.length / 2));
  const answer = (asked: Problem) => {
    const found = precision(asked, held, 'uniform', { exact });
    if (exact && found.exact === null) throw new LimitError('no exact fraction', { code: 'too-many-steps' });
    return exact ? String(found.low) : `${found.low}–${found.high}`;
  };
  return timed(problem, answer, effort);
}

/** First answers of an enumeration. */
const ANSWERS = 10_000;

/** Time between answers, as `measure` takes it. */
function delay(measure: typeof meanDelay, problem: Ask, effort: Effort): ScalingRecord {
  const open = () => enumerate(problem(), { limit: ANSWERS });
  let answers = 0;
  for (const set of open()) answers += Number(set !== undefined);
  return { outcome: 'done', seconds: measure(open, effort), answer: String(answers) };
}

const features = (question: Omit<Question, 'axis'>): Question => ({ axis: 'features', ...question });
const values = (question: Omit<Question, 'axis' | 'sizes' | 'quickSizes'>): Question => ({
  axis: 'values',
  sizes: steps(1, 10, 1).map((power) => 2 ** power),
  quickSizes: [2, 8],
  ...question,
});
const rows = (question: Omit<Question, 'axis'>): Question => ({ axis: 'rows', ...question });

export const QUESTIONS: readonly Question[] = [
  features({
    name: 'one',
    title: 'one smallest explanation',
    sizes: decades(1, 5),
    quickSizes: [10, 100],
    fit: 'power',
    fitFrom: 100,
    theory: 'n log n by sorting, as in the paper; linear by selection: slope 1',
    ask: (n, seed, effort) => timed(numbers(n, seed), sizeOfSmallest, effort),
  }),
  features({
    name: 'delay',
    title: 'from one explanation to the next, on average',
    sizes: decades(1, 4),
    quickSizes: [10, 100],
    fit: 'power',
    fitFrom: 100,
    theory: 'linear at most: slope 1 or less',
    ask: (n, seed, effort) => delay(meanDelay, numbers(n, seed), effort),
  }),
  features({
    name: 'longest-delay',
    title: 'from one explanation to the next, at most',
    sizes: decades(1, 4),
    quickSizes: [10, 100],
    fit: 'power',
    fitFrom: 100,
    theory: 'linear: slope 1 (the first from the question on; answers are found in batches of up to 1,024)',
    ask: (n, seed, effort) => delay(longestDelay, numbers(n, seed), effort),
  }),
  features({
    name: 'count',
    title: 'count all, random weights',
    sizes: steps(12, 60, 4),
    quickSizes: [12, 16],
    fit: 'exponential',
    fitFrom: 20,
    theory: '2^(n/2) at most: 2^(0.50 n)',
    ask: (n, seed, effort) => timed(halfNeeded(n, 'random', seed), countText, effort),
  }),
  features({
    name: 'count-points',
    title: 'count all, points from 1 to 100',
    sizes: steps(12, 60, 4),
    quickSizes: [12, 16],
    theory: 'polynomial, as sums coincide: n² sums of points',
    ask: (n, seed, effort) => timed(halfNeeded(n, 'points', seed), countText, effort),
  }),
  features({
    name: 'precision',
    title: 'exact precision, random weights',
    sizes: steps(12, 60, 4),
    quickSizes: [12, 16],
    fit: 'exponential',
    fitFrom: 20,
    theory: '2^(m/2) for m free features, most of them here: 2^(0.50 n) at most',
    ask: (n, seed, effort) => askPrecision(halfNeeded(n, 'random', seed), true, effort),
  }),
  features({
    name: 'precision-bounds',
    title: 'precision within 0.001, random weights',
    sizes: steps(12, 60, 4),
    quickSizes: [12, 16],
    theory: 'polynomial: steps on a grid',
    ask: (n, seed, effort) => askPrecision(halfNeeded(n, 'random', seed), false, effort),
  }),
  values({
    name: 'values-one',
    title: 'one smallest explanation',
    theory: 'constant: drops are looked up',
    ask: (d, seed, effort) => timed(categories(WIDTH, d, seed), sizeOfSmallest, effort),
  }),
  values({
    name: 'values-count',
    title: 'count all',
    theory: 'depends on the drops, not on the number of values',
    ask: (d, seed, effort) => timed(categories(WIDTH, d, seed), countText, effort),
  }),
  values({
    name: 'values-precision',
    title: 'precision within 0.001',
    theory: 'linear at most: a step per value; the grid, as fine as the answer needs it, decides',
    ask: (d, seed, effort) => askPrecision(categories(WIDTH, d, seed), false, effort),
  }),
  rows({
    name: 'rows-one',
    title: 'one smallest explanation of each row',
    sizes: decades(3, 7),
    quickSizes: [100, 1000],
    fit: 'power',
    theory: 'linear: slope 1',
    ask(length, seed, effort) {
      const { classifier, block } = table(length, seed);
      let answer = explainBlock(classifier, block);
      const total = answer.sizes.reduce((a, b) => a + b, 0);
      const ask = () => {
        answer = explainBlock(classifier, block, { into: answer });
        return answer.sizes[0];
      };
      return { outcome: 'done', seconds: seconds(ask, effort), answer: String(total) };
    },
  }),
  rows({
    name: 'rows-count',
    title: 'number, sizes, frequencies of each row',
    sizes: decades(3, 6),
    quickSizes: [100, 1000],
    fit: 'power',
    theory: 'linear: slope 1',
    ask(length, seed, effort) {
      const { classifier, block } = table(length, seed);
      let answer = tallyBlock(classifier, block);
      const total = answer.counts.reduce((a, b) => a + b, 0);
      const ask = () => {
        answer = tallyBlock(classifier, block, { into: answer });
        return answer.counts[0];
      };
      return { outcome: 'done', seconds: seconds(ask, effort), answer: String(total) };
    },
  }),
];
