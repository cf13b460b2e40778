// The only source of random models. Each case comes with its additive description for the oracle, written down
// beside the model and not derived from it.

import fc from 'fast-check';
import { additiveModel } from '../src/model/additive.ts';
import { linearModel } from '../src/model/linear.ts';
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  complementNaiveBayes,
  gaussianNaiveBayes,
  multinomialNaiveBayes,
} from '../src/model/naive-bayes.ts';
import { scorecard } from '../src/model/scorecard.ts';
import type { Feature, Model, NumericFeature, Shape, StepsShape, TableShape } from '../src/model/types.ts';
import type { Within } from '../src/model/within.ts';
import type { Reduced } from '../src/reduce/classifier.ts';
import type { Weighed } from '../src/weigh/problem.ts';
import { reduce, weigh } from './engine.ts';
import type { Card } from './oracle/coalitions.ts';
import { type Additive, Oracle } from './oracle/oracle.ts';
import { contribution } from './oracle/plain.ts';
import { carryOut, type Plan, type Space, TACTICS } from './oracle/space.ts';

/** Numbers that weights are made of: each family is hard in its own way. */
export const weightFamilies: Readonly<Record<string, fc.Arbitrary<number>>> = {
  'small integers': fc.integer({ min: -4, max: 4 }),
  'multiples of 1/8': fc.integer({ min: -24, max: 24 }).map((k) => k / 8),
  'one-digit decimals': fc.integer({ min: -9, max: 9 }).map((k) => k / 10),
  'a few ulps apart': fc
    .tuple(fc.constantFrom(1, -1, 0.1, 0.3, -0.7), fc.integer({ min: -3, max: 3 }))
    .map(([x, k]) => x * (1 + k * 2 ** -52)),
  'large and cancelling': fc.constantFrom(
    0,
    1,
    -1,
    0.5,
    2 ** 53,
    -(2 ** 53),
    2 ** 53 + 2,
    1e16,
    -1e16,
    1e15 + 0.3,
  ),
  'extreme scales': fc
    .tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(-323, -308, -300, -20, 0, 16, 300, 307))
    .map(([m, e]) => Number(`${m}e${e}`)),
  'zeros and repeats': fc.constantFrom(0, 0, 1, 1, -1, 2),
  'plain doubles': fc.double({ min: -10, max: 10, noNaN: true }),
};

/** A weight of any family. */
export const anyWeight: fc.Arbitrary<number> = fc.oneof(...Object.values(weightFamilies));

/** Where numbers begin, end and change. */
const mark: fc.Arbitrary<number> = fc.oneof(
  { weight: 16, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 8, arbitrary: fc.integer({ min: -30, max: 30 }).map((k) => k / 10) },
  { weight: 1, arbitrary: fc.constantFrom(1e300, -1e300, 1e-300, 5e-324, -5e-324, 2 ** 53, 1e16) },
);

/** What a random model should be like. */
export interface CaseOptions {
  /** Default: two to four. */
  readonly classes?: 2 | 3 | 4 | 5;
  /** Default 6. */
  readonly maxFeatures?: number;
  /** Only features of which finitely many values need be looked at: categories, bins, small ranges of integers. */
  readonly finite?: boolean;
  /** Only categories, a table per class. */
  readonly tables?: boolean;
  /** Only categories and bins. */
  readonly choices?: boolean;
  /** No infinite bounds. */
  readonly bounded?: boolean;
  /** Only these families of weights. */
  readonly families?: readonly string[];
  /** Default: a third of the cases have domains that the question narrows. */
  readonly within?: 'always' | 'never';
}

/** A model, an instance of it, and the truth about both. */
export class Case {
  readonly model: Model;
  /** The truth; over the narrowed space, if it is. */
  readonly additive: Additive;
  readonly within: Within | undefined;
  /** One number per feature; categories by position. */
  readonly instance: readonly number[];
  #classifier: Reduced | undefined;
  #oracle: Oracle | undefined;

  constructor(model: Model, additive: Additive, instance: readonly number[], within?: Within) {
    this.model = model;
    this.within = within;
    this.additive = additive;
    this.instance = instance;
  }

  get classifier(): Reduced {
    this.#classifier ??= reduce(this.model, { neverWins: 'allow' });
    return this.#classifier;
  }

  get oracle(): Oracle {
    this.#oracle ??= new Oracle(this.additive, this.instance);
    return this.#oracle;
  }

  weigh(): Weighed {
    return weigh(this.classifier, this.instance, { within: this.within });
  }

  /** For the report of a failure. */
  [fc.toStringMethod](): string {
    return `${JSON.stringify(this.model, infinities)} at ${JSON.stringify(this.instance)} within ${JSON.stringify(this.within)}`;
  }
}

function infinities(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** Random cases: any mixture of shapes, any family of weights, any tie order. */
export function anyCase(options: CaseOptions = {}): fc.Arbitrary<Case> {
  const { classes, maxFeatures = 6, families = Object.keys(weightFamilies) } = options;
  const count = classes === undefined ? fc.constantFrom(2, 2, 3, 4) : fc.constant(classes);
  const styles: fc.Arbitrary<Style> = options.tables
    ? fc.constant('tables')
    : options.choices
      ? fc.constant('choices')
      : fc.constantFrom('additive', 'additive', 'row', 'rows', 'scorecard');
  return fc
    .record({
      style: styles,
      classes: count,
      // Mostly many: few have few explanations.
      features: fc.nat({ max: 2 * maxFeatures }).map((n) => (n > maxFeatures ? maxFeatures - (n % 2) : n)),
      family: fc.constantFrom(...families),
    })
    .chain(({ style, classes, features, family }) => {
      const used: Style = classes > 2 && (style === 'row' || style === 'scorecard') ? 'rows' : style;
      const weight = weightFamilies[family];
      return fc
        .record({
          parts: fc.tuple(
            ...Array.from({ length: features }, (_, i) =>
              part(`f${i}`, used, {
                classes,
                weight,
                finite: options.finite ?? false,
                bounded: options.bounded ?? options.finite ?? false,
              }),
            ),
          ),
          bias: fc.array(weight, { minLength: classes, maxLength: classes }),
          favour: fc.nat(3).map((x) => x > 0),
          level: fc.option(fc.array(fc.boolean(), { minLength: features, maxLength: features }), { freq: 5 }),
          tieOrder: fc.shuffledSubarray(
            Array.from({ length: classes }, (_, k) => `c${k}`),
            { minLength: classes },
          ),
          threshold: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: weight }),
          plan: options.within === 'never' ? fc.constant(null) : plan(features, options.within === 'always'),
        })
        .map((recipe) => toCase(used, recipe));
    });
}

/** Instances of the same space: each value is the instance's or another of the domain. */
export function neighbours(
  { additive, instance }: Case,
  spaces: readonly Space[] = additive.features,
): fc.Arbitrary<number[]> {
  return fc.tuple(
    ...spaces.map((feature, i) => {
      if (feature.only === 'missing') return fc.constant(Number.NaN);
      const other =
        feature.kind === 'categorical'
          ? fc.constantFrom(...(feature.only ?? feature.values.keys()))
          : inside(feature);
      return fc.oneof(fc.constant(instance[i]), other);
    }),
  );
}

type Style = 'additive' | 'row' | 'rows' | 'scorecard' | 'tables' | 'choices';

/** A feature with its shapes and the instance's value. */
interface Part {
  readonly feature: Feature;
  readonly shapes: readonly Shape[];
  readonly value: number;
}

interface Recipe {
  readonly parts: readonly Part[];
  readonly bias: readonly number[];
  /** Give the instance the values best for the first class against the second, so that many of them matter. */
  readonly favour: boolean;
  /** Move the bias so that the first class is just about safe from the second when these features are held. */
  readonly level: readonly boolean[] | null;
  readonly tieOrder: readonly string[];
  readonly threshold: number | null;
  readonly plan: Plan | null;
}

/** What may move. */
function plan(features: number, always: boolean): fc.Arbitrary<Plan | null> {
  const some = fc.record({
    tactics: fc.array(fc.constantFrom(...TACTICS), { minLength: features, maxLength: features }),
    zeros: fc.nat(3).map((x) => x === 0),
    others: fc.nat(3).map((x) => x === 0),
  });
  return always
    ? some
    : fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: some });
}

function part(name: string, style: Style, needs: Needs): fc.Arbitrary<Part> {
  const categories = categorical(name, needs);
  if (style === 'tables') return categories;
  if (style === 'scorecard' || style === 'choices') return fc.oneof(categories, binned(name, needs));
  const curves = numeric(name, needs).chain((feature) => curved(feature, needs, style === 'additive'));
  return style === 'additive'
    ? fc.oneof(categories, categories, curves, curves, binned(name, needs))
    : fc.oneof(categories, curves);
}

interface Needs {
  readonly classes: number;
  readonly weight: fc.Arbitrary<number>;
  readonly finite: boolean;
  readonly bounded: boolean;
}

function perClass<T>({ classes }: Needs, shape: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(shape, { minLength: classes, maxLength: classes });
}

function categorical(name: string, needs: Needs): fc.Arbitrary<Part> {
  return fc.constantFrom(1, 2, 2, 2, 3, 3, needs.finite ? 3 : 4).chain((size) => {
    const feature: Feature = {
      kind: 'categorical',
      name,
      values: Array.from({ length: size }, (_, v) => `v${v}`),
    };
    const position = fc.integer({ min: 0, max: size - 1 });
    const table = fc
      .array(needs.weight, { minLength: size, maxLength: size })
      .map((values): TableShape => ({ kind: 'table', values }));
    return fc.record({ feature: fc.constant(feature), shapes: perClass(needs, table), value: position });
  });
}

/** A number with bounds: often small, sometimes infinite, sometimes a single value. */
function numeric(name: string, { finite, bounded }: Needs): fc.Arbitrary<NumericFeature> {
  const sides = bounded ? ['none'] : [...Array(10).fill('none'), 'down', 'up', 'both'];
  const endless = fc.constantFrom(...sides);
  const whole = fc
    .record({
      lower: fc.integer({ min: -3, max: 1 }),
      length: fc.integer({ min: 0, max: finite ? 2 : 5 }),
      endless,
    })
    .map(({ lower, length, endless }) => withBounds(name, 'integer', lower, lower + length, endless));
  const real = fc
    .record({ bounds: fc.tuple(mark, mark), endless })
    .map(({ bounds: [a, b], endless }) => withBounds(name, 'real', Math.min(a, b), Math.max(a, b), endless));
  return finite ? whole : fc.oneof(whole, real, real);
}

function withBounds(
  name: string,
  kind: 'real' | 'integer',
  low: number,
  high: number,
  endless: string,
): NumericFeature {
  const lower = endless === 'down' || endless === 'both' ? Number.NEGATIVE_INFINITY : low;
  const upper = endless === 'up' || endless === 'both' ? Number.POSITIVE_INFINITY : high;
  return { kind, name, lower, upper };
}

/** Values of the domain, the bounds among them. */
function inside({ kind, lower, upper }: NumericFeature): fc.Arbitrary<number> {
  const clamp = (x: number): number => Math.min(Math.max(x, lower), upper);
  const inner = kind === 'integer' ? fc.integer({ min: -5, max: 5 }) : mark;
  return fc.oneof(fc.constantFrom(...[lower, upper].filter(Number.isFinite), clamp(0)), inner.map(clamp));
}

function curved(feature: NumericFeature, needs: Needs, squares: boolean): fc.Arbitrary<Part> {
  const { weight } = needs;
  const line: fc.Arbitrary<Shape> = weight.map((w): Shape => ({ kind: 'linear', weight: w }));
  const parabola: fc.Arbitrary<Shape> = fc
    .record({ quadratic: weight, linear: weight, constant: weight, center: mark })
    .map((shape): Shape => ({ kind: 'quadratic', ...shape }));
  const shape = squares ? fc.oneof(line, parabola) : line;
  const value = inside(feature);
  return fc.record({ feature: fc.constant(feature), shapes: perClass(needs, shape), value });
}

function binned(name: string, needs: Needs): fc.Arbitrary<Part> {
  return fc
    .tuple(numeric(name, needs), fc.constantFrom('left' as const, 'right' as const), fc.nat(3))
    .chain(([plain, closed, one]) => {
      // In some, missing is a value of its own.
      const feature: NumericFeature = one === 0 ? { ...plain, missing: true } : plain;
      const shape = fc
        .uniqueArray(mark, { maxLength: needs.finite ? 2 : 3, comparator: (a, b) => a === b })
        .chain((cuts) =>
          fc.array(needs.weight, { minLength: cuts.length + 2, maxLength: cuts.length + 2 }).map(
            (values): StepsShape => ({
              kind: 'steps',
              cuts: cuts.toSorted((a, b) => a - b),
              values: values.slice(1),
              closed,
              ...(feature.missing === true ? { missing: values[0] } : {}),
            }),
          ),
        );
      const value =
        feature.missing === true ? fc.oneof(inside(feature), fc.constant(Number.NaN)) : inside(feature);
      return fc.record({ feature: fc.constant(feature), shapes: perClass(needs, shape), value });
    });
}

function toCase(style: Style, recipe: Recipe): Case {
  const { parts, tieOrder } = recipe;
  const single = style === 'row' || style === 'scorecard';
  const shapes = parts.map((p) => (single ? [zeroLike(p.shapes[1]), p.shapes[1]] : p.shapes));
  const gaps = parts.map((p, i) => someValues(p).map((x): [number, number] => [gapAt(shapes[i], x), x]));
  const instance = parts.map((p, i) =>
    recipe.favour ? gaps[i].reduce((a, b) => (b[0] > a[0] ? b : a))[1] : p.value,
  );
  const features = parts.map((p) => p.feature);
  const narrowed = recipe.plan === null ? undefined : carryOut(features, instance, recipe.plan);
  const spaces = narrowed?.spaces ?? features;
  const bias = recipe.level === null ? recipe.bias : levelled(recipe, spaces, shapes, instance);
  const threshold = recipe.bias.length === 2 && style !== 'scorecard' ? recipe.threshold : null;
  const classes = recipe.bias.map((_, k) => `c${k}`);
  const common = { classes, features, tieOrder, ...(threshold === null ? {} : { threshold }) };
  const addends: number[][] = bias.map((b) => [b]);
  let model: Model;
  if (style === 'scorecard') {
    const [cutoff, base] = bias;
    const points = shapes.map(([, shape]) => (shape.kind === 'table' ? shape.values : (shape as StepsShape)));
    model = scorecard({ classes, features, tieOrder, base, cutoff, points });
    addends[0] = [];
    addends[1] = [base, -cutoff];
  } else if (style === 'row') {
    model = linearModel({
      ...common,
      weights: shapes.map(([, shape]) => weightsOf(shape)),
      intercept: bias[1],
    });
    addends[0] = [];
  } else if (style === 'rows') {
    const rows = classes.map((_, k) => ({
      weights: shapes.map((row) => weightsOf(row[k])),
      intercept: bias[k],
    }));
    model = linearModel({ ...common, rows });
  } else {
    model = additiveModel({ ...common, bias, shapes });
  }
  if (threshold !== null) addends[1].push(-threshold);
  const tieRank = classes.map((name) => tieOrder.indexOf(name));
  const additive = { tieRank, bias: addends, features: spaces, shapes };
  return new Case(model, additive, instance, narrowed?.within);
}

function weightsOf(shape: Shape): number | readonly number[] {
  return shape.kind === 'table' ? shape.values : shape.kind === 'linear' ? shape.weight : 0;
}

function zeroLike(shape: Shape): Shape {
  if (shape.kind === 'linear') return { kind: 'linear', weight: 0 };
  return shape.kind === 'quadratic'
    ? { kind: 'quadratic', quadratic: 0 }
    : {
        ...shape,
        values: shape.values.map(() => 0),
        ...('missing' in shape ? { missing: 0 } : {}),
      };
}

/** A bias with which the held features alone keep the first class level with the second, up to rounding. */
function levelled(
  { parts, bias, level }: Recipe,
  spaces: readonly Space[],
  shapes: readonly (readonly Shape[])[],
  instance: readonly number[],
): number[] {
  let gap = 0;
  parts.forEach((p, i) => {
    const held = level?.[i];
    const room = someValues({ ...p, feature: spaces[i], value: instance[i] });
    gap += held ? gapAt(shapes[i], instance[i]) : Math.min(...room.map((x) => gapAt(shapes[i], x)));
  });
  return Number.isFinite(bias[0] + gap) ? [bias[0], bias[0] + gap, ...bias.slice(2)] : [...bias];
}

/** What the first class has over the second, in plain doubles. */
function gapAt([first, second]: readonly Shape[], x: number): number {
  return contribution(first, x) - contribution(second, x);
}

/** Values of the domain where a minimum may lie. */
function someValues({ feature, shapes, value }: Part & { readonly feature: Space }): number[] {
  if (feature.only === 'missing') return [value];
  if (feature.only !== undefined) return [...feature.only];
  if (feature.kind === 'categorical') return feature.values.map((_, v) => v);
  const cuts = shapes.flatMap((shape) =>
    shape.kind === 'steps' ? shape.cuts : shape.kind === 'quadratic' ? [shape.center ?? 0] : [],
  );
  return [value, feature.lower, feature.upper, ...cuts]
    .filter(
      (x) =>
        Number.isFinite(x) &&
        x >= feature.lower &&
        x <= feature.upper &&
        (feature.kind === 'real' || Number.isSafeInteger(x)),
    )
    .concat(feature.missing === true ? Number.NaN : []);
}

/** Positive probabilities that add up to 1 (within rounding): some alike, some of very different size. */
export function distribution(outcomes: number): fc.Arbitrary<number[]> {
  const share = fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.double({ min: 1e-3, max: 1, noNaN: true }),
    fc.constant(1e-9),
  );
  return fc.array(share, { minLength: outcomes, maxLength: outcomes }).map((shares) => {
    const total = shares.reduce((a, b) => a + b, 0);
    return shares.map((x) => x / total);
  });
}

/** What random cards should be like. */
export interface CardOptions {
  /** Default 7 to 12. */
  readonly minFeatures?: number;
  readonly maxFeatures?: number;
  /** The size of points. Default: whole numbers up to 6, so that sums often meet the cut-off exactly. */
  readonly points?: fc.Arbitrary<number>;
}

/**
 * Cards of many features. The instance mostly has the best value of each feature (or the worst), so that all of them matter, and
 * the cut-off mostly is what some of them reach.
 */
export function anyCard(options: CardOptions = {}): fc.Arbitrary<CardCase> {
  const { minFeatures = 7, maxFeatures = 12, points = fc.integer({ min: 0, max: 6 }) } = options;
  return fc
    .integer({ min: minFeatures, max: maxFeatures })
    .chain((features) => {
      const list = <T>(entry: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
        fc.array(entry, { minLength: features, maxLength: features });
      return fc.record({
        // One size of points for all of them, or one for each.
        sizes: fc.oneof(
          list(points),
          fc
            .tuple(points, points, list(fc.nat(3)))
            .map(([a, b, which]) => which.map((x) => (x === 0 ? a : b))),
        ),
        favour: fc.constantFrom('yes', 'yes', 'no', 'neither'),
        other: list(fc.boolean()),
        reached: list(fc.boolean()),
        beyond: fc.constantFrom(0, 0, 0, 1, -1),
        yesWinsTies: fc.boolean(),
      });
    })
    .map(({ sizes, favour, other, reached, beyond, yesWinsTies }) => {
      const sum = sizes.reduce((a, size, i) => (reached[i] ? a + size : a), 0);
      const instance = other.map((low) => (favour === 'yes' || (favour === 'neither' && low) ? 1 : 0));
      return new CardCase({
        points: sizes.map((size) => [0, size]),
        cutoff: Math.min(sum + beyond * sizes[0], Number.MAX_VALUE),
        yesWinsTies,
        instance,
      });
    });
}

/** A card as a model, and the truth about it. */
export class CardCase {
  readonly card: Card;

  constructor(card: Card) {
    this.card = card;
  }

  weigh(): Weighed {
    const { points, cutoff, yesWinsTies, instance } = this.card;
    const model = scorecard({
      classes: ['no', 'yes'],
      features: points.map((row, i) => ({ name: `f${i}`, values: row.map((_, v) => `v${v}`) })),
      points,
      cutoff,
      tieOrder: yesWinsTies ? ['yes', 'no'] : ['no', 'yes'],
    });
    return weigh(reduce(model, { neverWins: 'allow' }), instance);
  }

  /** For the report of a failure. */
  [fc.toStringMethod](): string {
    return JSON.stringify(this.card);
  }
}

/** Distributions at the edge of what is accepted: zeros, certainties, numbers next to 0 and 1, sums a little off; as logarithms too. */
function edgeDistribution(
  outcomes: number,
  scale: 'probability' | 'log',
  zeros: boolean,
): fc.Arbitrary<number[]> {
  const tiny = fc.constantFrom(...(zeros ? [0] : []), 5e-324, 1e-310, 1e-300, 1e-17, 1e-9);
  const logOfTiny = fc.constantFrom(
    ...(zeros ? [Number.NEGATIVE_INFINITY] : []),
    -Number.MAX_VALUE,
    -1e300,
    -1e17,
    -745,
    -40,
  );
  const most = fc.constantFrom(1, 1 - 2 ** -53, 1 + 5e-7, 1 - 5e-7);
  const certain = fc
    .tuple(
      fc.array(scale === 'log' ? logOfTiny : tiny, { minLength: outcomes, maxLength: outcomes }),
      fc.nat(outcomes - 1),
      most,
    )
    .map(([row, at, p]) => row.with(at, scale === 'log' ? Math.log(p) : p));
  const plain = distribution(outcomes).map((row) => (scale === 'log' ? row.map(Math.log) : row));
  return fc.oneof({ weight: 3, arbitrary: certain }, { weight: 1, arbitrary: plain });
}

/** How to make a naive Bayes model of any family, from numbers at the edge of what is accepted; a constructor may still refuse. */
export function edgeNaiveBayes(): fc.Arbitrary<() => Model> {
  const shape = fc.record({
    classes: fc.integer({ min: 2, max: 5 }),
    features: fc.integer({ min: 1, max: 4 }),
    scale: fc.constantFrom('probability' as const, 'log' as const),
    family: fc.constantFrom('categorical', 'bernoulli', 'multinomial', 'complement', 'gaussian'),
  });
  return shape.chain(({ classes: count, features: width, scale, family }): fc.Arbitrary<() => Model> => {
    const list = <T>(length: number, entry: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
      fc.array(entry, { minLength: length, maxLength: length });
    const classes = Array.from({ length: count }, (_, k) => `c${k}`);
    const names = Array.from({ length: width }, (_, i) => `f${i}`);
    const prior = edgeDistribution(count, scale, false);
    const probability = fc.constantFrom(5e-324, 1e-9, 0.5, 0.5 + 2 ** -53, 1 - 2 ** -53);
    const threshold =
      count > 2
        ? fc.constant({})
        : fc.oneof(
            fc.constant({}),
            probability.map((p) => ({ threshold: { probability: p } })),
          );
    const common = fc.tuple(prior, threshold).map(([p, more]) => ({ classes, scale, prior: p, ...more }));
    const rows = (zeros: boolean) => list(count, edgeDistribution(width, scale, zeros));
    switch (family) {
      case 'categorical': {
        const features = names.map((name) => ({ name, values: ['a', 'b', 'c'] }));
        const likelihood = list(width, list(count, edgeDistribution(3, scale, true)));
        return fc.tuple(common, likelihood).map(
          ([spec, table]) =>
            () =>
              categoricalNaiveBayes({ ...spec, features, likelihood: table }),
        );
      }
      case 'bernoulli': {
        const present = list(
          width,
          list(
            count,
            edgeDistribution(2, scale, true).map(([p]) => p),
          ),
        );
        return fc.tuple(common, present).map(
          ([spec, likelihood]) =>
            () =>
              bernoulliNaiveBayes({ ...spec, features: names, likelihood }),
        );
      }
      case 'multinomial':
        return fc.tuple(common, rows(false)).map(
          ([spec, likelihood]) =>
            () =>
              multinomialNaiveBayes({ ...spec, features: names, likelihood }),
        );
      case 'complement':
        return fc.tuple(common, rows(false), fc.boolean()).map(
          ([{ prior: _, ...spec }, complement, norm]) =>
            () =>
              complementNaiveBayes({ ...spec, features: names, complement, norm }),
        );
      default: {
        const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), mark);
        const variance = fc.oneof(
          fc.double({ min: 2 ** -1074, noNaN: true, noDefaultInfinity: true }),
          fc.constantFrom(1, 1 / (2 * Math.PI), Number.MAX_VALUE, 2 ** -1022),
        );
        return fc.tuple(common, list(count, list(width, number)), list(count, list(width, variance))).map(
          ([spec, mean, variances]) =>
            () =>
              gaussianNaiveBayes({ ...spec, features: names, mean, variance: variances }),
        );
      }
    }
  });
}
