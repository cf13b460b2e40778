// All explanations, one after the other: "why?" (AXps) or "what would change it?" (CXps), in the order of the
// search or smallest first. Everyday rows go to the row engine, two classes otherwise to the cover search, several to the demand search.
import { InstanceError } from '../errors.ts';
import { type Budget, Meter } from '../model/budget.ts';
import { checkLimit, checkOption, type Features, pick } from '../model/pick.ts';
import type { Problem } from '../model/prepared.ts';
import { DepthFirst } from '../search/cover-search.ts';
import { searchDemands } from '../search/demand-search.ts';
import { FeatureSet, sortBySize } from '../search/feature-set.ts';
import { kernelSource } from '../search/kernel-source.ts';
import { rowEngine } from '../search/row-engine.ts';
import { SizeFirst } from '../search/size-search.ts';
import { CoverSource, type Source, wordsFor } from '../search/source.ts';
import { isTowards, searchTowards } from '../search/towards.ts';
import { type Kind, toCover } from '../weigh/cover.ts';
import { toDemands } from '../weigh/demands.ts';
import type { Weighed } from '../weigh/problem.ts';
import { isAnswer } from '../weigh/sufficiency.ts';
import { type TargetedQuestion, toAsked } from './question.ts';

/** Options of {@link enumerate} and its relatives. */
export interface EnumerateOptions extends TargetedQuestion {
  /** `'search'` (default): the paper's depth-first order. `'size'`: smallest first. */
  readonly order?: 'search' | 'size';
  /** Stop after this many. Default: no limit. */
  readonly limit?: number;
  /** Continue after this answer of the same question, without repeating what came before. */
  readonly after?: Features | FeatureSet;
  /** What it may cost: the enumeration ends there, before its next answer. Default: anything. */
  readonly budget?: Budget;
}

/** The running enumeration: iterate over it; stop, and go on later, as you like. */
export interface Enumeration extends IterableIterator<FeatureSet> {
  /** True once every answer has been delivered: nothing was cut off by the limit or the budget. */
  readonly complete: boolean;
  /** How many answers have been delivered. */
  readonly delivered: number;
}

/**
 * List explanations lazily. Between two of them lie O(n) steps when there are two classes.
 *
 * @throws {InstanceError} when a feature or an option is unknown, `target` is given for explanations, or `after` is not an answer of this question.
 * @example
 * ```ts
 * import { enumerate, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const problem = weigh(reduce(model), ['yes', 'yes', 'yes']);
 * Array.from(enumerate(problem), (set) => set.features); // => [[0, 1], [0, 2], [1, 2]]
 * Array.from(enumerate(problem, { kind: 'cxp', order: 'size', limit: 2 }), (set) => set.features); // => [[0, 1], [0, 2]]
 * ```
 */
export function enumerate(problem: Problem, options: EnumerateOptions = {}): Enumeration {
  const meter = new Meter(options.budget);
  return new Cursor(toSource(problem, options, meter), options, meter);
}

/** Masks by the thousand; see {@link enumerateMasks}. */
export interface MaskBatch {
  /** `count` masks of `words` 32-bit words each; feature i is bit `i & 31` of word `i >> 5`. */
  readonly masks: Uint32Array;
  readonly words: number;
  readonly count: number;
}

/**
 * The same answers in batches of bit masks, for throughput. The array is used again for the next batch: copy what
 * you want to keep.
 *
 * @param options - as for {@link enumerate}, and the number of masks per batch (default 8192).
 * @returns in the end, whether these are known to be all: neither the limit nor the budget has ended it.
 * @example
 * ```ts
 * import { enumerateMasks, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const [batch] = enumerateMasks(weigh(reduce(model), ['yes', 'yes', 'yes']));
 * Array.from(batch.masks.subarray(0, batch.count)); // => [0b011, 0b101, 0b110]
 * ```
 */
export function* enumerateMasks(
  problem: Problem,
  options: EnumerateOptions & { readonly batch?: number } = {},
): Generator<MaskBatch, boolean, undefined> {
  const meter = new Meter(options.budget);
  const source = toSource(problem, options, meter);
  const { words } = source;
  const size = Math.min(Math.max(1, checkLimit(options.batch ?? 8192, 'batch')), MOST_IN_BATCH);
  let left = checkLimit(options.limit ?? Number.POSITIVE_INFINITY);
  const total = source.all === undefined ? Number.POSITIVE_INFINITY : source.all.length / words;
  if (source.all !== undefined && total <= Math.min(size, left, meter.left) && !meter.look()) {
    if (total > 0) yield { masks: source.all, words, count: total };
    return true;
  }
  const masks = new Uint32Array(Math.min(size, total) * words);
  while (left > 0 && meter.left > 0 && !meter.look()) {
    const count = source.fill(masks, Math.min(size, total, left, meter.left));
    if (count === 0) return !meter.look();
    left -= count;
    meter.spend(count);
    yield { masks, words, count };
  }
  return false;
}

/** Whoever asks for larger batches gets more of them. */
const MOST_IN_BATCH = 1 << 20;

/** Index lists by the thousand; see {@link enumerateIndices}. */
export interface IndexBatch {
  /** Set s is `indices[offsets[s] … offsets[s + 1])`, features in increasing order. */
  readonly indices: Int32Array;
  readonly offsets: Int32Array;
  readonly count: number;
}

/**
 * The same answers in batches of feature lists, laid end to end in typed arrays that are the caller's to keep.
 *
 * @param options - as for {@link enumerate}, and the number of sets per batch (default 8192).
 * @example
 * ```ts
 * import { enumerateIndices, linearModel, reduce, weigh } from '@xpxlc/core';
 * const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });
 * const model = linearModel({ classes: ['ham', 'spam'], features: ['a', 'b', 'c'].map(yesNo), weights: [[0, 2], [0, 2], [0, 1]], intercept: -2.5 });
 * const [batch] = enumerateIndices(weigh(reduce(model), ['yes', 'yes', 'yes']));
 * Array.from(batch.indices); // => [0, 1, 0, 2, 1, 2]
 * ```
 */
export function* enumerateIndices(
  problem: Problem,
  options: EnumerateOptions & { readonly batch?: number } = {},
): Generator<IndexBatch, void, undefined> {
  for (const { masks, words, count } of enumerateMasks(problem, options)) {
    const offsets = new Int32Array(count + 1);
    for (let s = 0; s < count; s++)
      offsets[s + 1] = offsets[s] + new FeatureSet(masks, s * words, words).size;
    const indices = new Int32Array(offsets[count]);
    let at = 0;
    for (let x = 0; x < count * words; x++) {
      const base = 32 * (x % words);
      for (let rest = masks[x]; rest !== 0; rest &= rest - 1)
        indices[at++] = base + 31 - Math.clz32(rest & -rest);
    }
    yield { indices, offsets, count };
  }
}

/** The sequence of answers behind all three interfaces. */
export function toSource(given: Problem, options: EnumerateOptions, meter: Meter): Source {
  const { order = 'search', after } = options;
  const { problem, kind, target } = toAsked(given, options);
  checkOption(order, ['search', 'size'], 'order');
  const { classifier } = problem;
  const n = classifier.features.length;
  const last =
    after === undefined ? undefined : pick(classifier, after instanceof FeatureSet ? after.features : after);
  const known =
    last === undefined ||
    (target === undefined ? isAnswer(problem, kind, last) : isTowards(problem, target, last, meter));
  if (!known) {
    throw new InstanceError('not an answer of this question', {
      code: 'bad-cursor',
      place: 'after',
      expected: `a minimal ${kind}`,
      got: `[${last}]`,
    });
  }
  if (classifier.classes.length === 2) {
    const listed = last === undefined ? listRow(problem, kind, order) : undefined;
    if (listed !== undefined) return listed;
    const cover = toCover(problem.rivals[0], kind);
    const search = order === 'size' ? new SizeFirst(cover) : new DepthFirst(cover);
    if (last !== undefined) {
      const held = new Set(cover.forced);
      search.seek(
        last
          .filter((i) => !held.has(i))
          .map((i) => search.features.indexOf(i))
          .sort((a, b) => a - b),
      );
    }
    return kernelSource(search, cover.forced, n) ?? new CoverSource(search, cover.forced, n);
  }
  const settings = { bySize: order === 'size', after: last };
  const sets =
    target === undefined
      ? searchDemands(toDemands(problem, kind), { ...settings, stop: (steps) => !meter.spend(steps) })
      : searchTowards(problem, target, settings, meter);
  return fromSets(sets, n);
}

/** So many sets are listed at once, before the first is asked for: they take less time than preparing a search. */
const LISTED_AHEAD = 1024;

/** The everyday case: all sets of a row that has not many; undefined where it is not one. */
function listRow(
  { classifier, encoded, classIndex: own }: Weighed,
  kind: Kind,
  order: 'search' | 'size',
): Source | undefined {
  const engine = rowEngine(classifier);
  if (engine === null) return undefined;
  engine.load(encoded.options, 0, own, kind);
  const total = engine.list(LISTED_AHEAD);
  if (total < 0 || !engine.complete) return undefined;
  const { words } = engine;
  if (order === 'size') sortBySize(engine.masks, 0, total, words);
  const list = engine.keep(total);
  let given = 0;
  return {
    words,
    all: list,
    fill(masks, capacity) {
      const count = Math.min(capacity, total - given);
      for (let x = 0, from = given * words; x < count * words; x++) masks[x] = list[from + x];
      given += count;
      return count;
    },
  };
}

/** A source of sets that come one by one. */
export function fromSets(sets: Iterator<readonly number[]>, features: number): Source {
  const words = wordsFor(features);
  return {
    words,
    fill(masks, capacity) {
      let count = 0;
      for (; count < capacity; count++) {
        const next = sets.next();
        if (next.done) break;
        masks.fill(0, count * words, (count + 1) * words);
        for (const i of next.value) masks[count * words + (i >> 5)] |= 1 << (i & 31);
      }
      return count;
    },
  };
}

/** Batches grow from one set up: the first answer comes at once, later ones cheaply. */
const MOST_AT_ONCE = 1024;

class Cursor implements Enumeration {
  complete = false;
  delivered = 0;
  private readonly source: Source;
  private readonly words: number;
  private readonly limit: number;
  private readonly meter: Meter;
  private masks = new Uint32Array(0);
  private at = 0;
  private end = 0;
  private batch = 1;
  private over = false;

  constructor(source: Source, { limit = Number.POSITIVE_INFINITY }: EnumerateOptions, meter: Meter) {
    this.source = source;
    this.words = source.words;
    this.limit = checkLimit(limit);
    this.meter = meter;
  }

  next(): IteratorResult<FeatureSet, undefined> {
    if (this.meter.look()) this.stop();
    if (this.at === this.end && !this.refill()) return { done: true, value: undefined };
    this.delivered += 1;
    const set = new FeatureSet(this.masks, this.at, this.words);
    this.at += this.words;
    return { done: false, value: set };
  }

  /** Leaving a `for … of` does not end the enumeration: go on with another one, or with `next()`. */
  [Symbol.iterator](): this {
    return this;
  }

  /** Nothing more will come; what was found ahead is dropped. */
  private stop(): void {
    this.over = true;
    this.at = this.end;
  }

  /** Sets keep a view of their batch, so each batch is a new array. */
  private refill(): boolean {
    if (this.over) return false;
    const left = this.limit - this.delivered;
    // At the limit, looking for one more tells a complete list from a cut one.
    const wanted = left > 0 ? Math.min(this.batch, left) : 1;
    const affordable = Math.min(wanted, this.meter.left);
    if (affordable < 1) {
      this.over = true;
      return false;
    }
    const masks = new Uint32Array(affordable * this.words);
    const count = this.source.fill(masks, affordable);
    this.meter.spend(count);
    if (count === 0 || left <= 0) {
      this.over = true;
      this.complete = count === 0 && !this.meter.look();
      return false;
    }
    this.masks = masks;
    this.at = 0;
    this.end = count * this.words;
    this.batch = Math.min(2 * this.batch, MOST_AT_ONCE);
    return true;
  }
}
