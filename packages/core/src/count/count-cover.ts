// The minimal covers of one covering problem in numbers: how many, of which size, with which feature, with which two.
import { bitLength } from '../exact/dyadic.ts';
import type { Cover } from '../weigh/cover.ts';
import type { Account } from './account.ts';
import { type CertainHalves, certainHalves, type Resolution } from './certain-halves.ts';
import { exactly } from './modulus.ts';
import { checkShare, countingFactors, type Factors, SHARE_STEPS, shareOf } from './shares.ts';
import { checkSizes, sizesOf } from './sizes.ts';
import { totalOf } from './total.ts';

/** What to count besides the number. */
export interface Wanted {
  readonly sizes?: boolean;
  readonly frequency?: boolean;
  readonly pairs?: boolean;
}

/** Numbers of covers of `features` features. */
export interface Counted {
  readonly count: bigint;
  /** By size, up to the last that occurs. */
  readonly sizes?: bigint[];
  /** By feature. */
  readonly frequency?: bigint[];
  /** By two features; a feature with itself is its frequency. */
  readonly pairs?: bigint[][];
  /** The number format that left nothing in doubt; none where there was nothing to compare. */
  readonly format: CertainHalves['format'] | 'none';
}

/** Count the covers. */
export function countCover(
  cover: Cover,
  features: number,
  wanted: Wanted,
  account: Account,
  resolution: Resolution = {},
): Counted {
  // Below 0 there is nothing to exceed: the one cover is the forced features alone.
  if (cover.threshold < 0n) {
    const alone = { total: 1n, byRank: [], bySize: [1n], together: [] };
    return assemble(cover, features, wanted, alone, 'none');
  }
  const halves = certainHalves(cover, account, resolution, (shape, roomy) => {
    if (wanted.sizes) checkSizes(shape, roomy);
    if (wanted.frequency || wanted.pairs) checkShare(shape, roomy);
  });
  const inner = countRanks(halves, wanted, account);
  const singles = BigInt(cover.singles.length);
  if (inner.bySize !== undefined) inner.bySize[1] += singles;
  return assemble(cover, features, wanted, { ...inner, total: inner.total + singles }, halves.format);
}

/** The same by rank. */
interface Inner {
  readonly total: bigint;
  readonly byRank: readonly bigint[];
  readonly bySize?: bigint[];
  readonly together?: readonly (readonly bigint[])[];
}

function countRanks(halves: CertainHalves, { sizes, frequency, pairs }: Wanted, account: Account): Inner {
  const { m, entries } = halves;
  const factors = countingFactors(m);
  const share = (using: Factors): bigint[] =>
    exactly((modulus) => shareOf(halves, using, modulus), { account, steps: SHARE_STEPS * entries, bits: m });
  if (frequency || pairs) checkShare(halves, account);
  const [total, ...byRank] = frequency || pairs ? share(factors) : [totalOf(halves, account)];
  if (pairs) account.afford(m * SHARE_STEPS * entries);
  const together = pairs && byRank.map((_, rank) => share(withRank(factors, rank)).slice(1));
  return {
    total,
    byRank,
    ...(sizes ? { bySize: sizesOf(halves, account, bitLength(total)) } : {}),
    ...(together ? { together } : {}),
  };
}

/** Only covers with a given rank are worth anything: it is never skipped, and none is complete before it. */
function withRank(factors: Factors, rank: number): Factors {
  return {
    ...factors,
    skip: factors.skip.with(rank, 0),
    done: factors.done.map((one, l) => (l > rank ? one : 0)),
  };
}

/** From ranks to features. */
function assemble(
  { forced, singles, order }: Cover,
  features: number,
  { sizes, frequency, pairs }: Wanted,
  { total, byRank, bySize = [], together = [] }: Inner,
  format: Counted['format'],
): Counted {
  const byFeature = new Array<bigint>(features).fill(0n);
  for (const i of singles) byFeature[i] = 1n;
  byRank.forEach((times, rank) => {
    byFeature[order[rank]] = times;
  });
  for (const i of forced) byFeature[i] = total;
  return {
    count: total,
    ...(sizes ? { sizes: trimmed(bySize, forced.length) } : {}),
    ...(frequency ? { frequency: byFeature } : {}),
    ...(pairs ? { pairs: square(byFeature, forced, order, together) } : {}),
    format,
  };
}

/** By two features: a forced one is with any other as often as that one occurs. */
function square(
  byFeature: readonly bigint[],
  forced: readonly number[],
  order: Int32Array,
  together: readonly (readonly bigint[])[],
): bigint[][] {
  const always = new Set(forced);
  const rows = byFeature.map((times, i) =>
    byFeature.map((other, j) => (always.has(i) ? other : always.has(j) || i === j ? times : 0n)),
  );
  together.forEach((row, a) => {
    row.forEach((times, b) => {
      rows[order[a]][order[b]] = times;
    });
  });
  return rows;
}

/** As a list up to the last size that occurs, moved up by the features that are in every cover. */
function trimmed(sizes: readonly bigint[], more: number): bigint[] {
  const last = sizes.findLastIndex((times) => times > 0n);
  return last < 0 ? [] : [...new Array<bigint>(more).fill(0n), ...sizes.slice(0, last + 1)];
}
