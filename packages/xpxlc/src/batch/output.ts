// Where a run's answers go: to a stream as they come, or to a file that is complete or not there, and that another run can go on
// with where this one was ended.
import { rename } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { type Classifier, FormatError } from '@xpxlc/core';
import type { Part } from '../answer/answerer.ts';
import { appendCodes, codedTable } from '../answer/coded-table.ts';
import { isCoded } from '../answer/explain.ts';
import { columnsOf, type Job } from '../answer/job.ts';
import { type Frame, frameOf } from '../answer/layout.ts';
import { failure, realTarget } from '../table/complete-file.ts';
import { formatByName } from '../table/format.ts';
import { appendRows, plainTable } from '../table/parquet-rows.ts';
import { ParquetStore } from '../table/parquet-store.ts';
import { openPartial, type PartialFile } from '../table/partial-file.ts';
import { removeTemporary, temporaryPath } from '../table/temporary.ts';
import { textSink } from '../table/text-sink.ts';
import type { WriterRow } from '../table/write.ts';
import { Framed } from './framed.ts';

/** How far a run has got; plain data. */
export interface RunState {
  /** The next row of the source. */
  readonly next: number;
  readonly failed: number;
  /** Records are in the output. */
  readonly started: boolean;
  /** What the command has added up. */
  readonly summary?: unknown;
}

/** A place for answers. */
export interface RunOutput {
  /** Where the run that is continued had got to. */
  readonly state: RunState | undefined;
  /** What is kept when the run is interrupted, for people to know. */
  readonly partial: string | undefined;
  write(part: Part): Promise<void>;
  /** What is written so far goes with this state; with `save`, make sure of it. */
  mark(state: RunState, save: boolean): Promise<void>;
  /** All is written. */
  finish(): Promise<void>;
  /** The run ends early: a stream gets a proper end, a file waits to be continued. */
  interrupt(): Promise<void>;
  /** Leave nothing behind. */
  abort(): Promise<void>;
}

/** Where to, and whose output it is. */
export interface OutputPlan {
  readonly target: string | Writable;
  readonly run: Readonly<Record<string, unknown>>;
  readonly resume: boolean;
}

export async function openRunOutput(
  classifier: Classifier,
  job: Job,
  { target, run, resume }: OutputPlan,
): Promise<RunOutput> {
  const columns = columnsOf(classifier, job);
  const real = typeof target === 'string' ? await realTarget(target) : target;
  if (job.format === 'parquet') {
    if (real instanceof Writable)
      throw new FormatError('Parquet needs a file', {
        code: 'bad-option',
        place: typeof target === 'string' ? target : 'stdout',
        expected: 'a path, or another format',
      });
    return toParquet(real, classifier, job, run, resume);
  }
  const frame = frameOf(job.format, columns);
  if (real instanceof Writable) return toStream(real, frame, real !== target);
  const compression = formatByName(real).compression;
  return toFile(await openPartial(real, { run, resume, compression }), frame);
}

async function toStream(stream: Writable, frame: Frame, own: boolean): Promise<RunOutput> {
  const sink = await textSink(stream, 'none');
  const framed = new Framed(frame, (bytes) => sink.write(bytes), false);
  const finish = async (): Promise<void> => {
    await framed.end();
    await sink.close();
    if (own) await new Promise((done) => stream.end(done));
  };
  return {
    state: undefined,
    partial: undefined,
    write: (part) => framed.write(part as Uint8Array),
    mark: async () => undefined,
    finish,
    interrupt: finish,
    abort: () => sink.abort(),
  };
}

function toFile(file: PartialFile, frame: Frame): RunOutput {
  const state = file.state as RunState | undefined;
  const framed = new Framed(frame, (bytes) => file.write(bytes), state?.started ?? false);
  return {
    state,
    partial: file.partial,
    write: (part) => framed.write(part as Uint8Array),
    mark: async (next, save) => file.mark({ ...next, started: framed.started }, save),
    async finish() {
      await framed.end();
      await file.finish();
    },
    interrupt: () => file.keep(),
    abort: () => file.abort(),
  };
}

async function toParquet(
  path: string,
  classifier: Classifier,
  job: Job,
  run: OutputPlan['run'],
  resume: boolean,
): Promise<RunOutput> {
  const columns = columnsOf(classifier, job);
  const coded = job.command === 'explain' && isCoded(classifier, job.question, job.format);
  const partial = `${path}.partial`;
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      return await step();
    } catch (thrown) {
      throw failure(thrown, path);
    }
  };
  if (!resume) for (const name of [partial, `${partial}.wal`]) removeTemporary(name);
  const store = await guarded(() =>
    ParquetStore.open(partial, coded ? codedTable(classifier) : plainTable(columns)),
  );
  const known = await store.state();
  const found = known === null ? undefined : (JSON.parse(known) as { run: unknown; state: RunState });
  if (found !== undefined && JSON.stringify(found.run) !== JSON.stringify(run)) {
    store.close();
    throw new FormatError('the partial file is of another run', {
      code: 'another-run',
      place: partial,
      expected: 'the same command, model and data (or no --resume, to start anew)',
    });
  }
  return {
    state: found?.state,
    partial,
    write: (part) =>
      guarded(() =>
        'coded' in part ? appendCodes(store, part) : appendRows(store, columns, part as readonly WriterRow[]),
      ),
    mark: async (state, save) => {
      if (save) await guarded(() => store.commit(JSON.stringify({ run, state })));
    },
    finish: () =>
      guarded(async () => {
        const whole = temporaryPath(path);
        try {
          await store.copyTo(whole);
          await rename(whole, path);
        } finally {
          removeTemporary(whole);
        }
        store.remove();
      }),
    async interrupt() {
      store.close();
    },
    async abort() {
      store.remove();
    },
  };
}
