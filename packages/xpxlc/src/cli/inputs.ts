// The model that a command is about, loaded and prepared.
import { type Classifier, FormatError, type Model } from '@xpxlc/core';
import type { DataOptions, ModelOptions } from '../ask/groups.ts';
import { boundsWish } from '../ask/kinds.ts';
import type { ForeignDetails } from '../import/foreign.ts';
import { isModelFormat, type LoadedModel, type LoadOptions, loadModel } from '../import/load-model.ts';
import type { Bounds } from '../import/paper/bounds.ts';
import { prepared } from '../import/prepared.ts';
import { isModel, isTable, openData } from '../table/data.ts';
import type { BoundsWish } from '../train/wish-bounds.ts';
import { clash, UsageError } from './exit.ts';
import type { Io } from './io.ts';

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
  const { xmap, bounds, modelOptions = {} } = options;
  const { format, ...rest } = modelOptions;
  if (format !== undefined && !isModelFormat(format))
    throw new UsageError('unknown format', {
      place: '--model-options',
      expected: '"xpxlc-model", "pmml", "onnx", "ebm", "scorecard", "coefficients", "xlc", "cnbc" or "blc"',
      got: JSON.stringify(format),
    });
  const details = Object.keys(rest).length === 0 ? {} : { details: rest as ForeignDetails };
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

/** What the order of the arguments is. */
const ORDER = 'the model comes first, then the data';

/** A better error for a model that could not be read, where it is a table. */
async function mistakenModel(error: unknown, path: string, data: readonly string[]): Promise<unknown> {
  if (!(error instanceof FormatError) || error.code === 'no-such-file' || (await isModel(path))) return error;
  const [first] = data;
  if (data.length === 1 && (await isModel(first)) && (await isTable(path)))
    return new UsageError(`this is a table, and '${first}' is a model; ${ORDER}: '${first}' '${path}'`, {
      place: path,
    });
  // Spreadsheets may hold models: what is wrong with such a one was said.
  if (!['unknown-format', 'not-text', 'bad-json'].includes(error.code) || !(await isTable(path)))
    return error;
  return new FormatError(`this is a table, not a model; ${ORDER}`, { code: error.code, place: path });
}
