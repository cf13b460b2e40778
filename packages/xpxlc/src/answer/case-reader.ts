// Cases as JSON has them → a block of rows, as the readers of tables give it. A bad case keeps its place and says what is wrong.
import {
  type Classifier,
  type Feature,
  FormatError,
  type Instance,
  type Problem,
  show,
  type Value,
  type Within,
  weigh,
  XpxlcError,
} from '@xpxlc/core';
import type { BadRow } from '../cells/bad-row.ts';
import { namedValue } from '../cells/read-cell.ts';
import type { MissingCells, RowBlock } from '../cells/row-block.ts';
import { toErrorRecord } from './explain-record.ts';
import { type Extended, extendClassifier } from './extend-bounds.ts';

/** How cases are read. */
export interface Reading {
  /** The field that identifies a case. */
  readonly key?: string;
  /** Numbers beyond the bounds are answered in wider ones. */
  readonly extend: boolean;
  /** They are rows of a table: fields that are no features are passed over. */
  readonly table: boolean;
}

/** A case, without what does not belong to the model. */
interface Case {
  readonly instance: Instance;
  readonly id: string | null;
}

/** Reads cases for one model. */
export class CaseReader {
  private readonly classifier: Classifier;
  private readonly positions: ReadonlyMap<string, number>;

  constructor(classifier: Classifier) {
    this.classifier = classifier;
    this.positions = new Map(classifier.features.map(({ name }, i) => [name, i]));
  }

  /** The cases as a block. @param from - the number of the first one. */
  block(cases: readonly (() => unknown)[], from: number, reading: Reading): RowBlock {
    const n = cases.length;
    const columns = this.classifier.features.map(() => new Float64Array(n).fill(Number.NaN));
    const missing = new Map<number, Uint8Array>();
    const bad: BadRow[] = [];
    const beyond: number[] = [];
    const keys: (string | null)[] = new Array(n).fill(null);
    cases.forEach((take, r) => {
      try {
        const given = this.take(take(), reading);
        keys[r] = given.id;
        const { problem, extended } = this.weigh(given, reading);
        if (extended !== undefined) beyond.push(r);
        for (let i = 0; i < columns.length; i++) columns[i][r] = problem.values[i];
        for (const i of problem.missing) cellsOf(missing, i, n)[r] = 1;
      } catch (error) {
        if (!(error instanceof XpxlcError)) throw error;
        // A feature, so that it is not taken for a row whose true class is unknown.
        const { place = '' } = error;
        bad.push({ ...toErrorRecord(error), feature: place, index: r, row: from + r } as BadRow);
      }
    });
    const cells: MissingCells[] = Array.from(missing, ([feature, found]) => ({ feature, cells: found }));
    return {
      rows: n,
      columns,
      rowNumbers: Float64Array.from({ length: n }, (_, r) => from + r),
      bad,
      ...(reading.extend ? { beyond } : {}),
      ...(reading.key === undefined ? {} : { keys }),
      ...(cells.length === 0 ? {} : { missing: cells }),
    };
  }

  /** One case, weighed. @throws {XpxlcError} where it does not fit the model. */
  weigh(
    { instance }: Pick<Case, 'instance'>,
    { extend }: Pick<Reading, 'extend'>,
    within?: Within,
  ): { readonly problem: Problem; readonly extended: Extended | undefined } {
    const { classifier, extended } = extend
      ? extendClassifier(this.classifier, instance)
      : { classifier: this.classifier, extended: undefined };
    return { problem: weigh(classifier, instance, { within }), extended };
  }

  /** Take a case apart: which it is, and its values. */
  take(given: unknown, { key, table }: Reading): Case {
    if (typeof given !== 'object' || given === null)
      throw new FormatError('not an instance', {
        code: 'bad-instance',
        expected: 'an object or a list with one value per feature',
        got: show(given),
      });
    const { features } = this.classifier;
    if (Array.isArray(given))
      return { instance: given.map((value, i) => namedValue(value, features[i])) as Instance, id: null };
    const values: unknown[] = new Array(features.length).fill(null);
    let id: string | null = null;
    for (const [name, value] of Object.entries(given)) {
      if (name === key) id = idOf(value);
      const i = this.positions.get(name);
      if (i !== undefined) values[i] = namedValue(value, features[i]);
      else if (!table && name !== key) return { instance: strangeTo(features, name), id };
    }
    return { instance: values as Value[], id };
  }
}

/** An instance that the core refuses in its own words: it names a feature that is not there. */
function strangeTo(features: readonly Feature[], name: string): Instance {
  return Object.fromEntries([[name, null], ...features.map((feature) => [feature.name, null])]);
}

/** As a cell of a table. */
function idOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cellsOf(missing: Map<number, Uint8Array>, feature: number, rows: number): Uint8Array {
  const known = missing.get(feature) ?? new Uint8Array(rows);
  missing.set(feature, known);
  return known;
}
