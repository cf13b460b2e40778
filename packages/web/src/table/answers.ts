// What the model says of every row of a table, in typed arrays: the columns that the page shows beside the table's own.

/** The answers of all rows; those from `done` on are still to come. */
export interface Answers {
  readonly rows: number;
  /** Rows answered so far. */
  readonly done: number;
  /** Names of the classes. */
  readonly classes: readonly string[];
  /** Position of the predicted class; 0 for a bad row. */
  readonly classIndex: Uint16Array;
  /** The lead over the strongest rival; NaN for a bad row. */
  readonly margin: Float64Array;
  /** How many features the smallest explanation has; 0 for a bad row. */
  readonly size: Uint32Array;
  /** Which features these are: so many words of 32 features a row. */
  readonly masks: Uint32Array;
  readonly words: number;
  /** Points of a scorecard, or the probability of the predicted class; NaN for a bad row. Undefined where the model has neither. */
  readonly standing: Float64Array | undefined;
  readonly standingKey: 'points' | 'probability' | undefined;
  /** One of {@link ANSWER}. */
  readonly status: Uint8Array;
  /** 1 where the margin is within the noise of double arithmetic. */
  readonly doubtful: Uint8Array;
}

/** Whether a row has an answer. */
export const ANSWER = { pending: 0, ok: 1, bad: 2 } as const;
