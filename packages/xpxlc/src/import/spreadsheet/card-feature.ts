// The bins of one feature → what the core needs: cuts and points of a number, or points per category; and the points of
// missing and unknown cells. Each library has its own way of writing bins (see card-style.ts).
import { type FeatureSpec, FormatError, type ScorecardSpec } from '@xpxlc/core';
import type { Bounds } from '../paper/bounds.ts';
import { quoted } from '../paper/lines.ts';
import type { BinLine, CardStyle } from './card-style.ts';
import { finiteBounds } from './feature-bounds.ts';
import { type Interval, toInterval } from './interval.ts';
import { refuseLine } from './rows.ts';
import { type Placed, sideBySide } from './side-by-side.ts';
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
  readonly missing: Pick<BinLine, 'text' | 'points'> | undefined;
  /** Points of cells with an unknown category, or of numbers in no bin; undefined: they are refused. */
  readonly other: BinLine | undefined;
  /** Of a number: what its labels have behind the numbers. */
  readonly unit?: string | undefined;
}

/** All bins of a library's table as intervals, or undefined when they are categories. Libraries write none in words. */
export function intervalsOf(bins: readonly BinLine[]): readonly (Interval | undefined)[] | undefined {
  const intervals = bins.map(({ text }) => (/^[[(<>≤≥]/.test(text) ? toInterval(text) : undefined));
  // `[1, 2]` alone is a list of two categories; beside other intervals it is one itself.
  const sure = intervals.some(
    (interval) => interval !== undefined && !(interval.lowerIn && interval.upperIn),
  );
  return sure ? intervals : undefined;
}

/** A number with bins that lie side by side. */
export function numberFeature(
  { name, bins, codes, missing, other, unit }: FeatureLines,
  intervals: readonly (Interval | undefined)[],
  bounds: Bounds | undefined,
  notes: Set<string>,
): CardFeature {
  const placed = bins.map((bin, j): Placed => {
    const interval = intervals[j];
    if (interval === undefined)
      throw refuseLine(bin.line, `feature '${name}': a bin that is no interval among intervals`, {
        code: 'mixed-bins',
        expected: 'an interval like [1, 2)',
        got: quoted(bin.text),
      });
    const { lower, upper, lowerIn, upperIn } = interval;
    const point = lower === upper && lowerIn !== false && upperIn !== false;
    if (!(lower < upper || point))
      throw refuseLine(bin.line, `feature '${name}': an empty interval`, {
        code: 'empty-bin',
        expected: 'lower < upper (ends that were rounded when printed may meet: print more digits)',
        got: quoted(bin.text),
      });
    return { lower, upper, lowerIn, upperIn, points: bin.points, line: bin.line, text: bin.text };
  });
  const { cuts, values, closed, whole, ...ends } = sideBySide(name, placed, other);
  if (whole) notes.add(`'${name}' is a whole number: its bins leave nothing for others`);
  if (unit !== undefined) notes.add(`'${name}' is in ${unit}${unit === '%' ? ': 5% is the number 5' : ''}`);
  const domain = bounds === undefined ? undefined : within(bounds, ends);
  const { kind, ...limits } = finiteBounds(domain, ends);
  return {
    feature: {
      name,
      kind: whole ? 'integer' : kind,
      ...limits,
      unit,
      missing: missing && true,
    },
    points: {
      ...withCodes({ cuts, values, closed }, codes, domain ?? ends),
      missing: missing?.points,
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
  const missingValue =
    own ?? (missing === undefined ? undefined : add(style.missingLabel ?? missing.text, missing.points));
  const otherValue = other === undefined ? undefined : add(style.otherLabel ?? other.text, other.points);
  return {
    feature: {
      name,
      values: [...points.keys()],
      missing: missingValue,
      other: otherValue,
    },
    points: [...points.values()],
  };
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
