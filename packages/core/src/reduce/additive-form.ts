// The classifier written out as a general additive model: plain data that says exactly what is being explained.
import type { Classifier } from '../model/prepared.ts';
import type { AdditiveModel, Shape } from '../model/types.ts';
import { toReduced } from './classifier.ts';

/**
 * The additive model a classifier computes with: the same scores, number for number, whatever family it came from.
 *
 * @example
 * ```ts
 * import { additiveForm, reduce, scorecard } from '@xpxlc/core';
 * const card = scorecard({ classes: ['refuse', 'grant'], features: [{ name: 'home', values: ['rent', 'own'] }], points: [[5, 20]], cutoff: 10 });
 * additiveForm(reduce(card)).shapes[0][1]; // => { kind: 'table', values: [5, 20] }
 * ```
 */
export function additiveForm(classifier: Classifier): AdditiveModel {
  const { model, classes, features, bias, terms } = toReduced(classifier).whole;
  // A second addend of the second class is a threshold or cut-off with its sign turned; others have one at most.
  const threshold = -(bias[1].at(1) ?? 0);
  const shapes = terms.map((term) =>
    classes.map((_, k): Shape => {
      if (term.kind === 'curve') return { kind: 'quadratic', ...term.coefficients[k] };
      if (term.bins === undefined) return { kind: 'table', values: [...term.values[k]] };
      const { cuts, closed } = term.bins;
      const values = term.values[k].slice(0, cuts.length + 1);
      const missing = term.values[k].at(cuts.length + 1);
      return {
        kind: 'steps',
        cuts: [...cuts],
        closed,
        values,
        missing,
      };
    }),
  );
  const form = {
    kind: 'additive',
    classes,
    features,
    tieOrder: model.tieOrder,
    bias: bias.map((addends) => addends[0] ?? 0),
    shapes,
  } as const;
  return threshold === 0 ? form : { ...form, threshold };
}
