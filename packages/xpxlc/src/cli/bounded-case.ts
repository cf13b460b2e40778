// The case of `--instance` and a classifier that has room for it, if the user wants one.
import {
  type Classifier,
  type Instance,
  InstanceError,
  type Problem,
  type WeighOptions,
  weigh,
} from '@xpxlc/core';
import { type ExtendedClassifier, extendClassifier } from '../answer/extend-bounds.ts';
import type { DataOptions } from '../ask/groups.ts';
import { BOUNDS_HINT } from '../table/bad-row.ts';

/** Weigh the case; a wrong case ends the command. */
export function boundedCase(
  classifier: Classifier,
  instance: Instance,
  { beyondBounds }: Pick<DataOptions, 'beyondBounds'>,
  asked: WeighOptions = {},
): ExtendedClassifier & { readonly problem: Problem } {
  const found =
    beyondBounds === 'extend' ? extendClassifier(classifier, instance) : { classifier, extended: undefined };
  try {
    return { ...found, problem: weigh(found.classifier, instance, asked) };
  } catch (error) {
    if (!(error instanceof InstanceError) || error.code !== 'out-of-bounds' || beyondBounds === 'extend')
      throw error;
    const { code, place, expected, got } = error;
    throw new InstanceError('out of bounds', {
      code,
      place,
      expected,
      hint: BOUNDS_HINT,
      got,
    });
  }
}
