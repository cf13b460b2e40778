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
  RESUMED_FILE,
  WITHIN,
} from './groups.ts';
import { choice, count, FLAG, SECONDS, text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const FEATURES = question({
  name: 'features',
  summary: 'which features matter, for one decision or over a table',
  description:
    'Features that are in every, some or no explanation, how often, and the most common rules. Over a table: the summary.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    ...PROTECTED,
    by: local(choice('what', ['class']), 'split the summary by predicted class'),
    group: local(
      text('column'),
      'split the summary by the values of a column, a feature of the model or not',
    ),
    each: local(FLAG, 'a record per row instead of the summary'),
    ...INSTANCE,
    rules: local(count('n', 0), 'how many rules the summary lists', { default: 10 }),
    plot: local(text('file'), 'draw the summary as SVG: shares of rows per feature, and the rules'),
    maxTime: local(SECONDS, afterTime('what is not known by then is marked')),
    ...COUNTING_FIRST,
    ...ANSWERS,
    ...WITHIN,
  },
  clashes: [
    CHOSEN_AMONG_ROWS,
    RESUMED_FILE,
    { of: ['by', 'group', 'plot'], not: ['each', 'instance'], why: 'only the summary of a table has that' },
  ],
  examples: [
    'xpxlc features model.json people.csv',
    'xpxlc features model.json people.csv --plot features.svg',
    'xpxlc features model.json people.csv --by class --group sex',
    'xpxlc features model.json people.csv --protected age,sex --each --format ndjson',
  ],
});

export type FeaturesOptions = Said<typeof FEATURES.options>;
