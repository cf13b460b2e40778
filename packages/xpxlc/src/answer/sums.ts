// Sums over rows as plain data: numbers, lists of them, and more of these by name. Rows are added up by several threads, and runs are
// interrupted and continued, so sums are taken apart into what JSON can hold and added to others.
import { FixedSum, type FixedSumState } from './fixed-sum.ts';

/** What is added up. */
export type Sums = number | FixedSum | readonly Sums[] | Float64Array | { readonly [name: string]: Sums };

/** As JSON can hold it. */
export type SumsState<S> = S extends number
  ? number
  : S extends FixedSum
    ? FixedSumState
    : S extends Float64Array
      ? readonly number[]
      : S extends readonly (infer T)[]
        ? readonly SumsState<T>[]
        : { readonly [N in keyof S]: SumsState<S[N]> };

export function stateOf<S>(sums: S): SumsState<S> {
  const state = (of: unknown): unknown => {
    if (of instanceof FixedSum) return of.state();
    if (of instanceof Float64Array) return Array.from(of);
    if (Array.isArray(of)) return of.map(state);
    if (typeof of !== 'object' || of === null) return of;
    return Object.fromEntries(Object.entries(of).map(([name, part]) => [name, state(part)]));
  };
  return state(sums) as SumsState<S>;
}

/** Add other sums of the same shape; a name that is not there yet begins at 0. */
export function addSums<S extends object>(sums: S, more: SumsState<S>): void {
  const into = sums as { [name: string]: unknown };
  for (const [name, other] of Object.entries(more)) {
    const own = into[name];
    if (own instanceof FixedSum) own.merge(other as FixedSumState);
    else if (typeof own === 'object' && own !== null) addSums(own, other as SumsState<object>);
    else into[name] = ((own as number | undefined) ?? 0) + (other as number);
  }
}
