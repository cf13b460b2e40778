// Probabilities of a model, or their logarithms: each from 0 to 1, together 1.
import { ModelError, show } from '../errors.ts';
import { checkLength, wrong } from './validate.ts';

/** How far probabilities may miss a sum of 1: wider than any rounding of printed tables, narrower than a typing error. */
const SUM_TOLERANCE = 1e-6;

/**
 * Probabilities that add up to 1, or their logarithms. Zero is allowed where `zeros` says so; the message
 * says what to do otherwise.
 */
export function checkDistribution(
  row: readonly number[],
  length: number,
  { scale, zeros, place }: { scale: 'probability' | 'log'; zeros: boolean; place: string },
): readonly number[] {
  checkLength(row, length, 'outcome', place);
  let sum = 0;
  row.forEach((x, i) => {
    checkProbability(x, { scale, zeros, place: `${place}, entry ${i}` });
    sum += scale === 'log' ? Math.exp(x) : x;
  });
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    throw new ModelError('probabilities do not add up', {
      code: 'probability-sum',
      place,
      expected: 'a sum of 1',
      got: String(sum),
    });
  }
  return row.map((x) => x + 0);
}

/** One probability (or its logarithm). */
export function checkProbability(
  x: number,
  { scale, zeros, place }: { scale: 'probability' | 'log'; zeros: boolean; place: string },
): number {
  const zero = scale === 'log' ? x === Number.NEGATIVE_INFINITY : x === 0;
  const fine = scale === 'log' ? x <= SUM_TOLERANCE : x >= 0 && x <= 1 + SUM_TOLERANCE;
  if (typeof x !== 'number' || !fine) {
    const expected = scale === 'log' ? 'the logarithm of a probability (at most 0)' : 'a number from 0 to 1';
    throw new ModelError('not a probability', { code: 'bad-probability', place, expected, got: show(x) });
  }
  if (zero && !zeros) {
    throw new ModelError('zero probability', {
      code: 'zero-probability',
      place,
      expected: 'a smoothed, positive probability',
      got: show(x),
    });
  }
  return x + 0;
}

/** Prior probabilities: a class with none can never be predicted, so zero is an error here. */
export function checkPrior(
  prior: readonly number[],
  classes: readonly string[],
  scale: 'probability' | 'log',
): readonly number[] {
  checkLength(prior, classes.length, 'class', 'prior');
  prior.forEach((x, k) => {
    if (scale === 'log' ? x === Number.NEGATIVE_INFINITY : x === 0) {
      throw new ModelError('a class that can never win', {
        code: 'class-never-wins',
        place: `prior, class '${classes[k]}'`,
        expected: 'a positive probability',
        got: show(x),
      });
    }
  });
  return checkDistribution(prior, classes.length, { scale, zeros: false, place: 'prior' });
}

/** `'probability'` unless logarithms are announced. */
export function checkScale(scale: 'probability' | 'log' | undefined): 'probability' | 'log' {
  if (scale === undefined || scale === 'probability') return 'probability';
  if (scale !== 'log') throw wrong('scale', "'probability' or 'log'", scale, 'scale');
  return scale;
}
