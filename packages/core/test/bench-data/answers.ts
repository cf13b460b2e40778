// What the core answers, in the words of the corpus: every query asked, so that one comparison per instance does.

import { explainBlock } from '../../src/block/explain-block.ts';
import { check } from '../../src/query/check.ts';
import { enumerate } from '../../src/query/enumerate.ts';
import { necessary } from '../../src/query/necessary.ts';
import { predict } from '../../src/query/predict.ts';
import { relevant } from '../../src/query/relevant.ts';
import { smallest } from '../../src/query/smallest.ts';
import { type Tally, tally } from '../../src/query/tally.ts';
import type { Reduced } from '../../src/reduce/classifier.ts';
import type { Kind } from '../../src/weigh/cover.ts';
import type { Rival, Weighed } from '../../src/weigh/problem.ts';
import { weigh } from '../engine.ts';
import { sorted } from '../laws/sets.ts';
import { exactly, type Fraction, minus, order, plus, read, show, sum } from '../oracle/fraction.ts';
import type { Explained } from './corpus.ts';
import { signs } from './models.ts';

type Sets = readonly (readonly number[])[];

/** Class, value and Φ of an instance of a two-class model, rounded and exact. */
export interface Weights {
  readonly cls: number;
  readonly value: number | null;
  readonly value_exact: string;
  readonly phi: number | null;
  readonly phi_exact: string;
}

export function weighed(classifier: Reduced, instance: readonly number[]): Weights {
  const { class: name, margin, exactMargin } = predict(classifier, instance);
  const [rival] = weigh(classifier, instance).rivals;
  const side = name === '+' ? 1 : -1;
  const { num, den } = read(exactMargin);
  const phi = minus(sum(dropsOf(rival)), marginOf(rival));
  return {
    cls: signs.indexOf(name),
    value: Number.isFinite(margin) ? side * margin + 0 : null,
    value_exact: show({ num: BigInt(side) * num, den }),
    phi: nearestDouble(phi),
    phi_exact: show(phi),
  };
}

/** The margin Γ over a rival. */
export function marginOf({ weights }: Rival): Fraction {
  return inUnits(weights.margin, weights);
}

/** The drops δ towards a rival. */
export function dropsOf({ weights }: Rival): Fraction[] {
  return weights.drops.map((drop) => inUnits(drop, weights));
}

function inUnits(x: bigint, { exponent, denominator }: Rival['weights']): Fraction {
  return exponent < 0
    ? { num: x, den: denominator << BigInt(-exponent) }
    : { num: x << BigInt(exponent), den: denominator };
}

/** Everything asked about one kind of explanation; lists are sorted. */
export interface Asked {
  readonly inSearchOrder: Sets;
  readonly bySize: Sets;
  /** Sizes in the order of the enumeration by size. */
  readonly sizesInOrder: readonly number[];
  readonly complete: boolean;
  readonly tally: Tally;
  /** Size of the smallest one, and what a check says of it. */
  readonly smallest:
    | { readonly size: number; readonly holds: boolean; readonly minimal: boolean }
    | undefined;
  readonly smallestCount: number;
}

export function asked(problem: Weighed, kind: Kind): Asked {
  const searching = enumerate(problem, { kind });
  const inSearchOrder = Array.from(searching, (set) => set.features);
  const bySize = Array.from(enumerate(problem, { kind, order: 'size' }), (set) => set.features);
  return {
    inSearchOrder: sorted(inSearchOrder),
    bySize: sorted(bySize),
    sizesInOrder: bySize.map((set) => set.length),
    complete: searching.complete,
    tally: tally(problem, { kind }),
    smallest: checkedSmallest(problem, kind),
    smallestCount: countSmallest(problem, kind),
  };
}

/** What {@link asked} must be when these sets are all there are. */
export function expectedOf(sets: Sets, features: number): Asked {
  const sizes = sets.map((set) => set.length).sort((a, b) => a - b);
  const bySize = Array.from({ length: sets.length === 0 ? 0 : Math.max(...sizes) + 1 }, () => 0);
  for (const size of sizes) bySize[size] += 1;
  return {
    inSearchOrder: sets,
    bySize: sets,
    sizesInOrder: sizes,
    complete: true,
    tally: {
      count: sets.length,
      complete: true,
      sizes: bySize,
      frequency: Array.from({ length: features }, (_, i) => sets.filter((set) => set.includes(i)).length),
    },
    smallest: sets.length === 0 ? undefined : { size: sizes[0], holds: true, minimal: true },
    smallestCount: sizes.filter((size) => size === sizes[0]).length,
  };
}

/** The answers to all questions of a synthetic case, and what else was asked on the way. */
export interface AllAsked extends Explained {
  readonly axp: Asked;
  readonly cxp: Asked;
}

export function explained(problem: Weighed, cls: number): AllAsked {
  const axp = asked(problem, 'axp');
  const cxp = asked(problem, 'cxp');
  return {
    cls,
    axps: axp.inSearchOrder,
    cxps: cxp.inSearchOrder,
    ...tallied(problem),
    smallest: axp.smallest?.size ?? Number.NaN,
    smallest_count: axp.smallestCount,
    relevant: relevant(problem),
    necessary: necessary(problem),
    axp,
    cxp,
  };
}

/** What {@link explained} must be. */
export function expectedAll<E extends Explained>(answer: E): E & AllAsked {
  const features = answer.freq.length;
  return { ...answer, axp: expectedOf(answer.axps, features), cxp: expectedOf(answer.cxps, features) };
}

/** Count, largest size, histogram and frequencies of the explanations. */
export function tallied(problem: Weighed): Pick<Explained, 'count' | 'largest' | 'hist' | 'freq'> {
  const { count, sizes, frequency } = tally(problem);
  const hist = Object.fromEntries(sizes.flatMap((times, size) => (times === 0 ? [] : [[`${size}`, times]])));
  return { count, largest: sizes.length - 1, hist, freq: frequency };
}

/** Size of the smallest explanation, and whether it is one. */
export function checkedSmallest(problem: Weighed, kind: Kind): Asked['smallest'] {
  const set = smallest(problem, { kind });
  if (set === undefined) return undefined;
  const { holds, minimal } = check(problem, set, { kind });
  return { size: set.length, holds, minimal };
}

/** How many explanations have the smallest size: by size, until the size grows. */
export function countSmallest(problem: Weighed, kind: Kind): number {
  let count = 0;
  let size: number | undefined;
  for (const set of enumerate(problem, { kind, order: 'size' })) {
    size ??= set.size;
    if (set.size > size) break;
    count += 1;
  }
  return count;
}

/** Class, status and size of one instance as a block of one row. */
export function asBlock(
  classifier: Reduced,
  instance: readonly number[],
): { cls: number; status: number; smallest: number } {
  const { classes, status, sizes } = explainBlock(classifier, {
    rows: 1,
    columns: instance.map((x) => Float64Array.of(x)),
  });
  return { cls: classes[0], status: status[0], smallest: sizes[0] };
}

const double = new Float64Array(1);
const pattern = new BigUint64Array(double.buffer);
const LARGEST = 0x7fefffffffffffffn;

/** The double nearest to a fraction, ties to even, by bisection over the bit patterns; `null` beyond the doubles. */
export function nearestDouble({ num, den }: Fraction): number | null {
  const size = { num: num < 0n ? -num : num, den };
  const at = (bits: bigint): Fraction => {
    pattern[0] = bits;
    return exactly(double[0]);
  };
  let below = 0n;
  let above = LARGEST + 1n; // not a finite double: its value is that of the pattern before, and a step
  while (above - below > 1n) {
    const middle = (below + above) >> 1n;
    if (order(at(middle), size) <= 0) below = middle;
    else above = middle;
  }
  const lower = at(below);
  const upper = above <= LARGEST ? at(above) : plus(lower, minus(lower, at(LARGEST - 1n)));
  const nearer = order(minus(size, lower), minus(upper, size));
  const bits = nearer < 0 || (nearer === 0 && below % 2n === 0n) ? below : above;
  if (bits > LARGEST) return null;
  pattern[0] = bits;
  return num < 0n ? -double[0] : double[0];
}
