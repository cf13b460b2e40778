// Brute force for cards of up to 16 features: every set of features is tested from the definition (docs/definitions.md), on exact
// integers. All numbers that counting claims follow by adding up. A set is a mask: bit i stands for feature i.
import { exactly } from './fraction.ts';

/** Points per feature and value; 'yes' from the cut-off on. Points and cut-off may be any doubles. */
export interface Card {
  readonly points: readonly (readonly number[])[];
  readonly cutoff: number;
  /** Does 'yes' win when the cut-off is met exactly? */
  readonly yesWinsTies: boolean;
  /** One position per feature. */
  readonly instance: readonly number[];
}

/** A fraction in lowest terms. */
export interface LowestTerms {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** All sets that have a property, and the minimal ones among them. */
export interface Coalitions {
  readonly features: number;
  /** By mask: 1 when the set has the property. */
  readonly wins: Uint8Array;
  /** The minimal ones, as masks. */
  readonly minimal: readonly number[];
}

/** `axp`: sets that fix the class when held. `cxp`: sets of which some change changes the class. */
export function coalitionsOf(card: Card, kind: 'axp' | 'cxp'): Coalitions {
  const features = card.points.length;
  const fixes = fixing(card);
  const all = fixes.length - 1;
  const wins = kind === 'axp' ? fixes : fixes.map((_, mask) => 1 - fixes[all ^ mask]);
  const minimal: number[] = [];
  wins.forEach((yes, mask) => {
    if (yes === 1 && members(mask).every((i) => wins[mask ^ (1 << i)] === 0)) minimal.push(mask);
  });
  return { features, wins, minimal };
}

/** By mask: does holding these values fix the class, whatever the others are? The worst the others can do decides. */
function fixing({ points, cutoff, yesWinsTies, instance }: Card): Uint8Array {
  const [whole, limit] = toIntegers(points, cutoff);
  const own = whole.map((row, i) => row[instance[i]]);
  const isYes = (sum: bigint): boolean => (yesWinsTies ? sum >= limit : sum > limit);
  const yes = isYes(own.reduce((a, b) => a + b, 0n));
  const worst = whole.map((row) => row.reduce((a, b) => (yes === a < b ? a : b)));
  const sums = new Array<bigint>(1 << points.length);
  sums[0] = worst.reduce((a, b) => a + b, 0n);
  const result = new Uint8Array(sums.length);
  for (let mask = 0; mask < sums.length; mask++) {
    if (mask > 0) {
      const i = 31 - Math.clz32(mask);
      sums[mask] = sums[mask ^ (1 << i)] - worst[i] + own[i];
    }
    result[mask] = isYes(sums[mask]) === yes ? 1 : 0;
  }
  return result;
}

/** The same numbers times a common denominator. */
function toIntegers(points: Card['points'], cutoff: number): [bigint[][], bigint] {
  const rows = points.map((row) => row.map(exactly));
  const limit = exactly(cutoff);
  const den = [limit, ...rows.flat()].reduce((most, x) => (x.den > most ? x.den : most), 1n);
  // Denominators are powers of two, so the largest is common to all.
  return [rows.map((row) => row.map((x) => x.num * (den / x.den))), limit.num * (den / limit.den)];
}

/** The features of a mask, in increasing order. */
export function members(mask: number): number[] {
  const result: number[] = [];
  for (let i = 0; mask >> i !== 0; i++) if ((mask >> i) & 1) result.push(i);
  return result;
}

/** How many minimal sets there are, by size, by feature and by two features. */
export function numbersOf({ features, minimal }: Coalitions) {
  const sizes = new Array<number>(features + 1).fill(0);
  const pairs = Array.from({ length: features }, () => new Array<number>(features).fill(0));
  for (const mask of minimal) {
    const set = members(mask);
    sizes[set.length] += 1;
    for (const i of set) for (const j of set) pairs[i][j] += 1;
  }
  return {
    count: BigInt(minimal.length),
    sizes: sizes.slice(0, sizes.findLastIndex((times) => times > 0) + 1).map(BigInt),
    frequency: pairs.map((row, i) => BigInt(row[i])),
    pairs: pairs.map((row) => row.map(BigInt)),
  };
}

/** The power indices by their definitions. A swing of a feature is a set without it that wins only with it. */
export function powerOf({ features, wins, minimal }: Coalitions) {
  /** By feature and size of the set: swings. */
  const swings = Array.from({ length: features }, () => new Array<bigint>(features).fill(0n));
  wins.forEach((yes, mask) => {
    if (yes === 0) return;
    const set = members(mask);
    for (const i of set) if (wins[mask ^ (1 << i)] === 0) swings[i][set.length - 1] += 1n;
  });
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  const sum = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n);
  const sets = minimal.map(members);
  const having = swings.map((_, i) => sets.filter((set) => set.includes(i)));
  const all = sum(swings.flat());
  const inAll = sum(sets.map((set) => BigInt(set.length)));
  // A multiple of all sizes, so that the shares of a vote are whole.
  const unit = factorial(features);
  return {
    shapleyShubik: swings.map((bySize) =>
      lowest(sum(bySize.map((times, s) => times * factorial(s) * factorial(features - 1 - s))), unit),
    ),
    banzhaf: swings.map((bySize) => lowest(sum(bySize), 1n << BigInt(features - 1))),
    banzhafNormalized: swings.map((bySize) => lowest(sum(bySize), all)),
    deeganPackel: having.map((own) =>
      lowest(sum(own.map((set) => unit / BigInt(set.length))), unit * BigInt(sets.length)),
    ),
    hollerPackel: having.map((own) => lowest(BigInt(own.length), inAll)),
  };
}

/** A share of nothing is 0. */
function lowest(numerator: bigint, denominator: bigint): LowestTerms {
  if (numerator === 0n) return { numerator: 0n, denominator: 1n };
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}
