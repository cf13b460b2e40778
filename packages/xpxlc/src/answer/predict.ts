// Rows → their predictions, in any format; and how often they are right.
import { blockMargins, type Classifier, predictBlock, ROW_STATUS } from '@xpxlc/core';
import { toErrorRecord } from '../record/explain-record.ts';
import { type PredictRecord, predictRecord } from '../record/predict-record.ts';
import { QualityCounter } from '../record/quality.ts';
import type { BadRow } from '../table/bad-row.ts';
import type { RowBlock } from '../table/encode.ts';
import { type Answerer, atRow } from './answerer.ts';
import { type Format, type Layout, Pages } from './layout.ts';

/** Answers `xpxlc predict`. With `labelled` the blocks say which class is the true one. */
export function answerPredict(classifier: Classifier, labelled: boolean, format: Format): Answerer {
  const layout = predictLayout(classifier, labelled);
  return {
    *answer(block, stop) {
      const pages = new Pages(format, layout);
      const quality = labelled ? new QualityCounter(classifier) : undefined;
      const predicted = predictions(classifier, block);
      const bad = new Map(block.bad.map((row) => [row.index, row]));
      let failed = 0;
      let r = 0;
      for (; r < block.rows && !stop.aborted; r++) {
        const at = atRow(block, r);
        const trouble = bad.get(r);
        const error = trouble === undefined ? {} : { error: toErrorRecord(trouble) };
        const found = trouble === undefined || isOfClass(trouble) ? predicted(r) : undefined;
        const label = block.labels?.[r];
        if (trouble !== undefined) {
          failed += 1;
          quality?.addFailed();
        } else if (found !== undefined && label !== undefined) quality?.add(label, found.index, found.scores);
        // A row whose features are sound is predicted, though its known class may be none of the model's.
        const actual =
          label === undefined || found === undefined
            ? {}
            : { actual: trouble === undefined ? classifier.classes[label] : null };
        pages.put({ ...at, ...found?.record, ...actual, ...error });
        yield* pages.full();
      }
      yield* pages.rest();
      return { rows: r, failed, ...(quality === undefined ? {} : { summary: quality.state() }) };
    },
  };
}

/** The features are sound: what is wrong is the known class. */
function isOfClass({ feature, code }: BadRow): boolean {
  return feature === undefined && (code === 'unknown-class' || code === 'missing-value');
}

interface Found {
  readonly index: number;
  readonly scores: ArrayLike<number>;
  readonly record: Omit<PredictRecord, 'row' | 'id' | 'actual' | 'error'>;
}

/** The predictions of a block's rows; undefined for a row with a bad feature. */
function predictions(classifier: Classifier, block: RowBlock): (r: number) => Found | undefined {
  const { classes } = classifier;
  const k = classes.length;
  const answer = predictBlock(classifier, block);
  const scoresOf = (r: number): Float64Array => answer.scores.subarray(r * k, (r + 1) * k);
  if (k > 2)
    return (r) => {
      if (answer.status[r] !== ROW_STATUS.ok) return undefined;
      const row = block.columns.map((column) => column[r]);
      return { index: answer.classes[r], scores: scoresOf(r), record: predictRecord(classifier, row) };
    };
  const { margins, doubtful } = blockMargins(classifier, block, answer);
  return (r) => {
    if (answer.status[r] !== ROW_STATUS.ok) return undefined;
    const index = answer.classes[r];
    const scores = scoresOf(r);
    return {
      index,
      scores,
      record: {
        class: classes[index],
        margin: String(margins[r]),
        rival: classes[1 - index],
        ...(margins[r] === 0 ? { tie: true } : {}),
        ...(doubtful[r] === 1 ? { doubtful: true } : {}),
        scores: { [classes[0]]: scores[0], [classes[1]]: scores[1] },
      },
    };
  };
}

/** Rows. */
export function predictLayout({ classes }: Classifier, labelled: boolean): Layout<PredictRecord> {
  return {
    text: (line) => {
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
      ...(!labelled ? [] : [{ name: 'actual', type: 'text' } as const]),
      { name: 'error', type: 'text' },
    ],
    rows: (line) => {
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
          ...(!labelled ? [] : [line.actual ?? null]),
          line.error?.message ?? null,
        ],
      ];
    },
  };
}
