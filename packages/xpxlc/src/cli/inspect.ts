// `xpxlc inspect`: what a model says: its features, classes and rules, and what each value is worth.

import { NUMBER, TEXT } from '../answer/fields.ts';
import { columnsOf } from '../answer/layout.ts';
import { type ModelRecord, modelRecord } from '../answer/model-record.ts';
import { modelText } from '../answer/model-text.ts';
import type { InspectOptions } from '../ask/inspect.ts';
import { openText } from '../table/text-file.ts';
import { EXIT } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { type Io, painter } from './io.ts';
import { formatOf, openOutput } from './output.ts';

/** Run the command; the exit status. */
export async function inspect(model: string, options: InspectOptions, io: Io): Promise<number> {
  const { classifier, ...loaded } = await loadClassifier(model, options, io);
  const record = modelRecord(loaded, classifier);
  if (formatOf(options) === 'json') {
    // One model is one object, not a list.
    const sink = await openText(options.output ?? io.stdout);
    await sink.write(`${JSON.stringify(record, null, 2)}\n`);
    await sink.close();
    return EXIT.done;
  }
  const paint = painter(io, options.output === undefined ? undefined : false);
  const output = await openOutput<ModelRecord>(
    options,
    {
      text: (told) => modelText(told, options.limit === 'all', (text) => paint(['bold', 'cyan'], text)),
      columns: columnsOf(
        { feature: TEXT, kind: TEXT, range: NUMBER, value: TEXT, class: TEXT, weight: NUMBER },
        ['feature', 'kind', 'range', 'value', 'class', 'weight'],
      ),
      lines: ({ classes, features, bias }) => [
        ...classes.map((name, k) => ({ kind: 'bias', class: name, weight: bias[k] })),
        ...features.flatMap(({ name: feature, kind, range, weights }) =>
          weights.flatMap(({ value, weights: each }) =>
            classes.map((of, k) => ({ feature, kind, range, value, class: of, weight: each[k] })),
          ),
        ),
      ],
    },
    io,
  );
  try {
    await output.put(record);
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  return EXIT.done;
}
