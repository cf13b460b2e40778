// A field's part of a model file, and the sums it is made of.
import { negate, ZERO } from '@xpxlc/core/exact';
import type { FileFeature, FileShape } from '../../schema/model-file.ts';
import { unsupported } from './attributes.ts';
import { type Exact, rounded, sum } from './exact.ts';
import type { RawField } from './fields.ts';
import type { Polynomial, Value } from './func.ts';

/** A field's part of a model file. */
export interface Column {
  readonly feature: FileFeature;
  /** One per class. */
  readonly shapes: readonly FileShape[];
  /** What goes to the classes' biases. */
  readonly bias: readonly Exact[];
  readonly notes: readonly string[];
}

/** Contents of a piece: a sum per class, undefined where PMML gives no result. */
export type Sums = readonly (Polynomial | undefined)[];

export const NOTHING: Polynomial = [ZERO, ZERO, ZERO];

/** The nearest double, which must be finite. */
export function finite(field: RawField, x: Exact): number {
  const value = rounded(x);
  if (Number.isFinite(value)) return value;
  throw unsupported(
    field.element,
    `a contribution of '${field.name}' beyond all doubles`,
    'a finite number',
    String(value),
  );
}

export function total(values: readonly Value[]): Polynomial | undefined {
  let sums: Polynomial = NOTHING;
  for (const value of values) {
    if (value.kind !== 'number') return undefined;
    sums = added(sums, value.poly);
  }
  return sums;
}

export function added(a: Polynomial, b: Polynomial): Polynomial {
  return [sum(a[0], b[0]), sum(a[1], b[1]), sum(a[2], b[2])];
}

export function minus(a: Polynomial, b: Polynomial): Polynomial {
  return [sum(a[0], negate(b[0])), sum(a[1], negate(b[1])), sum(a[2], negate(b[2]))];
}
