// A few rules that cover a table. Rows with the same class and the same features in a smallest explanation are pooled: the values that
// they have in these features make a box, of as many of the rows as possible (peeled-box.ts). It is made wider, as far as the class wins
// everywhere in it. Each rule holds, exactly; which rows share one is a guess.
import type { Classifier } from '../model/prepared.ts';
import { type Box, isOfClass, isWhole, widenBox } from '../move/box.ts';
import type { WideLiteral } from '../query/inflate.ts';
import { type Reduced, toReduced } from '../reduce/classifier.ts';
import { listMask } from '../search/feature-set.ts';
import { type Block, type BlockAnswer, ROW_STATUS } from './block-data.ts';
import { countRules, matching, type PooledRule } from './covered-rows.ts';
import { explainBlock } from './explain-block.ts';
import { peeledBox } from './peeled-box.ts';

/** Options of {@link poolRules}. */
export interface PoolOptions {
  /** So many rules at most. Default 10. */
  readonly limit?: number;
  /** Only rules for these classes, by position. Default: all. */
  readonly classes?: readonly number[];
}

/** Rows whose explanations are pooled; from larger tables every `stride`-th row is taken. */
const SAMPLE = 20_000;
/** Rows of one pool that are looked at, and rules made of it. */
const POOL_ROWS = 2000;
const POOL_RULES = 3;
/** The largest pools. */
const POOLS = 100;

/**
 * Rules that cover as many rows as possible, the most useful first: each time that which covers most rows that none before it covers.
 * Every rule holds for all instances to which it applies. Counts are exact; that there are no better rules is not claimed.
 *
 * @throws {InstanceError} when the block does not have one column per feature or a column is too short.
 * @example
 * ```ts
 * import { linearModel, poolRules, reduce, wideLiteral } from '@xpxlc/core';
 * const features = [{ name: 'age', kind: 'integer' as const, lower: 18, upper: 99 }, { name: 'home', values: ['rent', 'own'] }];
 * const classifier = reduce(linearModel({ classes: ['no', 'yes'], features, weights: [1, [0, 20]], intercept: -50 }));
 * const block = { rows: 4, columns: [Float64Array.of(60, 55, 71, 20), Uint8Array.of(0, 1, 1, 0)] };
 * const [first] = poolRules(classifier, block);
 * [first.literals.map((literal) => wideLiteral({ classifier }, literal)), first.rows]; // => [['age ≥ 51'], 3]
 * ```
 */
export function poolRules(classifier: Classifier, block: Block, options: PoolOptions = {}): PooledRule[] {
  const { limit = 10, classes } = options;
  const reduced = toReduced(classifier);
  const sample = thinned(block, Math.ceil(block.rows / SAMPLE));
  const answer = explainBlock(reduced, sample);
  const candidates: Candidate[] = [];
  const known = new Set<string>();
  for (const { own, rows, pools } of poolsOf(sample, answer, classes))
    for (const pool of pools)
      for (const literals of rulesOf(reduced, sample, pool)) {
        const key = JSON.stringify([own, literals]);
        if (known.has(key)) continue;
        known.add(key);
        // Rows of other classes cannot be covered.
        candidates.push({ class: own, literals, covered: matching(reduced, literals, sample, rows) });
      }
  return countRules(reduced, choose(candidates, sample.rows, limit), block);
}

/** Rows that are explained by the values of the same features. */
interface Pool {
  readonly own: number;
  readonly features: readonly number[];
  readonly rows: readonly number[];
}

interface Candidate {
  readonly class: number;
  readonly literals: readonly WideLiteral[];
  /** The rows to which it applies. */
  readonly covered: Int32Array;
}

/** By class: all its rows, and their pools, the largest first. */
function poolsOf(
  { rows }: Block,
  { status, classes: own, masks, words }: BlockAnswer,
  classes: readonly number[] | undefined,
): { own: number; rows: Int32Array<ArrayBuffer>; pools: Pool[] }[] {
  const pools = new Map<string, Pool & { rows: number[] }>();
  const ofClass = new Map<number, number[]>();
  for (let r = 0; r < rows; r++) {
    if (status[r] !== ROW_STATUS.ok || classes?.includes(own[r]) === false) continue;
    const key = `${own[r]} ${masks.subarray(r * words, (r + 1) * words).join(' ')}`;
    const pool = pools.get(key);
    if (pool === undefined)
      pools.set(key, { own: own[r], features: listMask(masks, r * words, words), rows: [r] });
    else pool.rows.push(r);
    const list = ofClass.get(own[r]);
    if (list === undefined) ofClass.set(own[r], [r]);
    else list.push(r);
  }
  const largest = [...pools.values()].sort((a, b) => b.rows.length - a.rows.length).slice(0, POOLS);
  return Array.from(ofClass, ([k, list]) => ({
    own: k,
    rows: Int32Array.from(list),
    pools: largest.filter((pool) => pool.own === k),
  }));
}

/** Rules for the rows of a pool, until all are covered or there are enough rules. */
function* rulesOf(classifier: Reduced, block: Block, pool: Pool): Generator<WideLiteral[], void, void> {
  const { own, features } = pool;
  let left = Int32Array.from(every(pool.rows, Math.ceil(pool.rows.length / POOL_ROWS)));
  for (let count = 0; count < POOL_RULES && left.length > 0; count++) {
    const box = peeledBox(classifier, block, own, features, left);
    const wide = widenBox(classifier, own, freed(classifier, own, box), wideningOrder(classifier, features));
    const literals = [...wide].flatMap(([feature, region]): WideLiteral[] =>
      isWhole(classifier, feature, region) ? [] : [{ feature, region }],
    );
    yield literals;
    left = without(left, matching(classifier, literals, block, left));
  }
}

/** The rows but some of them, both in increasing order. */
function without(rows: Int32Array<ArrayBuffer>, some: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const left = new Int32Array(rows.length - some.length);
  let [kept, next] = [0, 0];
  for (let x = 0; x < rows.length; x++)
    if (rows[x] === some[next]) next += 1;
    else left[kept++] = rows[x];
  return left;
}

/** The box without the features that need no region. */
function freed(classifier: Reduced, own: number, box: Box): Box {
  const less = new Map(box);
  for (const [i, region] of box) {
    less.delete(i);
    if (!isOfClass(classifier, own, less)) less.set(i, region);
  }
  return new Map([...less].sort(([i], [j]) => i - j));
}

/** Categories first: each that joins them is told in one word. */
function wideningOrder({ terms }: Reduced, features: readonly number[]): number[] {
  return features.toSorted((i, j) => Number(terms[i].kind === 'curve') - Number(terms[j].kind === 'curve'));
}

/** Each time the candidate with most rows that are not covered yet; of several that with most rows, then with fewest literals. */
function choose(candidates: readonly Candidate[], rows: number, limit: number): Candidate[] {
  const open = new Uint8Array(rows).fill(1);
  const added = ({ covered }: Candidate): number => {
    let sum = 0;
    for (let x = 0; x < covered.length; x++) sum += open[covered[x]];
    return sum;
  };
  const chosen: Candidate[] = [];
  while (chosen.length < limit) {
    let best: Candidate | undefined;
    let most = 0;
    for (const candidate of candidates) {
      if (candidate.covered.length < most) continue;
      const now = added(candidate);
      if (now > most || (now === most && best !== undefined && isBetter(candidate, best)))
        [best, most] = [candidate, now];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const r of best.covered) open[r] = 0;
  }
  return chosen;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const more = one.covered.length - other.covered.length;
  return more > 0 || (more === 0 && one.literals.length < other.literals.length);
}

/** Every `stride`-th row. */
function thinned(block: Block, stride: number): Block {
  if (stride <= 1) return block;
  const rows = Math.ceil(block.rows / stride);
  return {
    rows,
    columns: block.columns.map((column) => Float64Array.from({ length: rows }, (_, r) => column[r * stride])),
  };
}

function every(rows: readonly number[], stride: number): readonly number[] {
  return stride <= 1 ? rows : rows.filter((_, x) => x % stride === 0);
}
