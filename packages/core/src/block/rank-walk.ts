// The quick way through a block, for two classes and features that are categories or bins: Φ is a constant of the
// predicted class, and all (feature, option) drops of it are ranked once. A row sets one bit per feature in a bitset over
// ranks and walks it from the heaviest drop on until the sum exceeds Φ: O(n) with no sorting.
import type { Classifier } from '../reduce/classifier.ts';
import { type BinnedChoice, binOf } from '../reduce/term.ts';
import { exactSmallest } from '../search/smallest-set.ts';
import { exactMargin } from '../weigh/decide.ts';
import { toProblem } from '../weigh/problem.ts';
import type { Side } from '../weigh/sides.ts';
import { type Block, type BlockAnswer, type Column, flagRow, ROW_STATUS, troubleWith } from './block-data.ts';

/** Rows worked on at a time: their options and sums stay in the cache. */
export const CHUNK = 256;

/** Classes first, from the sums of the drops; then each row's explanation by the walk that fits its class's ranks. */
export function explainChunk(
  classifier: Classifier,
  sides: readonly Side[],
  { columns }: Block,
  first: number,
  end: number,
  answer: BlockAnswer,
): void {
  const { status, classes } = answer;
  const n = columns.length;
  const { threshold, drops, window, constant } = sides[1];
  const options = new Int32Array((end - first) * n);
  const lead = new Float64Array(end - first).fill(-threshold);
  for (let i = 0; i < n; i++) gather(classifier, i, columns[i], first, end, options, drops, lead, answer);
  for (let r = first; r < end; r++) {
    if (status[r] !== ROW_STATUS.ok) continue;
    const x = lead[r - first];
    const sure = constant || x >= Math.max(window, 1) || x <= -window;
    classes[r] = sure ? Number(constant || x > 0) : exactClass(classifier, options, (r - first) * n);
  }
  sides.forEach((side, c) => {
    if (side.constant) return;
    // Stryker disable next-line ConditionalExpression: the wide walk serves any number of ranks, only later
    const walk = side.marks === null ? walkWide : walkNarrow;
    walk(side, c, n, options, first, end, answer);
  });
  for (let r = first; r < end; r++) {
    if (answer.sizes[r] === UNSURE) exactRow(classifier, options, (r - first) * n, r, answer);
  }
}

/** A size that says: the sum came within the window of the threshold, let exact integers decide. */
const UNSURE = 0xffffffff;

/**
 * Up to 64 ranks: an option's rank is a bit in two words, a row's ranks are the union of its options' words. Walk
 * the bits from the heaviest drop on until the sum is no longer certainly at most the threshold.
 */
function walkNarrow(
  { marks, byRank, feature, threshold, window }: Side,
  c: number,
  n: number,
  options: Int32Array,
  first: number,
  end: number,
  answer: BlockAnswer,
): void {
  const { status, classes, sizes, masks, words } = answer;
  const marked = marks as Uint32Array;
  const unsure = threshold - window;
  const enough = threshold + Math.max(window, 1);
  for (let r = first; r < end; r++) {
    if (classes[r] !== c || status[r] !== ROW_STATUS.ok) continue;
    let heavy = 0;
    let light = 0;
    for (let x = (r - first) * n, stop = x + n; x < stop; x++) {
      const at = 2 * options[x];
      heavy |= marked[at];
      light |= marked[at + 1];
    }
    const base = r * words;
    let sum = 0;
    let size = 0;
    for (; heavy !== 0 && sum <= unsure; heavy &= heavy - 1) {
      const at = 31 - Math.clz32(heavy & -heavy);
      sum += byRank[at];
      size += 1;
      masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
    }
    for (; light !== 0 && sum <= unsure; light &= light - 1) {
      const at = 63 - Math.clz32(light & -light);
      sum += byRank[at];
      size += 1;
      masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
    }
    sizes[r] = sum >= enough ? size : UNSURE;
  }
}

/** Any number of ranks: a bitset with a summary of its words, so that a row touches only its own n ranks. */
function walkWide(
  { rank, byRank, feature, threshold, window }: Side,
  c: number,
  n: number,
  options: Int32Array,
  first: number,
  end: number,
  answer: BlockAnswer,
): void {
  const { status, classes, sizes, masks, words } = answer;
  const bits = new Uint32Array((rank.length >> 5) + 1);
  const summary = new Uint32Array((bits.length >> 5) + 1);
  const unsure = threshold - window;
  const enough = threshold + Math.max(window, 1);
  for (let r = first; r < end; r++) {
    if (classes[r] !== c || status[r] !== ROW_STATUS.ok) continue;
    for (let x = (r - first) * n, stop = x + n; x < stop; x++) {
      const at = rank[options[x]];
      bits[at >> 5] |= 1 << (at & 31);
      summary[at >> 10] |= 1 << ((at >> 5) & 31);
    }
    const base = r * words;
    let sum = 0;
    let size = 0;
    for (let s = 0; s < summary.length; s++) {
      for (let outer = summary[s]; outer !== 0; outer &= outer - 1) {
        const w = 32 * s + 31 - Math.clz32(outer & -outer);
        for (let rest = bits[w]; rest !== 0 && sum <= unsure; rest &= rest - 1) {
          const at = 32 * w + 31 - Math.clz32(rest & -rest);
          sum += byRank[at];
          size += 1;
          masks[base + (feature[at] >> 5)] |= 1 << (feature[at] & 31);
        }
        bits[w] = 0;
      }
      summary[s] = 0;
    }
    sizes[r] = sum >= enough ? size : UNSURE;
  }
}

/** Write one column's flat options row by row, and add its drops to the rows' leads; a bad row is left alone. */
function gather(
  { offset, terms, features }: Classifier,
  i: number,
  column: Column,
  first: number,
  end: number,
  options: Int32Array,
  drops: Float64Array,
  lead: Float64Array,
  answer: BlockAnswer,
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
        lead[r] += drops[base + v];
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
        lead[r] += drops[options[x]];
      } else {
        flagRow(answer, first + r, i, trouble);
      }
    }
  }
}

function exactClass(classifier: Classifier, options: Int32Array, start: number): number {
  const { m } = exactMargin(classifier, encode(classifier, options, start), 1, 0);
  return m > 0n || (m === 0n && classifier.tieRank[1] < classifier.tieRank[0]) ? 1 : 0;
}

/** Replace the row's explanation by the one exact integers give. */
function exactRow(
  classifier: Classifier,
  options: Int32Array,
  start: number,
  r: number,
  { classes, sizes, masks, words }: BlockAnswer,
): void {
  const { rivals } = toProblem(classifier, encode(classifier, options, start), classes[r]);
  const set = exactSmallest(rivals[0], 'axp', new Set()) as number[];
  masks.fill(0, r * words, (r + 1) * words);
  for (const i of set) masks[r * words + (i >> 5)] |= 1 << (i & 31);
  sizes[r] = set.length;
}

/** A row's options by feature; values are never read where all terms are choices. */
function encode(
  { offset }: Classifier,
  flat: Int32Array,
  start: number,
): { values: Float64Array; options: Int32Array } {
  const options = flat.slice(start, start + offset.length).map((x, i) => x - offset[i]);
  return { values: Float64Array.from(options), options };
}
