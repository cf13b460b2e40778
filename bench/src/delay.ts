// Delay between explanations: wall time of each `next()` over the first 10^4 answers, the first included, for more and
// more features. The promise is O(n) steps between two answers.
import { enumerate, type Problem, weigh } from '@xpxlc/core';
import { numericCase } from './data.ts';
import { median, quantile } from './measure.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';

export function delay({ quick }: Settings): Report {
  const answers = quick ? 1e3 : 1e4;
  const sizes = quick ? [10, 100, 1000] : [10, 100, 1000, 1e4];
  const rows = sizes.map((n) =>
    measureDelay(n, answers, quick ? { warmUp: 50, runs: 3 } : { warmUp: 500, runs: 11 }),
  );
  return {
    name: 'delay',
    title: 'Delay per explanation',
    parts: [
      `Wall time of each \`next()\` over the first ${answers.toLocaleString('en')} answers (depth first, about half of the features needed); the first includes starting the search. Answers are found in batches that grow to 1024, so the slowest of a thousand is the time of a batch:`,
      toTable(
        ['n', 'answers', 'mean', 'mean / n', '99.9 %', 'slowest', 'slowest / n', 'first'],
        rows.map(({ n, delivered, mean, permille999, most, first }) => [
          n.toLocaleString('en'),
          delivered.toLocaleString('en'),
          duration(mean),
          `${digits((mean * 1e9) / n)} ns`,
          duration(permille999),
          duration(most),
          duration(most / n),
          duration(first),
        ]),
      ),
      'Medians of several runs but for the mean, which is the mean over all of them.',
    ],
    data: { answers, rows },
  };
}

/** @param effort - milliseconds of runs that only compile, and runs that count. */
function measureDelay(n: number, answers: number, { warmUp, runs }: { warmUp: number; runs: number }) {
  const { classifier, values } = numericCase(n, n);
  const instance = Array.from(values);
  const run = () => delaysOf(weigh(classifier, instance), answers);
  for (const end = performance.now() + warmUp; performance.now() < end; ) run();
  const results = Array.from({ length: runs }, run);
  const mean = (delays: Float64Array) => delays.reduce((a, b) => a + b, 0) / delays.length;
  return {
    n,
    runs,
    delivered: results[0].length,
    mean: results.map(mean).reduce((a, b) => a + b, 0) / runs,
    permille999: median(results.map((delays) => quantile(delays, 0.999))),
    most: median(results.map((delays) => Math.max(...delays))),
    first: median(results.map((delays) => delays[0])),
  };
}

/** Seconds from one answer to the next; the first counts from the question. */
function delaysOf(problem: Problem, answers: number): Float64Array {
  const delays = new Float64Array(answers);
  let delivered = 0;
  let then = performance.now();
  const enumeration = enumerate(problem, { limit: answers });
  while (!enumeration.next().done) {
    const now = performance.now();
    delays[delivered++] = (now - then) / 1e3;
    then = now;
  }
  return delays.subarray(0, delivered);
}
