// `assess`: how good are the explanations that other tools gave?
import { A_MODEL, A_TABLE, COUNTING, DISTRIBUTION, MODEL, OUTPUT, ROWS_OF_DATA } from './groups.ts';
import { count, FLAG, SECONDS, text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const ASSESS = question({
  name: 'assess',
  summary: 'how good are the explanations that other tools gave?',
  description:
    'Grade explanations of Anchor, SHAP, LIME or any other tool. For rules: do they always hold, can a feature be left out, how often do they hold exactly (beside what the tool claims), a counterexample and a repaired rule. For rules and weights: how many of their features are among the most frequent ones of all explanations, and how well the rankings agree. The summary follows the records for text, and goes to stderr for other formats.',
  arguments: { ...A_MODEL, ...A_TABLE },
  options: {
    explanations: local(
      text('file'),
      'NDJSON, JSON or CSV (.gz): row with features, rule or weights; - for standard input',
      { required: true },
    ),
    top: local(count('k', 1), 'for weights: compare the k largest with the most frequent features', {
      default: 5,
    }),
    exact: local(FLAG, 'write exact fractions, however long they are'),
    summary: local(text('file'), 'write the summary as JSON'),
    plot: local(text('file'), 'draw the hits, and precision beside what is claimed, as SVG'),
    maxTime: local(
      SECONDS,
      'stop counting and computing for an explanation after this time; what is not known by then is null',
    ),
    ...DISTRIBUTION,
    ...COUNTING,
    ...MODEL,
    ...ROWS_OF_DATA,
    ...OUTPUT,
  },
  notes: `Explanations, one a line (docs/cli.md lists all forms):
  {"row":0,"tool":"anchor","rule":["age > 37.00","job = clerk"],"precision":0.97,"coverage":0.2}
  {"row":0,"features":["age","job"]}
  {"row":0,"tool":"shap","weights":{"age":0.3,"job":-0.1}}`,
  examples: [
    'xpxlc assess model.json people.csv --explanations anchor.ndjson',
    'xpxlc assess model.json people.csv --explanations shap.csv --top 3 --format csv -o graded.csv',
    'xpxlc assess model.json people.csv --explanations rules.csv --distribution data --summary graded.json',
  ],
});

export type AssessOptions = Said<typeof ASSESS.options>;
