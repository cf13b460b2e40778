// Power in the voting game of a covering problem, exactly.
//
// A swing of a player is a losing coalition that wins with it. Of the sets of ranks that cover, let w(s) have size s, and w_i(s)
// of these contain rank i; then i has w_i(s + 1) − (w(s) − w_i(s)) swings of size s. Features that cover alone swing every
// coalition that loses and holds none of their like; those in every cover (vetoes) swing whenever the others would win with them; the
// rest (dummies) never do, and do not change the indices of the others.
import { bitLength } from '../exact/dyadic.ts';
import type { Cover } from '../weigh/cover.ts';
import type { Account } from './account.ts';
import { type CertainHalves, certainHalves, type Resolution } from './certain-halves.ts';
import { countCover } from './count-cover.ts';
import { type Fraction, fraction } from './fraction.ts';
import { exactly } from './modulus.ts';
import { checkShare, SHARE_STEPS, shareOf } from './shares.ts';
import { factorsAt, type SizeRange, sizeTable } from './size-table.ts';
import { totalOf } from './total.ts';

/** Swings by size of the coalition, of each rank, of a feature that covers alone, and of a veto. */
interface Swings {
  readonly ranks: readonly (readonly bigint[])[];
  readonly single: readonly bigint[];
  readonly veto: readonly bigint[];
}

/** The game of one covering problem. */
export class VotingGame {
  private readonly cover: Cover;
  private readonly features: number;
  private readonly account: Account;
  private readonly resolution: Resolution;
  /** Undefined where nothing need be exceeded. */
  private readonly halves: CertainHalves | undefined;

  constructor(cover: Cover, features: number, account: Account, resolution: Resolution) {
    this.cover = cover;
    this.features = features;
    this.account = account;
    this.resolution = resolution;
    this.halves = cover.threshold < 0n ? undefined : certainHalves(cover, account, resolution);
  }

  /** Swings of size s, each worth s!·(players − 1 − s)! of all players! orders. */
  shapleyShubik(): Fraction[] {
    const players = this.players;
    const factorial = [1n];
    for (let k = 1; k <= players; k++) factorial.push(factorial[k - 1] * BigInt(k));
    const worth = (bySize: readonly bigint[]): Fraction => {
      const orders = bySize.reduce(
        (sum, swings, s) => (swings === 0n ? sum : sum + swings * factorial[s] * factorial[players - 1 - s]),
        0n,
      );
      return fraction(orders, factorial[players]);
    };
    return this.spread(this.swingsBySize(), worth);
  }

  /** All swings, of the 2^(players − 1) coalitions of the others and of all swings of all players. */
  banzhaf(): { banzhaf: Fraction[]; banzhafNormalized: Fraction[] } {
    const coalitions = 1n << BigInt(Math.max(0, this.players - 1));
    const counts = this.spread(this.swings(), ([swings]) => swings, 0n);
    const all = counts.reduce((sum, swings) => sum + swings, 0n);
    return {
      banzhaf: counts.map((swings) => fraction(swings, coalitions)),
      banzhafNormalized: counts.map((swings) => fraction(swings, all)),
    };
  }

  /** Every explanation gives each of its members one over its size. */
  deeganPackel(): Fraction[] {
    const { halves, account } = this;
    const { forced, singles } = this.cover;
    const total = halves === undefined ? 1n : totalOf(halves, account);
    const table =
      halves === undefined
        ? [[1n]]
        : sizeTable(halves, 'minimal', this.minimalSizes(), bitLength(total), account);
    const sizes = this.features;
    // A common multiple of all sizes.
    let unit = 1n;
    for (let s = 2n; s <= BigInt(sizes); s++) unit *= s;
    const shares = (bySize: readonly bigint[]): bigint =>
      bySize.reduce(
        (sum, times, s) => (times === 0n ? sum : sum + (times * unit) / BigInt(s + forced.length)),
        0n,
      );
    const alone = unit / BigInt(1 + forced.length);
    const count = total + BigInt(singles.length);
    // With nothing at all in the only explanation there is nobody to share the vote.
    const [all, ...ranks] = halves === undefined && forced.length === 0 ? [0n] : table.map(shares);
    const veto = all + alone * BigInt(singles.length);
    return this.spread({ ranks, single: alone, veto }, (share) => fraction(share, unit * count));
  }

  /** Frequencies, as shares of all of them. */
  hollerPackel(): Fraction[] {
    const { frequency = [] } = countCover(
      this.cover,
      this.features,
      { frequency: true },
      this.account,
      this.resolution,
    );
    const all = frequency.reduce((sum, times) => sum + times, 0n);
    return frequency.map((times) => fraction(times, all));
  }

  /** Everyone who is not a dummy by weight. */
  private get players(): number {
    const { forced, singles, order } = this.cover;
    return forced.length + singles.length + order.length;
  }

  /** From ranks, features that cover alone and vetoes to all features. */
  private spread<T, R>(
    { ranks, single, veto }: { readonly ranks: readonly T[]; readonly single: T; readonly veto: T },
    worth: (own: T) => R,
    nothing?: R,
  ): R[] {
    const { forced, singles, order } = this.cover;
    const result = new Array<R>(this.features).fill(nothing ?? (fraction(0n, 1n) as R));
    ranks.forEach((own, rank) => {
      result[order[rank]] = worth(own);
    });
    for (const i of singles) result[i] = worth(single);
    for (const i of forced) result[i] = worth(veto);
    return result;
  }

  /** How many swings there are, not by size. */
  private swings(): { ranks: bigint[][]; single: bigint[]; veto: bigint[] } {
    const { halves, account } = this;
    const others = 1n << BigInt(this.cover.order.length + this.cover.singles.length);
    if (halves === undefined) return { ranks: [], single: [0n], veto: [others] };
    const { m, entries } = halves;
    checkShare(halves, account);
    const [all, ...withRank] = exactly(
      (modulus) => shareOf(halves, factorsAt(1, m, 'all', modulus), modulus),
      { account, steps: SHARE_STEPS * entries, bits: m },
    );
    const losing = (1n << BigInt(m)) - all;
    return { ranks: withRank.map((own) => [2n * own - all]), single: [losing], veto: [others - losing] };
  }

  /** The same by size of the coalition. */
  private swingsBySize(): Swings {
    const { halves, account } = this;
    const { forced, singles, order } = this.cover;
    const m = order.length;
    const more = new Array<bigint>(forced.length).fill(0n);
    const others = binomials(m + singles.length);
    if (halves === undefined) return { ranks: [], single: [], veto: [...more.slice(1), ...others] };
    const table = sizeTable(halves, 'all', { least: this.leastSize(), most: m }, m, account);
    const [w, ...ofRank] = table;
    const at = (row: readonly bigint[], s: number): bigint => row[s] ?? 0n;
    const losing = binomials(m).map((all, s) => all - at(w, s));
    return {
      ranks: ofRank.map((own) => [...more, ...losing.map((_, s) => at(own, s + 1) - at(w, s) + at(own, s))]),
      single: [...more, ...losing],
      veto: [...more.slice(1), ...others.map((all, s) => all - at(losing, s))],
    };
  }

  /** The size of the smallest cover: so many of the heaviest; one more than there are where all do not do. */
  private leastSize(): number {
    const { weights, threshold } = this.cover;
    let sum = 0n;
    let size = 0;
    while (size < weights.length && sum <= threshold) sum += weights[size++];
    return sum > threshold ? size : size + 1;
  }

  /** Sizes of minimal covers: without its lightest member none exceeds the threshold, so it is not larger than so many of the lightest. */
  private minimalSizes(): SizeRange {
    const { weights, threshold } = this.cover;
    let sum = 0n;
    let size = 0;
    while (size < weights.length && sum <= threshold) sum += weights[weights.length - ++size];
    return { least: this.leastSize(), most: size };
  }
}

/** n over 0, 1, …, n. */
function binomials(n: number): bigint[] {
  const row = [1n];
  for (let k = 1; k <= n; k++) row.push((row[k - 1] * BigInt(n - k + 1)) / BigInt(k));
  return row;
}
