// A contrast for readers: what must be so for which class.
import { type Counterfactual, changeLiterals, type Problem } from '@xpxlc/core';
import type { Contrast } from '../decision/decision.ts';
import { assigned } from './assigned.ts';
import { READABLE } from './readable.ts';

export interface ContrastWords {
  /** Of the changed case; absent where only numbers that are no doubles would do. */
  readonly class?: string;
  /** What must be so, one per feature that changes. */
  readonly literals: readonly string[];
  /** Within rounding noise. */
  readonly doubtful: boolean;
}

export function contrastWords(problem: Problem, { changed }: Contrast): ContrastWords {
  if (changed === undefined) return { literals: [], doubtful: false };
  const literals = changeLiterals(problem, changed, undefined, READABLE);
  return {
    class: changed.class,
    literals: literals.map((text, x) => brief(problem, changed, x, text)),
    doubtful: changed.doubtful,
  };
}

/** Lists of hundreds of categories are not read: the one of the changed case stands for them. */
const LONGEST = 160;

function brief(
  { classifier }: Problem,
  { changed, instance }: Counterfactual,
  x: number,
  text: string,
): string {
  if (text.length <= LONGEST) return text;
  const feature = classifier.features[changed[x]];
  const unit = feature.kind === 'categorical' ? undefined : feature.unit;
  return `${assigned(feature.name, instance[feature.name], unit)} (among others)`;
}
