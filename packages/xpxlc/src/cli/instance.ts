// One case on the command line: `--instance age=35,job=clerk`, or JSON on standard input. Weighed, or as a block of one row.
import {
  type Classifier,
  didYouMean,
  type Feature,
  type Instance,
  InstanceError,
  type Problem,
  type WeighOptions,
  weigh,
} from '@xpxlc/core';
import { type ExtendedClassifier, extendClassifier } from '../answer/extend-bounds.ts';
import type { DataOptions } from '../ask/groups.ts';
import { BOUNDS_HINT } from '../cells/bad-row.ts';
import { namedValue, readNumber } from '../cells/read-cell.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { clash, UsageError } from './exit.ts';
import type { Io } from './io.ts';

/** The case that `--instance` gives; whether it fits the model is for the core to say. */
export async function readInstance(
  given: string,
  features: readonly Feature[],
  { values }: DataOptions,
  io: Io,
): Promise<Instance> {
  if (given !== '-') return parseInstance(given, features, values);
  const text = await readAll(io);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError('not JSON', {
      place: '--instance -',
      expected: 'an object or a list on standard input',
      got: (error as Error).message,
    });
  }
  return values === 'index' ? (value as Instance) : namedInstance(value as Instance, features);
}

/** The case that the options give, if they do; then there is no table. */
export async function caseOf(
  options: DataOptions & { readonly instance?: string },
  data: readonly string[],
  { features }: Pick<Classifier, 'features'>,
  io: Io,
): Promise<{ readonly instance?: Instance }> {
  oneOrMany(options.instance, data);
  if (options.instance === undefined) return {};
  return { instance: await readInstance(options.instance, features, options, io) };
}

/** The case with names instead of numbers, where a feature has categories. What else is wrong is for the core to say. */
function namedInstance(instance: Instance, features: readonly Feature[]): Instance {
  if (Array.isArray(instance)) return instance.map((value, i) => namedValue(value, features[i])) as Instance;
  if (typeof instance !== 'object' || instance === null) return instance;
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  return Object.fromEntries(
    Object.entries(instance).map(([name, value]) => [name, namedValue(value, byName.get(name))]),
  ) as Instance;
}

/** All of standard input. */
export async function readAll({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** An instance or a table, not both; without either the table is standard input. */
export function oneOrMany(instance: string | undefined, data: readonly string[]): void {
  if (instance !== undefined && data.length > 0) throw clash('--instance', `no DATA ('${data[0]}')`);
}

/** `age=35,job=clerk` as an instance: a value runs until the next comma that is followed by a feature and `=`. */
export function parseInstance(
  text: string,
  features: readonly Feature[],
  values: 'label' | 'index' = 'label',
): Record<string, string | number | boolean> {
  const starts: { feature: Feature; from: number; value: number }[] = [];
  for (const feature of features) {
    for (let at = text.indexOf(`${feature.name}=`); at >= 0; at = text.indexOf(`${feature.name}=`, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      if (before === '' || before.endsWith(','))
        starts.push({ feature, from: at, value: at + feature.name.length + 1 });
    }
  }
  starts.sort((a, b) => a.from - b.from);
  const unread = text.slice(0, starts[0]?.from ?? text.length).trim();
  if (unread !== '') {
    throw new UsageError('not an instance', {
      place: '--instance',
      expected: `feature=value,feature=value with features ${features
        .slice(0, 12)
        .map(({ name }) => name)
        .join(', ')}`,
      got: `'${unread}'`,
      ...didYouMean(
        unread.split('=')[0].trim(),
        features.map(({ name }) => name),
      ),
    });
  }
  const record: [string, string | number | boolean][] = starts.map(({ feature, value }, x) => {
    const end = x + 1 < starts.length ? text.lastIndexOf(',', starts[x + 1].from) : text.length;
    const cell = text.slice(value, end).trim();
    const numeric = feature.kind !== 'categorical' || values === 'index';
    if (!numeric || cell === '') return [feature.name, cell];
    const number = readNumber(cell);
    if (Number.isFinite(number)) return [feature.name, number];
    return [feature.name, /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell];
  });
  const seen = new Set<string>();
  for (const [name] of record) {
    if (seen.has(name))
      throw new UsageError('a feature twice', {
        place: '--instance',
        expected: 'each feature once',
        got: `'${name}'`,
      });
    seen.add(name);
  }
  return Object.fromEntries(record);
}

/** Weigh the case; a wrong case ends the command. */
export function boundedCase(
  classifier: Classifier,
  instance: Instance,
  { beyondBounds }: Pick<DataOptions, 'beyondBounds'>,
  asked: WeighOptions = {},
): ExtendedClassifier & { readonly problem: Problem } {
  const found =
    beyondBounds === 'extend' ? extendClassifier(classifier, instance) : { classifier, extended: undefined };
  try {
    return { ...found, problem: weigh(found.classifier, instance, asked) };
  } catch (error) {
    if (!(error instanceof InstanceError) || error.code !== 'out-of-bounds' || beyondBounds === 'extend')
      throw error;
    const { code, place, expected, got } = error;
    throw new InstanceError('out of bounds', {
      code,
      place,
      expected,
      hint: BOUNDS_HINT,
      got,
    });
  }
}

/** A case as a block of one row; a wrong case ends the command. */
export async function* rowOfCase(
  classifier: Classifier,
  instance: Instance,
  options: DataOptions,
): AsyncGenerator<RowBlock, void, void> {
  const { problem, extended } = boundedCase(classifier, instance, options);
  const { values, missing } = problem;
  yield {
    beyond: extended && [0],
    rows: 1,
    columns: Array.from(values, (value) => Float64Array.of(value)),
    rowNumbers: Float64Array.of(0),
    bad: [],
    ...(missing.length === 0
      ? {}
      : { missing: missing.map((feature) => ({ feature, cells: Uint8Array.of(1) })) }),
  };
}
