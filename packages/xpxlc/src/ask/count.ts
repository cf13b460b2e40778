// `count`: how many explanations each row has, how large they are, and which features are in how many.
import {
  A_MODEL,
  A_TABLE,
  ANSWERS,
  afterTime,
  CHOSEN_AMONG_ROWS,
  COUNTING_FIRST,
  INSTANCE,
  RESUMED_FILE,
  WITHIN,
} from './groups.ts';
import { choice, count, FLAG, SECONDS } from './kinds.ts';
import { local, option, question, type Said } from './option.ts';

export const COUNT = question({
  name: 'count',
  summary: 'how many explanations each row has, by size and by feature',
  description:
    'The exact number of explanations of each row, by size and by feature. They are counted without listing them, so billions are no problem.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    kind: option(choice('kind', ['axp', 'cxp']), 'axp: explanations; cxp: contrasts', { default: 'axp' }),
    ...INSTANCE,
    power: option(
      FLAG,
      'power indices of the features: Shapley–Shubik, Banzhaf, Deegan–Packel, Holler–Packel',
    ),
    pairs: option(FLAG, 'also count how often two features occur together'),
    tooMany: option(
      choice('how', ['error', 'bounds', 'estimate']),
      'what to say of a {row} with too many explanations to count within {maxSteps} and {maxMemory}',
      { default: 'error' },
    ),
    seed: option(count('n', 0), 'the random seed of {tooMany} estimate (default: 0)'),
    maxTime: local(SECONDS, afterTime('it is then counted as {tooMany} says')),
    ...COUNTING_FIRST,
    ...ANSWERS,
    ...WITHIN,
  },
  usual: [
    'kind',
    'power',
    'pairs',
    'tooMany',
    'within',
    'instance',
    'rows',
    'where',
    'key',
    'format',
    'output',
  ],
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    {
      of: ['limit'],
      not: ['power', 'pairs', 'tooMany'],
      why: 'that needs all explanations',
    },
    { of: ['seed'], unless: ({ tooMany }) => tooMany === 'estimate', expected: '{tooMany} estimate' },
  ],
  examples: [
    "xpxlc count model.json --instance 'age=35,job=clerk'",
    "xpxlc count model.json --instance 'age=35,job=clerk' --power",
    'xpxlc count model.json people.csv --format csv -o counts.csv',
    'xpxlc count model.json people.csv --max-steps 10000000 --too-many bounds --format ndjson',
  ],
});

export type CountOptions = Said<typeof COUNT.options>;
