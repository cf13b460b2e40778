// Can a question be asked as one covering problem? With two classes always; with more when all rivals but one make no
// demand of their own.
import { type Cover, type Kind, toCover } from '../../weigh/cover.ts';
import type { Problem } from '../../weigh/problem.ts';
import { type Row, type Rows, toRows } from '../../weigh/rows.ts';

/** One covering problem with the same answers. */
export interface OneCover {
  readonly cover: Cover;
  /** Whether the enumeration also lists them in the order of its search. */
  readonly inOrder: boolean;
}

/** The covering problem of a question; undefined when it takes several. */
export function toOneCover(problem: Problem, kind: Kind, fixed: ReadonlySet<number>): OneCover | undefined {
  if (problem.rivals.length === 1) return { cover: toCover(problem.rivals[0], kind, fixed), inOrder: true };
  const rows = toRows(problem, kind, { fixed });
  const left = independent(rows);
  return left.length > 1 ? undefined : { cover: fromRows(rows, left.at(0)), inOrder: rows.rows.length < 2 };
}

/** The rows that are not decided by another one. */
function independent({ mode, rows }: Rows): Row[] {
  // Whoever satisfies all rows need look at none that follows from another; of some, at none that another follows from.
  const covered = (row: Row, other: Row): boolean =>
    mode === 'all' ? follows(row, other) : follows(other, row);
  return rows.filter(
    (row, r) => !rows.some((other, s) => r !== s && covered(row, other) && (s < r || !covered(other, row))),
  );
}

/**
 * Does exceeding the threshold U of `other` (weights v) always exceed the threshold T of `row` (weights w)? Surely when
 * w_i·U ≥ v_i·T for all i: then Σv > U gives U·Σw ≥ T·Σv > T·U. (With T = 0 it takes a positive Σw: w_i > 0
 * wherever v_i > 0.)
 */
function follows(row: Row, other: Row): boolean {
  const [t, u] = [row.threshold, other.threshold];
  if (t === 0n) return row.weights.every((w, i) => w > 0n || other.weights[i] === 0n);
  return u > 0n && row.weights.every((w, i) => w * u >= other.weights[i] * t);
}

/** The covers of the only row left, or of none. */
function fromRows({ mode, forced, singles, features }: Rows, row: Row | undefined): Cover {
  const nothing = { forced, singles, order: new Int32Array(0), weights: [] };
  if (row === undefined) return { ...nothing, threshold: mode === 'all' ? -1n : 0n };
  const { weights, threshold } = row;
  const byWeight = Array.from(features.keys())
    .filter((rank) => weights[rank] > 0n)
    .sort((i, j) =>
      weights[i] === weights[j] ? features[i] - features[j] : weights[i] > weights[j] ? -1 : 1,
    );
  const alone = byWeight.filter((rank) => weights[rank] > threshold);
  const others = byWeight.slice(alone.length);
  return {
    forced,
    singles: [...singles, ...alone.map((rank) => features[rank])],
    order: Int32Array.from(others, (rank) => features[rank]),
    weights: others.map((rank) => weights[rank]),
    threshold,
  };
}
