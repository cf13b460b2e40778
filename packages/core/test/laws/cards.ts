// Everything the core says about the explanations of a card, against brute force over all sets of its features. No test framework is
// used here, so that the long attack (tools/attack.mjs) can ask the same questions.

import { Account } from '../../src/count/account.ts';
import type { Resolution } from '../../src/count/certain-halves.ts';
import { countCover } from '../../src/count/count-cover.ts';
import { Random } from '../../src/count/random.ts';
import { coverBounds } from '../../src/query/count-bounds.ts';
import { estimateCover } from '../../src/query/estimate-count.ts';
import { listWith } from '../../src/query/explanation-list.ts';
import { necessary } from '../../src/query/necessary.ts';
import { powerOf } from '../../src/query/power-indices.ts';
import { relevant } from '../../src/query/relevant.ts';
import { sampler } from '../../src/query/sampler.ts';
import { smallest } from '../../src/query/smallest.ts';
import { tally } from '../../src/query/tally.ts';
import { DepthFirst } from '../../src/search/cover-search.ts';
import { SizeFirst } from '../../src/search/size-search.ts';
import { CoverSource } from '../../src/search/source.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import type { Weighed } from '../../src/weigh/problem.ts';
import type { CardCase } from '../arbitraries.ts';
import { coalitionsOf, members, numbersOf, powerOf as powerByDefinition } from '../oracle/coalitions.ts';

const INDICES = ['shapleyShubik', 'banzhaf', 'deeganPackel', 'hollerPackel'] as const;
const EVERYTHING = { sizes: true, frequency: true, pairs: true } as const;
const DRAWS = 30;
/** Bits of the grid of bounds and estimates where nothing else is said. */
const FINE = 12;

/** How the core is asked. */
export interface Asking {
  /** Grids of fewer bits, so that sums are rounded. */
  readonly resolution?: Resolution;
  /** Bits of the grid of the searches and of the coarse grid of bounds and estimates. */
  readonly bits?: number;
}

/** What the core says that brute force denies, one line each; and how many explanations there are. */
export function disagreements(
  { card }: CardCase,
  problem: Weighed,
  kind: Kind,
  asking: Asking = {},
): { wrong: string[]; sets: number } {
  const { resolution = {}, bits } = asking;
  const wrong: string[] = [];
  const compare = (what: string, got: unknown, truth: unknown): void => {
    const [a, b] = [text(got), text(truth)];
    if (a !== b) wrong.push(`${kind} ${what}: ${a} instead of ${b}`);
  };
  const features = card.points.length;
  const truth = coalitionsOf(card, kind);
  const numbers = numbersOf(truth);
  const sets = new Set(truth.minimal);
  const cover = toCover(problem.rivals[0], kind);

  // Lists: with and without tables of the tail, and smallest first.
  const listed = (search: DepthFirst | SizeFirst): number[] =>
    masksOf(new CoverSource(search, cover.forced, features), truth.minimal.length);
  const list = listed(new DepthFirst(cover, { bits }));
  const bySize = listed(new SizeFirst(cover, { bits }));
  const inOrder = truth.minimal.toSorted((a, b) => a - b);
  compare(
    'list',
    list.toSorted((a, b) => a - b),
    inOrder,
  );
  compare('list with tables', listed(new DepthFirst(cover, { bits, warmUp: 0 })), list);
  compare(
    'list by size',
    bySize.toSorted((a, b) => a - b),
    inOrder,
  );
  compare('list by size with tables', listed(new SizeFirst(cover, { bits, warmUp: 0 })), bySize);
  const sizes = bySize.map((mask) => members(mask).length);
  compare(
    'sizes in order',
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
  const { count, sizes: tallied, frequency } = tally(problem, { kind });
  compare('tally', [count, tallied, frequency], [numbers.count, numbers.sizes, numbers.frequency]);

  // Numbers without listing.
  const { format: _, ...counted } = countCover(cover, features, EVERYTHING, new Account(), resolution);
  compare('count', counted, numbers);
  const power = powerOf(cover, features, INDICES, new Account(), resolution);
  compare(
    'power',
    Object.values(power).map((list) => list.map(fractionText)),
    Object.values(powerByDefinition(truth)).map((list) => list.map(fractionText)),
  );
  const { lower, upper } = coverBounds(cover, new Account(), bits ?? FINE);
  if (!(lower <= numbers.count && numbers.count <= upper)) compare('bounds', [lower, upper], numbers.count);
  const about = estimateCover(cover, DRAWS, new Random(1), new Account(), bits ?? FINE);
  if (!(about.low <= about.estimate && about.estimate <= about.high))
    compare('estimate', about, 'low ≤ estimate ≤ high');

  // Access by place, and at random.
  const all = listWith(problem, { kind }, resolution);
  compare('number of places', all.count, numbers.count);
  compare(
    'at each place',
    list.map((_, place) => all.at(place)),
    list.map(members),
  );
  compare(
    'place of each',
    list.map((mask) => all.placeOf(members(mask))),
    list.map((_, place) => place),
  );
  const source = sampler(problem, { kind, seed: 1 });
  for (let draw = 0; draw < DRAWS && source.count > 0n; draw++) {
    const mask = (source.draw() as number[]).reduce((sum, i) => sum | (1 << i), 0);
    if (!sets.has(mask)) compare('draw', members(mask), 'an explanation');
  }

  // Single questions.
  compare('smallest', smallest(problem, { kind })?.length, sizes.at(0));
  if (kind === 'axp') {
    compare(
      'necessary',
      necessary(problem),
      indices(numbers.frequency, (times) => times === numbers.count),
    );
    compare(
      'relevant',
      relevant(problem),
      indices(numbers.frequency, (times) => times > 0n),
    );
  }
  return { wrong, sets: truth.minimal.length };
}

function indices(numbers: readonly bigint[], chosen: (number: bigint) => boolean): number[] {
  return numbers.flatMap((number, i) => (chosen(number) ? [i] : []));
}

/** All masks of a source; one more than expected, if there is one. */
function masksOf(source: CoverSource, expected: number): number[] {
  const masks = new Uint32Array(expected + 1);
  return Array.from(masks.subarray(0, source.fill(masks, expected + 1)));
}

function fractionText({ numerator, denominator }: { numerator: bigint; denominator: bigint }): string {
  return `${numerator}/${denominator}`;
}

/** Any answer as text, whole numbers of both kinds alike. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? 'nothing';
}
