// `--predicted`: only rows that the model gives one of these classes. Rows that cannot be predicted stay, to be reported.
import { type Classifier, predict, predictBlock, ROW_STATUS } from '@xpxlc/core';
import { valuesOf } from '../answer/answerer.ts';
import { extendClassifier } from '../answer/extend-bounds.ts';
import { namesOf } from '../ask/names.ts';
import type { RowBlock } from '../table/encode.ts';
import { keepRows } from '../table/keep-rows.ts';

/**
 * The classes named by `--predicted`, by position.
 *
 * @throws {UsageError} when the model does not have one of them.
 */
export function predictedClasses(given: readonly string[], classes: readonly string[]): Set<number> {
  const names = given.flatMap((text) => namesOf(text, classes, { place: '--predicted', what: 'class' }));
  return new Set(names.map((name) => classes.indexOf(name)));
}

/** The rows of blocks that are of these classes. The first columns are those of the model. */
export function predictedRows(
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
