// Is a number too high or too low? Only where every number that would help lies on one side of it.
import { type Classifier, drops, type Feature, type Value, weigh } from '@xpxlc/core';

/** `high`: some lower number would help the rival, and no higher one would. `low`: the other way round. */
export type Direction = 'high' | 'low';

/**
 * Per feature on which side of the helpful numbers its value lies; undefined where they lie on both sides, where there are none, and for
 * categories and missing values. A number helps if it makes the lead of the predicted class over the rival smaller. The core decides it
 * exactly: it is the drop with the number allowed to rise only, or to fall only.
 *
 * @param instance - positions of categories, and numbers; null where one is missing.
 * @param rival - the class that the reader would rather have seen.
 */
export function directions(
  classifier: Classifier,
  instance: readonly Value[],
  rival: string,
): (Direction | undefined)[] {
  const { features } = classifier;
  const moves = (feature: Feature, i: number): boolean =>
    feature.kind !== 'categorical' && instance[i] !== null && !Number.isNaN(instance[i]);
  const helps = (side: 'up' | 'down'): boolean[] => {
    const named = features.filter(moves).map(({ name }) => [name, side] as const);
    const problem = weigh(classifier, instance, { within: { features: Object.fromEntries(named) } });
    const against = drops(problem).find(({ class: name }) => name === rival);
    return features.map((_, i) => against !== undefined && against.exact.drops[i] !== 0n);
  };
  const [above, below] = [helps('up'), helps('down')];
  return features.map((feature, i) =>
    !moves(feature, i) || above[i] === below[i] ? undefined : below[i] ? 'high' : 'low',
  );
}
