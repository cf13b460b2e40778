// Which data? A folder of datasets, a table, or what is generated here.
import { fileURLToPath } from 'node:url';
import type { Dataset } from './dataset.ts';
import { generate, SHAPES } from './generate.ts';
import { readCsv } from './read-csv.ts';
import { namesIn, readFolder } from './read-folder.ts';

/** The choice as options say it. */
export interface DataChoice {
  /** A folder in the layout of the public benchmark. */
  readonly data?: string;
  /** Names of datasets, if not all are wanted. */
  readonly sets?: readonly string[];
  /** A table, and the column with its class. */
  readonly csv?: string;
  readonly target?: string;
  /** No files at all. */
  readonly generated?: boolean;
  readonly seed: number;
}

/** Where the public benchmark is, if it is anywhere: next to the repository. */
export const BENCHMARK: string = fileURLToPath(new URL('../../../shared/bench', import.meta.url));

/** @throws {Error} when there is no such dataset. */
export async function chooseData(choice: DataChoice): Promise<Dataset[]> {
  const { data = BENCHMARK, csv, target, generated = false, seed } = choice;
  if (csv !== undefined) return [await readCsv(csv, target)];
  const names = generated ? [] : namesIn(data);
  if (names.length === 0 && choice.data !== undefined)
    throw new Error(`--data: no dataset in ${data} (folders with a model.xlc are expected)`);
  if (names.length === 0) return wanted(SHAPES, choice.sets).map((shape) => generate(shape, seed));
  const sets: Dataset[] = [];
  for (const { name } of wanted(
    names.map((name) => ({ name })),
    choice.sets,
  ))
    sets.push(await readFolder(data, name));
  return sets;
}

function wanted<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[] | undefined,
): T[] {
  if (names === undefined) return [...all];
  return names.map((name) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined)
      throw new Error(`--sets: no dataset '${name}'; there are ${all.map((one) => one.name).join(', ')}`);
    return found;
  });
}
