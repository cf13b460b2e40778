// Which features are in which explanations?
import type { Problem } from '@xpxlc/core';
import type { MatrixData } from '../plot/matrix.ts';

/** Options of {@link matrixOf}. */
export interface MatrixOfOptions {
  /** Explanations or contrasts. */
  readonly kind?: 'axp' | 'cxp';
  /** Sets shown at most, the smallest. Default 20. */
  readonly most?: number;
  /** Whether there are more sets than these. Default false. */
  readonly more?: boolean;
}

/**
 * Sets of features, the smallest first, and the features that are in some of them, the most frequent first.
 *
 * @param sets - positions of features: explanations, or contrasts.
 */
export function matrixOf(
  problem: Problem,
  sets: Iterable<readonly number[]>,
  { kind = 'axp', most = 20, more = false }: MatrixOfOptions = {},
): MatrixData {
  const all = [...sets].sort((a, b) => a.length - b.length);
  const shown = all.slice(0, most);
  const times = new Map<number, number>();
  for (const i of shown.flat()) times.set(i, (times.get(i) ?? 0) + 1);
  const order = [...times.keys()].sort((i, j) => (times.get(j) ?? 0) - (times.get(i) ?? 0) || i - j);
  const column = new Map(order.map((i, x) => [i, x]));
  return {
    what: kind === 'axp' ? 'explanations' : 'contrasts',
    features: order.map((i) => problem.classifier.features[i].name),
    sets: shown.map((set) => set.map((i) => column.get(i) as number).sort((a, b) => a - b)),
    more: more || all.length > shown.length,
  };
}
