// Scorecards: points per category or bin, added up and held against a cut-off.
import { checkShape } from './additive.ts';
import type { Scorecard, StepsShape, TableShape } from './types.ts';
import { type CommonSpec, checkCommon, checkFinite, checkLength, wrong } from './validate.ts';

/** What {@link scorecard} takes. */
export interface ScorecardSpec extends Omit<CommonSpec, 'threshold' | 'link'> {
  /** Exactly two: the class below the cut-off, then the class at or above it. */
  readonly classes: readonly string[];
  /** Points everybody starts with. Default 0. */
  readonly base?: number;
  /** Points needed for the second class. */
  readonly cutoff: number;
  /** Per feature: a list of points per category, or cuts and points per bin. */
  readonly points: readonly (readonly number[] | Omit<StepsShape, 'kind'>)[];
}

/**
 * A scorecard. Reaching the cut-off is enough for the second class; say `tieOrder` otherwise.
 *
 * @throws {ModelError} when names, lengths, points or bins are wrong.
 * @example
 * ```ts
 * import { scorecard } from '@xpxlc/core';
 * const card = scorecard({
 *   classes: ['refuse', 'grant'],
 *   features: [{ name: 'age', kind: 'integer', lower: 18, upper: 99 }, { name: 'home', values: ['rent', 'own'] }],
 *   points: [{ cuts: [25, 40], values: [0, 15, 30] }, [5, 20]],
 *   cutoff: 35,
 * });
 * card.tieOrder; // => ['grant', 'refuse']
 * ```
 */
export function scorecard(spec: ScorecardSpec): Scorecard {
  const reached = Array.isArray(spec.classes) ? [...spec.classes].reverse() : [];
  const base = checkCommon({ ...spec, tieOrder: spec.tieOrder ?? reached }, { steps: true });
  if (base.classes.length !== 2)
    throw wrong('a scorecard has two classes', '2', base.classes.length, 'classes');
  const points = checkLength(spec.points, base.features.length, 'feature', 'points').map(
    (entry, i): TableShape | StepsShape => {
      const feature = base.features[i];
      const place = `feature '${feature.name}'`;
      if (feature.kind === 'categorical')
        return checkShape({ kind: 'table', values: entry as readonly number[] }, feature, place);
      return checkShape({ ...(entry as StepsShape), kind: 'steps' }, feature, place);
    },
  );
  return {
    kind: 'scorecard',
    ...base,
    base: checkFinite(spec.base ?? 0, 'base'),
    cutoff: checkFinite(spec.cutoff, 'cutoff'),
    points,
  };
}
