// `inspect`: what a model says.
import { A_MODEL, MODEL, OUTPUT } from './groups.ts';
import { FLAG } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const INSPECT = question({
  name: 'inspect',
  summary: 'what a model says: features, classes, weights',
  description:
    'The features with their values and how far each can move the decision, the classes, who wins a tie, where the model comes from, and what each value is worth.',
  arguments: A_MODEL,
  options: { all: local(FLAG, 'show long lists in full'), ...MODEL, ...OUTPUT },
  examples: [
    'xpxlc inspect model.json',
    'xpxlc inspect mail.cnbc --xmap mail.xmap --all',
    'xpxlc inspect model.json --format csv -o weights.csv',
  ],
});

export type InspectOptions = Said<typeof INSPECT.options>;
