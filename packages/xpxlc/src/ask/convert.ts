// `convert`: a model from one format to another.
import { MODEL, MODEL_OUTPUT } from './groups.ts';
import { text } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const CONVERT = question({
  name: 'convert',
  summary: 'a model from one format to another',
  description:
    'Write a model in another format: model file (.json), XLC (.xlc), CNBC (.cnbc) or BLC (.blc). Names go to an XMAP file beside the last three, bounds of numbers to a .bounds.csv. What a format cannot hold is refused.',
  arguments: { '<in>': 'a model in any format', '[out]': 'the file to write (default: stdout)' },
  usual: ['format', 'allowLoss', 'xmap', 'bounds', 'modelOptions', 'title'],
  options: {
    ...MODEL_OUTPUT,
    title: local(text('text'), 'a title, for the model file'),
    ...MODEL,
  },
  examples: [
    'xpxlc convert mail.cnbc mail.json --xmap mail.xmap',
    'xpxlc convert model.json model.xlc --allow-loss rounding',
    'xpxlc convert old.xlc new.json --xmap old.xmap --bounds old.bounds.csv',
    'xpxlc convert model.json --format blc > model.blc',
  ],
});

export type ConvertOptions = Said<typeof CONVERT.options>;
