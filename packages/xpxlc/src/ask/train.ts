// `train`: a naive Bayes model from a table.
import { A_TABLE, MODEL_OUTPUT, TABLE } from './groups.ts';
import { BOUNDS_WISH, choice, count, number, text, texts } from './kinds.ts';
import { local, question, type Said } from './option.ts';

const FROM_ZERO = number('number', 'a number from 0 up', (x) => x >= 0);
const ONE_KIND = ({ kind }: { readonly kind?: string }): boolean => kind === 'gaussian';

export const TRAIN = question({
  name: 'train',
  summary: 'a naive Bayes model from a table',
  description:
    'Learn a naive Bayes model from a table, and test it on rows held out (the same rows as in scikit-learn with the same seed). The report goes to stdout if the model goes to a file, otherwise to stderr.',
  arguments: A_TABLE,
  options: {
    target: local(text('column'), 'the column with the class (default: the last one)'),
    output: local(
      text('model'),
      'write a model file (.json), CNBC (.cnbc) or XLC (.xlc); default: to stdout',
      { short: 'o' },
    ),
    kind: local(
      choice('kind', ['categorical', 'gaussian']),
      'categorical: categories and bins; gaussian: normally distributed numbers',
      { default: 'categorical' },
    ),
    bins: local(
      texts('column=bins'),
      'cut a column of numbers into bins: age=4 (4 bins with about as many rows each) or age=20,40,80 (at these numbers); may be repeated',
    ),
    ignore: local(texts('columns'), 'columns to leave out, separated by commas; may be repeated'),
    alpha: local(FROM_ZERO, 'added to every count (default: 1)'),
    varSmoothing: local(
      { ...FROM_ZERO, placeholder: 'share' },
      'gaussian: added to variances, as a share of the largest (default: 1e-9)',
    ),
    bounds: local(
      BOUNDS_WISH,
      'gaussian: bounds of the numbers: data (of the table), wide (room for as much again on either side) or quantiles like 1%:99% (default: data)',
    ),
    missing: local(
      choice('policy', ['refuse', 'drop', 'category']),
      'missing cells: refuse them, drop their rows, or make them a category of their own',
    ),
    missingLabel: local(text('name'), 'the name of that category (default: "(missing)")'),
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
    maxCategories: local(
      count('number', 1),
      'refuse a column with more categories than this (default: 10000)',
    ),
    title: local(text('text'), 'a title, for the model file'),
    report: local(choice('format', ['text', 'json']), 'the report: text or JSON', { default: 'text' }),
    ...MODEL_OUTPUT,
    ...TABLE,
  },
  clashes: [
    {
      of: ['alpha', 'bins', 'maxCategories'],
      unless: (said) => !ONE_KIND(said),
      expected: '{kind} categorical',
    },
    { of: ['varSmoothing', 'bounds'], unless: ONE_KIND, expected: '{kind} gaussian' },
    { of: ['missingLabel'], unless: ({ missing }) => missing === 'category', expected: '{missing} category' },
  ],
  examples: [
    'xpxlc train loans.csv --target decision -o model.json',
    "xpxlc train loans.csv --target decision --bins age=4 --bins 'income=20,40,80' --ignore name,street -o model.json",
    'xpxlc train mail.csv --target spam --missing category -o mail.cnbc',
    'xpxlc train flowers.csv --kind gaussian --train-share 1 > flowers.json',
  ],
});

export type TrainOptions = Said<typeof TRAIN.options>;
