// The bins of one feature → what the core needs: cuts and points of a number, or points per category; and the points of
// missing and unknown cells. Each library has its own way of writing bins (see card-style.ts).
import { type FeatureSpec, FormatError, type ScorecardSpec } from '@xpxlc/core';
import type { Bounds } from '../paper/bounds.ts';
import { quoted } from '../paper/lines.ts';
import type { BinLine, CardStyle } from './card-style.ts';
import { finiteBounds } from './feature-bounds.ts';
import { type Interval, toInterval } from './interval.ts';
import { refuseLine } from './rows.ts';
import { type Code, withCodes } from './special-codes.ts';

/** A feature of a scorecard, as the core's constructor takes it. */
export interface CardFeature {
  readonly feature: FeatureSpec;
  readonly points: ScorecardSpec['points'][number];
}

/** The lines of one feature, sorted into kinds. */
export interface FeatureLines {
  readonly name: string;
  readonly line: number;
  readonly bins: readonly BinLine[];
  /** Special codes with their points: each is a bin or a category of its own. */
  readonly codes: readonly Code[];
  /** Points of missing cells; undefined: they are refused. */
  readonly missing: number | undefined;
  /** Points of cells with an unknown category; undefined: they are refused. */
  readonly other: number | undefined;
}

type Placed = Interval & { readonly points: number; readonly line: number; readonly text: string };

/** All bins as intervals, or undefined when they are categories. */
export function intervalsOf(bins: readonly BinLine[]): readonly (Interval | undefined)[] | undefined {
  const intervals = bins.map(({ text }) => toInterval(text));
  // `[1, 2]` alone is a list of two categories; beside other intervals it is one itself.
  const sure = intervals.some(
    (interval) => interval !== undefined && !(interval.lowerIn && interval.upperIn),
  );
  return sure ? intervals : undefined;
}

/** A number with bins that lie side by side. */
export function numberFeature(
  { name, bins, codes, missing }: FeatureLines,
  intervals: readonly (Interval | undefined)[],
  bounds: Bounds | undefined,
): CardFeature {
  const placed = bins.map((bin, j): Placed => {
    const interval = intervals[j];
    if (interval === undefined)
      throw refuseLine(bin.line, `feature '${name}': a bin that is no interval among intervals`, {
        code: 'mixed-bins',
        expected: 'an interval like [1, 2)',
        got: quoted(bin.text),
      });
    const point = interval.lower === interval.upper && interval.lowerIn && interval.upperIn;
    if (!(interval.lower < interval.upper || point))
      throw refuseLine(bin.line, `feature '${name}': an empty interval`, {
        code: 'empty-bin',
        expected: 'lower < upper (ends that were rounded when printed may meet: print more digits)',
        got: quoted(bin.text),
      });
    return { ...interval, points: bin.points, line: bin.line, text: bin.text };
  });
  placed.sort((a, b) => a.lower - b.lower || a.upper - b.upper);
  const first = placed[0];
  const last = placed[placed.length - 1];
  if (Number.isFinite(first.lower) && !first.lowerIn) throw openEnd(name, first);
  if (Number.isFinite(last.upper) && !last.upperIn) throw openEnd(name, last);
  const closed = tile(name, placed);
  const ends = { lower: first.lower, upper: last.upper };
  const domain = bounds === undefined ? undefined : within(bounds, ends);
  return {
    feature: {
      name,
      ...finiteBounds(domain, ends),
      ...(missing === undefined ? {} : { missing: true }),
    },
    points: {
      ...withCodes(
        {
          cuts: placed.slice(1).map(({ lower }) => lower),
          values: placed.map(({ points }) => points),
          closed,
        },
        codes,
        domain ?? ends,
      ),
      ...(missing === undefined ? {} : { missing }),
    },
  };
}

/** Categories with points. */
export function categoryFeature(
  { name, bins, codes, missing, other }: FeatureLines,
  style: CardStyle,
): CardFeature {
  const points = new Map<string, number>();
  for (const bin of bins) {
    for (const category of style.categories(bin)) {
      if (category === '')
        throw refuseLine(bin.line, `feature '${name}': a category without a name`, {
          code: 'empty-name',
          expected: 'a category',
          got: quoted(bin.text),
        });
      if (points.has(category))
        throw refuseLine(bin.line, `feature '${name}': a category in two bins`, {
          code: 'bin-overlap',
          expected: 'each category once',
          got: quoted(category),
        });
      points.set(category, bin.points);
    }
  }
  for (const { code, points: worth } of codes) points.set(String(code), worth);
  const add = (label: string, value: number): string => {
    let free = label;
    while (points.has(free)) free = `(${free})`;
    points.set(free, value);
    return free;
  };
  const own = points.has(style.missingCategory) ? style.missingCategory : undefined;
  const missingValue = own ?? (missing === undefined ? undefined : add(style.missingLabel, missing));
  const otherValue = other === undefined ? undefined : add(style.otherLabel, other);
  return {
    feature: {
      name,
      values: [...points.keys()],
      ...(missingValue === undefined ? {} : { missing: missingValue }),
      ...(otherValue === undefined ? {} : { other: otherValue }),
    },
    points: [...points.values()],
  };
}

/** The side on which all bins are closed; gaps and overlaps are refused with the line. */
function tile(name: string, bins: readonly Placed[]): 'left' | 'right' {
  let closed: 'left' | 'right' | undefined;
  for (let j = 1; j < bins.length; j++) {
    const before = bins[j - 1];
    const bin = bins[j];
    const beside = `beside ${before.text} of line ${before.line}`;
    const refuse = (code: string, what: string, expected: string) =>
      refuseLine(bin.line, `feature '${name}': ${what}`, {
        code,
        expected,
        got: `${quoted(bin.text)} ${beside}`,
      });
    if (bin.lower > before.upper || (bin.lower === before.upper && !bin.lowerIn && !before.upperIn))
      throw refuse('bin-gap', 'numbers in no bin', 'bins without gaps');
    if (bin.lower < before.upper || (bin.lowerIn && before.upperIn))
      throw refuse('bin-overlap', 'numbers in two bins', 'bins without overlaps');
    const side = bin.lowerIn ? 'left' : 'right';
    if (closed !== undefined && closed !== side)
      throw refuse(
        'unsupported',
        'bins closed on different sides',
        'the same side for all bins of a feature',
      );
    closed = side;
  }
  return closed ?? 'left';
}

/** The user's bounds, which must not go beyond the bins: there are no points out there. */
function within(bounds: Bounds, ends: { readonly lower: number; readonly upper: number }): Bounds {
  const { name, lower, upper } = bounds;
  if ((Number.isFinite(lower) && lower < ends.lower) || (Number.isFinite(upper) && upper > ends.upper))
    throw new FormatError(`feature '${name}': bounds beyond the bins`, {
      code: 'bad-bound',
      place: 'bounds',
      expected: `within [${ends.lower}, ${ends.upper}]`,
      got: `[${lower}, ${upper}]`,
    });
  return { ...bounds, lower: Math.max(lower, ends.lower), upper: Math.min(upper, ends.upper) };
}

function openEnd(name: string, { line, text }: Placed): Error {
  return refuseLine(line, `feature '${name}': the outermost bin has a finite end that is not in it`, {
    code: 'bin-gap',
    expected: 'an infinite end, or one that is included (then it is a bound of the feature)',
    got: quoted(text),
  });
}
