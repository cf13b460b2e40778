// The general additive classifier: any table, linear, step or quadratic shape per feature and class.
import { ModelError, show } from '../errors.ts';
import type { AdditiveModel, Bins, Feature, Shape } from './types.ts';
import { type CommonSpec, checkCommon, checkFinite, checkLength, checkRow, wrong } from './validate.ts';

/** What {@link additiveModel} takes. */
export interface AdditiveModelSpec extends CommonSpec {
  /** Per class. Default 0. */
  readonly bias?: readonly number[];
  /** `shapes[feature][class]`. Steps do not mix with linear or quadratic shapes within one feature. */
  readonly shapes: readonly (readonly Shape[])[];
}

/**
 * An additive classifier: score of a class = its bias + the sum of its shapes, each of one feature.
 *
 * @throws {ModelError} when names, lengths, numbers or bins are wrong, or a shape does not fit its feature.
 * @example
 * ```ts
 * import { additiveModel } from '@xpxlc/core';
 * const model = additiveModel({
 *   classes: ['low', 'high'],
 *   features: [{ name: 'dose', lower: 0, upper: 10 }],
 *   shapes: [[{ kind: 'linear', weight: 0 }, { kind: 'quadratic', quadratic: -1, center: 5, constant: 4 }]],
 * });
 * model.bias; // => [0, 0]
 * ```
 */
export function additiveModel(spec: AdditiveModelSpec): AdditiveModel {
  const base = checkCommon(spec, { steps: true });
  const bias = checkRow(spec.bias ?? base.classes.map(() => 0), base.classes.length, 'class', 'bias');
  const shapes = checkLength(spec.shapes, base.features.length, 'feature', 'shapes').map((row, i) => {
    const feature = base.features[i];
    const place = `feature '${feature.name}'`;
    const checked = checkLength(row, base.classes.length, 'class', place).map((shape, k) =>
      checkShape(shape, feature, `${place}, class '${base.classes[k]}'`),
    );
    const steps = checked.filter((shape) => shape.kind === 'steps');
    if (steps.length > 0 && steps.length < checked.length) {
      throw wrong(
        'steps mixed with other shapes in one feature',
        'steps for every class, or for none',
        `${steps.length} of ${checked.length}`,
        place,
      );
    }
    if (steps.some((shape) => shape.closed !== steps[0].closed)) {
      throw wrong(
        'bins closed on different sides in one feature',
        "'left' or 'right' for every class",
        'both',
        place,
      );
    }
    return checked;
  });
  return { kind: 'additive', ...base, bias, shapes };
}

/** A shape that fits its feature, with finite numbers and ordered bins. */
export function checkShape<S extends Shape>(shape: S, feature: Feature, place: string): S;
export function checkShape(shape: Shape, feature: Feature, place: string): Shape {
  const categorical = feature.kind === 'categorical';
  const fitting = categorical ? "'table'" : "'linear', 'steps' or 'quadratic'";
  const kind: unknown = shape?.kind;
  if (
    categorical !== (kind === 'table') ||
    !['table', 'linear', 'steps', 'quadratic'].includes(kind as string)
  ) {
    throw new ModelError('the shape does not fit the feature', {
      code: 'bad-shape',
      place,
      expected: fitting,
      got: show(kind),
    });
  }
  if (feature.missing === true && shape.kind !== 'steps')
    throw wrong('missing as a value of its own', "'steps' with a value for it", kind, place);
  switch (shape.kind) {
    case 'table':
      return {
        kind: 'table',
        values: checkRow(shape.values, categorical ? feature.values.length : 0, 'value', place),
      };
    case 'linear':
      return { kind: 'linear', weight: checkFinite(shape.weight, place) };
    case 'quadratic':
      return {
        kind: 'quadratic',
        quadratic: checkFinite(shape.quadratic, `${place}, quadratic`),
        linear: checkFinite(shape.linear ?? 0, `${place}, linear`),
        constant: checkFinite(shape.constant ?? 0, `${place}, constant`),
        center: checkFinite(shape.center ?? 0, `${place}, center`),
      };
    case 'steps': {
      const { cuts, closed } = checkBins(shape, place);
      const values = checkRow(shape.values, cuts.length + 1, 'bin', place);
      const steps = { kind: 'steps', cuts, values, closed } as const;
      if (feature.missing === true)
        return { ...steps, missing: checkFinite(shape.missing as number, `${place}, missing`) };
      if (shape.missing === undefined) return steps;
      throw wrong('a missing value that cannot be', 'a feature with missing: true', shape.missing, place);
    }
  }
}

/** Finite cuts in increasing order, and the closed side. */
export function checkBins(bins: Bins, place: string): Required<Bins> {
  if (!Array.isArray(bins.cuts)) throw wrong('wrong type', 'a list of cuts', bins.cuts, place);
  const cuts = bins.cuts.map((cut, j) => checkFinite(cut, `${place}, cut ${j}`));
  cuts.forEach((cut, j) => {
    if (j > 0 && !(cut > cuts[j - 1])) {
      throw new ModelError('unordered bins', {
        code: 'unordered-bins',
        place: `${place}, cut ${j}`,
        expected: `more than ${cuts[j - 1]}`,
        got: show(cut),
      });
    }
  });
  const closed = bins.closed ?? 'left';
  if (closed !== 'left' && closed !== 'right') throw wrong('closed', "'left' or 'right'", closed, place);
  return { cuts, closed };
}
