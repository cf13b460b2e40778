// The canonical form: score of a class = sum of its bias addends + sum of its shapes. Every model family only
// says what its biases and shapes are; prediction and explanation are then written once.
import type { Shape } from '../model/types.ts';

/** What a reduction delivers. */
export interface Form {
  /** `bias[class]` as addends, so that folding in a threshold or a cut-off rounds nothing. */
  readonly bias: readonly (readonly number[])[];
  /** `shapes[feature][class]`. */
  readonly shapes: readonly (readonly Shape[])[];
  /** What a score counts: natural-logarithm units, powers of two, or the model's own points. */
  readonly unit: 'nats' | 'bits' | 'score';
}
