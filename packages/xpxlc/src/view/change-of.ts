// What changes from what to what, so that another class wins.
import type { Counterfactual, Feature, Problem } from '@xpxlc/core';
import { shortValue } from '@xpxlc/core';
import { changePart, ownValue } from '../answer/sentence.ts';
import type { ChangeData, ChangeScale } from '../plot/change-view.ts';

/**
 * A counterfactual as data of a picture: the values that differ, numbers with the range that the feature has.
 *
 * @example
 * ```ts
 * import { counterfactual, linearModel, reduce, weigh } from '@xpxlc/core';
 * import { changeOf } from 'xpxlc/view';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [2, 1], intercept: -1.5 });
 * const problem = weigh(reduce(model), { x: 1, y: 0.5 });
 * const changed = counterfactual(problem, ['x']);
 * changed && changeOf(problem, changed).parts[0].text; // => 'x: 1 → 0.5'
 * ```
 */
export function changeOf(problem: Problem, changed: Counterfactual): ChangeData {
  const { classifier } = problem;
  return {
    from: problem.class,
    to: changed.class,
    fromIndex: problem.classIndex,
    toIndex: classifier.classes.indexOf(changed.class),
    doubtful: changed.doubtful,
    parts: changed.changed.map((i) => {
      const feature = classifier.features[i];
      const [from, to] = [ownValue(problem, i), changed.instance[feature.name]];
      const text = changePart(problem, i, from, to);
      if (typeof from !== 'number' || typeof to !== 'number') return { text };
      return { text, scale: scaleOf(feature, from, to) };
    }),
  };
}

/** The range of a feature; without an end, a little more than the change needs. */
function scaleOf(feature: Feature, from: number, to: number): ChangeScale {
  const { lower, upper } =
    feature.kind === 'categorical'
      ? { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY }
      : feature;
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const room = Math.max((high - low) / 2, Math.abs(low) * Number.EPSILON) || 1;
  return {
    lower: Number.isFinite(lower) ? lower : low - room,
    upper: Number.isFinite(upper) ? upper : high + room,
    from,
    to,
    ...(Number.isFinite(lower) ? { lowerText: shortValue(lower) } : {}),
    ...(Number.isFinite(upper) ? { upperText: shortValue(upper) } : {}),
  };
}
