// Rows → their explanations, in any format. Rows of tables are answered block by block (explain-quick.ts; Parquet: coded-table.ts);
// what is asked of few rows, and a list of a million explanations of one row, the general way.
import { blockMargins, type Classifier, explainBlock } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { standingNumber } from '../terminal/standing.ts';
import { type Answerer, type AnswerWays, hasMissing, writerFor } from './answerer.ts';
import type { CodedRows } from './coded-table.ts';
import { canCode, toCodes } from './coded-table.ts';
import { type Group, ofOptions, toGroups } from './combinations.ts';
import type { TextFormat } from './entry-format.ts';
import { JsonExplainer } from './explain-json.ts';
import { isPlain, isQuick, type QuickBlock, QuickExplainer } from './explain-quick.ts';
import type { ExplainQuestion } from './explain-record.ts';
import { explainColumns, TableExplainer } from './explain-table.ts';
import { TextExplainer } from './explain-text.ts';
import type { Format } from './layout.ts';
import { Pages } from './pages.ts';
import { answerRows, type RowHandler } from './rows.ts';

/** Answers `xpxlc explain`; `quickly` and in codes (see {@link isCoded}) where that goes, unless told otherwise. */
export function answerExplain(
  classifier: Classifier,
  question: ExplainQuestion,
  format: Format,
  ways: AnswerWays = {},
): Answerer {
  const { once = false, quickly = !once, coded = !once } = ways;
  if (coded && isCoded(classifier, question, format)) return answerCodes(classifier);
  const columns = explainColumns(classifier, question);
  const isText = format !== 'parquet' && format !== 'text';
  const pages = new Pages<object>(format, { text: () => '', columns }, isText ? writerFor(ways) : undefined);
  const slow =
    format === 'text'
      ? new TextExplainer(pages, question)
      : format === 'json' || format === 'ndjson'
        ? new JsonExplainer(pages.out, classifier, question, format)
        : new TableExplainer(pages, question);
  const quick =
    quickly && isText && isQuick(classifier, question)
      ? new QuickExplainer(pages.out, classifier, question, format as TextFormat)
      : undefined;
  const handler: RowHandler<QuickBlock | undefined> = {
    begin: (block, stop) => quick?.begin(block, stop),
    quick:
      quick && ((known, block, r) => !hasMissing(block, r) && quick.write(known as QuickBlock, block, r)),
    slow: (_, at, problem, _r, allowance) => slow.write(at, problem(), allowance),
    fail: (at, error) => slow.fail(at, error),
  };
  return answerRows(classifier, pages, handler, question);
}

/** Whether the answers come as {@link CodedRows}. */
export function isCoded(classifier: Classifier, question: ExplainQuestion, format: Format): boolean {
  const { classes, features } = classifier;
  return (
    format === 'parquet' &&
    isSimple(classifier, question) &&
    classes.length === 2 &&
    features.length <= 32 &&
    standingNumber(classifier)?.needsScores !== true &&
    canCode(classifier)
  );
}

/** One smallest explanation per row of categories and bins: microseconds each. */
export function isSimple(classifier: Classifier, question: ExplainQuestion): boolean {
  return question.limit === 1 && question.kind === 'axp' && isPlain(question) && ofOptions(classifier);
}

/** One smallest explanation per row as numbers; a block takes so little time that it is not stopped. */
function answerCodes(classifier: Classifier): Answerer {
  const groups = toGroups(classifier);
  return {
    *answer(block) {
      yield codesOf(classifier, groups, block);
      return { rows: block.rows, failed: block.bad.length };
    },
  };
}

function codesOf(classifier: Classifier, groups: readonly Group[], block: RowBlock): CodedRows {
  const { rows, rowNumbers, keys, bad } = block;
  const answer = explainBlock(classifier, block);
  const { margins } = blockMargins(classifier, block, answer);
  const { masks } = answer;
  const standing = standingNumber(classifier);
  return {
    coded: true,
    rows,
    rowNumbers,
    keys,
    classes: Uint8Array.from(answer.classes),
    margins,
    standing: standing && margins.map((margin, r) => standing.of(answer.classes[r], margin)),
    masks,
    ...toCodes(classifier, groups, block, masks),
    errors: bad.map(({ index, message }) => ({ index, message })),
  };
}
