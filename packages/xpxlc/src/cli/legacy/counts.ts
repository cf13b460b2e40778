// What the summary (-s) and the statistics (-t) say: how many explanations, how large, how often each literal.
import { type Problem, tally } from '@xpxlc/core';
import type { Layout } from './line-printer.ts';
import { fixed2 } from './perl-numbers.ts';

/** Counts of explanations. */
export class Counts {
  count = 0;
  /** Sum of the sizes, smallest and largest size. */
  total = 0;
  smallest: number = Number.POSITIVE_INFINITY;
  largest = 0;
  /** Per feature: in how many explanations it occurs. */
  readonly frequency: Float64Array;
  /** Per bit of a mask: its feature. */
  private readonly features: Int32Array;

  /** Words of a mask. */
  private readonly words: number;

  constructor({ bits, words }: Layout) {
    this.frequency = new Float64Array(bits.length);
    this.features = new Int32Array(words << 5);
    this.words = words;
    bits.forEach((bit, feature) => {
      this.features[bit] = feature;
    });
  }

  /** Count sets `0 … count`. */
  add(masks: Int32Array, sizes: Int32Array, count: number): void {
    const { frequency, features, words } = this;
    for (let set = 0, x = 0; set < count; set++) {
      const size = sizes[set];
      this.total += size;
      if (size < this.smallest) this.smallest = size;
      if (size > this.largest) this.largest = size;
      for (let w = 0; w < words; w++, x++) {
        for (let rest = masks[x]; rest !== 0; rest &= rest - 1)
          frequency[features[32 * w + 31 - Math.clz32(rest & -rest)]] += 1;
      }
    }
    this.count += count;
  }

  /** Count all explanations without listing them, if there are at most `limit`; whether that was so. */
  addAll(problem: Problem, limit: number): boolean {
    const { complete, count, sizes, frequency } = tally(problem, { limit });
    if (!complete) return false;
    this.count = count;
    sizes.forEach((times, size) => {
      if (times === 0) return;
      this.total += times * size;
      this.smallest = Math.min(this.smallest, size);
      this.largest = size;
    });
    this.frequency.set(frequency);
    return true;
  }
}

/** What the reports of a run have in common. */
export interface Heading {
  /** The program's name in capitals. */
  readonly title: string;
  /** The argument of `-n`, or `all`. */
  readonly target: string;
}

/** The text of `-s`. */
export function summaryText(counts: Counts, { title, target }: Heading, literals: readonly string[]): string {
  const { count, frequency } = counts;
  const used = literals.map((_, i) => i).filter((i) => frequency[i] > 0);
  used.sort((i, j) => frequency[i] - frequency[j] || i - j);
  return [
    '',
    `${title} summary:`,
    `Target explanations:      ${target}`,
    `Number of explanations:   ${count}`,
    `Histogram size: ${used.length}`,
    'Literal distribution in explanations:',
    ...used.map((i) => `${literals[i]}: ${frequency[i]}`),
    '',
  ].join('\n');
}

/** The text of `-t`; before the first explanation all sizes are 0. */
export function statisticsText(counts: Counts, { title, target }: Heading): string {
  const { count, total, smallest, largest } = counts;
  return [
    '',
    `${title} stats:`,
    `Target explanations:      ${target}`,
    `Number of explanations:   ${count}`,
    `Average explanation size: ${fixed2(count === 0 ? 0 : total / count)}`,
    `Smallest explanation:     ${count === 0 ? 0 : smallest}`,
    `Largest explanation:      ${largest}`,
    '',
  ].join('\n');
}
