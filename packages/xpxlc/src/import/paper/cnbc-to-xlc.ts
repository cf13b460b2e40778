// Naive Bayes → linear classifier: the translation of the paper (section 3.1) between its two file formats.
import type { CategoricalNaiveBayes } from '@xpxlc/core';
import { readCnbc } from './cnbc.ts';
import type { TwoClassOptions } from './fold.ts';
import { writeXlc } from './xlc.ts';

/**
 * The linear form of a two-class naive Bayes classifier, as an XLC file: per category the difference of the
 * log-probabilities. Logarithms are natural, or to base 2 when all probabilities are powers of two or zero (then exact, so that
 * ties stay ties). A zero becomes a number below what all others can make up for, as in the paper.
 *
 * The original's translator adds a constant to all logarithms before it takes differences and prints 15 digits, so its
 * numbers differ in the last places; it also takes a probability of 1 for one of 0, which this function does not.
 *
 * @param source the text of a CNBC file or a model.
 * @throws {FormatError} when the text is wrong or there are more than two classes.
 */
export function cnbcToXlc(
  source: string | CategoricalNaiveBayes,
  options: Pick<TwoClassOptions, 'firstClass' | 'missing'> = {},
): string {
  const model = typeof source === 'string' ? readCnbc(source) : source;
  return writeXlc(model, { ...options, rounding: 'allow' });
}
