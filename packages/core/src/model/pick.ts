// Features named in a question (to avoid, to check, to change): by name or position, → positions.
import { InstanceError, show } from '../errors.ts';
import { didYouMean } from './nearest.ts';
import { findName } from './same-value.ts';

/** Features by name or 0-based position. */
export type Features = readonly (string | number)[];

/**
 * Positions in increasing order, without repetition.
 *
 * @throws {InstanceError} `unknown-feature`.
 */
export function pick(
  { features, indexOf }: { features: readonly { name: string }[]; indexOf: ReadonlyMap<string, number> },
  chosen: Features,
): number[] {
  if (isInOrder(chosen, features.length)) return [...chosen];
  const positions = new Set<number>();
  for (const entry of chosen) {
    const index = typeof entry === 'string' ? indexOf.get(entry) : entry;
    if (index === undefined || !Number.isInteger(index) || index < 0 || index >= features.length) {
      throw new InstanceError('unknown feature', {
        code: 'unknown-feature',
        expected: `a feature name or a position below ${features.length}`,
        got: show(entry),
        ...(typeof entry === 'string' ? didYouMean(entry, [...indexOf.keys()]) : {}),
      });
    }
    positions.add(index);
  }
  return [...positions].sort((a, b) => a - b);
}

/** Positions that increase: what other questions answered. */
function isInOrder(chosen: Features, count: number): chosen is readonly number[] {
  let last = -1;
  for (let x = 0; x < chosen.length; x++) {
    const index = chosen[x];
    if (typeof index !== 'number' || !Number.isInteger(index) || index <= last || index >= count)
      return false;
    last = index;
  }
  return true;
}

/**
 * A class by name or position, as a position.
 *
 * @throws {InstanceError} `unknown-class`.
 */
export function pickClass(classes: readonly string[], chosen: string | number): number {
  const index = typeof chosen === 'string' ? findName(classes, chosen) : chosen;
  if (!Number.isInteger(index) || index < 0 || index >= classes.length) {
    throw new InstanceError('unknown class', {
      code: 'unknown-class',
      expected: `one of ${classes.map((name) => `'${name}'`).join(', ')}`,
      got: show(chosen),
      ...(typeof chosen === 'string' ? didYouMean(chosen, classes) : {}),
    });
  }
  return index;
}

/**
 * One of the words that an option may have. TypeScript sees to that; this is for JavaScript, where any other word would act as one of them.
 *
 * @throws {InstanceError} `bad-option`.
 */
export function checkOption<T extends string>(chosen: T, options: readonly T[], place: string): T {
  if (!options.includes(chosen)) {
    throw new InstanceError('unknown option', {
      code: 'bad-option',
      place,
      expected: `one of ${options.map((name) => `'${name}'`).join(', ')}`,
      got: show(chosen),
    });
  }
  return chosen;
}

/**
 * How many answers at most: a whole number from 0 up, or Infinity.
 *
 * @throws {InstanceError} `bad-option`.
 */
export function checkLimit(limit: number, place = 'limit'): number {
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new InstanceError('not a limit', {
      code: 'bad-option',
      place,
      expected: 'a whole number from 0 up, or Infinity',
      got: show(limit),
    });
  }
  return limit;
}
