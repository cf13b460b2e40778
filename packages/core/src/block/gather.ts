// Rows of a block → options and classes of a chunk, column by column.
import type { Reduced } from '../reduce/classifier.ts';
import { binOf, type Choice } from '../reduce/term.ts';
import { exactMargin } from '../weigh/decide.ts';
import type { Encoded } from '../weigh/float-scores.ts';
import type { Side } from '../weigh/sides.ts';
import {
  type Block,
  type BlockClasses,
  type BlockStatus,
  type Column,
  flagRow,
  ROW_STATUS,
  troubleWith,
} from './block-data.ts';
import { CHUNK, type ChunkEngine, NO_CLASS } from './chunk-engine.ts';

/** Put rows `first … end` of a block into an engine, with their classes; a bad one is flagged, and not to be answered. */
export function gather(
  classifier: Reduced,
  sides: readonly Side[],
  { columns }: Block,
  first: number,
  end: number,
  engine: ChunkEngine,
  answer: BlockClasses,
): void {
  const n = columns.length;
  const { threshold, window, constant } = sides[1];
  const { classes, leads, options } = engine;
  const rows = end - first;
  leads.fill(-threshold, 0, rows);
  let good = true;
  for (let i = 0; i < n; i++)
    if (!gatherColumn(classifier, i, columns[i].subarray(first, end), engine, first, answer)) good = false;
  const more = Math.max(window, 1);
  for (let r = 0; r < rows; r++) {
    if (!good && answer.status[first + r] !== ROW_STATUS.ok) {
      classes[r] = NO_CLASS;
      continue;
    }
    const lead = leads[r];
    let c = 1;
    if (!constant && lead < more)
      c = lead <= -window ? 0 : exactClass(classifier, encodedRow(classifier, options, r * n));
    classes[r] = c;
    answer.classes[first + r] = c;
  }
}

/** One column of a chunk into the engine; false when there are bad cells, whose rows are flagged. */
function gatherColumn(
  { offset, terms, features }: Reduced,
  i: number,
  column: Column,
  engine: ChunkEngine,
  first: number,
  answer: BlockStatus,
): boolean {
  const feature = features[i];
  const term = terms[i] as Choice;
  const values = term.reachable.length;
  let good = true;
  if (term.bins === undefined) good = engine.gather(column, i, offset[i], values) === 0;
  else {
    const bins = binned.subarray(0, column.length);
    for (let r = 0; r < bins.length; r++) {
      if (troubleWith(feature, column[r]) === ROW_STATUS.ok) bins[r] = binOf(column[r], term.bins);
      else {
        bins[r] = 0;
        good = false;
      }
    }
    engine.gather(bins, i, offset[i], values);
  }
  if (!good)
    for (let r = 0; r < column.length; r++) {
      const trouble = troubleWith(feature, column[r]);
      if (trouble !== ROW_STATUS.ok) flagRow(answer, first + r, i, trouble);
    }
  return good;
}

/** The bins of a column. */
const binned = new Uint32Array(CHUNK);

function exactClass(classifier: Reduced, encoded: Encoded): number {
  const { m } = exactMargin(classifier, encoded, 1, 0);
  return m > 0n || (m === 0n && classifier.tieRank[1] < classifier.tieRank[0]) ? 1 : 0;
}

/** A row's options by feature; values are never read where all terms are choices. */
function encodedRow({ offset }: Reduced, flat: Int32Array, start: number): Encoded {
  const options = flat.slice(start, start + offset.length).map((x, i) => x - offset[i]);
  return { values: Float64Array.from(options), options };
}
