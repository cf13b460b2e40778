// `features`: which features matter, for one decision or over a whole table.
import {
  A_MODEL,
  A_TABLE,
  ANSWERS,
  afterTime,
  CHOSEN_AMONG_ROWS,
  COUNTING_FIRST,
  INSTANCE,
  PROTECTED,
  per,
  RESUMED_FILE,
  WITHIN,
} from './groups.ts';
import { count, SECONDS, text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const FEATURES = question({
  name: 'features',
  summary: 'which features matter, for one decision or over a table',
  description:
    'Features that are in every, some or no explanation, how often, and the most common rules. Over a table: the summary.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    ...PROTECTED,
    group: local(
      text('column'),
      'split the summary by the values of a column, a feature of the model or not',
    ),
    ...per(
      ['class'],
      'one answer to the table, to each class that the model gives, or to each row (default: table)',
    ),
    ...INSTANCE,
    rules: local(count('n', 0), 'how many rules the summary lists', { default: 10 }),
    plot: local(text('file'), 'draw the summary as SVG: shares of rows per feature, and the rules'),
    maxTime: local(SECONDS, afterTime('what is not known by then is marked')),
    ...COUNTING_FIRST,
    ...ANSWERS,
    ...WITHIN,
  },
  usual: ['per', 'group', 'protected', 'rules', 'plot', 'within', 'instance', 'rows', 'format', 'output'],
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    {
      of: ['group', 'plot'],
      unless: (said) => said.per !== 'row' && said.instance === undefined,
      expected: 'the summary of a table',
    },
    {
      of: ['instance'],
      unless: (said) => said.per === undefined || said.per === 'row',
      expected: '{per} row',
    },
  ],
  examples: [
    'xpxlc features model.json people.csv',
    'xpxlc features model.json people.csv --plot features.svg',
    'xpxlc features model.json people.csv --per class --group sex',
    'xpxlc features model.json people.csv --protected age,sex --per row --format ndjson',
  ],
});

export type FeaturesOptions = Said<typeof FEATURES.options>;
