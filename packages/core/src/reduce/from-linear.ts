// Linear models, scorecards and general additive models → additive form: little to do but to lay out.
import type { AdditiveModel, LinearModel, Scorecard, Shape, StepsShape, TableShape } from '../model/types.ts';
import type { Form } from './form.ts';

/** One row: the second class scores, the first stays at 0. Otherwise each class has its row. */
export function fromLinear(model: LinearModel): Form {
  const single = model.weights.length === 1;
  const rows = single ? [null, model.weights[0]] : model.weights;
  const shapes = model.features.map((feature, i) =>
    rows.map((row): Shape => {
      const w = row === null ? null : row[i];
      if (feature.kind === 'categorical')
        return { kind: 'table', values: (w as readonly number[] | null) ?? feature.values.map(() => 0) };
      return { kind: 'linear', weight: (w as number | null) ?? 0 };
    }),
  );
  const bias = single ? [[], [model.intercept[0]]] : model.intercept.map((b) => [b]);
  return { bias, shapes, unit: unitOf(model) };
}

/** The second class scores base + points − cut-off, the first stays at 0. */
export function fromScorecard(model: Scorecard): Form {
  return {
    bias: [[], [model.base, -model.cutoff]],
    shapes: model.points.map((shape) => [flat(shape), shape]),
    unit: 'points',
  };
}

export function fromAdditive(model: AdditiveModel): Form {
  return { bias: model.bias.map((b) => [b]), shapes: model.shapes, unit: unitOf(model) };
}

function unitOf({ link }: LinearModel | AdditiveModel): Form['unit'] {
  return link === 'softmax' ? 'nats' : 'score';
}

function flat(shape: TableShape | StepsShape): Shape {
  const values = shape.values.map(() => 0);
  return 'missing' in shape ? { ...shape, values, missing: 0 } : { ...shape, values };
}
