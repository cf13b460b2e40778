// The PMML files of fixtures/pmml and the rows that JPMML scored.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../../fixtures/pmml/', import.meta.url);

/** Names of all models. */
export const names: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.pmml'))
  .map((name) => name.replace('.pmml', ''));

export function pmml(name: string): string {
  return readFileSync(new URL(`${name}.pmml`, folder), 'utf8');
}

/** A scored row: cells by name (empty: missing), the answer, and its probability if JPMML gives one. */
export interface ScoredRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly predicted: string;
  readonly probability: number | undefined;
}

export function scoredRows(name: string): ScoredRow[] {
  // The files have no quotes and no commas within cells.
  const [head, ...lines] = readFileSync(new URL(`${name}.rows.csv`, folder), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const { predicted, probability, ...cells } = Object.fromEntries(
      line.split(',').map((cell, i) => [columns[i], cell]),
    );
    return { cells, predicted, probability: probability === undefined ? undefined : Number(probability) };
  });
}
