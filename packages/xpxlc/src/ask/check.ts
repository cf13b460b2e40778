// `check`: are these explanations, from whatever tool, right? And how good are they?
import {
  A_MODEL,
  A_TABLE,
  COUNTING,
  DATA,
  DISTRIBUTION,
  INSTANCE,
  MODEL,
  OUTPUT,
  ROWS_OF_DATA,
  WITHIN,
} from './groups.ts';
import { CLASS, choice, count, FLAG, SECONDS, text } from './kinds.ts';
import { local, option, question, type Said } from './option.ts';

/** What grades have and verdicts do not. */
const GRADES = {
  top: local(count('k', 1), 'of weights: compare the k largest with the most frequent features', {
    default: 5,
  }),
  summary: local(text('file'), 'write the summary as JSON'),
  plot: local(text('file'), 'draw the hits, and precision beside what is claimed, as SVG'),
  ...DISTRIBUTION,
  maxSteps: { ...COUNTING.maxSteps, local: true },
  maxMemory: { ...COUNTING.maxMemory, local: true },
} as const;

export const CHECK = question({
  name: 'check',
  summary: 'are these explanations, from any tool, sufficient and minimal? How good are they?',
  description:
    'Check explanations from any tool against the definition: do they hold, is any feature redundant, which case contradicts them? Exit status 1 if any is not a minimal explanation, 3 if any could not be checked.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    explanations: local(
      text('file'),
      'records of xpxlc explain, XXPL, or CSV lines row,feature,feature,…; with {grade} row and features, rule or weights; - for standard input',
      { required: true },
    ),
    grade: local(FLAG, 'how good they are: rules and weights, too'),
    kind: option(
      choice('kind', ['axp', 'cxp']),
      'for explanations that do not say what they are: axp (explanations) or cxp (contrasts)',
      { default: 'axp' },
    ),
    target: option(CLASS, 'for contrasts: they must lead to this class'),
    rows: local(
      DATA.rows.kind,
      'only explanations of these rows; those that do not say theirs are of the first (default: 0)',
    ),
    ...INSTANCE,
    repair: option(FLAG, 'also give a minimal explanation made from each one'),
    ...GRADES,
    maxTime: local(SECONDS, 'give up on an explanation after this time; what is not known by then is null'),
    ...MODEL,
    ...ROWS_OF_DATA,
    ...OUTPUT,
    ...WITHIN,
  },
  usual: ['explanations', 'grade', 'kind', 'repair', 'instance', 'rows', 'within', 'format', 'output'],
  clashes: [
    { of: ['rows'], not: ['instance'] },
    { of: ['grade'], not: ['kind', 'target', 'instance', 'repair', 'within'] },
    {
      of: Object.keys(GRADES) as (keyof typeof GRADES)[],
      unless: ({ grade }) => grade === true,
      expected: '{grade}',
    },
  ],
  notes: `With --grade: how often rules hold exactly, beside what the tool claims; how many of their features are common
in all explanations, and how well rankings agree; repaired rules; and a summary, after the records for text, on
stderr for other formats.

Explanations to grade, one a line (docs/cli.md lists all forms):
  {"row":0,"tool":"anchor","rule":["age > 37.00","job = clerk"],"precision":0.97,"coverage":0.2}
  {"row":0,"features":["age","job"]}
  {"row":0,"tool":"shap","weights":{"age":0.3,"job":-0.1}}`,
  examples: [
    'xpxlc check model.json people.csv --explanations reasons.ndjson',
    'xpxlc check model.json people.csv --explanations theirs.csv --repair --format ndjson',
    'xpxlc check model.xlc rows.csv --xmap model.xmap --values index --explanations out.xxpl --rows 7',
    'xpxlc check model.json people.csv --explanations anchor.ndjson --grade --distribution data',
  ],
});

export type CheckOptions = Said<typeof CHECK.options>;
