// Two models side by side: which features and classes are the same? Those with the same name.
import { type Classifier, FormatError } from '@xpxlc/core';

/** Classifiers A and B, matched. */
export interface Pairing {
  readonly a: Classifier;
  readonly b: Classifier;
  /** All features by name: those of A, then those that B alone has. */
  readonly features: readonly string[];
  /** Per feature of A its position in B, −1 where B does not have it. */
  readonly inB: readonly number[];
  /** Per feature of B its position in `features`. */
  readonly fromB: readonly number[];
}

/**
 * Match two classifiers.
 *
 * @throws {FormatError} `no-common-class`.
 */
export function pairUp(a: Classifier, b: Classifier): Pairing {
  if (!a.classes.some((name) => b.classes.includes(name)))
    throw new FormatError('the models have no class in common', {
      code: 'no-common-class',
      place: 'MODEL_B',
      expected: `classes named as in MODEL_A: ${listed(a.classes)}`,
      got: listed(b.classes),
    });
  const namesOfA = a.features.map(({ name }) => name);
  const namesOfB = b.features.map(({ name }) => name);
  const features = [...new Set([...namesOfA, ...namesOfB])];
  const placesInB = new Map(namesOfB.map((name, i) => [name, i]));
  const places = new Map(features.map((name, i) => [name, i]));
  return {
    a,
    b,
    features,
    inB: namesOfA.map((name) => placesInB.get(name) ?? -1),
    fromB: namesOfB.map((name) => places.get(name) as number),
  };
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`;
}
