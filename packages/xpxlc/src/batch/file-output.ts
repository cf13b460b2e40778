// A file for a run's answers: complete or not there, with a checkpoint from which another run can go on; Parquet is gathered in a database beside it.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Classifier, FormatError } from '@xpxlc/core';
import { appendCodes, codedTable } from '../answer/coded-table.ts';
import { isCoded } from '../answer/explain.ts';
import { type Frame, Framed, frameOf } from '../answer/frame.ts';
import { columnsOf, type Job } from '../answer/job.ts';
import { beginRun } from '../table/checkpoint.ts';
import { realTarget } from '../table/complete-file.ts';
import { formatByName } from '../table/format.ts';
import { sizeOf } from '../table/own-files.ts';
import { appendRows, plainTable } from '../table/parquet-rows.ts';
import { ParquetStore } from '../table/parquet-store.ts';
import { openPartial, type PartialFile } from '../table/partial-file.ts';
import type { WriterRow } from '../table/write.ts';
import {
  guard,
  type Kept,
  type OutputPlan,
  openStreamOutput,
  type RunOutput,
  type RunState,
} from './output.ts';

/** What the checkpoint of a Parquet file says once its database can be opened; how far the run has got is in the database. */
const MADE = 'made';

export async function openFileOutput(
  classifier: Classifier,
  job: Job,
  { target, run, resume }: OutputPlan & { readonly target: string },
): Promise<RunOutput> {
  const columns = columnsOf(classifier, job);
  const frame = frameOf(job.format, columns);
  const { path, file } = await realTarget(target);
  if (job.format === 'parquet') {
    if (!file)
      throw new FormatError('Parquet needs a file', {
        code: 'bad-option',
        place: target,
        expected: 'a file, or another format',
      });
    if (formatByName(path).compression !== 'none')
      throw new FormatError('Parquet is packed by itself', {
        code: 'bad-option',
        place: target,
        expected: 'a name without .gz or .zst',
      });
    return toParquet(path, classifier, job, run, resume);
  }
  if (!file) return openStreamOutput(createWriteStream(path), frame, target);
  const { compression } = formatByName(path);
  return toFile(await openPartial(path, { run, resume, compression }), frame);
}

function toFile(file: PartialFile, frame: Frame): RunOutput {
  const state = file.state as RunState | undefined;
  const framed = new Framed(frame, (bytes) => file.write(bytes), state?.started ?? false);
  let last = state === undefined ? undefined : () => state;
  const leave = async (): Promise<Kept | undefined> => {
    const next = last?.().next;
    return (await file.leave()) && next !== undefined ? { partial: file.partial, next } : undefined;
  };
  return {
    state,
    write: (part) => framed.write(part as Uint8Array),
    async mark(known, save) {
      const { started } = framed;
      last = known;
      file.mark(() => ({ ...known(), started }), save);
    },
    async finish() {
      await framed.end();
      await file.finish();
    },
    interrupt: leave,
    fail: leave,
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
  const coded =
    job.command === 'explain' && job.extend !== true && isCoded(classifier, job.question, job.format);
  const partial = `${path}.partial`;
  // Under a name that another process knows, should this one end while it is written.
  const whole = `${partial}.whole`;
  const guarded = guard(path);
  const begun = await guarded(() => beginRun(path, { run, resume }, [partial, `${partial}.wal`, whole]));
  const isMade = begun.found?.state === MADE;
  const table = coded ? codedTable(classifier, columns) : plainTable(columns);
  const opened = await guarded(async () => {
    // What was ended while the database was made has left a part of it, which cannot be opened and holds nothing.
    if (!isMade) for (const file of [partial, `${partial}.wal`]) await rm(file, { force: true });
    const store = await ParquetStore.open(partial, table, whole);
    try {
      if (!isMade) await begun.save({ bytes: 0, last: '', state: MADE });
      return { store, known: await store.state() };
    } catch (error) {
      store.close();
      throw error;
    }
  }).catch(async (error) => {
    if (!isMade) await begun.remove();
    await begun.release();
    throw error;
  });
  const { store, known } = opened;
  const state = known === null ? undefined : (JSON.parse(known) as RunState);
  let next = state?.next;

  /** What was committed stays, if it is still there. */
  async function leave(): Promise<Kept | undefined> {
    store.close();
    const mine = await begun.check().then(
      () => true,
      () => false,
    );
    const isThere = async (): Promise<boolean> =>
      (await begun.isSaved()) && ((await sizeOf(partial)) ?? 0) > 0;
    const kept = mine && next !== undefined && (await isThere().catch(() => false));
    if (mine && next === undefined) await begun.remove();
    await begun.release();
    return kept ? { partial, next: next as number } : undefined;
  }
  return {
    state,
    write: (part) =>
      guarded(() =>
        'coded' in part ? appendCodes(store, part) : appendRows(store, columns, part as readonly WriterRow[]),
      ),
    async mark(current, save) {
      if (!save) return;
      await guarded(async () => {
        await begun.check();
        const state = current();
        await store.commit(JSON.stringify(state));
        next = state.next;
      });
    },
    finish: () =>
      guarded(async () => {
        await store.copyOut();
        await begun.check();
        await rename(whole, path);
        store.close();
        await begun.remove();
        await begun.release();
      }),
    interrupt: leave,
    fail: leave,
  };
}
