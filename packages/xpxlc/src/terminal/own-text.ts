// A value of a case, as people write it.
import type { Problem } from '@xpxlc/core';
import { assigned } from './assigned.ts';
import { missingIn, missingTexts } from './missing.ts';

/** `name = value` of the instance. */
export function ownText(problem: Problem, i: number): string {
  const { classifier, values, missing } = problem;
  const feature = classifier.features[i];
  const [gone] = missing.includes(i) ? missingTexts(missingIn({ classifier, values, missing: [i] })) : [];
  if (gone !== undefined) return gone;
  if (feature.kind === 'categorical') return assigned(feature.name, feature.values[values[i]]);
  return assigned(feature.name, values[i], feature.unit);
}
