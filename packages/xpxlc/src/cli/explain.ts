// `xpxlc explain`: why each row is decided as it is, and what would change it.
import type { Problem } from '@xpxlc/core';
import type { ExplainQuestion } from '../answer/explain-record.ts';
import type { Job } from '../answer/job.ts';
import { type ExplainOptions, isInFull } from '../ask/explain.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { explainQuestion, movable } from '../ask/resolve.ts';
import { saveText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { UsageError } from './exit.ts';
import { inFull } from './in-full.ts';
import { loadClassifier } from './inputs.ts';
import { boundedCase, caseOf, oneOrMany } from './instance.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import { checkPlot, formatOf } from './output.ts';

/** Run the command; the exit status. */
export async function explain(
  model: string,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<number> {
  oneOrMany(options.instance, data);
  checkPlot(options.plot);
  const { classifier } = await loadClassifier(model, options, io, data);
  const format = formatOf(options);
  if (options.certificate && format === 'text')
    throw new UsageError('proofs are for programs; add --format ndjson (or json, csv, parquet)', {
      place: '--certificate',
    });
  const question = explainQuestion(options, { classifier, door: COMMAND_LINE });
  const job: Job =
    format === 'text' && isInFull(options)
      ? inFull(classifier, options, io)
      : { command: 'explain', question, format };
  const one = await caseOf(options, data, classifier, io);
  const row = options.plot === undefined ? undefined : new (await import('./row-plot.ts')).PlottedRow();
  const { status, complete } = await answerTable(
    {
      classifier,
      job,
      data,
      ...one,
      options,
      done: 'explained',
      seen: row && ((block) => row.see(block)),
    },
    io,
  );
  if (row !== undefined && complete) {
    const { within } = movable(options, { classifier });
    const problem =
      one.instance === undefined
        ? row.problem(classifier, within)
        : boundedCase(classifier, one.instance, options, { within }).problem;
    await drawRow(problem, question, options.plot as string, io);
  }
  return status;
}

/** A row without an answer has no picture. */
async function drawRow(
  problem: Problem | undefined,
  question: ExplainQuestion,
  path: string,
  io: Io,
): Promise<void> {
  if (problem === undefined) io.stderr.write(`xpxlc: note: no row is explained, so ${path} is not written\n`);
  else {
    const { plottedRow, plottedSvg } = await import('./row-plot.ts');
    const plotted = await interruptible(() => plottedRow(problem, question));
    await saveText(path, await plottedSvg(plotted));
  }
}
