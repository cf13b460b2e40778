// Rows → their predictions, in any format; and how often they are right.

import {
  type BlockMargins,
  type BlockPrediction,
  blockMargins,
  type Classifier,
  classProbabilities,
  linkOf,
  predictBlock,
} from '@xpxlc/core';
import { isOfTarget } from '../cells/bad-row.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { percentApart } from '../terminal/percent.ts';
import { decisionText, standingNumber, standingText } from '../terminal/standing.ts';
import { type Answerer, type AnswerWays, hasMissing, missingAt, writerFor } from './answerer.ts';
import { decidedSources } from './decisions.ts';
import { errorText, rowName } from './error-text.ts';
import { columnsOf, ERROR_COLUMN, type Format, type Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { predictRecord, toPredictRecord } from './predict-record.ts';
import { QualityCounter } from './quality.ts';
import type { At, ErrorRecord, PredictRecord } from './record-fields.ts';
import { PREDICTED } from './record-fields.ts';
import { PLACE_SOURCES, RowWriter, type Sources } from './row-writer.ts';
import { answerRows, type RowAnswer } from './rows.ts';

/** The predictions of a block's rows. */
interface Predicted {
  readonly block: RowBlock;
  readonly answer: BlockPrediction;
  /** Of two classes. */
  readonly margins: BlockMargins | undefined;
  readonly quality: QualityCounter | undefined;
}

/** Of two classes. */
type Found = Predicted & { readonly margins: BlockMargins };

/** Where the fields of two classes are. */
function predictSources(classifier: Classifier): Sources<Found> {
  const { classes } = classifier;
  const standing = standingNumber(classifier);
  return {
    ...PLACE_SOURCES,
    ...decidedSources(classifier, ({ answer }, r) => answer.classes[r]),
    rival: { code: ({ answer }, r) => 1 - answer.classes[r], values: classes },
    tie: { code: ({ margins }, r) => (margins.margins[r] === 0 ? 1 : 0), values: [undefined, true] },
    scores: { names: classes, numbers: ({ answer }, r, k) => answer.scores[2 * r + k] },
    probabilities:
      standing?.key === 'probability'
        ? {
            names: classes,
            // That of the other class is that of a lead turned round: both come from one margin.
            numbers: ({ answer, margins }, r, k) =>
              (answer.classes[r] === k ? standing.of : (standing.other as typeof standing.of))(
                answer.classes[r],
                margins.margins[r],
              ),
          }
        : undefined,
    actual: { code: ({ block }, r) => block.labels?.[r] ?? classes.length, values: [...classes, undefined] },
  };
}

/** Answers `xpxlc predict`. With `labelled` the blocks say which class is the true one. */
export function answerPredict(
  classifier: Classifier,
  labelled: boolean,
  format: Format,
  ways: AnswerWays = {},
): Answerer {
  const { classes } = classifier;
  const k = classes.length;
  const isText = format !== 'parquet' && format !== 'text';
  const layout = predictLayout(classifier, labelled);
  const pages = new Pages(format, layout, isText ? writerFor(ways) : undefined);
  const rows =
    isText && k === 2 && ways.once !== true
      ? new RowWriter<Found>(pages.out, format, { fields: PREDICTED, ...layout }, predictSources(classifier))
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
    quick(found, block, r) {
      if (rows === undefined || hasMissing(block, r)) return false;
      const { answer, quality } = found;
      const label = block.labels?.[r];
      rows.write(found as Found, r);
      if (label !== undefined)
        quality?.add(label, answer.classes[r], answer.scores.subarray(2 * r, 2 * r + 2));
      return true;
    },
    // biome-ignore lint/correctness/useYield: a record is one part
    *slow(known, at, _, r): RowAnswer {
      const { answer, quality, block } = known;
      const label = block.labels?.[r];
      if (label !== undefined)
        quality?.add(label, answer.classes[r], answer.scores.subarray(k * r, k * (r + 1)));
      const actual = label === undefined ? {} : { actual: classes[label] };
      pages.put({ ...at, ...predicted(known, r), ...actual });
    },
    fail(at: At, error: ErrorRecord, known, r, bad) {
      known.quality?.addFailed();
      // A row whose features are sound is predicted, though its known class may be none of the model's.
      const sound = bad !== undefined && isOfTarget(bad);
      const found = sound
        ? { ...predicted(known, r), ...(known.block.labels === undefined ? {} : { actual: null }) }
        : {};
      pages.put({ ...at, ...found, error });
    },
    ...(labelled ? { sum: ({ quality }) => quality?.state() } : {}),
  });

  /** The prediction of a row with sound features, as a record. */
  function predicted({ block, answer, margins }: Predicted, r: number): Partial<PredictRecord> {
    const missing = missingAt(classifier, block, r);
    if (margins === undefined) {
      const values = block.columns.map((column) => column[r]);
      return { ...predictRecord(classifier, values), ...missing };
    }
    const classIndex = answer.classes[r];
    const margin = margins.margins[r];
    const scores = Array.from(answer.scores.subarray(2 * r, 2 * r + 2));
    const probabilities = classProbabilities(classifier, { classIndex, margin, scores });
    const record = toPredictRecord(classifier, {
      classIndex,
      margin,
      rival: classes[1 - classIndex],
      tie: margin === 0,
      doubtful: margins.doubtful[r] === 1,
      scores,
      probabilities,
    });
    return { ...record, ...missing };
  }
}

/** Other classes whose probability is told. */
const OTHERS = 3;

/** `grant, probability 77.4 %`; of several classes also how likely the next ones are. */
function predictionText(classifier: Classifier, line: PredictRecord): string {
  if (line.tie && standingText(classifier, line) === undefined)
    return `${line.class}, a tie with ${line.rival}, decided by the tie rule${line.doubtful ? ' (within rounding noise)' : ''}`;
  const text = decisionText(classifier, line, ` over ${line.rival}`);
  if (line.probabilities === undefined || classifier.classes.length === 2) return text;
  const others = Object.entries(line.probabilities)
    .filter(([name]) => name !== line.class)
    .sort(([, a], [, b]) => b - a)
    .map(([name, share]) => `${name} ${percentApart(share, [])}`);
  const more = others.length > OTHERS ? [`${others.length - OTHERS} more`] : [];
  return `${text}; ${[...others.slice(0, OTHERS), ...more].join(', ')}`;
}

/** Rows. */
export function predictLayout(classifier: Classifier, labelled: boolean): Layout<PredictRecord> {
  const { classes, model } = classifier;
  const card = model.kind === 'scorecard';
  const likely = linkOf(classifier) !== undefined;
  return {
    text: (line) => {
      const name = rowName(line);
      if (line.class === undefined)
        return `${name}: error: ${line.error === undefined ? '' : errorText(line.error, line.row)}\n`;
      const truth =
        line.error !== undefined
          ? `; error: ${errorText(line.error, line.row)}`
          : line.actual === undefined || line.actual === line.class
            ? ''
            : `; wrong, it is ${line.actual}`;
      return `${name}: ${predictionText(classifier, line)}${truth}\n`;
    },
    columns: columnsOf(PREDICTED, [
      'row',
      'id',
      'class',
      'margin',
      ...(card ? ['points', 'cutoff'] : []),
      ...(likely ? ['probability'] : []),
      'rival',
      'tie',
      'doubtful',
      ...classes.map((name) => [`score ${name}`, 'scores', name] as const),
      ...(likely ? classes.map((name) => [`probability ${name}`, 'probabilities', name] as const) : []),
      ...(labelled ? ['actual'] : []),
      ERROR_COLUMN,
    ]),
  };
}
