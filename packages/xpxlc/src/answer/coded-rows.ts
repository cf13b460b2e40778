// Answers in numbers: what goes into a Parquet file in millions of rows is not worth a text each. The names of the codes are
// known to the sink, which puts them in at the end.

/** One smallest explanation per row. */
export interface CodedRows {
  readonly coded: true;
  readonly rows: number;
  readonly rowNumbers: Float64Array;
  readonly keys?: readonly (string | null)[];
  /** By row: the position of its class. */
  readonly classes: Uint8Array;
  readonly margins: Float64Array;
  /** Points or probabilities, where the model has them; NaN for points beyond the largest double. */
  readonly standing?: Float64Array;
  /** By row: the features of the explanation, as bits. */
  readonly masks: Uint32Array;
  /** By part of the text and row: the codes of names and literals (coded-table.ts). */
  readonly names: readonly Uint32Array[];
  readonly literals: readonly Uint32Array[];
  /** Rows without an answer: by position, in order. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}
