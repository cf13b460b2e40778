// The rows of the table that the user gave, as cases: by number, or by the column that identifies them.
import { type Classifier, FormatError } from '@xpxlc/core';
import { valuesOf } from '../answer/answerer.ts';
import type { BadRow } from '../cells/bad-row.ts';
import type { RowBlock } from '../cells/row-block.ts';

/** A row as a case, with its number; or what is wrong with it. */
export interface GivenRow {
  readonly row: number;
  readonly instance: Readonly<Record<string, unknown>>;
  readonly bad?: BadRow;
}

export class GivenRows {
  /** The column that identifies rows. */
  readonly key: string | undefined;
  readonly #features: Classifier['features'];
  readonly #blocks: readonly RowBlock[];
  readonly #byId = new Map<string, number>();

  constructor(features: Classifier['features'], blocks: readonly RowBlock[], key: string | undefined) {
    this.key = key;
    this.#features = features;
    this.#blocks = blocks;
    for (const { keys = [], rowNumbers } of blocks)
      keys.forEach((id, r) => {
        if (id !== null) this.#byId.set(id, this.#byId.has(id) ? SEVERAL : rowNumbers[r]);
      });
  }

  /** @throws {FormatError} `no-such-row`, `several-rows`. */
  find({ row, id }: { readonly row?: number; readonly id?: string }): GivenRow {
    const found = row ?? this.#byId.get(id as string);
    if (found === SEVERAL)
      throw new FormatError('several rows have it', {
        code: 'several-rows',
        place: 'id',
        expected: 'a row by its number',
        got: `'${id}'`,
      });
    const block = this.#blocks.find(({ rowNumbers }) => (found ?? Number.NaN) <= (rowNumbers.at(-1) ?? -1));
    if (found === undefined || block === undefined)
      throw new FormatError('no such row', {
        code: 'no-such-row',
        place: row === undefined ? 'id' : 'row',
        expected: row === undefined ? `a value of '${this.key}'` : 'a row of the table, counted from 0',
        got: row === undefined ? `'${id}'` : String(row),
      });
    const r = found - block.rowNumbers[0];
    const values = valuesOf(block, r);
    const named = this.#features.map((feature, i) => {
      const value = values[i];
      const known =
        feature.kind === 'categorical' && typeof value === 'number' ? feature.values[value] : value;
      return [feature.name, Number.isNaN(known) ? null : known];
    });
    const key = this.key === undefined ? [] : [[this.key, block.keys?.[r]]];
    return {
      row: found,
      instance: Object.fromEntries([...key, ...named]),
      bad: block.bad.find(({ index }) => index === r),
    };
  }
}

/** In place of the number of a row. */
const SEVERAL = -1;
