// What the model says of every row: class, margin, size of the smallest explanation, points or probability. In chunks of some twenty
// milliseconds, so that the worker hears other questions in between.
import { blockMargins, type Classifier, explainBlock, predictBlock } from '@xpxlc/core';
import { standingNumber } from 'xpxlc/view';
import { ANSWER, type Answers } from './answers.ts';
import { breathe } from './breathe.ts';
import type { EncodedTable } from './encoded.ts';

export interface AnswerOptions {
  /** Told after each chunk; the arrays are the same each time, filled further. */
  readonly onProgress?: (answers: Answers) => void;
  readonly signal?: AbortSignal;
}

/** Rows of the first chunk, and milliseconds that a chunk should take. */
const FIRST = 64;
const CHUNK_MS = 20;

export async function answerRows(
  classifier: Classifier,
  encoded: EncodedTable,
  { onProgress, signal }: AnswerOptions = {},
): Promise<Answers> {
  const { rows } = encoded;
  const standing = standingNumber(classifier);
  const words = Math.max(1, Math.ceil(classifier.features.length / 32));
  const all: Answers = {
    rows,
    done: 0,
    classes: classifier.classes,
    classIndex: new Uint16Array(rows),
    margin: new Float64Array(rows).fill(Number.NaN),
    size: new Uint32Array(rows),
    masks: new Uint32Array(rows * words),
    words,
    standing: standing === undefined ? undefined : new Float64Array(rows).fill(Number.NaN),
    standingKey: standing?.key,
    status: new Uint8Array(rows),
    doubtful: new Uint8Array(rows),
  };
  let count = FIRST;
  for (let from = 0; from < rows; ) {
    const began = performance.now();
    const to = Math.min(rows, from + count);
    answerChunk(classifier, encoded, all, from, to);
    const took = performance.now() - began;
    // At most four times as many at once: the first chunk compiles what the others run.
    count = Math.max(1, Math.min(4 * count, Math.round((count * CHUNK_MS) / Math.max(took, 0.1))));
    from = to;
    onProgress?.({ ...all, done: to });
    await breathe();
    signal?.throwIfAborted();
  }
  return { ...all, done: rows };
}

function answerChunk(
  classifier: Classifier,
  { columns, bad }: EncodedTable,
  all: Answers,
  from: number,
  to: number,
): void {
  const rows = to - from;
  const block = { rows, columns: columns.map((column) => column.subarray(from, to)) };
  const explained = explainBlock(classifier, block);
  all.masks.set(explained.masks.subarray(0, rows * all.words), from * all.words);
  const { margins, doubtful } = blockMargins(classifier, block, explained);
  const standing = standingNumber(classifier);
  const scores = standing?.needsScores ? predictBlock(classifier, block).scores : undefined;
  const k = classifier.classes.length;
  for (let r = 0; r < rows; r++) {
    const row = from + r;
    // A number that could not be read looks like one that is missing.
    if (bad[row] === 1 || explained.status[r] !== 0) {
      all.status[row] = ANSWER.bad;
      continue;
    }
    all.status[row] = ANSWER.ok;
    const own = explained.classes[r];
    all.classIndex[row] = own;
    all.margin[row] = margins[r];
    all.size[row] = explained.sizes[r];
    all.doubtful[row] = doubtful[r];
    if (standing !== undefined && all.standing !== undefined) {
      all.standing[row] = standing.of(own, margins[r], scores?.subarray(r * k, (r + 1) * k));
    }
  }
}
