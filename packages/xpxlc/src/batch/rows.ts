// The rows of a table that are asked about, in blocks: those of `--rows` and `--where`, and of these the ones that the model gives the classes of
// `--predicted`.
import { type Classifier, type Feature, predict, predictBlock, ROW_STATUS } from '@xpxlc/core';
import { valuesOf } from '../answer/answerer.ts';
import { extendClassifier } from '../answer/extend-bounds.ts';
import type { DataOptions } from '../ask/groups.ts';
import type { RowRange } from '../ask/kinds.ts';
import { namesOf } from '../ask/names.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { keepRows } from '../cells/row-block.ts';
import { openData, readRows } from '../table/data.ts';

/** A table, and which of its rows. */
export interface RowsAsked {
  readonly classifier: Classifier;
  readonly data: readonly string[];
  readonly options: DataOptions;
  /** The columns that are read, if they are not the features of the classifier alone. */
  readonly features?: readonly Feature[];
  /** The column with the true class. */
  readonly target?: string;
  /** Told of every block that is read. */
  readonly seen?: (block: RowBlock) => void;
}

/**
 * The rows that are asked about, from one on.
 *
 * @throws {UsageError} when the model does not have one of the classes of `--predicted`.
 */
export function rowsOf(asked: RowsAsked): (from: number) => AsyncGenerator<RowBlock, void, void> {
  const { predicted } = asked.options;
  const wanted = predicted && predictedClasses(predicted, asked.classifier.classes);
  return (from) => rowsFrom(asked, from, wanted);
}

async function* rowsFrom(
  { classifier, features = classifier.features, data, options, target, seen }: RowsAsked,
  from: number,
  wanted: ReadonlySet<number> | undefined,
): AsyncGenerator<RowBlock, void, void> {
  const { group } = options;
  const columns = [...features.map(({ name }) => name), target, group].filter((name) => name !== undefined);
  const table = await openData(data, options, columns);
  try {
    const rows = readRows(
      table,
      { features, classes: classifier.classes },
      from === 0 ? options : { ...options, rows: later(options.rows, from) },
      target,
    );
    for await (const block of wanted === undefined ? rows : predictedRows(classifier, rows, wanted)) {
      seen?.(block);
      yield block;
    }
  } finally {
    table.close();
  }
}

/** Of these rows, those from `from` on. */
function later(rows: readonly RowRange[] | undefined, from: number): RowRange[] {
  return (rows ?? [{ from: 0, to: Number.POSITIVE_INFINITY }])
    .filter(({ to }) => to > from)
    .map((range) => ({ from: Math.max(from, range.from), to: range.to }));
}

/** The classes named by `--predicted`, by position. */
function predictedClasses(given: readonly string[], classes: readonly string[]): Set<number> {
  const names = given.flatMap((text) => namesOf(text, classes, { place: '--predicted', what: 'class' }));
  return new Set(names.map((name) => classes.indexOf(name)));
}

/** The rows of blocks that are of these classes; rows that cannot be predicted stay, to be reported. The first columns are those of the model. */
function predictedRows(
  classifier: Classifier,
  blocks: AsyncIterable<RowBlock>,
  wanted: ReadonlySet<number>,
): AsyncGenerator<RowBlock, void, void> {
  const width = classifier.features.length;
  // Room for the row changes no class: any bounds that hold it will do.
  const classBeyond = (block: RowBlock, r: number): number => {
    const values = valuesOf(block, r).slice(0, width);
    return predict(extendClassifier(classifier, values).classifier, values).classIndex;
  };
  return keepRows(blocks, (block) => {
    const { rows, columns } = block;
    const { status, classes } = predictBlock(classifier, { rows, columns: columns.slice(0, width) });
    const beyond = new Set(block.beyond);
    const kept = new Int32Array(rows);
    let count = 0;
    for (let r = 0; r < rows; r++)
      if (
        beyond.has(r)
          ? wanted.has(classBeyond(block, r))
          : status[r] !== ROW_STATUS.ok || wanted.has(classes[r])
      )
        kept[count++] = r;
    return kept.subarray(0, count);
  });
}
