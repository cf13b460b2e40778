// To which rows of a table does a rule apply?
import type { Classifier } from '../model/prepared.ts';
import type { Region } from '../move/region.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { binOf, type Term } from '../reduce/term.ts';
import { type Block, checkBlock, ROW_STATUS, troubleWith } from './block-data.ts';

/**
 * Per row, 1 where all literals are true; 0 for bad rows.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { coveredRows, linearModel, reduce } from '@xpxlc/core';
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 8 }], weights: [1], intercept: -3 }));
 * const literals = [{ feature: 0, region: { kind: 'interval' as const, lower: 4, upper: 8 } }];
 * Array.from(coveredRows(classifier, literals, { rows: 3, columns: [Float64Array.of(3.5, 4, 9)] })); // => [0, 1, 0]
 * ```
 */
export function coveredRows(
  classifier: Classifier,
  literals: readonly WideLiteral[],
  block: Block,
): Uint8Array {
  const reduced = toReduced(classifier);
  const covered = new Uint8Array(block.rows);
  const rows = matching(reduced, literals, block, fitRows(reduced, block));
  for (let x = 0; x < rows.length; x++) covered[rows[x]] = 1;
  return covered;
}

/** A rule that holds for every instance, not only for rows of the table. */
export interface PooledRule {
  /** The class, by position. */
  readonly class: number;
  /** In increasing order of feature; none: the class never changes. */
  readonly literals: readonly WideLiteral[];
  /** To how many rows it applies; and to how many of them no rule before it does. */
  readonly rows: number;
  readonly added: number;
}

/**
 * Rules with the numbers of rows of this block that they cover. What several blocks give adds up.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 */
export function countRules(
  classifier: Classifier,
  rules: readonly Pick<PooledRule, 'class' | 'literals'>[],
  block: Block,
): PooledRule[] {
  const reduced = toReduced(classifier);
  const fit = fitRows(reduced, block);
  const open = new Uint8Array(block.rows).fill(1);
  return rules.map(({ class: own, literals }) => {
    const covered = matching(reduced, literals, block, fit);
    let added = 0;
    for (let x = 0; x < covered.length; x++) {
      added += open[covered[x]];
      open[covered[x]] = 0;
    }
    return { class: own, literals, rows: covered.length, added };
  });
}

/** Those of the rows, all of them fit, for which all literals are true. */
export function matching(
  { terms }: Reduced,
  literals: readonly WideLiteral[],
  { columns }: Block,
  rows: Int32Array<ArrayBuffer>,
): Int32Array<ArrayBuffer> {
  const left = rows.slice();
  let count = left.length;
  for (const { feature: i, region } of literals) {
    const has = membership(terms[i], region);
    const column = columns[i];
    let kept = 0;
    for (let x = 0; x < count; x++) if (has(column[left[x]])) left[kept++] = left[x];
    count = kept;
  }
  return left.subarray(0, count);
}

/** The rows without trouble. */
function fitRows(classifier: Reduced, block: Block): Int32Array<ArrayBuffer> {
  checkBlock(classifier, block);
  const { rows, columns } = block;
  const bad = new Uint8Array(rows);
  classifier.features.forEach((feature, i) => {
    const column = columns[i];
    for (let r = 0; r < rows; r++) if (troubleWith(feature, column[r]) !== ROW_STATUS.ok) bad[r] = 1;
  });
  const fit = new Int32Array(rows);
  let count = 0;
  for (let r = 0; r < rows; r++) if (bad[r] === 0) fit[count++] = r;
  return fit.subarray(0, count);
}

/** Whether a region has a value, as blocks have it. */
function membership(term: Term, region: Region): (x: number) => boolean {
  if (region.kind === 'interval') {
    const { lower, upper } = region;
    return (x) => x >= lower && x <= upper;
  }
  const allowed = new Uint8Array(term.kind === 'choice' ? term.reachable.length : 0);
  for (const v of region.options) allowed[v] = 1;
  const bins = term.kind === 'choice' ? term.bins : undefined;
  return bins === undefined ? (x) => allowed[x] === 1 : (x) => allowed[binOf(x, bins)] === 1;
}
