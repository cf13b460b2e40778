// Why, for files: of each row that has an answer a smallest explanation in words, as the page says it.
import { type Classifier, literal, weigh } from '@xpxlc/core';
import { READABLE } from 'xpxlc/view';
import { ANSWER, type Answers } from './answers.ts';
import type { EncodedTable } from './encoded.ts';

/** The words of one row; null where it has no answer. */
export type ReasonOf = (row: number) => string | null;

export function reasonsOf(classifier: Classifier, { columns }: EncodedTable, answers: Answers): ReasonOf {
  const { status, masks, words, classes, classIndex } = answers;
  const features = classifier.features.map((_, i) => i);
  return (row) => {
    if (status[row] !== ANSWER.ok) return null;
    const within = features.filter((i) => (masks[row * words + (i >> 5)] & (1 << (i & 31))) !== 0);
    if (within.length === 0) return `always ${classes[classIndex[row]]}`;
    const problem = weigh(
      classifier,
      columns.map((column) => column[row]),
    );
    return within.map((i) => literal(problem, i, READABLE)).join(' and ');
  };
}
