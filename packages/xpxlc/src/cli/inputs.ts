// What a command works on: the model, prepared, and the rows of a table.
import type { Classifier, Model } from '@xpxlc/core';
import type { DataOptions, ModelOptions } from '../ask/groups.ts';
import { boundsWish } from '../ask/kinds.ts';
import type { ForeignDetails } from '../import/foreign.ts';
import { type LoadedModel, type LoadOptions, loadModel } from '../import/load-model.ts';
import type { Bounds } from '../import/paper/bounds.ts';
import { prepared } from '../import/prepared.ts';
import type { RowBlock } from '../table/encode.ts';
import type { Table } from '../table/table.ts';
import type { BoundsWish } from '../train/wish-bounds.ts';
import { clash } from './exit.ts';
import type { Io } from './io.ts';
import { mistakenModel, refuseModels } from './mistaken.ts';

/** A model, ready for questions. */
export interface Loaded extends LoadedModel {
  readonly classifier: Classifier;
}

/** Load and prepare a model. */
export async function loadClassifier(
  path: string,
  options: ModelOptions,
  io: Io,
  data: readonly string[] = [],
): Promise<Loaded> {
  // Nobody asks where it comes from.
  const loaded = await openModel(path, options, data, { fingerprint: false }).catch(async (error) => {
    throw await mistakenModel(error, path, data);
  });
  const { classifier, note } = prepared(loaded.model);
  if (note !== undefined) io.stderr.write(`xpxlc: note: ${note}\n`);
  return { ...loaded, classifier };
}

/** Load a model as it is. */
export async function openModel(
  path: string,
  options: ModelOptions & DataOptions,
  data: readonly string[] = [],
  settings: Pick<LoadOptions, 'fingerprint'> = {},
): Promise<LoadedModel> {
  const { modelFormat: format, xmap, bounds, cutoff, modelOptions } = options;
  const details =
    cutoff === undefined && modelOptions === undefined
      ? {}
      : { details: { ...modelOptions, ...(cutoff !== undefined && { cutoff }) } as ForeignDetails };
  const load = (given: LoadOptions): Promise<LoadedModel> =>
    loadModel(path, {
      format,
      xmap,
      ...details,
      ...settings,
      ...given,
    });
  if (bounds === undefined) return load({});
  if (bounds === 'unbounded') return load({ bounds });
  const wish = boundsWish(bounds);
  if (wish === undefined) return load({ bounds: { file: bounds } });
  if (data.length === 0 || data.includes('-')) throw clash(`--bounds ${bounds}`, 'DATA that is a file');
  // Which features are numbers is known without their bounds.
  return load({ bounds: await boundsOf((await load({ bounds: 'unbounded' })).model, data, options, wish) });
}

async function boundsOf(
  model: Model,
  data: readonly string[],
  options: DataOptions,
  bounds: BoundsWish,
): Promise<Bounds[]> {
  const { boundsOfTable } = await import('../train/bounds-of-table.ts');
  const table = await openData(data, options);
  try {
    return await boundsOfTable(table, model, { bounds });
  } finally {
    table.close();
  }
}

/** Open DATA (several files are read one after the other; none means standard input); `expected` are columns it should have. */
export async function openData(
  data: readonly string[],
  options: DataOptions,
  expected: readonly string[] = [],
): Promise<Table> {
  const { openTable } = await import('../table/source.ts');
  await refuseModels(data);
  return openTable(data.length === 0 ? '-' : data, {
    expected,
    format: options.dataFormat,
    delimiter: options.delimiter,
    nullText: options.null && ['', ...options.null],
  });
}

/** The rows of a table as blocks, with the classes that the column `target` names. */
export async function* readRows(
  table: Table,
  { features, classes }: Pick<Classifier, 'features' | 'classes'>,
  options: DataOptions,
  target?: string,
): AsyncGenerator<RowBlock, void, void> {
  const { encodeRows } = await import('../table/encode.ts');
  yield* encodeRows(table, features, {
    values: options.values,
    key: options.key,
    group: options.group,
    where: options.where,
    rows: options.rows,
    missing: options.missing,
    ...(options.beyondBounds === 'extend' ? { beyondBounds: 'list' } : {}),
    ...(target === undefined ? {} : { target, classes }),
  });
}
