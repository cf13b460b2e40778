// `xpxlc predict`: the class of each row, by how much, and how often it is right.
import { type Classifier, predict as predictOne } from '@xpxlc/core';
import { toErrorRecord } from '../record/explain-record.ts';
import { type Predicted, type PredictRecord, predictRecord } from '../record/predict-record.ts';
import { type Quality, QualityCounter, qualityText } from '../record/quality.ts';
import type { RowBlock } from '../table/encode.ts';
import { openText } from '../table/text-file.ts';
import { EXIT, UsageError } from './exit.ts';
import { loadClassifier, openData, readRows } from './inputs.ts';
import { oneOrMany, readInstance } from './instance.ts';
import type { Io } from './io.ts';
import type { DataOptions, ModelOptions, OutputOptions } from './options.ts';
import { formatOf, type Layout, openOutput } from './output.ts';

/** What the command line says. */
export interface PredictOptions extends ModelOptions, DataOptions, OutputOptions {
  readonly instance?: string;
  /** The column with the true class. */
  readonly target?: string;
  /** A file for the summary, as JSON. */
  readonly summary?: string;
}

/** What is put out: rows, and for people the summary at the end. */
type Line = PredictRecord | { readonly summary: Quality };

/** Run the command; the exit status. */
export async function predict(
  model: string,
  data: readonly string[],
  options: PredictOptions,
  io: Io,
): Promise<number> {
  checkOptions(data, options);
  const { classifier } = await loadClassifier(model, options, io, data);
  const one =
    options.instance === undefined
      ? undefined
      : await readInstance(options.instance, classifier.features, options, io);
  if (one !== undefined) predictOne(classifier, one); // a wrong instance ends the command
  const quality = options.target === undefined ? undefined : new QualityCounter(classifier);
  const output = await openOutput(options, predictLayout(classifier, options), io);
  let failed = 0;
  try {
    if (one !== undefined) await output.put(predictRecord({ row: 0 }, classifier, one).record);
    else {
      for await (const { record, prediction, label } of predictions(classifier, data, options)) {
        if (record.error !== undefined) {
          failed += 1;
          quality?.addBad();
        } else if (prediction !== undefined && label !== undefined)
          quality?.add(label, prediction.index, prediction.scores);
        await output.put(record);
      }
    }
    if (quality !== undefined && formatOf(options) === 'text')
      await output.put({ summary: quality.result() });
    await output.end();
  } catch (error) {
    await output.abort();
    throw error;
  }
  if (quality !== undefined) await tell(quality.result(), options, io);
  if (failed > 0)
    io.stderr.write(
      `xpxlc: ${failed} row${failed === 1 ? '' : 's'} could not be ${quality === undefined ? 'predicted' : 'predicted or compared'}\n`,
    );
  return failed > 0 ? EXIT.badInput : EXIT.done;
}

function checkOptions(data: readonly string[], { instance, target, summary }: PredictOptions): void {
  oneOrMany(instance, data);
  if (instance !== undefined && target !== undefined)
    throw new UsageError('a case has no target column', { place: '--target', expected: 'no --instance' });
  if (summary !== undefined && target === undefined)
    throw new UsageError('nothing to sum up', { place: '--summary', expected: '--target COLUMN' });
}

/** The summary where it does not disturb the data: in its own file, and on stderr. */
async function tell(quality: Quality, options: PredictOptions, io: Io): Promise<void> {
  if (formatOf(options) !== 'text') io.stderr.write(qualityText(quality));
  if (options.summary === undefined) return;
  const file = await openText(options.summary);
  await file.write(`${JSON.stringify(quality, null, 2)}\n`);
  await file.close();
}

/** Row after row, with the position of its true class where that is known. */
async function* predictions(
  classifier: Classifier,
  data: readonly string[],
  options: PredictOptions,
): AsyncGenerator<Predicted & { readonly label?: number }, void, void> {
  const { classes, features } = classifier;
  const { target } = options;
  const columns = [...features.map(({ name }) => name), ...(target === undefined ? [] : [target])];
  const table = await openData(data, options, columns);
  try {
    for await (const block of readRows(table, classifier, options, target)) {
      const bad = new Map(block.bad.map((row) => [row.index, row]));
      for (let r = 0; r < block.rows; r++) {
        const at = { row: block.rowNumbers[r], ...(block.keys === undefined ? {} : { id: block.keys[r] }) };
        const trouble = bad.get(r);
        const error = trouble === undefined ? {} : { error: toErrorRecord(trouble) };
        if (trouble !== undefined && !isUsable(classifier, block, r)) {
          yield { record: { ...at, ...error } };
          continue;
        }
        const instance = block.columns.map((column) => column[r]);
        const { record, prediction } = predictRecord(at, classifier, instance);
        if (target === undefined || prediction === undefined) yield { record };
        else {
          const label = block.labels?.[r] as number;
          yield {
            record: { ...record, actual: trouble === undefined ? classes[label] : null, ...error },
            prediction,
            label,
          };
        }
      }
    }
  } finally {
    table.close();
  }
}

/** All features are sound: what is wrong is the known class. */
function isUsable({ features }: Classifier, { columns }: RowBlock, r: number): boolean {
  return features.every((feature, i) => {
    const x = columns[i][r];
    if (feature.kind === 'categorical') return x < feature.values.length;
    return x >= feature.lower && x <= feature.upper && (feature.kind === 'real' || Number.isSafeInteger(x));
  });
}

function predictLayout({ classes }: Classifier, { target }: PredictOptions): Layout<Line> {
  return {
    text: (line) => {
      if ('summary' in line) return `\n${qualityText(line.summary)}`;
      const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
      if (line.class === undefined) return `${name}: error: ${line.error?.message}\n`;
      const lead = line.tie
        ? `a tie with ${line.rival}, decided by the tie rule`
        : `lead ${line.margin} over ${line.rival}`;
      const noise = line.doubtful ? ' (within rounding noise)' : '';
      const truth =
        line.error !== undefined
          ? `; error: ${line.error.message}`
          : line.actual === undefined || line.actual === line.class
            ? ''
            : `; wrong, it is ${line.actual}`;
      return `${name}: ${line.class}, ${lead}${noise}${truth}\n`;
    },
    columns: [
      { name: 'row', type: 'integer' },
      { name: 'id', type: 'text' },
      { name: 'class', type: 'text' },
      { name: 'margin', type: 'number' },
      { name: 'rival', type: 'text' },
      { name: 'tie', type: 'boolean' },
      { name: 'doubtful', type: 'boolean' },
      ...classes.map((name) => ({ name: `score ${name}`, type: 'number' }) as const),
      ...(target === undefined ? [] : [{ name: 'actual', type: 'text' } as const]),
      { name: 'error', type: 'text' },
    ],
    rows: (line) => {
      if ('summary' in line) return [];
      const predicted = line.class !== undefined;
      return [
        [
          line.row,
          line.id ?? null,
          line.class ?? null,
          line.margin === undefined ? null : Number(line.margin),
          line.rival ?? null,
          predicted ? line.tie === true : null,
          predicted ? line.doubtful === true : null,
          ...classes.map((name) => line.scores?.[name] ?? null),
          ...(target === undefined ? [] : [line.actual ?? null]),
          line.error?.message ?? null,
        ],
      ];
    },
  };
}
