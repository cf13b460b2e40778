// Datasets in the layout of the public benchmark: a folder each, with model.xlc, model.xmap, instances.csv.gz (positions of
// categories), the table itself, and perhaps all_rows.csv.gz with exact answers for every row.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { loadModel } from 'xpxlc';
import { type Dataset, type Known, toDataset } from './dataset.ts';

/** The names of the datasets in a folder. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'model.xlc')))
    .sort();
}

export async function readFolder(folder: string, name: string): Promise<Dataset> {
  const home = join(folder, name);
  const xlc = join(home, 'model.xlc');
  const xmap = join(home, 'model.xmap');
  const { model } = await loadModel(xlc, existsSync(xmap) ? { xmap } : {});
  const n = model.features.length;
  const [, ...lines] = cells(join(home, 'instances.csv.gz'));
  const table = join(home, `${name}.csv.gz`);
  const answers = join(home, 'all_rows.csv.gz');
  return toDataset({
    name,
    source: 'folder',
    model,
    rows: lines.map((line) => line.slice(0, n).map(Number)),
    // Class 0 of the file wins no ties, so it is the model's last.
    labels: lines.map((line) => 1 - Number(line[n])),
    ...(existsSync(answers) ? { known: readKnown(answers, model.classes) } : {}),
    ...(existsSync(table) ? { files: { table, target: cells(table)[0].at(-1) ?? '', xlc } } : {}),
  });
}

/** `row,cls,count,smallest,largest`. */
function readKnown(path: string, classes: readonly string[]): Known[] {
  const [, ...lines] = cells(path);
  const number = (cell: string) => (cell === '' ? null : Number(cell));
  return lines.map(([, cls, count, smallest, largest]) => ({
    class: classes[Number(cls)],
    count: number(count),
    smallest: Number(smallest),
    largest: number(largest),
  }));
}

function cells(path: string): string[][] {
  return parse(gunzipSync(readFileSync(path)), { relax_column_count: true });
}
