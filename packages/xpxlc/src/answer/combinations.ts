// Neighbouring features with few options, taken together: which of them are in an explanation, and with which option, is one
// number. Literals that are written a million times are put together once per number.
import {
  binOf,
  type Classifier,
  type LiteralOptions,
  missingText,
  optionsOf,
  standIn,
  wideLiteral,
} from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';

/** Some features, and the combinations of their options. */
export interface Group {
  readonly members: readonly number[];
  /** A combination is Σ (option + 1) · stride over the members in the set; 0 when none is. */
  readonly strides: readonly number[];
  /** How many combinations there are. */
  readonly size: number;
}

/** Combinations of a group: as many texts are kept at most. */
const MOST = 1 << 12;

/** The features of a classifier of categories and bins in groups. */
export function toGroups(classifier: Classifier): Group[] {
  const groups: { members: number[]; strides: number[]; size: number }[] = [];
  classifier.features.forEach((_, i) => {
    const options = optionCount(classifier, i) + 1;
    const last = groups.at(-1);
    if (last !== undefined && last.size * options <= MOST) {
      last.members.push(i);
      last.strides.push(last.size);
      last.size *= options;
    } else groups.push({ members: [i], strides: [1], size: options });
  });
  return groups;
}

/** Categories or bins of a feature; one more for a missing value that counts as one of them. */
function optionCount(classifier: Classifier, i: number): number {
  return own(classifier, i) + Number(standIn(classifier.features[i]) !== undefined);
}

function own(classifier: Classifier, i: number): number {
  return optionsOf(classifier, i)?.reachable.length ?? 0;
}

/** The literals of a combination. */
export function literalsOf(classifier: Classifier, group: Group, combination: number): string[] {
  return membersOf(group, combination).map(([feature, option]) =>
    option === own(classifier, feature)
      ? (missingText(classifier.features[feature]) as string)
      : literalOf(classifier, feature, option),
  );
}

/** The literal of an option. */
export function literalOf(
  classifier: Classifier,
  feature: number,
  option: number,
  options: LiteralOptions = {},
): string {
  return wideLiteral({ classifier }, { feature, region: { kind: 'options', options: [option] } }, options);
}

/** The members in a combination, each with its option. */
function membersOf({ members, strides, size }: Group, combination: number): [number, number][] {
  return members.flatMap((member, m): [number, number][] => {
    const digits = (strides[m + 1] ?? size) / strides[m];
    const option = (Math.floor(combination / strides[m]) % digits) - 1;
    return option < 0 ? [] : [[member, option]];
  });
}

/** By row of a block with explanations `masks`: the combination of the group. */
export function combinations(
  classifier: Classifier,
  block: RowBlock,
  masks: Uint32Array,
  { members, strides }: Group,
): Uint32Array {
  const found = new Uint32Array(block.rows);
  members.forEach((i, m) => {
    const options = optionsIn(classifier, block, i);
    const gone = block.missing?.find(({ feature }) => feature === i)?.cells;
    const counted = optionCount(classifier, i) - 1;
    const stride = strides[m];
    for (let r = 0; r < block.rows; r++)
      if ((masks[r] >>> i) & 1) found[r] += ((gone?.[r] === 1 ? counted : options[r]) + 1) * stride;
  });
  return found;
}

/** Whether all features are categories or bins. */
export function ofOptions(classifier: Classifier): boolean {
  return classifier.features.every((_, i) => optionsOf(classifier, i) !== undefined);
}

/** Where the options of each feature begin, when those of all are counted one after the other; and how many there are. */
export function offsetsOf(classifier: Classifier): Int32Array {
  const offsets = new Int32Array(classifier.features.length + 1);
  classifier.features.forEach((_, i) => {
    offsets[i + 1] = offsets[i] + (optionsOf(classifier, i)?.reachable.length ?? 0);
  });
  return offsets;
}

/** By feature: the options of one instance. */
export function optionsAt(classifier: Classifier, values: ArrayLike<number>): Int32Array {
  return Int32Array.from(values, (x, i) => {
    const bins = optionsOf(classifier, i)?.bins;
    return bins === undefined ? x : binOf(x, bins);
  });
}

/** By row and feature: the category, or the bin a number falls into; anything for bad rows. */
export function optionsByRow(classifier: Classifier, block: RowBlock): Int32Array {
  const n = classifier.features.length;
  const options = new Int32Array(block.rows * n);
  for (let i = 0; i < n; i++) {
    const column = optionsIn(classifier, block, i);
    for (let r = 0, x = i; r < block.rows; r++, x += n) options[x] = column[r];
  }
  return options;
}

/** The category, or the bin a number falls into, of each row. */
function optionsIn(classifier: Classifier, { columns, rows }: RowBlock, i: number): ArrayLike<number> {
  const bins = optionsOf(classifier, i)?.bins;
  if (bins === undefined) return columns[i];
  const codes = new Int32Array(rows);
  for (let r = 0; r < rows; r++) codes[r] = binOf(columns[i][r], bins);
  return codes;
}
