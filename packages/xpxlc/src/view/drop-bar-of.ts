// The data of a drop bar: which drops are held against each rival, and whether they suffice. Sums and decisions are exact; numbers are
// rounded only to be drawn and read.
import { inScores, literal, type Problem } from '@xpxlc/core';
import { suffices, type Worths, worthsOf } from '../decision/worths.ts';
import type { DropBarData, DropPanel, DropPart, DropRest } from '../plot/drop-bar.ts';
import { READABLE } from '../terminal/readable.ts';
import { inUnit } from '../terminal/unit.ts';
import { amountText, besideText, drawable } from './amount.ts';

/** Options of {@link dropBarOf}. */
export interface DropBarOfOptions {
  /** Features shown one by one: all held ones, and others up to so many in all, but four at least. Default 15. */
  readonly most?: number;
  /** Rivals shown at most, the tightest first. Default 3. */
  readonly rivals?: number;
}

/** Others that are shown however many are held. */
const FEWEST_OTHERS = 4;

/**
 * What a set of features holds against each rival.
 *
 * @param set - positions of the held features: an explanation, or any other set; whether it suffices is said.
 * @example
 * ```ts
 * import { linearModel, reduce, smallest, weigh } from '@xpxlc/core';
 * import { dropBarOf } from 'xpxlc/view';
 * const model = linearModel({ classes: ['no', 'yes'], features: [{ name: 'x', lower: 0, upper: 1 }, { name: 'y', lower: 0, upper: 1 }], weights: [3, 1], intercept: -2 });
 * const problem = weigh(reduce(model), { x: 1, y: 0.5 });
 * const [against] = dropBarOf(problem, smallest(problem)).panels;
 * [against.needed, against.sum]; // => ['more than 2 needed', 'held: 3, enough']
 * ```
 */
export function dropBarOf(
  problem: Problem,
  set: readonly number[],
  { most = 15, rivals = 3 }: DropBarOfOptions = {},
): DropBarData {
  const held = new Set(set);
  const measured = worthsOf(problem).map((rival) => measure(rival, held));
  // A rival that never wins is the least tight one.
  measured.sort((a, b) => Number(a.free) - Number(b.free) || a.slack - b.slack);
  const shown = measured.slice(0, Math.max(1, rivals));
  return {
    class: problem.class,
    classIndex: problem.classIndex,
    unit: inUnit('', problem.classifier.unit),
    panels: shown.map((one) => toPanel(problem, one, held, most)),
    moreRivals: measured.length - shown.length,
  };
}

/** Of more held values a picture would be larger than a screen or a sheet. */
const MOST_HELD = 40;

/** {@link dropBarOf} an explanation; nothing where nothing needs to be held, or too much. */
export function heldBarOf(problem: Problem, held: readonly number[]): DropBarData | undefined {
  return held.length === 0 || held.length > MOST_HELD ? undefined : dropBarOf(problem, held);
}

/** One rival, exactly. */
interface Measured {
  readonly rival: Worths;
  /** In units, endless drops not counted. */
  readonly held: bigint;
  /** Endless drops: how many are held, and how many are not. */
  readonly endless: number;
  readonly loose: number;
  readonly enough: boolean;
  /** Nothing needs to be held. */
  readonly free: boolean;
  /** By how much the held drops exceed what is needed. */
  readonly slack: number;
}

function measure(rival: Worths, set: ReadonlySet<number>): Measured {
  const { exact, threshold } = rival;
  let [held, endless, loose] = [0n, 0, 0];
  exact.drops.forEach((drop, i) => {
    if (drop === 'endless') {
      if (set.has(i)) endless += 1;
      else loose += 1;
    } else if (set.has(i)) held += drop;
  });
  return {
    rival,
    held,
    endless,
    loose,
    enough: loose === 0 && suffices(rival, held),
    free: endless + loose === 0 && suffices(rival, 0n),
    slack: loose > 0 ? Number.NEGATIVE_INFINITY : inScores(held - threshold, exact),
  };
}

function toPanel(problem: Problem, measured: Measured, set: ReadonlySet<number>, most: number): DropPanel {
  const { rival, held, enough } = measured;
  const { exact, threshold } = rival;
  const others = Math.max(FEWEST_OTHERS, most - set.size);
  const free = rival.order.filter((i) => !set.has(i));
  // What makes no difference is not shown one by one; a single one that is left over is.
  const able = free.filter((i) => exact.drops[i] !== 0n).length;
  const single = able <= others + 1 ? able : others;
  const shown = [...rival.order.filter((i) => set.has(i)), ...free.slice(0, single)];
  const { unit } = problem.classifier;
  const drawn = (units: bigint): number => drawable(inScores(units, exact));
  const toPart = (i: number, start: bigint, end: bigint): DropPart => ({
    label: literal(problem, i, READABLE),
    drop: exact.drops[i] === 'endless' ? Number.POSITIVE_INFINITY : drawable(rival.drops[i]),
    text: exact.drops[i] === 'endless' ? 'endless' : amountText(rival.drops[i], 'score'),
    held: set.has(i),
    start: drawn(start),
    end: drawn(end),
  });
  let sum = 0n;
  const parts = shown.map((i) => {
    const start = sum;
    const drop = exact.drops[i];
    if (drop !== 'endless') sum += drop;
    return toPart(i, start, sum);
  });
  const total = threshold + exact.margin;
  const rest = toRest(free.length - single, drawn(sum), drawn(total), inScores(total - sum, exact));
  return {
    rival: rival.class,
    parts,
    rest,
    margin: drawable(rival.margin),
    threshold: drawn(threshold),
    held: drawn(held),
    total: drawn(total),
    enough,
    needed: neededText(measured, problem.class, unit),
    sum: sumText(measured, set.size, unit),
  };
}

function toRest(count: number, start: number, end: number, amount: number): DropRest | undefined {
  if (count === 0) return undefined;
  const label = amount === 0 ? `… ${count} more that cannot lower the lead` : `… ${count} more, together`;
  return { count, label, text: amountText(amount, 'score'), start, end };
}

type Unit = Problem['classifier']['unit'];

/** What is needed, in words. */
function neededText(measured: Measured, own: string, unit: Unit): string {
  const { rival, endless, loose, free } = measured;
  const { threshold } = rival;
  if (free) return `nothing needs to be held: ${own} always stays ahead of ${rival.class}`;
  const amount = amountText(inScores(threshold, rival.exact), unit);
  const more = rival.winsTies ? amount : `more than ${amount}`;
  if (endless + loose === 0) return `${more} needed`;
  const nothing = suffices(rival, 0n);
  return nothing ? 'all endless ones are needed' : `all endless ones are needed, and ${more} of the others`;
}

/** What is held, in words that go with what is needed. */
function sumText(measured: Measured, size: number, unit: Unit): string {
  const { rival, held, endless, loose, enough } = measured;
  const { threshold } = rival;
  const verdict = enough ? 'enough' : 'not enough';
  if (loose > 0) return `held: ${size} of the values, but not all endless ones: ${verdict}`;
  if (size === 0) return enough ? 'nothing is held, and that is enough' : 'nothing is held: not enough';
  const amount = besideText(
    inScores(held, rival.exact),
    inScores(threshold, rival.exact),
    held === threshold ? 0 : held > threshold ? 1 : -1,
    unit,
  );
  if (endless === 0) return `held: ${amount}, ${verdict}`;
  return held === 0n && enough
    ? `held: all endless ones, ${verdict}`
    : `held: all endless ones and ${amount}, ${verdict}`;
}
