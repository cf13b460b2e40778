// Naive Bayes → additive form (paper, section 3.1): products of probabilities become sums of logarithms.
import { ModelError, show } from '../errors.ts';
import { add, fromDouble } from '../exact/dyadic.ts';
import { normalConstant } from '../exact/logarithm.ts';
import { divide, toDouble } from '../exact/ratio.ts';
import type {
  BernoulliNaiveBayes,
  CategoricalNaiveBayes,
  ComplementNaiveBayes,
  GaussianNaiveBayes,
  MultinomialNaiveBayes,
  Shape,
} from '../model/types.ts';
import type { Form } from './form.ts';

/** How far below the sum of all logarithms the stand-in for log 0 lies (the paper's ε). */
const MARGIN = 1;

/** Tables of log-probabilities per class, steps where a number has bins. */
export function fromCategorical(model: CategoricalNaiveBayes): Form {
  const log = logarithm(model, [model.prior, ...model.likelihood.flat()]);
  const shapes = model.likelihood.map((table, i) => {
    const bins = model.bins?.[i] ?? null;
    return table.map((row): Shape => {
      const values = row.map(log.of);
      return bins === null ? { kind: 'table', values } : { kind: 'steps', ...bins, values };
    });
  });
  return { bias: model.prior.map((p) => [log.of(p)]), shapes, unit: log.unit };
}

/** Tables of two: log P(absent), log P(present). */
export function fromBernoulli(model: BernoulliNaiveBayes): Form {
  const absent = model.likelihood.map((row) => row.map((p) => complement(p, model.scale)));
  const log = logarithm(model, [model.prior, ...model.likelihood, ...absent]);
  // log1p keeps the digits of log(1 − p) that forming 1 − p would lose.
  const logAbsent = (p: number, q: number): number =>
    model.scale === 'probability' && log.unit === 'nats' && p < 1 ? Math.log1p(-p) : log.of(q);
  const shapes = model.likelihood.map((row, i) =>
    row.map((p, k): Shape => ({ kind: 'table', values: [logAbsent(p, absent[i][k]), log.of(p)] })),
  );
  return { bias: model.prior.map((p) => [log.of(p)]), shapes, unit: log.unit };
}

/** Linear in the counts, with the log-probabilities as weights. */
export function fromMultinomial(model: MultinomialNaiveBayes): Form {
  const log = logarithm(model, [model.prior, ...model.likelihood]);
  return {
    bias: model.prior.map((p) => [log.of(p)]),
    shapes: model.features.map((_, i) =>
      model.likelihood.map((row): Shape => ({ kind: 'linear', weight: log.of(row[i]) })),
    ),
    unit: log.unit,
  };
}

/** Linear in the counts: minus the log-probability under all other classes, normalised if asked. */
export function fromComplement(model: ComplementNaiveBayes): Form {
  const log = logarithm(model, model.complement);
  const weights = model.complement.map((row) => {
    const logs = row.map(log.of);
    return model.norm ? shares(logs) : logs.map((x) => 0 - x);
  });
  return {
    bias: model.classes.map(() => []),
    shapes: model.features.map((_, i) => weights.map((row): Shape => ({ kind: 'linear', weight: row[i] }))),
    // No logarithm of a probability of the class, unless the model's own program takes it for one.
    unit: model.link !== 'softmax' ? 'score' : model.norm ? 'nats' : log.unit,
  };
}

/** Each number as its part of their sum, rounded once. The constructor has seen to it that the sum is not 0. */
function shares(numbers: readonly number[]): number[] {
  const parts = numbers.map(fromDouble);
  const sum = parts.reduce(add);
  return parts.map((part) => toDouble(divide(part, sum)));
}

/** One parabola per feature and class: the logarithm of a normal density. */
export function fromGaussian(model: GaussianNaiveBayes): Form {
  const log = model.scale === 'log' ? (x: number) => x : Math.log;
  const shapes = model.features.map((_, i) =>
    model.classes.map((_, k): Shape => {
      const variance = model.variance[k][i];
      return {
        kind: 'quadratic',
        quadratic: -0.5 / variance,
        center: model.mean[k][i],
        constant: normalConstant(variance),
      };
    }),
  );
  return { bias: model.prior.map((p) => [log(p)]), shapes, unit: 'nats' };
}

/**
 * The logarithm for all probabilities of one model. Zero becomes a finite M below what all non-zero
 * probabilities together can contribute (paper, section 2). When every probability is a power of two the
 * logarithms are taken to base 2 and so are exact: products that tie then tie as sums.
 */
function logarithm(
  { scale, threshold }: { scale: 'probability' | 'log'; threshold?: number },
  rows: readonly (readonly number[])[],
): { of: (p: number) => number; unit: 'nats' | 'bits' } {
  const bits =
    scale === 'probability' && threshold === undefined && rows.every((row) => row.every(isPowerOfTwoOrZero));
  const raw = scale === 'log' ? (x: number) => x : bits ? exponent : Math.log;
  let zero: number | undefined;
  const floor = (): number => {
    let sum = 0;
    let terms = 0;
    for (const row of rows)
      for (const p of row)
        if (Number.isFinite(raw(p))) {
          sum += raw(p);
          terms += 1;
        }
    // Far from 0 the sum is off by more than the margin: each term rounds by at most 2^-53 of the sum.
    const low = sum - Math.max(MARGIN, (terms + 2) * 2 ** -52 * -sum);
    if (Number.isFinite(low)) return low;
    throw new ModelError('probabilities too small beside a zero', {
      code: 'not-finite',
      place: 'likelihood',
      expected: 'logarithms whose sum is a double',
      got: show(low),
    });
  };
  return {
    unit: bits ? 'bits' : 'nats',
    of: (p) => {
      const x = raw(p);
      if (Number.isFinite(x)) return x + 0;
      zero ??= floor();
      return zero;
    },
  };
}

function complement(p: number, scale: 'probability' | 'log'): number {
  if (scale === 'probability') return Math.max(0, 1 - p);
  // log(1 − e^x), by whichever formula keeps the digits (Mächler 2012).
  return p > -Math.LN2 ? Math.log(-Math.expm1(Math.min(p, 0))) : Math.log1p(-Math.exp(p));
}

function isPowerOfTwoOrZero(p: number): boolean {
  return 2 ** exponent(p) === p;
}

/** The base-2 logarithm, rounded: exact for powers of two, −∞ for 0. */
function exponent(p: number): number {
  return Math.round(Math.log2(p));
}
