// `train`: a naive Bayes model from a table.
import { A_TABLE, MODEL_OUTPUT, TABLE } from './groups.ts';
import { BOUNDS_WISH, FLAG, number, text, texts } from './kinds.ts';
import { local, question, type Said } from './option.ts';

const FROM_ZERO = number('number', 'a number from 0 up', (x) => x >= 0);

export const TRAIN = question({
  name: 'train',
  summary: 'a naive Bayes model from a table',
  description:
    'Learn a naive Bayes model from a table, and test it on rows held out (the same rows as in scikit-learn with the same seed). The report goes to stdout if the model goes to a file, otherwise to stderr.',
  arguments: A_TABLE,
  options: {
    actual: local(text('column'), 'the column with the class (default: the last one)'),
    output: local(
      text('model'),
      'write a model file (.json), CNBC (.cnbc) or XLC (.xlc); default: to stdout',
      { short: 'o' },
    ),
    gaussian: local(FLAG, 'all columns are normally distributed numbers (default: categories and bins)'),
    bins: local(
      texts('column=bins'),
      'cut a column of numbers into bins: age=4 (4 bins with about as many rows each) or age=20,40,80 (at these numbers); may be repeated',
    ),
    ignore: local(texts('columns'), 'columns to leave out, separated by commas; may be repeated'),
    smoothing: local(
      FROM_ZERO,
      'added to every count (default: 1); with {gaussian} to variances, as a share of the largest (default: 1e-9)',
    ),
    bounds: local(
      BOUNDS_WISH,
      'with {gaussian}: bounds of the numbers: data (of the table), wide (room for as much again on either side) or quantiles like 1%:99% (default: data)',
    ),
    missing: local(
      text('label'),
      'count missing cells as this category, one of their own (default: refuse them)',
    ),
    completeRows: local(FLAG, 'leave out rows with missing cells'),
    trainShare: local(
      number('share', 'more than 0, at most 1', (x) => x > 0 && x <= 1),
      'the share of rows to learn from; with 1 no rows are held out (default: 0.8)',
    ),
    seed: local(
      number(
        'number',
        'a whole number from 0 to 4294967295',
        (x) => Number.isInteger(x) && x >= 0 && x < 2 ** 32,
      ),
      'which rows are held out (default: 0)',
    ),
    title: local(text('text'), 'a title, for the model file'),
    summary: local(text('file'), 'write how good the model is as JSON'),
    ...MODEL_OUTPUT,
    ...TABLE,
  },
  usual: [
    'actual',
    'output',
    'bins',
    'gaussian',
    'ignore',
    'missing',
    'completeRows',
    'smoothing',
    'trainShare',
    'seed',
    'summary',
  ],
  clashes: [
    { of: ['bins'], not: ['gaussian'] },
    { of: ['bounds'], unless: ({ gaussian }) => gaussian === true, expected: '{gaussian}' },
    { of: ['missing'], not: ['completeRows'] },
  ],
  examples: [
    'xpxlc train loans.csv --actual decision -o model.json',
    "xpxlc train loans.csv --actual decision --bins age=4 --bins 'income=20,40,80' --ignore name,street -o model.json",
    'xpxlc train mail.csv --actual spam --missing unknown -o mail.cnbc',
    'xpxlc train flowers.csv --gaussian --train-share 1 > flowers.json',
  ],
});

export type TrainOptions = Said<typeof TRAIN.options>;
