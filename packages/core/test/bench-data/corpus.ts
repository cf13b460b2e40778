// Reads the conformance corpus: models, instances and golden answers, as its README describes them. The corpus lies
// beside the repository (../shared/bench) and is not part of it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const folder = new URL('../../../../../shared/bench/', import.meta.url);

/** Where the corpus should be. */
export const corpusPath: string = fileURLToPath(folder);

/** Whether it is there. */
export const hasCorpus: boolean = existsSync(new URL('index.json', folder));

/** v(e) = w0 + Σ w·e_i over the reals + Σ cats[j][e_j]; class '+' (0) iff v > 0, otherwise '-' (1). */
export interface TwoClassModel {
  readonly w0: number;
  readonly reals: readonly { readonly w: number; readonly lo: number; readonly hi: number }[];
  readonly cats: readonly (readonly number[])[];
}

/** score_c = prior[c] + Σ tables[j][c][e_j] (`logweights`), or the product of the same (`probs`). */
export interface MultiClassModel {
  readonly mode: 'logweights' | 'probs';
  readonly prior: readonly number[];
  readonly tables: readonly (readonly (readonly number[])[])[];
}

/** What is said of the explanations of any synthetic case. */
export interface Explained {
  readonly cls: number;
  readonly axps: readonly (readonly number[])[];
  readonly cxps: readonly (readonly number[])[];
  readonly count: number;
  readonly smallest: number;
  readonly smallest_count: number;
  readonly largest: number;
  readonly hist: Readonly<Record<string, number>>;
  readonly freq: readonly number[];
  readonly relevant: readonly number[];
  readonly necessary: readonly number[];
}

export interface TwoClassCase {
  readonly id: string;
  readonly family: string;
  readonly model: TwoClassModel;
  readonly instance: readonly number[];
  /** Decimal strings of the nearest doubles (`null`: beyond them), exact fractions. */
  readonly answer: Explained & {
    readonly value: string | null;
    readonly value_exact: string;
    readonly deltas: readonly (string | null)[];
    readonly phi_exact: string;
  };
  readonly tags: { readonly tie: boolean; readonly constant: boolean };
}

export interface MultiClassCase {
  readonly id: string;
  readonly family: string;
  readonly model: MultiClassModel;
  readonly instance: readonly number[];
  readonly answer: Explained & { readonly scores_exact: readonly string[] };
  readonly tags: { readonly tie: boolean; readonly robust: boolean; readonly constant: boolean };
}

export interface Synthetic {
  readonly paper_example: {
    readonly features: readonly string[];
    readonly classes: readonly string[];
    readonly categories: readonly string[];
    readonly probabilities: Pick<MultiClassModel, 'prior' | 'tables'>;
    readonly instance: readonly number[];
    readonly expected_paper: {
      readonly gamma: number;
      readonly deltas: readonly number[];
      readonly phi: number;
      readonly smallest_explanation: readonly number[];
      readonly smallest_literals: readonly string[];
    };
    readonly cases: readonly TwoClassCase[];
  };
  readonly two_class: readonly TwoClassCase[];
  readonly multi_class: readonly MultiClassCase[];
}

/** The full answers for one instance. */
export interface Golden {
  readonly row: number;
  readonly recorded_class: number;
  readonly cls: number;
  readonly value: string;
  readonly value_exact?: string;
  readonly margin: string;
  readonly phi: string;
  /** `null` when capped: more than 10^6. */
  readonly count: number | null;
  readonly capped: boolean;
  readonly count_mitm?: number;
  readonly smallest: number;
  readonly smallest_count: number | null;
  readonly largest?: number;
  readonly hist?: Readonly<Record<string, number>>;
  readonly freq?: readonly number[];
  readonly relevant?: readonly number[];
  readonly necessary: readonly number[];
  readonly axps?: readonly (readonly number[])[];
  readonly cxp_count?: number;
  readonly cxps?: readonly (readonly number[])[];
}

/** The short answer there is for every instance; `count` and `largest` only up to 20,000 explanations. */
export interface Summary {
  readonly row: number;
  readonly cls: number;
  readonly count?: number;
  readonly smallest: number;
  readonly largest?: number;
}

/** One dataset: all features are categorical. */
export interface Dataset {
  readonly name: string;
  readonly model: TwoClassModel;
  /** The probabilities the model was made from; class 0 is '+'. */
  readonly naiveBayes: Pick<MultiClassModel, 'prior' | 'tables'>;
  /** Number of instances. */
  readonly rows: number;
  /** Per feature, the category of every instance. */
  readonly columns: readonly Uint16Array[];
  readonly recordedClass: Uint16Array;
  readonly golden: readonly Golden[];
  readonly summaries: readonly Summary[];
}

/** What the index says of a dataset. */
export interface Entry {
  readonly dataset: string;
  readonly features: number;
  readonly rows: number;
  readonly golden_rows: number;
  readonly golden_capped: number;
}

/** The datasets; none without the corpus. */
export function readIndex(): Entry[] {
  return hasCorpus ? (JSON.parse(text('index.json')) as Entry[]) : [];
}

/** A recorded run of the original program: `INSTANCE` in its arguments is the file of that row, `XPL` one with the text `xpl`. */
export interface RecordedRun {
  readonly row: number;
  readonly args: readonly string[];
  readonly exit: number;
  readonly stdout: string;
  readonly xpl?: string;
}

/** The recorded runs of a dataset. */
export function readRuns(name: string): RecordedRun[] {
  return text(`${name}/reference_cli.ndjson`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedRun);
}

export function readSynthetic(): Synthetic {
  return JSON.parse(text('synthetic.json')) as Synthetic;
}

export function readDataset(name: string): Dataset {
  const table = cells(text(`${name}/instances.csv.gz`)).map((line) => line.map(Number));
  const model = parseXlc(text(`${name}/model.xlc`));
  const columns = Array.from({ length: model.cats.length + 1 }, (_, i) =>
    Uint16Array.from(table, (line) => line[i]),
  );
  const recordedClass = columns.pop() as Uint16Array;
  return {
    name,
    model,
    naiveBayes: parseCnbc(text(`${name}/model.cnbc`)),
    rows: table.length,
    columns,
    recordedClass,
    golden: text(`${name}/golden.ndjson`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Golden),
    summaries: cells(text(`${name}/all_rows.csv.gz`)).map(([row, cls, count, smallest, largest]) => ({
      row: Number(row),
      cls: Number(cls),
      smallest: Number(smallest),
      ...(count === '' ? {} : { count: Number(count), largest: Number(largest) }),
    })),
  };
}

/** Row r of a dataset. */
export function instanceOf({ columns }: Dataset, r: number): number[] {
  return columns.map((column) => column[r]);
}

/** Number of features, w0, number of reals (here none), number of categorical features, and a line for each. */
function parseXlc(source: string): TwoClassModel {
  const lines = source.trim().split(/\s*\n\s*/);
  const [features, w0, reals, categorical] = lines.slice(0, 4).map(Number);
  const cats = lines.slice(4).map((line) => {
    const [size, ...values] = line.split(/\s+/).map(Number);
    if (values.length !== size) throw new Error(`${values.length} values in a domain of ${size}`);
    return values;
  });
  if (reals !== 0 || features !== categorical || cats.length !== categorical)
    throw new Error('not a model over categories');
  return { w0, reals: [], cats };
}

/** Number of classes, their priors, number of features; per feature the size of its domain and a line per class. */
function parseCnbc(source: string): Dataset['naiveBayes'] {
  const lines = source
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.split(/\s+/).map(Number));
  const [classes] = lines[0];
  const [features] = lines[1 + classes];
  const tables = Array.from({ length: features }, (_, j) => {
    const start = 2 + classes + j * (1 + classes);
    return lines.slice(start + 1, start + 1 + classes);
  });
  return { prior: lines.slice(1, 1 + classes).flat(), tables };
}

/** The lines after the header, split at commas; there are no quotes in these files. */
function cells(csv: string): string[][] {
  return csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
}

function text(path: string): string {
  const bytes = readFileSync(new URL(path, folder));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
