// Amounts counted in coarse cells: rounded down where the class is to be kept, up where it is to be lost.
import { largestOf, type Part, type Threshold } from './against.ts';

/** One feature in cells: different amounts in increasing order, with what certainly has them. */
export interface Steps {
  readonly amounts: Int32Array;
  readonly shares: Float64Array;
  /** How many shares were added up. */
  readonly added: number;
}

/** Features whose amounts must reach a goal together. */
export interface Race {
  readonly features: readonly Steps[];
  readonly goal: number;
}

/** Grid steps per cell: a power of two, so that dividing rounds nothing. @param count - how many cells the largest sum takes, about. */
export function cellSize(parts: readonly Part[], count: number): number {
  return Math.max(1, 2 ** Math.ceil(Math.log2(largestSum(parts) / count)));
}

/** How often two races add something up with so many cells, about: every amount goes through all cells. */
export function additionsOf(parts: readonly Part[], count: number): number {
  const share = 1 / Math.max(1, largestSum(parts));
  const amounts = parts.reduce((sum, part) => {
    const most = part.kind === 'points' ? part.amounts.length : largestOf(part) * share * 2 * MOST_PIECES;
    return sum + Math.min(most, largestOf(part) * share * count) + 1;
  }, 1);
  return 2 * amounts * count;
}

/** The class is certainly kept where these reach the goal. */
export function keptRace(
  parts: readonly Part[],
  component: number,
  { grid, window }: Threshold,
  size: number,
): Race {
  const largest = largestSum(parts);
  return {
    features: parts.map((part) => toSteps(part, component, size, largest, Math.floor)),
    goal: Math.ceil((grid + Math.max(window, 1)) / size),
  };
}

/** It is certainly lost where these do: what is missing to the largest amounts reaches what is missing there to the threshold. */
export function lostRace(
  parts: readonly Part[],
  component: number,
  { grid, window }: Threshold,
  size: number,
): Race & { readonly tops: readonly number[] } {
  const largest = largestSum(parts);
  const up = parts.map((part) => toSteps(part, component, size, largest, Math.ceil));
  const tops = up.map(topOf);
  const features = up.map(({ amounts, shares, added }, i) => ({
    amounts: amounts.map((_, j) => tops[i] - amounts[amounts.length - 1 - j]),
    shares: shares.slice().reverse(),
    added,
  }));
  const most = tops.reduce((sum, x) => sum + x, 0);
  return { features, goal: most - Math.floor((grid - window) / size), tops };
}

export function topOf({ amounts }: Steps): number {
  return amounts[amounts.length - 1] ?? 0;
}

function largestSum(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + largestOf(part), 0);
}

/** Equal amounts become one. */
function toSteps(
  part: Part,
  component: number,
  size: number,
  largest: number,
  round: (x: number) => number,
): Steps {
  let amounts: Float64Array;
  let low: Float64Array;
  if (part.kind === 'points') {
    amounts = part.amounts;
    low = part.low[component];
  } else {
    // Pieces about as long as a cell, but not too many.
    const pieces = part.pieces(piecesFor(part.length / Math.max(size, largest / MOST_PIECES)));
    amounts = round === Math.floor ? pieces.least : pieces.most;
    low = pieces.low[component];
  }
  const byAmount = new Map<number, number>();
  for (let v = 0; v < amounts.length; v++) {
    const cell = round(amounts[v] / size);
    byAmount.set(cell, (byAmount.get(cell) ?? 0) + low[v]);
  }
  const cells = Int32Array.from(byAmount.keys()).sort();
  const shares = Float64Array.from(cells, (cell) => byAmount.get(cell) as number);
  return { amounts: cells, shares, added: amounts.length };
}

/** Along all lines together. */
const MOST_PIECES = 4096;

/** A power of two, so that few different ones are made. */
function piecesFor(count: number): number {
  return 2 ** Math.max(3, Math.ceil(Math.log2(count + 1)));
}
