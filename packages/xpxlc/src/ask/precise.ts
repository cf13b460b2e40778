// `precise`: a short rule for each row that holds often enough, beside the one that always holds.
import {
  A_MODEL,
  A_TABLE,
  ANSWERS,
  afterTime,
  CHOSEN_AMONG_ROWS,
  DISTRIBUTION,
  INSTANCE,
  RESUMED_FILE,
  WITHIN,
} from './groups.ts';
import { number, SECONDS } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const PRECISE = question({
  name: 'precise',
  summary: 'a short rule for each row that holds often enough',
  description:
    'For each row a smallest set of its values that keeps the prediction in a given share of cases, with certified bounds of that share, beside a smallest set that always does.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    precision: local(
      number('share', 'a number from 0 to 1', (x) => x >= 0 && x <= 1),
      'the rule holds in at least this share of cases',
      { default: 0.95 },
    ),
    ...DISTRIBUTION,
    ...INSTANCE,
    ...ANSWERS,
    maxTime: local(SECONDS, afterTime('a smaller set may then exist, and bounds of its share may be wider')),
    ...WITHIN,
  },
  usual: [
    'precision',
    'distribution',
    'within',
    'instance',
    'rows',
    'where',
    'key',
    'format',
    'output',
    'maxTime',
  ],
  clashes: [CHOSEN_AMONG_ROWS, RESUMED_FILE],
  examples: [
    'xpxlc precise model.json people.csv',
    'xpxlc precise model.json people.csv --precision 0.9 --distribution data --format csv -o rules.csv',
    "xpxlc precise model.json --instance 'age=35,job=clerk'",
  ],
});

export type PreciseOptions = Said<typeof PRECISE.options>;
