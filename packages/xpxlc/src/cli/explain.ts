// `xpxlc explain`: why each row is decided as it is, and what would change it.
import type { Classifier, Problem } from '@xpxlc/core';
import type { ExplainQuestion } from '../answer/explain-record.ts';
import type { Job } from '../answer/job.ts';
import type { PreciseQuestion } from '../answer/precise-record.ts';
import { type ExplainOptions, NOT_IN_REPORT } from '../ask/explain.ts';
import { COMMAND_LINE } from '../ask/option.ts';
import { explainQuestion, movable, timeOf } from '../ask/resolve.ts';
import { saveText } from '../table/text-file.ts';
import { answerTable } from './answer-table.ts';
import { boundedCase } from './bounded-case.ts';
import { checkDistribution, distributionOf } from './distribution.ts';
import { clash, UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import { caseOf, oneOrMany } from './instance.ts';
import { interruptible } from './interruptible.ts';
import { type Io, isColoured } from './io.ts';
import { formatOf } from './output.ts';
import { checkPlot } from './plot-output.ts';
import { PlottedRow, plottedRow, plottedSvg } from './row-plot.ts';

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
  if (options.certificate && formatOf(options) === 'text')
    throw new UsageError('proofs are for programs; add --format ndjson (or json, csv, parquet)', {
      place: '--certificate',
    });
  const job = await toJob(classifier, data, options, io);
  const one = await caseOf(options, data, classifier, io);
  const row = options.plot === undefined ? undefined : new PlottedRow();
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
    await drawRow(problem, toQuestion(classifier, options), options.plot as string, io);
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
    const view = await interruptible(() => plottedRow(problem, question));
    await saveText(path, await plottedSvg(problem, view));
  }
}

/** A report where it is asked for; also of one case of which nothing particular is asked. */
async function toJob(
  classifier: Classifier,
  data: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<Job> {
  const format = formatOf(options);
  if (options.report && format !== 'text') throw clash('--report', 'no --format');
  const asks = (name: (typeof NOT_IN_REPORT)[number]): boolean =>
    name === 'kind' ? options.kind !== 'axp' : options[name] !== undefined;
  const particular = format !== 'text' || NOT_IN_REPORT.some(asks);
  if (options.report || (options.instance !== undefined && !particular)) {
    const coloured = options.output === undefined && isColoured(io);
    const question = {
      titled: options.instance === undefined,
      coloured,
      ...movable(options, { classifier }),
      ...timeOf(options),
    };
    return { command: 'report', question, format: 'text' };
  }
  return options.precision === undefined
    ? { command: 'explain', question: toQuestion(classifier, options), format }
    : { command: 'precise', question: await toPreciseQuestion(classifier, data, options), format };
}

async function toPreciseQuestion(
  classifier: Classifier,
  data: readonly string[],
  options: ExplainOptions,
): Promise<PreciseQuestion> {
  const { precision = 1 } = options;
  const distribution = await distributionOf(options, data, classifier);
  checkDistribution(classifier, distribution);
  return { precision, distribution, ...movable(options, { classifier }), ...timeOf(options) };
}

function toQuestion(classifier: Classifier, options: ExplainOptions): ExplainQuestion {
  return explainQuestion(options, { classifier, door: COMMAND_LINE });
}
