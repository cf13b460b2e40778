// Rows → their predictions, in any format; and how often they are right.
import {
  type BlockMargins,
  type BlockPrediction,
  blockMargins,
  type Classifier,
  predictBlock,
} from '@xpxlc/core';
import type { ErrorRecord } from '../record/explain-record.ts';
import { Ink } from '../record/ink.ts';
import { type PredictRecord, predictRecord } from '../record/predict-record.ts';
import { PredictText } from '../record/predict-text.ts';
import { QualityCounter } from '../record/quality.ts';
import type { BadRow } from '../table/bad-row.ts';
import type { RowBlock } from '../table/encode.ts';
import type { Answerer, At } from './answerer.ts';
import { JOINTS } from './frame.ts';
import type { Format, Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { answerRows, type Telling } from './rows.ts';

/** The predictions of a block's rows. */
interface Predicted {
  readonly block: RowBlock;
  readonly answer: BlockPrediction;
  /** Of two classes. */
  readonly margins: BlockMargins | undefined;
  readonly quality: QualityCounter | undefined;
}

/** Answers `xpxlc predict`. With `labelled` the blocks say which class is the true one. */
export function answerPredict(classifier: Classifier, labelled: boolean, format: Format): Answerer {
  const { classes } = classifier;
  const k = classes.length;
  const isText = format !== 'parquet' && format !== 'text';
  const pages = new Pages(format, predictLayout(classifier, labelled), isText ? new Ink() : undefined);
  const text =
    isText && k === 2
      ? new PredictText(
          pages.ink,
          classifier,
          format,
          JOINTS[format === 'json' ? 'json' : 'ndjson'],
          labelled,
        )
      : undefined;

  return answerRows<Predicted, PredictRecord>(classifier, pages, {
    begin(block) {
      const answer = predictBlock(classifier, block);
      return {
        block,
        answer,
        margins: k === 2 ? blockMargins(classifier, block, answer) : undefined,
        quality: labelled ? new QualityCounter(classifier) : undefined,
      };
    },
    quick({ answer, margins, quality }, block, r) {
      if (text === undefined || margins === undefined) return false;
      const label = block.labels?.[r];
      text.write(block, r, answer, margins, label);
      if (label !== undefined)
        quality?.add(label, answer.classes[r], answer.scores.subarray(2 * r, 2 * r + 2));
      return true;
    },
    // biome-ignore lint/correctness/useYield: a record is one part
    *slow(known, at, _, r): Telling {
      const { answer, quality, block } = known;
      const label = block.labels?.[r];
      if (label !== undefined)
        quality?.add(label, answer.classes[r], answer.scores.subarray(k * r, k * (r + 1)));
      const actual = label === undefined ? {} : { actual: classes[label] };
      pages.put({ ...at, ...predicted(known, r), ...actual });
      return undefined;
    },
    fail(at: At, error: ErrorRecord, known, r, bad) {
      known.quality?.addFailed();
      // A row whose features are sound is predicted, though its known class may be none of the model's.
      const sound = bad !== undefined && isOfClass(bad);
      const found = sound
        ? { ...predicted(known, r), ...(known.block.labels === undefined ? {} : { actual: null }) }
        : {};
      pages.put({ ...at, ...found, error });
    },
    ...(labelled ? { sum: ({ quality }) => quality?.state() } : {}),
  });

  /** The prediction of a row with sound features, as a record. */
  function predicted({ block, answer, margins }: Predicted, r: number): Partial<PredictRecord> {
    if (margins === undefined)
      return predictRecord(
        classifier,
        block.columns.map((column) => column[r]),
      );
    const index = answer.classes[r];
    const margin = margins.margins[r];
    return {
      class: classes[index],
      margin: String(margin),
      rival: classes[1 - index],
      ...(margin === 0 ? { tie: true } : {}),
      ...(margins.doubtful[r] === 1 ? { doubtful: true } : {}),
      scores: { [classes[0]]: answer.scores[2 * r], [classes[1]]: answer.scores[2 * r + 1] },
    };
  }
}

/** The features are sound: what is wrong is the known class. */
function isOfClass({ feature, code }: BadRow): boolean {
  return feature === undefined && (code === 'unknown-class' || code === 'missing-value');
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
