// What commands that answer rows have in common: the table (or the one case), where the answers go, and what is said of how it ended.
import type { Instance, Model } from '@xpxlc/core';
import type { Part } from '../answer/answerer.ts';
import type { Job } from '../answer/job.ts';
import type { BatchOptions, DataOptions, OutputOptions } from '../ask/groups.ts';
import { answerTable as answerRows } from '../batch/answer-table.ts';
import type { Kept, RunState } from '../batch/output.ts';
import { type RowsAsked, rowsOf } from '../batch/rows.ts';
import type { RunSum } from '../batch/run.ts';
import { clash, EXIT } from './exit.ts';
import { rowOfCase } from './instance.ts';
import { barStream, type Io } from './io.ts';
import { checkTarget } from './output.ts';

/** A table or a case, and what to ask of it. */
export interface TableQuestion extends RowsAsked {
  readonly job: Job;
  /** One case instead of the table. */
  readonly instance?: Instance;
  readonly options: DataOptions & OutputOptions & BatchOptions;
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

/** Answer all rows; `last` is what is written after them. */
export async function answerTable(
  question: TableQuestion,
  io: Io,
  last?: (state: RunState) => Promise<Iterable<Part>> | Iterable<Part>,
): Promise<TableAnswer> {
  const { classifier, data, instance, options, sum } = question;
  const job: Job = options.beyondBounds === 'extend' ? { ...question.job, extend: true } : question.job;
  const { resume = false, output } = options;
  checkTarget(options, job.format);
  const rows = instance === undefined ? rowsOf(question) : () => rowOfCase(classifier, instance, options);
  if (resume && (instance !== undefined || data.length === 0 || data.includes('-')))
    throw clash('--resume', 'DATA that is a file');
  const run = output === undefined ? {} : await identify(question);
  await io.claim();
  const ended = await answerRows({
    classifier,
    job,
    rows,
    data: instance === undefined ? data : [],
    target: output ?? io.stdout,
    run,
    resume,
    terminal: barStream(io),
    jobs: instance === undefined ? options.jobs : 1,
    sum,
    last,
  });
  if (ended.end === 'failed') {
    if (ended.kept !== undefined) io.stderr.write(`xpxlc: the run has failed${toldOf(ended.kept)}\n`);
    throw ended.error;
  }
  const { state } = ended;
  if (ended.end === 'interrupted') {
    io.stderr.write(`xpxlc: interrupted${toldOf(ended.kept)}\n`);
    return { status: ended.signal ?? EXIT.internal, complete: false, state };
  }
  if (state.next === 0) io.stderr.write(`xpxlc: note: ${noRows(options)}\n`);
  tellExtended(state.extended ?? 0, io);
  // Where rows have no record of their own, this is all that is said of the bad ones.
  const status = statusFor(state.failed, io, question.done, isSummed(job) ? state.firstBad : undefined);
  return { status, complete: true, state };
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

/** What must be the same for a run to be continued. */
async function identify({
  classifier,
  job,
  data,
  options,
  target,
}: TableQuestion): Promise<Record<string, unknown>> {
  const [{ createHash }, { fingerprints }, { matchedFiles }] = await Promise.all([
    import('node:crypto'),
    import('./input-files.ts'),
    import('../table/data.ts'),
  ]);
  // By content: data can change while size and time stay the same.
  const files = await fingerprints((await matchedFiles(data)).map((name) => ({ role: 'data', name })));
  const hash = (model: Model): string => createHash('sha256').update(JSON.stringify(model)).digest('hex');
  const { values, rows, where, predicted, key, delimiter, missing, beyondBounds } = options;
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
      delimiter,
      missing,
      beyondBounds,
      null: options.null,
      target,
    },
  };
}
