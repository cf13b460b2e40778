// One case on the command line: `--instance age=35,job=clerk`, or JSON on standard input.
import type { Classifier, Feature, Instance } from '@xpxlc/core';
import { namedInstance } from '../answer/named-instance.ts';
import { clash, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { DataOptions } from './options.ts';
import { parseInstance } from './parse.ts';

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
