// How many explanations of each size there are, however many that is.
import { type Budget, type Count, count, type Problem } from '@xpxlc/core';
import type { SizesData } from '../plot/sizes.ts';

/** Options of {@link sizesOf}. */
export interface SizesOfOptions {
  /** Explanations (`'axp'`, the default) or contrasts. */
  readonly kind?: 'axp' | 'cxp';
  /** What counting may cost. */
  readonly budget?: Budget;
}

/**
 * The number of explanations of each size, exactly.
 *
 * @throws {LimitError} `count-too-large` when it would take more than the budget allows.
 */
export function sizesOf(problem: Problem, { kind = 'axp', budget }: SizesOfOptions = {}): SizesData {
  return toSizes(count(problem, { kind, sizes: true, budget }), kind);
}

/** {@link sizesOf} what is counted already. */
export function toSizes(
  { count: total, sizes = [] }: Pick<Count, 'count' | 'sizes'>,
  kind: 'axp' | 'cxp' = 'axp',
): SizesData {
  const first = sizes.findIndex((number) => number > 0n);
  return {
    what: kind === 'axp' ? 'explanations' : 'contrasts',
    total: String(total),
    sizes: sizes.flatMap((number, size) =>
      first === -1 || size < first ? [] : [{ size, count: String(number) }],
    ),
  };
}
