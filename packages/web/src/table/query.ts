// Which rows are asked for, and in which order.

/** A column of the table by its position, or one of the answers. */
export type ColumnKey = number | AnswerKey;

/** A column of the answers. `standing`: points or probability. */
export type AnswerKey = 'class' | 'margin' | 'size' | 'standing';

/** Numbers from one bound to the other, both included; what is no number does not pass. */
export interface RangeFilter {
  readonly column: ColumnKey;
  readonly from?: number;
  readonly to?: number;
}

/** Some texts as the cells have them; null for cells that are empty or not there. */
export interface ValuesFilter {
  readonly column: ColumnKey;
  readonly values: readonly (string | null)[];
}

export type Filter = RangeFilter | ValuesFilter;

/** All parts must hold. */
export interface Query {
  /** Occurs in some cell or in the name of the predicted class, in upper or lower case. */
  readonly text?: string;
  /** Positions of predicted classes. */
  readonly classes?: readonly number[];
  readonly filters?: readonly Filter[];
  /** Only rows that have no answer because something is wrong with them. */
  readonly problemsOnly?: boolean;
  /** Default: the order of the table. What is missing comes last, either way. */
  readonly sort?: { readonly column: ColumnKey; readonly descending?: boolean };
}
