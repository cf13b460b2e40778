// The canonical form: score of a class = sum of its bias addends + sum of its shapes. Every model family only
// says what its biases and shapes are; prediction and explanation are then written once.
import type { Shape } from '../model/types.ts';

/** What a reduction delivers. */
export interface Form {
  /** `bias[class]` as addends, so that folding in a threshold or a cut-off rounds nothing. */
  readonly bias: readonly (readonly number[])[];
  /** `shapes[feature][class]`. */
  readonly shapes: readonly (readonly Shape[])[];
  /** What differences of scores count: log odds as natural logarithms or as powers of two, points of a scorecard, or nothing with a name. */
  readonly unit: 'nats' | 'bits' | 'points' | 'score';
}
