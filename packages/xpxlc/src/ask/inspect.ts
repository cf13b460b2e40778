// `inspect`: what a model says.
import { A_MODEL, MODEL, OUTPUT } from './groups.ts';
import { choice } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const INSPECT = question({
  name: 'inspect',
  summary: 'what a model says: features, classes, weights',
  description:
    'The features with their values and how far each can move the decision, the classes, who wins a tie, where the model comes from, and what each value is worth.',
  arguments: A_MODEL,
  usual: ['limit', 'xmap', 'bounds', 'format', 'output'],
  options: {
    limit: local(choice('n', ['all']), 'text: show long lists in full'),
    ...MODEL,
    ...OUTPUT,
  },
  examples: [
    'xpxlc inspect model.json',
    'xpxlc inspect mail.cnbc --xmap mail.xmap --limit all',
    'xpxlc inspect model.json --format csv -o weights.csv',
  ],
});

export type InspectOptions = Said<typeof INSPECT.options>;
