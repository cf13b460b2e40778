// What was said, and a model → the question that every row is asked: names and classes of the model, what may move, budgets. Every
// door asks here, so that the same words mean the same everywhere.
import type { Budget, Classifier, Distribution, Within } from '@xpxlc/core';
import type { Asked } from '../answer/check-record.ts';
import type { CountQuestion } from '../answer/count-record.ts';
import type { ExplainQuestion } from '../answer/explain-record.ts';
import type { FeaturesQuestion } from '../answer/features-record.ts';
import type { PreciseQuestion } from '../answer/precise-record.ts';
import type { CHECK } from './check.ts';
import { COUNT } from './count.ts';
import { EXPLAIN } from './explain.ts';
import type { FEATURES } from './features.ts';
import { classOf, namesOf } from './names.ts';
import { type Door, type Options, refuseClashes, type Said, type Shared } from './option.ts';
import type { PreciseOptions } from './precise.ts';
import type { ReportOptions } from './report.ts';
import { UsageError } from './usage-error.ts';
import { withinOf } from './within.ts';

/** What every door can say; a limit on time is not at all of them. */
type SaidOf<Q extends { readonly options: Options }> = Said<Shared<Q['options']>> & {
  readonly maxTime?: number;
};

/** The model, and the door at which the question is asked. */
export interface Asking {
  readonly classifier: Classifier;
  readonly door: Door;
}

/** @throws {UsageError} for what does not go together, and for names that the model does not have. */
export function explainQuestion(said: SaidOf<typeof EXPLAIN>, asking: Asking): ExplainQuestion {
  const { kind, limit = 1, skip, seed = 0 } = said;
  const avoid = featuresOf(said.avoid, 'avoid', asking);
  const never = featuresOf(said.never, 'never', asking);
  const target = classNamed(said.target, 'target', asking);
  refuseClashes(EXPLAIN, said, asking.door, asking.classifier.classes.length);
  return {
    kind,
    ...(said.order === 'random'
      ? { limit: 1, order: 'size', sample: { size: limit === 'all' ? 1 : limit, seed } }
      : {
          limit: limit === 'all' ? Number.POSITIVE_INFINITY : limit,
          order: said.order ?? (skip === undefined ? 'size' : 'search'),
        }),
    skip,
    avoid,
    never,
    ...movable(said, asking),
    target,
    inflate: said.inflate ?? false,
    certificate: said.certificate ?? false,
    ...timeOf(said),
  };
}

/** @throws {UsageError} as for explanations. */
export function countQuestion(said: SaidOf<typeof COUNT>, asking: Asking): CountQuestion {
  refuseClashes(COUNT, said, asking.door);
  const { kind, limit: most, power = false, pairs = false, tooMany, seed = 0 } = said;
  return {
    kind,
    ...movable(said, asking),
    most,
    budget: budgetOf(said),
    ...timeOf(said),
    power,
    pairs,
    ...(tooMany === 'error' ? {} : { beyond: tooMany === 'bounds' ? tooMany : { seed } }),
  };
}

/** @throws {UsageError} as for explanations. */
export function featuresQuestion(
  said: SaidOf<typeof FEATURES>,
  split: FeaturesQuestion['split'],
  asking: Asking,
): FeaturesQuestion {
  const { limit: most } = said;
  return {
    protected: featuresOf(said.protected, 'protected', asking),
    split,
    most,
    budget: budgetOf(said),
    ...timeOf(said),
    ...movable(said, asking),
  };
}

/** @param distribution - what was said of it, read. @throws {UsageError} as for explanations. */
export function preciseQuestion(
  said: PreciseOptions,
  distribution: Distribution,
  asking: Asking,
): PreciseQuestion {
  return { precision: said.precision, distribution, ...movable(said, asking), ...timeOf(said) };
}

/** What a document says of each row, but for the user's own phrases. @throws {UsageError} as for explanations. */
export function documentQuestion(
  said: ReportOptions,
  asking: Asking,
): Pick<ReportOptions, 'reasons' | 'adverse' | 'target'> & {
  readonly protected: readonly string[];
  readonly listed: number;
  readonly budget: Budget;
  readonly maxTime?: number;
} {
  const adverse = classNamed(said.adverse, 'adverse', asking);
  const target = classNamed(said.target, 'target', asking);
  if (adverse !== undefined && adverse === target)
    throw new UsageError(`needs another class than ${asking.door.named('adverse')}`, {
      place: `${asking.door.named('target')} ${target}`,
    });
  return {
    reasons: said.reasons,
    adverse,
    target,
    protected: featuresOf(said.protected, 'protected', asking),
    listed: said.limit,
    budget: budgetOf(said),
    ...timeOf(said),
  };
}

/** @throws {UsageError} as for explanations. */
export function checkQuestion(said: SaidOf<typeof CHECK>, asking: Asking): Asked {
  const target = classNamed(said.target, 'target', asking);
  return {
    kind: said.kind,
    target,
    repair: said.repair ?? false,
    ...timeOf(said),
  };
}

/** Some features of the model, by name. */
function featuresOf(
  said: string | readonly string[] | undefined,
  option: string,
  { classifier, door }: Asking,
): string[] {
  const known = classifier.features.map(({ name }) => name);
  return namesOf(said, known, { place: door.named(option), what: 'feature' });
}

/** A class of the model, by its name. */
function classNamed(
  said: string | undefined,
  option: string,
  { classifier, door }: Asking,
): string | undefined {
  return said === undefined ? undefined : classOf(said, classifier.classes, door.named(option));
}

/** What may move. */
export function movable(
  { within }: { readonly within?: string | Within },
  { classifier }: Pick<Asking, 'classifier'>,
): { readonly within?: Within } {
  return within === undefined ? {} : { within: withinOf(within, classifier) };
}

/** What counting may cost. */
export function budgetOf({
  maxSteps,
  maxMemory,
}: {
  readonly maxSteps?: number;
  readonly maxMemory?: number;
}): Budget {
  return {
    steps: maxSteps,
    ...(maxMemory === undefined ? {} : { memory: maxMemory * 2 ** 20 }),
  };
}

/** Seconds that a row may take, as milliseconds. */
export function timeOf({ maxTime }: { readonly maxTime?: number }): { readonly maxTime?: number } {
  return maxTime === undefined ? {} : { maxTime: 1000 * maxTime };
}
