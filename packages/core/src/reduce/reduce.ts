// Model → classifier: the one place that knows all families.
import { ModelError } from '../errors.ts';
import { checkOption } from '../model/pick.ts';
import type { Classifier } from '../model/prepared.ts';
import type { Model } from '../model/types.ts';
import { toClassifier } from './classifier.ts';
import { findLoser } from './find-loser.ts';
import type { Form } from './form.ts';
import { fromAdditive, fromLinear, fromScorecard } from './from-linear.ts';
import {
  fromBernoulli,
  fromCategorical,
  fromComplement,
  fromGaussian,
  fromMultinomial,
} from './from-naive-bayes.ts';

/** Options of {@link reduce}. */
export interface ReduceOptions {
  /**
   * What to do with a class that some other class beats everywhere, so that it can never be predicted:
   * `'refuse'` (default) throws, `'allow'` accepts it; explanations are right either way.
   */
  readonly neverWins?: 'refuse' | 'allow';
}

/**
 * Prepare a model for questions: reduce it to the additive form and do everything that depends on the model
 * alone. Keep the result and use it for all instances.
 *
 * @throws {ModelError} `class-never-wins` unless allowed.
 * @throws {InstanceError} `bad-option` when `neverWins` is another word.
 * @example
 * ```ts
 * import { linearModel, predict, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }], weights: [2], intercept: -1 }));
 * predict(classifier, { x: 0.75 }).class; // => 'yes'
 * ```
 */
export function reduce(model: Model, { neverWins = 'refuse' }: ReduceOptions = {}): Classifier {
  checkOption(neverWins, ['refuse', 'allow'], 'neverWins');
  const classifier = toClassifier(model, toForm(model));
  const loser = neverWins === 'refuse' ? findLoser(classifier) : undefined;
  if (loser !== undefined) {
    throw new ModelError('a class that can never win', {
      code: 'class-never-wins',
      place: `class '${model.classes[loser.loser]}'`,
      expected: "an instance where it wins (or neverWins: 'allow')",
      got: `class '${model.classes[loser.winner]}' ahead everywhere`,
    });
  }
  return classifier;
}

function toForm(model: Model): Form {
  switch (model.kind) {
    case 'categorical-naive-bayes':
      return fromCategorical(model);
    case 'bernoulli-naive-bayes':
      return fromBernoulli(model);
    case 'multinomial-naive-bayes':
      return fromMultinomial(model);
    case 'complement-naive-bayes':
      return fromComplement(model);
    case 'gaussian-naive-bayes':
      return fromGaussian(model);
    case 'linear':
      return fromLinear(model);
    case 'scorecard':
      return fromScorecard(model);
    case 'additive':
      return fromAdditive(model);
    default:
      throw new ModelError('unknown kind of model', {
        code: 'bad-model',
        expected: 'a model made by one of the constructors',
        got: String((model as { kind?: unknown }).kind),
      });
  }
}
