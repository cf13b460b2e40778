// One dataset compiled into a decision diagram and its rows explained from it, as STEP does, beside our own explanations of the same
// classifier: the paper's one-hot encoding, retrained. Both sides must give the same explanations.
import { createHash } from 'node:crypto';
import { additiveModel, type Classifier, count, enumerate, enumerateMasks, reduce, weigh } from '@xpxlc/core';
import type { Dataset } from '../dataset.ts';
import { RivalProcess } from '../rivals.ts';
import { sampleRows } from '../sample-rows.ts';
import { secondsOf } from '../stopwatch.ts';

/** What is asked of the rival; all its seconds are of the processor. */
export interface Limits {
  /** Rows explained per dataset. */
  readonly rows: number;
  readonly compileSeconds: number;
  readonly rowSeconds: number;
  readonly gigabytes: number;
  /** Explanations per row. */
  readonly most: number;
}

export type Outcome = 'done' | 'out of time' | 'out of memory' | 'too many';

/** What the process says; see `experiments/python/rivals/step.py`. */
export interface ModelEvent {
  readonly event: 'model';
  readonly columns: readonly (readonly [feature: number, value: number])[];
  readonly biases: readonly number[];
  readonly tables: readonly (readonly (readonly number[])[])[];
  readonly versions: Readonly<Record<string, string>>;
}
interface CompiledEvent {
  readonly event: 'compiled';
  readonly seconds: number;
  readonly nodes: number;
  readonly size: number;
}
export interface RowEvent {
  readonly event: 'row';
  readonly row: number;
  readonly outcome: Outcome;
  readonly seconds?: number;
  readonly count?: string;
  readonly digest?: string;
}
interface EndEvent {
  readonly event: 'end';
  readonly phase: 'compile' | 'enumerate';
  readonly outcome: Outcome | 'failed';
  readonly peak: number;
  readonly message: string;
}
type StepEvent = ModelEvent | CompiledEvent | RowEvent | EndEvent;

/** One dataset. */
export interface Compilation {
  /** Binary columns. */
  readonly columns: number;
  /** Of compiling. */
  readonly outcome: Outcome;
  readonly seconds: number | null;
  readonly nodes: number | null;
  readonly peakBytes: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly ComparedRow[];
}

/** One row explained by both sides; they gave the same explanations. */
export interface ComparedRow {
  readonly row: number;
  readonly outcome: Outcome;
  /** How many explanations there are, in decimal; null where the diagram did not tell in time. */
  readonly count: string | null;
  /** Seconds for all of them: from the diagram, and ours. */
  readonly seconds: number | null;
  readonly ours: number | null;
}

/** Whether a dataset can be compiled: the approach knows two classes and categories. */
export function isFit({ model }: Dataset): boolean {
  return model.classes.length === 2 && model.features.every(({ kind }) => kind === 'categorical');
}

/** @throws {Error} when the two sides disagree: then no time is worth anything. */
export async function compileAndCompare(
  dataset: Dataset,
  limits: Limits,
  seed: number,
): Promise<Compilation> {
  const { rows, model, labels } = dataset;
  const step = await RivalProcess.start('rivals.step');
  const events = await step.finish<StepEvent>({
    sizes: model.features.map((feature) => (feature.kind === 'categorical' ? feature.values.length : 0)),
    rows,
    labels: labels ?? predictions(dataset),
    explain: sampleRows(rows, limits.rows, seed),
    compileSeconds: limits.compileSeconds,
    rowSeconds: limits.rowSeconds,
    memory: limits.gigabytes * 2 ** 30,
    most: limits.most,
  });
  const retrained = events.find((event) => event.event === 'model');
  const compiled = events.find((event) => event.event === 'compiled');
  const end = events.find((event) => event.event === 'end');
  if (retrained === undefined || end === undefined || end.outcome === 'failed')
    throw new Error(`${dataset.name}: the compiler failed: ${end?.message}`);
  const classifier = binaryClassifier(retrained);
  const compared = events
    .filter((event) => event.event === 'row')
    .map((event) => compareRow(classifier, encode(rows[event.row], retrained), event, dataset.name));
  return {
    columns: retrained.columns.length,
    outcome: compiled === undefined ? end.outcome : 'done',
    seconds: compiled?.seconds ?? null,
    nodes: compiled?.nodes ?? null,
    peakBytes: end.peak,
    versions: retrained.versions,
    rows: compared,
  };
}

/** Where the data has no labels: the model's own decisions are learnt anew. */
function predictions({ classifier, rows }: Dataset): number[] {
  return rows.map((row) => weigh(classifier, row).classIndex);
}

/** The retrained classifier, with the very doubles that were compiled; of equal scores the first class wins on both sides. */
export function binaryClassifier({ columns, biases, tables }: ModelEvent): Classifier {
  const model = additiveModel({
    classes: ['0', '1'],
    features: columns.map(([feature, value]) => ({ name: `${feature}=${value}`, values: ['no', 'yes'] })),
    bias: biases,
    shapes: tables.map((perClass) => perClass.map((values) => ({ kind: 'table', values }))),
  });
  // Columns may say so little that one class always wins.
  return reduce(model, { neverWins: 'allow' });
}

function encode(row: readonly number[], { columns }: ModelEvent): number[] {
  return columns.map(([feature, value]) => (row[feature] === value ? 1 : 0));
}

/**
 * Our explanations of a row beside the diagram's.
 *
 * @throws {Error} when they are not the same.
 */
export function compareRow(
  classifier: Classifier,
  instance: readonly number[],
  { row, outcome, seconds, count: found, digest }: RowEvent,
  name: string,
): ComparedRow {
  const problem = weigh(classifier, instance);
  const result = { row, outcome, count: found ?? null, seconds: seconds ?? null };
  if (found !== undefined && count(problem).count !== BigInt(found))
    throw new Error(
      `${name}, row ${row}: ${found} prime implicants, but ${count(problem).count} explanations`,
    );
  if (outcome !== 'done') return { ...result, ours: null };
  if (digestOf(Array.from(enumerate(problem), ({ features }) => features)) !== digest)
    throw new Error(`${name}, row ${row}: the prime implicants are not the explanations`);
  const ours = secondsOf(() => {
    for (const _ of enumerateMasks(weigh(classifier, instance)));
  });
  return { ...result, ours };
}

/** The same for the same sets in any order: as `digest` of `step.py`. */
function digestOf(sets: readonly (readonly number[])[]): string {
  const lines = sets.map((set) => [...set].sort((a, b) => a - b).join()).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
