// A field of numbers → a feature and a line, parabola or steps per class: all functions of all classes on common pieces, within
// the domain.
import { above, below, fromDouble, ZERO } from '@xpxlc/core/exact';
import type { FileFeature, FileShape } from '../../schema/model-file.ts';
import { unsupported } from './attributes.ts';
import { added, type Column, finite, minus, NOTHING, type Sums, total } from './column.ts';
import { type Exact, isZero, product, quotient, sum } from './exact.ts';
import type { RawField } from './fields.ts';
import { type Cut, compareCuts, evaluate, type Func, type Polynomial, type Value } from './func.ts';

/** Whole numbers with no more values than this may have any shape: one step each. */
const MOST_STEPS = 4096;

/** The number's domain, cut where PMML has no result, and its shapes. */
export function numberColumn(field: RawField, terms: readonly (readonly Func[])[], always: boolean): Column {
  const notes: string[] = [];
  const { cuts, pieces } = within(field, merged(field, terms));
  const known = pieces.map((sums) => sums.every((value) => value !== undefined));
  const first = known.indexOf(true);
  const last = known.lastIndexOf(true);
  if (first < 0 || known.slice(first, last).includes(false))
    throw unsupported(
      field.element,
      `values of '${field.name}' without a result`,
      'a result for every value between the bounds',
      first < 0 ? 'none at all' : `none after ${cuts[known.indexOf(false, first) - 1].at}`,
    );
  let { lower, upper } = field;
  if (first > 0) {
    lower = startOf(cuts[first - 1]);
    notes.push(`'${field.name}' below ${lower}: no result in PMML, outside the bounds`);
  }
  if (last < cuts.length) {
    upper = endOf(cuts[last]);
    notes.push(`'${field.name}' above ${upper}: no result in PMML, outside the bounds`);
  }
  const joined = withoutIdle(cuts.slice(first, last), pieces.slice(first, last + 1) as Polynomial[][]);
  const missing = terms.map((list) => total(list.map((func) => func.missing)));
  const meant =
    field.replacement === undefined &&
    missing.every((value) => value !== undefined) &&
    (always || terms.some((list) => list.some((func) => func.speaks)));
  const { shapes, bias } = numberShapes({ ...field, lower, upper }, joined);
  const stepped = shapes[0].kind === 'steps';
  if (meant && !stepped)
    notes.push(`missing '${field.name}' has a meaning in PMML that a line or parabola cannot have; not read`);
  const feature = {
    kind: field.integer ? 'integer' : 'real',
    name: field.name,
    ...(Number.isFinite(lower) ? { lower } : {}),
    ...(Number.isFinite(upper) ? { upper } : {}),
    unit: field.unit,
    ...(field.replacement !== undefined ? { missing: Number(field.replacement) } : {}),
    ...(meant && stepped ? { missing: true } : {}),
  } as FileFeature;
  return {
    feature,
    shapes:
      meant && stepped
        ? shapes.map((shape, k) => ({ ...shape, missing: finite(field, (missing[k] as Polynomial)[0]) }))
        : shapes,
    bias,
    notes,
  };
}

/** All functions of all classes on their common pieces; sums by differences from cut to cut. */
function merged(field: RawField, terms: readonly (readonly Func[])[]): { cuts: Cut[]; pieces: Sums[] } {
  const places = new Map<string, Cut>();
  for (const list of terms)
    for (const { cuts } of list) for (const cut of cuts) places.set(keyOfCut(field, cut), normal(field, cut));
  const cuts = [...places.values()].sort(compareCuts);
  field.work.spend(terms.length * (cuts.length + 1));
  const indexOf = new Map(cuts.map((cut, i) => [keyOfCut(field, cut), i + 1]));
  const perClass = terms.map((list) => {
    const change: Polynomial[] = Array.from({ length: cuts.length + 1 }, () => NOTHING);
    const gaps = new Int32Array(cuts.length + 1);
    const apply = (at: number, value: Value, sign: 1 | -1): void => {
      if (value.kind === 'number')
        change[at] = sign > 0 ? added(change[at], value.poly) : minus(change[at], value.poly);
      else gaps[at] += sign;
    };
    for (const func of list) {
      apply(0, func.pieces[0], 1);
      func.cuts.forEach((cut, c) => {
        const at = indexOf.get(keyOfCut(field, cut)) as number;
        apply(at, func.pieces[c], -1);
        apply(at, func.pieces[c + 1], 1);
      });
    }
    let sums: Polynomial = NOTHING;
    let open = 0;
    return change.map((step, i) => {
      sums = added(sums, step);
      open += gaps[i];
      return open === 0 ? sums : undefined;
    });
  });
  return { cuts, pieces: Array.from({ length: cuts.length + 1 }, (_, i) => perClass.map((list) => list[i])) };
}

/** Whole numbers have all their cuts before a whole number. */
function normal({ integer }: RawField, { at, after }: Cut): Cut {
  if (!integer) return { at, after };
  return { at: after ? Math.floor(at) + 1 : Math.ceil(at), after: false };
}

function keyOfCut(field: RawField, cut: Cut): string {
  const { at, after } = normal(field, cut);
  return `${at}${after ? '+' : ''}`;
}

/** Only the pieces that the domain touches. */
function within(
  { lower, upper }: RawField,
  { cuts, pieces }: { cuts: readonly Cut[]; pieces: readonly Sums[] },
): { cuts: readonly Cut[]; pieces: readonly Sums[] } {
  let from = 0;
  while (from < cuts.length && startOf(cuts[from]) <= lower) from++;
  let to = cuts.length;
  while (to > from && endOf(cuts[to - 1]) >= upper) to--;
  return { cuts: cuts.slice(from, to), pieces: pieces.slice(from, to + 1) };
}

/** The first double after a cut, and the last before it. */
function startOf({ at, after }: Cut): number {
  return after ? above(at) : at;
}
function endOf({ at, after }: Cut): number {
  return after ? at : below(at);
}

/** Cuts where no class changes are none. */
function withoutIdle(
  cuts: readonly Cut[],
  pieces: readonly (readonly Polynomial[])[],
): { cuts: Cut[]; pieces: (readonly Polynomial[])[] } {
  const kept: Cut[] = [];
  const left = [pieces[0]];
  cuts.forEach((cut, c) => {
    const before = left.at(-1) as readonly Polynomial[];
    const after = pieces[c + 1];
    if (after.every((poly, k) => minus(poly, before[k]).every(isZero))) return;
    kept.push(cut);
    left.push(after);
  });
  return { cuts: kept, pieces: left };
}

function numberShapes(
  field: RawField,
  { cuts, pieces }: { cuts: readonly Cut[]; pieces: readonly (readonly Polynomial[])[] },
): { shapes: FileShape[]; bias: Exact[] } {
  if (cuts.length === 0) {
    const parts = pieces[0].map((poly) => smooth(field, poly));
    return { shapes: parts.map(({ shape }) => shape), bias: parts.map(({ bias }) => bias) };
  }
  const bias = pieces[0].map(() => ZERO);
  if (pieces.every((row) => row.every(([, c1, c2]) => isZero(c1) && isZero(c2)))) {
    const right = cuts.every(({ after }) => after);
    return {
      shapes: pieces[0].map((_, k) => ({
        kind: 'steps',
        cuts: right ? cuts.map(({ at }) => at) : cuts.map(startOf),
        values: pieces.map((row) => finite(field, row[k][0])),
        closed: right ? 'right' : 'left',
      })),
      bias,
    };
  }
  const size = field.upper - field.lower + 1;
  if (!field.integer || !(size <= MOST_STEPS))
    throw unsupported(
      field.element,
      `'${field.name}' has bins or kinks as well as a slope`,
      `one line or parabola over the whole domain, or constant pieces (whole numbers with at most ${MOST_STEPS} values may have any shape)`,
      `a change at ${cuts[0].at}`,
    );
  field.work.spend(size * pieces[0].length);
  const numbers = Array.from({ length: size }, (_, i) => field.lower + i);
  const shapes = pieces[0].map((_, k): FileShape => {
    let p = 0;
    return {
      kind: 'steps',
      cuts: numbers.slice(1),
      values: numbers.map((x) => {
        while (p < cuts.length && startOf(cuts[p]) <= x) p++;
        return finite(field, evaluate(pieces[p][k], fromDouble(x)));
      }),
      closed: 'left',
    };
  });
  return { shapes, bias };
}

/** A line, or a parabola around its turning point, where rounding hurts least. */
function smooth(field: RawField, [c0, c1, c2]: Polynomial): { shape: FileShape; bias: Exact } {
  if (isZero(c2)) return { shape: { kind: 'linear', weight: finite(field, c1) }, bias: c0 };
  const center = finite(field, quotient(c1, product(fromDouble(-2), c2)));
  const linear = sum(c1, product(product(fromDouble(2), c2), fromDouble(center)));
  return {
    shape: {
      kind: 'quadratic',
      quadratic: finite(field, c2),
      linear: finite(field, linear),
      constant: 0,
      center,
    },
    bias: evaluate([c0, c1, c2], fromDouble(center)),
  };
}
