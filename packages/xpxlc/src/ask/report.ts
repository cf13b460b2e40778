// `report`: decisions and their reasons as one HTML file, for rows or for a population.
import {
  A_MODEL,
  A_TABLE,
  afterTime,
  COUNTING,
  DATA,
  INSTANCE,
  MODEL,
  PREDICTED,
  TO_FILE,
  WITHIN,
} from './groups.ts';
import { count, FLAG, NAMES, SECONDS, text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const REPORT = question({
  name: 'report',
  summary: 'decisions and their reasons as a document to file, send or print',
  description:
    'One HTML file that needs nothing else, for screen and paper. For chosen rows: each decision, its principal reasons, what would change it, and the proof. For a whole table: the population.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    ...TO_FILE,
    ...INSTANCE,
    adverse: local(
      text('class'),
      'give reasons only for rows that are decided so, over all values that features can have',
    ),
    reasons: local(count('n', 1), 'at most n principal reasons', { default: 4 }),
    phrases: local(text('file'), 'reasons in your own words: a JSON dictionary (docs/report.md)'),
    target: local(text('class'), 'the wanted class: what would change a decision leads to it'),
    limit: local(count('n', 1), 'list at most n explanations and n contrasts per row', { default: 5 }),
    population: local(FLAG, 'all rows together instead of a section per row'),
    protected: local(NAMES, 'audit these features: do decisions rest on them?'),
    rules: local(count('n', 0), 'with the population: how many rules are listed', { default: 10 }),
    maxRows: local(count('n', 1), 'refuse to write more sections than this', { default: 500 }),
    title: local(text('text'), 'the title of the report'),
    date: local(text('text'), 'a date to show; without it none is, so that reports can be compared'),
    jobs: local(count('n', 1), 'how many threads sum up a population (default: one per core)'),
    ...MODEL,
    ...DATA,
    ...PREDICTED,
    ...COUNTING,
    maxTime: local(SECONDS, afterTime('what is not known by then is said')),
    ...WITHIN,
  },
  clashes: [{ of: ['population'], not: ['instance'] }],
  notes:
    'Without --rows, --where, --predicted or --instance a table of more than 20 rows is reported as a population.',
  examples: [
    'xpxlc report model.json people.csv --rows 3,7-9 --key name -o report.html',
    `xpxlc report model.json people.csv --where "id = 'A-17'" --adverse refuse --phrases phrases.json -o a-17.html`,
    'xpxlc report model.json people.csv --population --protected sex,age -o population.html',
    'xpxlc verify report.html --model model.json',
  ],
});

export type ReportOptions = Said<typeof REPORT.options>;
