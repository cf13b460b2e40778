// Explanations that other tools give, in one form: a set of features (a rule), or a weight per feature.

import { FormatError, show } from '@xpxlc/core';
import type { Claimed, ErrorRecord } from '../answer/record-fields.ts';
import type { FeatureNames } from './feature-names.ts';

interface GivenBase {
  /** Row of the table, from 0. */
  readonly row: number;
  /** Who made it, where the file says so. */
  readonly tool?: string;
  /** Where it stands, for messages. */
  readonly place: string;
}

/** "With these values of these features the class is this." */
export interface GivenRule extends GivenBase {
  readonly kind: 'rule';
  /** Positions, each once. */
  readonly features: readonly number[];
  readonly claimed?: Claimed;
}

/** "So much has each feature contributed." */
export interface GivenWeights extends GivenBase {
  readonly kind: 'weights';
  /** One per feature; 0 where nothing is said. */
  readonly weights: readonly number[];
}

export type Given = GivenRule | GivenWeights;

/** An entry that says nothing that could be assessed, and why. */
export interface BadGiven {
  readonly row?: number;
  readonly tool?: string;
  readonly place: string;
  readonly error: ErrorRecord;
}

/** What a file of explanations holds, in its order. */
export interface GivenFile {
  readonly given: readonly Given[];
  readonly bad: readonly BadGiven[];
}

/** Whose explanation, and what the tool says of it. */
export type Head = GivenBase & { readonly claimed?: Claimed };

/** A rule about these features. */
export function toRule({ claimed, ...base }: Head, features: readonly number[]): GivenRule {
  return {
    ...base,
    kind: 'rule',
    features: [...new Set(features)],
    claimed,
  };
}

/** A feature that is named twice is most likely a slip; two conditions on one feature are an interval. */
export function distinct(features: readonly number[], place: string): readonly number[] {
  const twice = features.find((feature, x) => features.indexOf(feature) !== x);
  if (twice !== undefined) throw badRecord('a feature twice', place, 'each feature once', `feature ${twice}`);
  return features;
}

/** Weights of features, each given once. */
export function toWeights(
  { claimed: _, ...base }: Head,
  names: FeatureNames,
  pairs: Iterable<readonly [feature: number, weight: unknown]>,
): GivenWeights {
  const weights = new Array<number>(names.count).fill(0);
  const seen = new Set<number>();
  for (const [feature, weight] of pairs) {
    if (seen.has(feature))
      throw badRecord('a feature twice', base.place, 'each feature once', String(feature));
    seen.add(feature);
    if (typeof weight !== 'number' || !Number.isFinite(weight))
      throw badRecord('not a weight', base.place, 'a finite number', show(weight));
    weights[feature] = weight;
  }
  return { ...base, kind: 'weights', weights };
}

/** A share that a tool claims: a number, or bounds of which the lower counts. */
export function toShare(value: unknown, key: string, place: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const share = typeof value === 'object' ? (value as { readonly low?: unknown }).low : value;
  if (typeof share === 'number' && share >= 0 && share <= 1) return share;
  throw badRecord(`not a ${key}`, place, 'a number from 0 to 1', show(value));
}

/** What is claimed, if anything. */
export function toClaimed(
  precision: number | undefined,
  coverage: number | undefined,
): { readonly claimed?: Claimed } {
  if (precision === undefined && coverage === undefined) return {};
  return {
    claimed: {
      precision,
      coverage,
    },
  };
}

export function badRecord(what: string, place: string, expected: string, got: string): FormatError {
  return new FormatError(what, { code: 'bad-record', place, expected, got });
}
