// `report`: all that is known of decisions, as text to read at once or as one HTML file; for rows or for a population.
import {
  A_MODEL,
  A_TABLE,
  afterTime,
  BATCH,
  CHOSEN_AMONG_ROWS,
  COUNTING,
  DATA,
  INSTANCE,
  MODEL,
  PREDICTED,
  per,
  TO_FILE,
  WITHIN,
} from './groups.ts';
import { choice, count, NAMES, SECONDS, text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

/** Of the document alone. */
const DOCUMENT = {
  adverse: local(
    text('class'),
    'give reasons only for rows that are decided so, over all values that features can have',
  ),
  reasons: local(count('n', 1), 'at most n principal reasons', { default: 4 }),
  phrases: local(text('file'), 'reasons in your own words: a JSON dictionary (docs/report.md)'),
  target: local(text('class'), 'the wanted class: what would change a decision leads to it'),
  limit: local(count('n', 1), 'list at most n explanations and n contrasts per row', { default: 5 }),
  ...per(
    [],
    'a section per row, or the table as a whole (default: table, if it has more than 20 rows and none is chosen)',
  ),
  protected: local(NAMES, 'audit these features: do decisions rest on them?'),
  rules: local(count('n', 0), 'with {per} table: how many rules are listed', { default: 10 }),
  title: local(text('text'), 'the title of the report'),
  date: local(text('text'), 'a date to show; without it none is, so that reports can be compared'),
  ...COUNTING,
};

interface Written {
  readonly format?: 'text' | 'html';
  readonly output?: string;
}

/** What is written: HTML to files of that name, else text, if nothing else is said. */
export function reportFormat({ format, output = '' }: Written): 'text' | 'html' {
  return format ?? (/\.html?(\.\w+)?$/i.test(output) ? 'html' : 'text');
}

export const REPORT = question({
  name: 'report',
  summary: 'all that is known of decisions: to read, or as a document to file, send or print',
  description:
    'Of each row the decision, what each value is worth, why, and what would change it; as text. With -o FILE.html as a document for screen and paper, with proofs: chosen rows, or a whole table.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    format: local(
      choice('format', ['text', 'html']),
      'text, or a document (default: by the name of -o FILE, else text)',
    ),
    ...TO_FILE,
    ...INSTANCE,
    ...DOCUMENT,
    jobs: BATCH.jobs,
    ...MODEL,
    ...DATA,
    ...PREDICTED,
    maxTime: local(SECONDS, afterTime('what is not known by then is said')),
    ...WITHIN,
  },
  usual: [
    'output',
    'instance',
    'rows',
    'predicted',
    'adverse',
    'phrases',
    'target',
    'per',
    'protected',
    'within',
  ],
  clashes: [
    CHOSEN_AMONG_ROWS,
    {
      of: Object.keys(DOCUMENT) as (keyof typeof DOCUMENT)[],
      unless: (said) => reportFormat(said) === 'html',
      expected: '-o FILE.html',
    },
    { of: ['instance'], unless: (said) => said.per !== 'table', expected: '{per} row' },
  ],
  examples: [
    'xpxlc report model.json people.csv --rows 7',
    'xpxlc report model.json people.csv --rows 3,7-9 --key name -o report.html',
    `xpxlc report model.json people.csv --where "id = 'A-17'" --adverse refuse --phrases phrases.json -o a-17.html`,
    'xpxlc report model.json people.csv --per table --protected sex,age -o population.html',
    'xpxlc verify report.html --model model.json',
  ],
});

export type ReportOptions = Said<typeof REPORT.options>;
