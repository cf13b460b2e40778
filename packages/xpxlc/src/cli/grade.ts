// `xpxlc check --grade`: how good are the explanations that other tools gave?

import { type Classifier, type Distribution, XpxlcError } from '@xpxlc/core';
import { Allowance, type Stop } from '../answer/allowance.ts';
import { toErrorRecord } from '../answer/explain-record.ts';
import type { Assessment, FailedAssessment } from '../answer/record-fields.ts';
import type { CheckOptions } from '../ask/check.ts';
import { budgetOf, timeOf } from '../ask/resolve.ts';
import type { AssessSummary } from '../assess/assess-summary.ts';
import { assessSvg } from '../assess/assess-svg.ts';
import { type AssessOptions as Asked, assessor } from '../assess/assessor.ts';
import type { GivenFile } from '../assess/given.ts';
import { readGiven } from '../assess/read-given.ts';
import { AssessCounter } from '../assess/summarize-assessments.ts';
import { assessSummaryText } from '../assess/summary-text.ts';
import { claimedRows } from '../batch/claimed-rows.ts';
import { saveText } from '../table/text-file.ts';
import { checkDistribution, distributionOf } from './distribution.ts';
import { EXIT } from './exit.ts';
import { oneOnStdin, readExplanations } from './given-file.ts';
import { assessLayout } from './grade-layout.ts';
import { loadClassifier } from './inputs.ts';
import { interruptible } from './interruptible.ts';
import { type Io, write } from './io.ts';
import { formatOf, openOutput } from './output.ts';

/** Run the command; the exit status. */
export async function grade(
  model: string,
  data: readonly string[],
  options: CheckOptions,
  io: Io,
): Promise<number> {
  oneOnStdin(options.explanations, data.length === 0 || data.includes('-'));
  const { classifier } = await loadClassifier(model, options, io, [...data, options.explanations]);
  const { text, name } = await readExplanations(options.explanations, io);
  const file = readGiven(text, classifier.features, name);
  const distribution = await distributionOf(options, data, classifier);
  tellOfNone(classifier, distribution, io);
  const asked: Asked = {
    distribution,
    top: options.top,
    budget: budgetOf(options),
  };
  await io.claim();
  const output = await openOutput(options, assessLayout, io);
  const counter = new AssessCounter();
  try {
    for await (const record of assessments(classifier, file, data, asked, options)) {
      counter.add(record);
      await output.put(record);
    }
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  const summary = counter.result();
  await tell(summary, options, io);
  return summary.failed > 0 ? EXIT.badInput : EXIT.done;
}

/** Explanations in the order of the table's rows; last those that make no sense. */
async function* assessments(
  classifier: Classifier,
  { given, bad }: GivenFile,
  data: readonly string[],
  asked: Asked,
  options: CheckOptions,
): AsyncGenerator<Assessment | FailedAssessment, void, void> {
  for await (const { at, claims, problem, trouble } of claimedRows(
    classifier,
    given,
    ({ row }) => row,
    data,
    options,
  )) {
    let ask: ReturnType<typeof assessor> | undefined;
    let allowance = new Allowance({});
    // What is asked of the row is asked once, but each explanation has its own time.
    const signal: Stop = {
      get aborted() {
        return allowance.aborted;
      },
    };
    for (const one of claims) {
      const tool = { tool: one.tool };
      if (problem === undefined) {
        yield { ...at, ...tool, error: trouble(one) };
        continue;
      }
      try {
        ask ??= assessor(problem(), { ...asked, budget: { ...asked.budget, signal } });
        allowance = new Allowance(timeOf(options));
        const grade = ask;
        yield { ...at, ...(await interruptible(() => grade(one))) };
      } catch (error) {
        if (!(error instanceof XpxlcError)) throw error;
        const { message, ...rest } = toErrorRecord(error);
        yield { ...at, ...tool, error: { ...rest, message: `${one.place}: ${message}` } };
      }
    }
  }
  for (const { place: _, ...failed } of bad) yield failed;
}

/** Say why there are no probabilities; all else can be told without. */
function tellOfNone(classifier: Classifier, distribution: Distribution, io: Io): void {
  try {
    checkDistribution(classifier, distribution);
  } catch (error) {
    if (!(error instanceof XpxlcError) || error.code !== 'no-distribution') throw error;
    io.stderr.write(`xpxlc: note: no precision and no coverage: ${error.message}\n`);
  }
}

/** The summary after the records for people, on stderr beside data; and as JSON in its own file. */
async function tell(summary: AssessSummary, options: CheckOptions, io: Io): Promise<void> {
  const people = formatOf(options) === 'text' && options.output === undefined;
  await write(people ? io.stdout : io.stderr, `${people ? '\n' : ''}${assessSummaryText(summary)}`);
  if (options.summary !== undefined) await saveText(options.summary, `${JSON.stringify(summary, null, 2)}\n`);
  if (options.plot !== undefined) await saveText(options.plot, await assessSvg(summary));
}
