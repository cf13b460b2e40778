// Rows as Python wrote them into the shared memory → the blocks that the core and the answerers take.
import type { Block, Classifier } from '@xpxlc/core';
import { extendClassifier, type RowBlock } from 'xpxlc/answer';
import { numbersAt, type Place } from './memory.ts';

/** Rows of one model. */
export interface BlockRequest {
  readonly id: number;
  readonly rows: number;
  /** Per feature: positions of categories, or numbers. */
  readonly columns: readonly Place[];
  /** One row, in bounds that have room for it. */
  readonly extend?: true;
}

/** The classifier that answers a block: the model's own, or one with room for the only row. */
export function classifierFor(
  classifier: Classifier,
  { extend }: BlockRequest,
  { columns }: Block,
): Classifier {
  if (extend !== true) return classifier;
  return extendClassifier(
    classifier,
    columns.map((column) => column[0]),
  ).classifier;
}

export function toBlock({ rows, columns }: BlockRequest): Block {
  return { rows, columns: columns.map((place) => numbersAt(place, rows)) };
}

/** Rows that are all good, with their numbers and which of their cells were missing. */
export interface RowsRequest extends BlockRequest {
  readonly numbers: Place;
  readonly missing: readonly { readonly feature: number; readonly cells: Place }[];
  /** Rows with numbers beyond their bounds, to be answered in wider ones. */
  readonly beyond?: readonly number[];
}

export function toRowBlock(request: RowsRequest): RowBlock {
  const { rows, numbers, missing, beyond } = request;
  return {
    ...toBlock(request),
    rowNumbers: numbersAt(numbers, rows) as Float64Array,
    bad: [],
    beyond,
    ...(missing.length === 0
      ? {}
      : {
          missing: missing.map(({ feature, cells }) => ({
            feature,
            cells: numbersAt(cells, rows) as Uint8Array,
          })),
        }),
  };
}
