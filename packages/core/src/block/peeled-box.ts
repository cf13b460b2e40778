// A box of rows of one class in which the class wins everywhere. All rows make a box; while the class does not win everywhere in it, rows at
// its worst end are left out: those of the feature with most gained per row. That is a guess, in doubles; whether the class wins is
// decided exactly. A row alone will do, since the features of the box are sufficient for it.
import { InternalError } from '../errors.ts';
import { toDouble } from '../exact/ratio.ts';
import { type Box, isOfClass, leastLead } from '../move/box.ts';
import type { Region } from '../move/region.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { binOf } from '../reduce/term.ts';
import type { Block, Column } from './block-data.ts';

/** Of the rows that are left, about so many are left out at a time; how many are looked at to tell. */
const PATIENCE = 0.05;
const LEVELS = 100;

/**
 * A box of some of the rows, as many as possible, in which the class wins everywhere.
 *
 * @param features - sufficient for each of the rows.
 * @param rows - of this class, at least one.
 */
export function peeledBox(
  classifier: Reduced,
  block: Block,
  own: number,
  features: readonly number[],
  rows: Int32Array,
): Box {
  return new Peeling(classifier, block, own, features, rows).box();
}

/** What the values of rows give the class over each rival, as doubles. */
class Peeling {
  private readonly classifier: Reduced;
  private readonly columns: readonly Column[];
  private readonly own: number;
  private readonly features: readonly number[];
  private readonly rows: Int32Array;
  private readonly rivals: readonly number[];
  /** By rival: the least lead over it, without these features. */
  private readonly base: readonly number[];
  /** By rival, feature and row. */
  private readonly gain: readonly (readonly Float64Array[])[];

  constructor(
    classifier: Reduced,
    { columns }: Block,
    own: number,
    features: readonly number[],
    rows: Int32Array,
  ) {
    const without = new Set(features);
    this.classifier = classifier;
    this.columns = columns;
    this.own = own;
    this.features = features;
    this.rows = rows;
    this.rivals = classifier.classes.flatMap((_, k) => (k === own ? [] : [k]));
    this.base = this.rivals.map((k) => {
      const lead = leastLead(classifier, own, k, new Map(), without);
      return lead === undefined ? Number.NEGATIVE_INFINITY : toDouble(lead);
    });
    this.gain = this.rivals.map((k) =>
      features.map((i) => Float64Array.from(rows, (r) => gainAt(classifier, own, k, i, columns[i][r]))),
    );
  }

  /** A box of rows in which the class wins everywhere. */
  box(): Box {
    let alive = Int32Array.from(this.rows.keys());
    for (;;) {
      const { rival, lead, certain } = this.weakest(alive);
      if (certain) {
        const box = this.hull(alive);
        if (isOfClass(this.classifier, this.own, box)) return box;
        if (alive.length === 1) throw new InternalError('a row that its own explanation does not cover');
      }
      alive = this.shrink(alive, rival, lead) ?? alive.subarray(0, 1);
    }
  }

  /** The rival that comes nearest, as doubles tell; whether the class may win everywhere. */
  private weakest(alive: Int32Array): { rival: number; lead: number; certain: boolean } {
    let rival = 0;
    let least = Number.POSITIVE_INFINITY;
    this.gain.forEach((byFeature, k) => {
      let lead = this.base[k];
      for (const gain of byFeature) {
        let low = Number.POSITIVE_INFINITY;
        for (let y = 0; y < alive.length; y++) low = Math.min(low, gain[alive[y]]);
        lead += low;
      }
      if (!(lead >= least)) [rival, least] = [k, lead];
    });
    return { rival, lead: least, certain: !(least < 0) || alive.length === 1 };
  }

  /** The rows but those at the worst end of one feature: that with most gained per row. Undefined when all rows are alike. */
  private shrink(alive: Int32Array, rival: number, lead: number): Int32Array<ArrayBuffer> | undefined {
    let best: { gain: Float64Array; from: number; score: number } | undefined;
    const missing = lead < 0 ? -lead : Number.POSITIVE_INFINITY;
    for (const gain of this.gain[rival]) {
      const found = secondLevel(gain, alive);
      if (found === undefined) continue;
      const score = Math.min(found.from - found.low, missing) / found.lost;
      if (best === undefined || score > best.score) best = { gain, from: found.from, score };
    }
    if (best === undefined) return undefined;
    const { gain, from } = best;
    const left = new Int32Array(alive.length);
    let count = 0;
    for (let y = 0; y < alive.length; y++) if (gain[alive[y]] >= from) left[count++] = alive[y];
    return left.subarray(0, count);
  }

  /** The smallest box with these rows in it. */
  private hull(alive: Int32Array): Box {
    const { classifier, columns, features, rows } = this;
    return new Map(
      features.map((i): [number, Region] => {
        const values = Array.from(alive, (x) => columns[i][rows[x]]);
        const term = classifier.terms[i];
        if (term.kind === 'curve') {
          let [lower, upper] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
          for (const x of values) [lower, upper] = [Math.min(lower, x), Math.max(upper, x)];
          return [i, { kind: 'interval', lower, upper }];
        }
        const { bins } = term;
        const options = new Set(bins === undefined ? values : values.map((x) => binOf(x, bins)));
        return [i, { kind: 'options', options: [...options].sort((a, b) => a - b) }];
      }),
    );
  }
}

function gainAt({ terms, offset, table }: Reduced, c: number, k: number, i: number, x: number): number {
  const term = terms[i];
  if (term.kind === 'choice') {
    const flat = offset[i] + (term.bins === undefined ? x : binOf(x, term.bins));
    return table[c][flat] - table[k][flat];
  }
  const at = ({ quadratic, linear, constant, center }: (typeof term.coefficients)[number]): number =>
    (quadratic * (x - center) + linear) * (x - center) + constant;
  return at(term.coefficients[c]) - at(term.coefficients[k]);
}

/** The least gain of the rows, a higher one that most of them have, and how many have less. Undefined when all are alike. */
function secondLevel(
  gain: Float64Array,
  alive: Int32Array,
): { low: number; from: number; lost: number } | undefined {
  let low = Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (let y = 0; y < alive.length; y++) {
    const x = gain[alive[y]];
    if (x < low) {
      next = low;
      low = x;
    } else if (x > low && x < next) next = x;
  }
  if (next === Number.POSITIVE_INFINITY) return undefined;
  const some = Float64Array.from(
    { length: Math.min(alive.length, LEVELS) },
    (_, s) => gain[alive[Math.floor((s * alive.length) / Math.min(alive.length, LEVELS))]],
  ).sort();
  const from = Math.max(next, some[Math.floor(PATIENCE * some.length)]);
  let lost = 0;
  for (let y = 0; y < alive.length; y++) if (gain[alive[y]] < from) lost += 1;
  return { low, from, lost };
}
