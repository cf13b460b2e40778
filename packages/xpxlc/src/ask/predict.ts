// `predict`: the class of each row, by how much, and how often it is right.
import { A_MODEL, A_TABLE, ANSWERS, CHOSEN_AMONG_ROWS, INSTANCE, RESUMED_FILE } from './groups.ts';
import { text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const PREDICT = question({
  name: 'predict',
  summary: 'the class of each row, its lead, and how often it is right',
  description:
    'The class of each row, its exact lead over the next class, and all scores. With --actual also accuracy, confusion matrix and log-loss: after the rows for text, on stderr for other formats.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    actual: local(text('column'), 'the column with the true class'),
    summary: local(text('file'), 'write accuracy, confusion matrix and log-loss as JSON'),
    ...INSTANCE,
    ...ANSWERS,
  },
  usual: ['actual', 'summary', 'instance', 'rows', 'where', 'key', 'format', 'output', 'jobs'],
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    { of: ['actual'], not: ['instance'] },
    { of: ['summary'], unless: ({ actual }) => actual !== undefined, expected: '{actual} COLUMN' },
  ],
  examples: [
    'xpxlc predict model.json people.csv --actual decision',
    'xpxlc predict model.json people.parquet --key name --format csv -o classes.csv',
    "xpxlc predict model.json --instance 'age=35,job=clerk'",
  ],
});

export type PredictOptions = Said<typeof PREDICT.options>;
