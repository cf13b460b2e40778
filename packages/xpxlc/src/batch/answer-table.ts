// A table (or the one case) answered: read, answered on all cores and written, until the end or a signal, and going on where another run was ended.
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import type { Classifier } from '@xpxlc/core';
import type { Part } from '../answer/answerer.ts';
import { frameOf } from '../answer/frame.ts';
import { columnsOf, type Job } from '../answer/job.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { type Kept, type OutputPlan, openStreamOutput, type RunOutput, type RunState } from './output.ts';
import type { Progress } from './progress.ts';
import { type RunSum, run } from './run.ts';
import { StopFlag, stopOnSignals } from './stop.ts';

/** What to ask of which rows, and where the answers go. */
export interface TablePlan extends OutputPlan {
  readonly classifier: Classifier;
  readonly job: Job;
  /** The rows from one on. */
  rows(from: number): AsyncIterable<RowBlock>;
  /** Files whose rows are counted for the progress; none for a case. */
  readonly data: readonly string[];
  /** Where progress is shown, if it is a terminal. */
  readonly terminal: Writable & { readonly isTTY?: boolean };
  /** Threads; default one per core. */
  readonly jobs?: number;
  /** What is added up over rows, going on from a state. */
  readonly sum?: (state: unknown) => RunSum;
  /** What is written after the last row. */
  readonly last?: (state: RunState) => Promise<Iterable<Part>> | Iterable<Part>;
}

/** How it ended; `kept` is what is left of a run that is not complete. */
export type TableEnd =
  | { readonly end: 'complete'; readonly state: RunState }
  | {
      readonly end: 'interrupted';
      readonly state: RunState;
      /** The exit status of the signal. */
      readonly signal: number | undefined;
      readonly kept: Kept | undefined;
    }
  | { readonly end: 'failed'; readonly error: unknown; readonly kept: Kept | undefined };

/** Answer all rows. */
export async function answerTable(plan: TablePlan): Promise<TableEnd> {
  const { classifier, job, sum, jobs = availableParallelism() } = plan;
  const stop = new StopFlag();
  // From the first file on: what is left behind is known to the output alone.
  const signals = stopOnSignals(stop);
  try {
    const output = await openOutput(plan);
    try {
      const from = output.state?.next ?? 0;
      const progress = plan.terminal.isTTY === true ? await openProgress(plan, from) : undefined;
      const { state, interrupted } = await run({
        classifier,
        job,
        blocks: plan.rows(from),
        output,
        jobs,
        stop,
        sum: sum?.(output.state?.summary),
        progress: (rows) => progress?.show(rows),
      }).finally(() => progress?.end());
      if (interrupted) {
        const kept = await output.interrupt();
        return { end: 'interrupted', state, signal: signals.status(), kept };
      }
      for (const part of (await plan.last?.(state)) ?? []) await output.write(part);
      await output.finish();
      return { end: 'complete', state };
    } catch (error) {
      return { end: 'failed', error, kept: await output.fail() };
    }
  } finally {
    signals.release();
  }
}

async function openOutput({ classifier, job, target, ...plan }: TablePlan): Promise<RunOutput> {
  if (typeof target !== 'string')
    return openStreamOutput(target, frameOf(job.format, columnsOf(classifier, job)), 'stdout');
  const { openFileOutput } = await import('./file-output.ts');
  return openFileOutput(classifier, job, { ...plan, target });
}

async function openProgress({ terminal, data }: TablePlan, from: number): Promise<Progress> {
  const progress = await import('./progress.ts');
  return progress.openProgress(terminal, data, from);
}
