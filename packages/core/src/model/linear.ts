// Linear classifiers (logistic regression, linear SVM, perceptron, ridge, LDA, …): build and validate.
import type { LinearModel } from './types.ts';
import { type CommonSpec, checkCommon, checkFinite, checkLength, checkRow, wrong } from './validate.ts';

/** One linear score: a weight per number, or one per value of a categorical feature (its one-hot columns). */
export interface LinearRow {
  readonly weights: readonly (number | readonly number[])[];
  /** Default 0. */
  readonly intercept?: number;
}

/** What {@link linearModel} takes: one score for two classes (`weights`), or a row per class (`rows`). */
export type LinearModelSpec = CommonSpec & (LinearRow | { readonly rows: readonly LinearRow[] });

/**
 * A linear classifier over numbers and categories. With `weights`, a positive score means the second class;
 * with `rows`, the class with the largest score wins.
 *
 * @throws {ModelError} when names, lengths or numbers are wrong.
 * @example
 * ```ts
 * import { linearModel } from '@xpxlc/core';
 * const model = linearModel({
 *   classes: ['refuse', 'grant'],
 *   features: [{ name: 'age', lower: 18, upper: 99 }, { name: 'job', values: ['none', 'clerk'] }],
 *   weights: [0.02, [-1, 0.5]],
 *   intercept: -0.8,
 * });
 * model.intercept; // => [-0.8]
 * ```
 */
export function linearModel(spec: LinearModelSpec): LinearModel {
  const base = checkCommon(spec);
  const single = !('rows' in spec);
  if (single && base.classes.length !== 2) {
    throw wrong(
      'one row of weights serves two classes',
      'rows, one per class',
      `${base.classes.length} classes`,
      'weights',
    );
  }
  const rows = single ? [spec] : checkLength(spec.rows, base.classes.length, 'class', 'rows');
  const weights = rows.map((row, k) => {
    const of = single ? '' : `, class '${base.classes[k]}'`;
    return checkLength(row?.weights, base.features.length, 'feature', `weights${of}`).map((w, i) => {
      const feature = base.features[i];
      const place = `feature '${feature.name}'${of}`;
      if (feature.kind === 'categorical')
        return checkRow(w as readonly number[], feature.values.length, 'value', place);
      return checkFinite(w as number, place);
    });
  });
  const intercept = rows.map((row, k) =>
    checkFinite(row.intercept ?? 0, single ? 'intercept' : `intercept, class '${base.classes[k]}'`),
  );
  return { kind: 'linear', ...base, weights, intercept };
}
