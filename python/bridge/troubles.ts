// What is wrong with a cell, or with a row that a question leaves out, in the words that the command line has for it.
import { InternalError, type Within, weigh, XpxlcError } from '@xpxlc/core';
import { extendClassifier } from 'xpxlc/answer';
import { cellTrouble, oneOf } from 'xpxlc/cells';
import { type Failure, toFailure } from './failure.ts';
import { classifierOf } from './models.ts';

/** A cell that the core takes for bad. */
export interface Cell {
  readonly feature: number;
  /** Null for NaN; a position beyond all for an unknown category. */
  readonly value: number | null;
  /** As it is written; null where it is missing. */
  readonly text: string | null;
}

/** Without the row, which is Python's business. */
export function troublesOf(id: number, cells: readonly Cell[]): readonly Failure[] {
  const { features } = classifierOf(id);
  return cells.map(({ feature: i, value, text }) => {
    const feature = features[i];
    const trouble = cellTrouble(feature, value ?? Number.NaN, text, {
      index: false,
      nullText: [],
      expected: feature.kind === 'categorical' ? oneOf(feature.values) : '',
      isText: true,
    });
    if (trouble === undefined) throw new InternalError(`a good value taken for a bad one: ${feature.name}`);
    const { code, what, expected, got, hint } = trouble;
    // What is said of options of the command line is of no use here.
    const help = hint === undefined || hint.includes('--') ? '' : ` (${hint})`;
    const place = `feature '${feature.name}'`;
    const message = `${place}: ${what}; expected ${expected}, got ${got}${help}`;
    return { name: 'InstanceError', code, message, place, expected, got };
  });
}

/** Why the core does not answer rows: values as they are encoded, null for NaN. */
export function refusalsOf(
  id: number,
  rows: readonly (readonly (number | null)[])[],
  within: Within | undefined,
  extend: boolean,
): readonly Failure[] {
  const classifier = classifierOf(id);
  return rows.map((values) => {
    try {
      weigh(extend ? extendClassifier(classifier, values).classifier : classifier, values, { within });
    } catch (error) {
      if (error instanceof XpxlcError) return toFailure(error);
      throw error;
    }
    throw new InternalError('a row that is answered taken for a bad one');
  });
}
