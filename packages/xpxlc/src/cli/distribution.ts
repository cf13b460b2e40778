// How features vary that are not held: `--distribution uniform|model|data`.
import { type Classifier, coverage, type Distribution, InstanceError, weigh } from '@xpxlc/core';
import type { DataOptions, DISTRIBUTION } from '../ask/groups.ts';
import type { Said } from '../ask/option.ts';
import { openData } from '../table/data.ts';
import { clash } from './exit.ts';

/** The distribution that is asked for; with `data` that of all rows of the table, which is read once more for it. */
export async function distributionOf(
  { distribution = 'uniform', ...options }: Said<typeof DISTRIBUTION> & DataOptions,
  data: readonly string[],
  classifier: Classifier,
): Promise<Distribution> {
  if (distribution !== 'data') return distribution;
  if (data.length === 0 || data.includes('-')) throw clash('--distribution data', 'DATA that is a file');
  const { marginalsOfTable } = await import('../table/marginals.ts');
  const table = await openData(
    data,
    options,
    classifier.features.map(({ name }) => name),
  );
  try {
    return await marginalsOfTable(table, classifier, {
      values: options.values,
      missing: options.missing,
    });
  } finally {
    table.close();
  }
}

/**
 * See that the model's features have this distribution, before the first row is asked about.
 *
 * @throws {InstanceError} `no-distribution`.
 */
export function checkDistribution(classifier: Classifier, distribution: Distribution): void {
  // Any instance will do: the one nearest to zero.
  const instance = classifier.features.map((feature) => {
    if (feature.kind === 'categorical') return 0;
    const nearest = Math.min(Math.max(0, feature.lower), feature.upper);
    return feature.kind === 'integer' ? Math.ceil(nearest) : nearest;
  });
  try {
    coverage(weigh(classifier, instance), [], distribution);
  } catch (error) {
    if (!(error instanceof InstanceError) || error.code !== 'no-distribution') throw error;
    const { code, place, expected, got } = error;
    const what =
      distribution === 'uniform'
        ? 'no uniform distribution without bounds'
        : 'the model has no distribution of its own';
    // What to type instead.
    throw new InstanceError(what, {
      code,
      place,
      expected: `${expected} (--distribution data: as often as in DATA)`,
      got,
    });
  }
}
