// Rows of a block → options and classes of a chunk, column by column.
import type { Classifier } from '../reduce/classifier.ts';
import { type BinnedChoice, binOf } from '../reduce/term.ts';
import { type Encoded, exactMargin } from '../weigh/decide.ts';
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

/** By row, how much the second class's drops exceed its threshold. */
const leads = new Float64Array(CHUNK);

/** Put rows `first … end` of a block into an engine, with their classes; a bad one is flagged, and not to be answered. */
export function gather(
  classifier: Classifier,
  sides: readonly Side[],
  { columns }: Block,
  first: number,
  end: number,
  { options, classes }: ChunkEngine,
  answer: BlockClasses,
): void {
  const n = columns.length;
  const { threshold, drops, window, constant } = sides[1];
  leads.fill(-threshold, 0, end - first);
  for (let i = 0; i < n; i++) gatherColumn(classifier, i, columns[i], first, end, options, drops, answer);
  for (let r = first; r < end; r++) {
    if (answer.status[r] !== ROW_STATUS.ok) {
      classes[r - first] = NO_CLASS;
      continue;
    }
    const lead = leads[r - first];
    const sure = constant || lead >= Math.max(window, 1) || lead <= -window;
    const c = sure
      ? Number(constant || lead > 0)
      : exactClass(classifier, encodedRow(classifier, options, (r - first) * n));
    classes[r - first] = c;
    answer.classes[r] = c;
  }
}

/** Write one column's flat options row by row, and add its drops to the rows' leads; a bad row is left alone. */
function gatherColumn(
  { offset, terms, features }: Classifier,
  i: number,
  column: Column,
  first: number,
  end: number,
  options: Int32Array,
  drops: Float64Array,
  answer: BlockStatus,
): void {
  const n = terms.length;
  const feature = features[i];
  const base = offset[i];
  const rows = end - first;
  if (feature.kind === 'categorical') {
    const count = feature.values.length;
    for (let r = 0, x = i; r < rows; r++, x += n) {
      const v = column[first + r];
      if (v >= 0 && v < count && v === Math.floor(v)) {
        options[x] = base + v;
        leads[r] += drops[base + v];
      } else {
        flagRow(answer, first + r, i, ROW_STATUS.unknownCategory);
      }
    }
  } else {
    const { bins } = terms[i] as BinnedChoice;
    for (let r = 0, x = i; r < rows; r++, x += n) {
      const trouble = troubleWith(feature, column[first + r]);
      if (trouble === ROW_STATUS.ok) {
        options[x] = base + binOf(column[first + r], bins);
        leads[r] += drops[options[x]];
      } else {
        flagRow(answer, first + r, i, trouble);
      }
    }
  }
}

function exactClass(classifier: Classifier, encoded: Encoded): number {
  const { m } = exactMargin(classifier, encoded, 1, 0);
  return m > 0n || (m === 0n && classifier.tieRank[1] < classifier.tieRank[0]) ? 1 : 0;
}

/** A row's options by feature; values are never read where all terms are choices. */
function encodedRow({ offset }: Classifier, flat: Int32Array, start: number): Encoded {
  const options = flat.slice(start, start + offset.length).map((x, i) => x - offset[i]);
  return { values: Float64Array.from(options), options };
}
