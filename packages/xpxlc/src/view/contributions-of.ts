// What each value adds to the lead over the strongest rival: the scores of the model, feature by feature.
import { additiveForm, binOf, type Problem, predictionOf, type Shape, shortNumber } from '@xpxlc/core';
import type { Contribution, ContributionsData } from '../plot/contributions.ts';
import { ownText } from '../terminal/own-text.ts';
import { inUnit } from '../terminal/unit.ts';
import { drawable } from './amount.ts';

/** Options of {@link contributionsOf}. */
export interface ContributionsOfOptions {
  /** Features shown one by one. Default 20. */
  readonly most?: number;
}

/**
 * What each value adds to the lead of the predicted class, the largest amounts first. Amounts are doubles; the lead is exact but for its
 * last digit.
 *
 * @example
 * ```ts
 * import { reduce, scorecard, weigh } from '@xpxlc/core';
 * import { contributionsOf } from 'xpxlc/view';
 * const card = scorecard({ classes: ['refuse', 'grant'], features: [{ name: 'home', values: ['rent', 'own'] }], points: [[5, 20]], cutoff: 12 });
 * const { base, parts, sum } = contributionsOf(weigh(reduce(card), { home: 'own' }));
 * [base, ...parts, sum].map(({ label, text }) => `${label}: ${text}`); // => ['to begin with: −12', 'home = own: +20', 'lead over refuse: +8']
 * ```
 */
export function contributionsOf(
  problem: Problem,
  { most = 20 }: ContributionsOfOptions = {},
): ContributionsData {
  const { classifier, classIndex, values } = problem;
  const { classes, features } = classifier;
  const { rival: against, margin } = predictionOf(problem);
  const other = classes.indexOf(against);
  const { bias, shapes, threshold = 0 } = additiveForm(classifier);
  const cut = classIndex === 1 ? -threshold : other === 1 ? threshold : 0;
  const amounts = features.map(
    (_, i) => worth(shapes[i][classIndex], values[i]) - worth(shapes[i][other], values[i]),
  );
  const size = (i: number): number => Math.abs(amounts[i]) || 0;
  const order = features.map((_, i) => i).sort((i, j) => size(j) - size(i) || i - j);
  const able = order.filter((i) => amounts[i] !== 0);
  const shown = able.length <= most + 1 ? able : able.slice(0, most);
  const rest = order.filter((i) => !shown.includes(i));
  const together = rest.reduce((sum, i) => sum + amounts[i], 0);
  const words = shown.length === able.length ? addNothing(rest.length) : `… ${rest.length} more, together`;
  return {
    class: problem.class,
    rival: against,
    classIndex,
    rivalIndex: other,
    unit: inUnit('', classifier.unit),
    base: contribution('to begin with', bias[classIndex] - bias[other] + cut),
    parts: shown.map((i) => contribution(ownText(problem, i), amounts[i])),
    ...(rest.length === 0 ? {} : { rest: contribution(words, together) }),
    sum: contribution(`lead over ${against}`, margin),
  };
}

function addNothing(count: number): string {
  return `… ${count} more that ${count === 1 ? 'adds' : 'add'} nothing`;
}

function contribution(label: string, amount: number): Contribution {
  // Numbers near the largest double may have no difference.
  if (Number.isNaN(amount)) return { label, amount: 0, text: '?' };
  return { label, amount: drawable(amount), text: signed(amount) };
}

/** With its sign; a minus as long as a plus. */
function signed(amount: number): string {
  const text = shortNumber(Math.abs(amount));
  return amount === 0 ? '0' : `${amount < 0 ? '−' : '+'}${text}`;
}

/** What is not 0 is not told as 0, but as the least double of its sign. */
function product(a: number, b: number): number {
  return a * b !== 0 || a === 0 || b === 0 ? a * b : Math.sign(a) * Math.sign(b) * Number.MIN_VALUE;
}

/** What a value adds to a score. */
export function worth(shape: Shape, value: number): number {
  if (shape.kind === 'table') return shape.values[value];
  if (shape.kind === 'linear') return product(shape.weight, value);
  if (shape.kind === 'steps') {
    if (Number.isNaN(value)) return shape.missing ?? 0;
    return shape.values[binOf(value, { cuts: shape.cuts, closed: shape.closed ?? 'left' })];
  }
  const { quadratic, linear = 0, constant = 0, center = 0 } = shape;
  const x = value - center;
  return product(product(quadratic, x), x) + product(linear, x) + constant;
}
