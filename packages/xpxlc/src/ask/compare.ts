// `compare`: where do two models differ on the rows of a table, in predictions and in reasons?
import { A_TABLE, ANSWERS, afterTime, per, RESUMED_FILE } from './groups.ts';
import { FLAG, SECONDS } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const COMPARE = question({
  name: 'compare',
  summary: 'where do two models differ, in predictions and in reasons?',
  description:
    "Both models' prediction and smallest explanation of each row, and whether A's reason holds in B: whether every case with these values gets the same class from B. Features and classes are matched by name; the table has the columns of both models.",
  arguments: {
    '<modelA>': 'a model in any format',
    '<modelB>': 'another one; options about models are for both',
    ...A_TABLE,
  },
  options: {
    differing: local(FLAG, "only rows on which the predictions differ, or A's reason does not hold in B"),
    ...per([], 'one answer to each row, or to the table (default: row)'),
    ...ANSWERS,
    maxTime: local(SECONDS, afterTime('explanations that are not proved to be smallest by then say so')),
  },
  usual: ['per', 'differing', 'predicted', 'rows', 'where', 'key', 'format', 'output'],
  clashes: [
    RESUMED_FILE,
    { of: ['differing'], unless: (said) => said.per !== 'table', expected: '{per} row' },
  ],
  examples: [
    'xpxlc compare old.json new.json people.csv --per table',
    'xpxlc compare old.json new.json people.csv --differing --key name',
    'xpxlc compare old.json new.json people.csv --predicted refuse --format csv -o changed.csv',
  ],
});

export type CompareOptions = Said<typeof COMPARE.options>;
