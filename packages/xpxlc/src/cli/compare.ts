// `xpxlc compare`: where do two models differ on the rows of a table, in predictions and in reasons?

import { CompareCounter, type CompareState } from '../answer/compare-counter.ts';
import { compareSummaryLayout } from '../answer/compare-layout.ts';
import { Pages } from '../answer/pages.ts';
import { pairUp } from '../answer/pairing.ts';
import type { CompareOptions } from '../ask/compare.ts';
import { timeOf } from '../ask/resolve.ts';
import { answerTable } from './answer-table.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import { formatOf } from './output.ts';

/** Run the command; the exit status. */
export async function compare(
  modelA: string,
  modelB: string,
  data: readonly string[],
  { per = 'row', differing = false, ...options }: CompareOptions,
  io: Io,
): Promise<number> {
  const summary = per === 'table';
  const { classifier: a } = await loadClassifier(modelA, options, io, [modelB, ...data]);
  const { classifier: b } = await loadClassifier(modelB, options, io, data);
  const pairing = pairUp(a, b);
  const format = formatOf(options);
  const sum = (state: unknown): CompareCounter => {
    const counter = new CompareCounter(pairing);
    if (state !== undefined) counter.merge(state as CompareState);
    return counter;
  };
  const { status } = await answerTable(
    {
      classifier: a,
      job: {
        command: 'compare',
        question: { summary, differing, ...timeOf(options) },
        other: b.model,
        format,
      },
      features: [...a.features, ...b.features],
      data,
      options,
      done: 'compared',
      ...(summary ? { sum } : {}),
    },
    io,
    (state) => {
      if (!summary) return [];
      const pages = new Pages(format, compareSummaryLayout);
      pages.put(sum(state.summary).result());
      return pages.rest();
    },
  );
  return status;
}
