// `xpxlc predict`: the class of each row, by how much, and how often it is right.

import { type Quality, QualityCounter, type QualityState, qualityText } from '../answer/quality.ts';
import type { PredictOptions } from '../ask/predict.ts';
import { openText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf } from './instance.ts';
import type { Io } from './io.ts';
import { formatOf } from './output.ts';

/** Run the command; the exit status. */
export async function predict(
  model: string,
  data: readonly string[],
  options: PredictOptions,
  io: Io,
): Promise<number> {
  const { classifier } = await loadClassifier(model, options, io, data);
  const { actual: target } = options;
  const format = formatOf(options);
  const sum = (state: unknown): QualityCounter => {
    const counter = new QualityCounter(classifier);
    if (state !== undefined) counter.merge(state as QualityState);
    return counter;
  };
  const { status, state, complete } = await answerTable(
    {
      classifier,
      job: { command: 'predict', labelled: target !== undefined, format },
      data,
      ...(await caseOf(options, data, classifier, io)),
      options,
      ...(target === undefined ? { done: 'predicted' } : { target, done: 'predicted or compared', sum }),
    },
    io,
    ({ summary }) =>
      target !== undefined && format === 'text'
        ? [new TextEncoder().encode(`\n${qualityText(sum(summary).result())}`)]
        : [],
  );
  if (target !== undefined && complete) await tell(sum(state.summary).result(), options, io);
  return status;
}

/** The summary where it does not disturb the data: in its own file, and on stderr. */
async function tell(quality: Quality, options: PredictOptions, io: Io): Promise<void> {
  if (formatOf(options) !== 'text') io.stderr.write(qualityText(quality));
  if (options.summary === undefined) return;
  const file = await openText(options.summary);
  await file.write(`${JSON.stringify(quality, null, 2)}\n`);
  await file.close();
}
