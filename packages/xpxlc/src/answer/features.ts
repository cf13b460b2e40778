// Rows → what their features are to the decisions, in any format; or added up over rows.

import { type Classifier, explainBlock, tallyBlock } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import type { Answerer, AnswerWays } from './answerer.ts';
import { featuresLayout } from './features-layout.ts';
import { FeaturesParts } from './features-parts.ts';
import { type FeaturesBlock, type FeaturesQuestion, featuresRecord } from './features-record.ts';
import type { Format } from './layout.ts';
import { Pages } from './pages.ts';
import { hasQuickTally, MOST_TALLIED } from './quick-tally.ts';
import type { FeaturesRecord } from './record-fields.ts';
import { answerRecords } from './records.ts';

/** Answers `xpxlc features`: records, or their sum only. */
export function answerFeatures(
  classifier: Classifier,
  question: FeaturesQuestion,
  format: Format,
  each: boolean,
  { once = false }: AnswerWays = {},
): Answerer {
  const quick =
    !once &&
    !each &&
    question.protected.length === 0 &&
    question.within === undefined &&
    hasQuickTally(classifier, question.budget);
  return answerRecords<FeaturesRecord, BlockCounter>(classifier, {
    pages: new Pages(format, featuresLayout(question)),
    ask: (problem, allowance) => featuresRecord(problem, question, allowance),
    limits: question,
    each,
    ...(each ? {} : { adder: (block) => new BlockCounter(classifier, question, block) }),
    ...(quick ? { quick: (block, sum) => quickSum(classifier, question, block, sum as BlockCounter) } : {}),
  });
}

/** Adds up the rows of a block. */
class BlockCounter extends FeaturesParts {
  private readonly groups: RowBlock['groups'];

  constructor({ features }: Classifier, { split }: FeaturesQuestion, { groups }: RowBlock) {
    super(
      features.map(({ name }) => name),
      split,
    );
    this.groups = groups;
  }

  add(record: FeaturesRecord, r: number): void {
    this.of(record.class, this.groups?.[r]).add(record);
  }

  /** A row whose explanations are all counted. */
  addRow(name: string, found: FeaturesBlock, r: number): void {
    this.of(name, this.groups?.[r]).addRow(name, found, r);
  }

  addFailed(r: number): void {
    this.of(null, this.groups?.[r]).addFailed();
  }
}

function quickSum(
  classifier: Classifier,
  { most = MOST_TALLIED }: FeaturesQuestion,
  block: RowBlock,
  sum: BlockCounter,
): (r: number) => boolean {
  const smallest = explainBlock(classifier, block);
  const tally = tallyBlock(classifier, block, { limit: Math.min(most, MOST_TALLIED) });
  return (r) => {
    if (tally.complete[r] === 0) return false;
    sum.addRow(classifier.classes[smallest.classes[r]], { smallest, tally }, r);
    return true;
  };
}
