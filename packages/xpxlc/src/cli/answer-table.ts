// What commands that answer rows have in common: the table (or the one case), where the answers go, all cores, Ctrl-C, and going on
// where another run was ended.
import { availableParallelism } from 'node:os';
import type { Classifier, Feature, Instance, Model } from '@xpxlc/core';
import type { Part } from '../answer/answerer.ts';
import type { Job } from '../answer/job.ts';
import type { BatchOptions, DataOptions, OutputOptions } from '../ask/groups.ts';
import type { RowRange } from '../ask/kinds.ts';
import { type Kept, openRunOutput, type RunState } from '../batch/output.ts';
import { estimateRows, openProgress } from '../batch/progress.ts';
import { type RunSum, run } from '../batch/run.ts';
import { StopFlag, stopOnSignals } from '../batch/stop.ts';
import type { RowBlock } from '../table/encode.ts';
import { boundedCase } from './bounded-case.ts';
import { clash, EXIT } from './exit.ts';
import { fingerprints } from './fingerprints.ts';
import { matchedFiles } from './input-files.ts';
import { openData, readRows } from './inputs.ts';
import { barStream, type Io } from './io.ts';
import { checkTarget } from './output.ts';
import { claimPlaces } from './places.ts';
import { predictedClasses, predictedRows } from './predicted-rows.ts';

/** A table or a case, and what to ask of it. */
export interface TableQuestion {
  readonly classifier: Classifier;
  readonly job: Job;
  /** The columns that are read, if they are not the features of the classifier alone. */
  readonly features?: readonly Feature[];
  readonly data: readonly string[];
  /** One case instead of the table. */
  readonly instance?: Instance;
  readonly options: DataOptions & OutputOptions & BatchOptions;
  /** The column with the true class. */
  readonly target?: string;
  /** Told of every block that is read. */
  readonly seen?: (block: RowBlock) => void;
  /** What is done to rows, for messages: 'explained'. */
  readonly done: string;
  /** What is added up over rows, going on from a state. */
  readonly sum?: (state: unknown) => RunSum;
}

/** How it ended. */
export interface TableAnswer {
  readonly status: number;
  /** All rows were answered. */
  readonly complete: boolean;
  readonly state: RunState;
}

/** Answer all rows. `before` the output is complete, the caller may add to it. */
export async function answerTable(
  question: TableQuestion,
  io: Io,
  before?: (state: RunState) => Promise<Iterable<Part>> | Iterable<Part>,
): Promise<TableAnswer> {
  const { classifier, data, instance, options } = question;
  const extend = options.beyondBounds === 'extend';
  const job: Job = extend ? { ...question.job, extend } : question.job;
  const { resume = false } = options;
  checkTarget(options, job.format);
  const wanted = wantedClasses(question);
  if (resume) checkResume(question);
  const identity = options.output === undefined ? {} : await identify(question);
  await claimPlaces();
  const stop = new StopFlag();
  // From the first file on: what is left behind is known to the output alone.
  const signals = stopOnSignals(stop);
  const output = await openRunOutput(classifier, job, {
    target: options.output ?? io.stdout,
    run: identity,
    resume,
  }).catch((error: unknown) => {
    signals.release();
    throw error;
  });
  try {
    const from = output.state?.next ?? 0;
    const blocks =
      instance === undefined ? rowsFrom(question, from, wanted) : oneBlock(classifier, instance, options);
    const total = instance === undefined && io.stderr.isTTY === true ? await estimateRows(data) : undefined;
    const progress = await openProgress(barStream(io), total, from);
    const { state, interrupted } = await run({
      classifier,
      job,
      blocks,
      output,
      jobs: instance === undefined ? (options.jobs ?? availableParallelism()) : 1,
      stop,
      sum: question.sum?.(output.state?.summary),
      progress: (rows) => progress.show(rows),
    }).finally(() => progress.end());
    if (interrupted) {
      const kept = await output.interrupt();
      io.stderr.write(`xpxlc: interrupted${toldOf(kept)}\n`);
      return { status: signals.status() ?? EXIT.internal, complete: false, state };
    }
    for (const part of (await before?.(state)) ?? []) await output.write(part);
    await output.finish();
    if (state.next === 0) io.stderr.write(`xpxlc: note: ${noRows(options)}\n`);
    tellExtended(state.extended ?? 0, io);
    // Where rows have no record of their own, this is all that is said of the bad ones.
    const status = statusFor(state.failed, io, question.done, isSummed(job) ? state.firstBad : undefined);
    return { status, complete: true, state };
  } catch (error) {
    const kept = await output.fail();
    if (kept !== undefined) io.stderr.write(`xpxlc: the run has failed${toldOf(kept)}\n`);
    throw error;
  } finally {
    signals.release();
  }
}

/** Why nothing was answered. */
export function noRows({ rows, where, predicted }: DataOptions): string {
  const asked = [
    ...(rows === undefined ? [] : ['--rows']),
    ...(where === undefined ? [] : ['--where']),
    ...(predicted === undefined ? [] : ['--predicted']),
  ];
  if (asked.length === 0) return 'the table has no rows';
  return `no row is selected by ${asked.join(' and ')}${rows === undefined ? '' : '; rows are counted from 0'}`;
}

/** What is left, and how to go on with it. */
function toldOf(kept: Kept | undefined): string {
  return kept === undefined
    ? ''
    : `; rows up to ${kept.next - 1} are kept in ${kept.partial}: go on with --resume`;
}

/** Say how many rows were answered in bounds of their own. */
function tellExtended(rows: number, io: Io): void {
  if (rows > 0)
    io.stderr.write(
      `xpxlc: ${rows} row${rows === 1 ? '' : 's'} with numbers beyond the bounds of the model: answered with bounds extended to hold them\n`,
    );
}

/** Say how many rows failed, and give the exit status for it; `first` is what is wrong with one of them. */
export function statusFor(failed: number, io: Io, what: string, first?: string): number {
  if (failed === 0) return EXIT.done;
  const shown = first === undefined ? '' : `; ${failed === 1 ? '' : 'the first: '}${first}`;
  io.stderr.write(`xpxlc: ${failed} row${failed === 1 ? '' : 's'} could not be ${what}${shown}\n`);
  return EXIT.badInput;
}

/** Whether rows are summed up, without a record for each. */
function isSummed(job: Job): boolean {
  return (job.command === 'features' && !job.each) || (job.command === 'compare' && job.question.summary);
}

/** The rows that are asked about, from one on. */
export async function* rowsFrom(
  { classifier, features = classifier.features, data, options, target, seen }: TableQuestion,
  from: number,
  wanted: ReadonlySet<number> | undefined,
): AsyncGenerator<RowBlock, void, void> {
  const { group } = options;
  const columns = [...features.map(({ name }) => name), target, group].filter((name) => name !== undefined);
  const table = await openData(data, options, columns);
  try {
    const rows = readRows(
      table,
      { features, classes: classifier.classes },
      from === 0 ? options : { ...options, rows: later(options.rows, from) },
      target,
    );
    for await (const block of wanted === undefined ? rows : predictedRows(classifier, rows, wanted)) {
      seen?.(block);
      yield block;
    }
  } finally {
    table.close();
  }
}

/** The classes of `--predicted`, if it is given. */
export function wantedClasses({ classifier, options }: TableQuestion): Set<number> | undefined {
  if (options.predicted === undefined) return undefined;
  return predictedClasses(options.predicted, classifier.classes);
}

/** Of these rows, those from `from` on. */
function later(rows: readonly RowRange[] | undefined, from: number): RowRange[] {
  return (rows ?? [{ from: 0, to: Number.POSITIVE_INFINITY }])
    .filter(({ to }) => to > from)
    .map((range) => ({ from: Math.max(from, range.from), to: range.to }));
}

/** A case as a block of one row; a wrong case ends the command. */
export async function* oneBlock(
  classifier: Classifier,
  instance: Instance,
  options: DataOptions,
): AsyncGenerator<RowBlock, void, void> {
  const { problem, extended } = boundedCase(classifier, instance, options);
  const { values, missing } = problem;
  yield {
    beyond: extended && [0],
    rows: 1,
    columns: Array.from(values, (value) => Float64Array.of(value)),
    rowNumbers: Float64Array.of(0),
    bad: [],
    ...(missing.length === 0
      ? {}
      : { missing: missing.map((feature) => ({ feature, cells: Uint8Array.of(1) })) }),
  };
}

function checkResume({ data, instance }: TableQuestion): void {
  if (instance !== undefined || data.length === 0 || data.includes('-'))
    throw clash('--resume', 'DATA that is a file');
}

/** What must be the same for a run to be continued. */
async function identify({
  classifier,
  job,
  data,
  options,
  target,
}: TableQuestion): Promise<Record<string, unknown>> {
  const { createHash } = await import('node:crypto');
  // By content: data can change while size and time stay the same.
  const files = await fingerprints((await matchedFiles(data)).map((name) => ({ role: 'data', name })));
  const hash = (model: Model): string => createHash('sha256').update(JSON.stringify(model)).digest('hex');
  const { values, rows, where, predicted, key, dataFormat, delimiter, missing, beyondBounds } = options;
  return {
    question: 'other' in job ? { ...job, other: hash(job.other) } : job,
    model: hash(classifier.model),
    data: files.map(({ name, sha256 }) => [name, sha256]),
    reading: {
      values,
      rows,
      where,
      predicted,
      key,
      dataFormat,
      delimiter,
      missing,
      beyondBounds,
      null: options.null,
      target,
    },
  };
}
