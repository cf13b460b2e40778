// Rows → what their features are to the decisions, in any format; or added up over rows.
import { type Classifier, explainBlock, tallyBlock } from '@xpxlc/core';
import { optionsByRow } from '../record/combinations.ts';
import {
  FeaturesCounter,
  type FeaturesQuestion,
  type FeaturesRecord,
  type FeaturesState,
  type FeaturesSummary,
  featuresRecord,
} from '../record/features-record.ts';
import { hasQuickTally, MOST_TALLIED } from '../record/quick-tally.ts';
import { optionLiterals, RuleCounter } from '../record/rule-counter.ts';
import type { RowBlock } from '../table/encode.ts';
import { aligned, bar } from '../terminal/bars.ts';
import { percent } from '../terminal/percent.ts';
import type { Answerer, At, Failed } from './answerer.ts';
import type { Format, Layout } from './layout.ts';
import { Pages } from './pages.ts';
import { answerRecords } from './records.ts';

/** Answers `xpxlc features`: records, or their sum only. */
export function answerFeatures(
  classifier: Classifier,
  question: FeaturesQuestion,
  format: Format,
  each: boolean,
): Answerer {
  const literals = optionLiterals(classifier);
  const quick =
    !each &&
    question.protected.length === 0 &&
    question.within === undefined &&
    hasQuickTally(classifier, question.budget);
  return answerRecords<FeaturesRecord, BlockCounter>(classifier, {
    pages: new Pages(format, featuresLayout),
    ask: (problem) => featuresRecord(problem, question),
    within: question.within,
    each,
    ...(each ? {} : { adder: () => new BlockCounter(classifier, literals) }),
    ...(quick ? { quick: (block, sum) => quickSum(classifier, question, block, sum as BlockCounter) } : {}),
  });
}

/** Adds up the rows of a block; rules are put into words in the end. */
class BlockCounter extends FeaturesCounter {
  readonly counter: RuleCounter;

  constructor(classifier: Classifier, literals: readonly string[]) {
    super(classifier.features.map(({ name }) => name));
    this.counter = new RuleCounter(classifier, literals);
  }

  override state(): FeaturesState {
    for (const [rule, rows] of this.counter.entries()) this.addRule(rule, rows);
    return super.state();
  }
}

function quickSum(
  classifier: Classifier,
  { most = MOST_TALLIED }: FeaturesQuestion,
  block: RowBlock,
  sum: BlockCounter,
): (r: number) => boolean {
  const n = classifier.features.length;
  const smallest = explainBlock(classifier, block);
  const tally = tallyBlock(classifier, block, { limit: Math.min(most, MOST_TALLIED) });
  const options = optionsByRow(classifier, block);
  return (r) => {
    if (tally.complete[r] === 0) return false;
    const { masks, words, classes } = smallest;
    sum.addRow(classifier.classes[classes[r]], { smallest, tally }, r);
    sum.counter.add(classes[r], masks, r * words, words, options, r * n);
    return true;
  };
}

type Line = (At & FeaturesRecord) | Failed;

const BAR = 20;

/** Rows, or the summary over all of them. */
export const featuresLayout: Layout<Line | FeaturesSummary> = {
  text: (line) => ('rules' in line ? summaryText(line) : rowText(line)),
  columns: [
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'feature', type: 'text' },
    { name: 'necessary', type: 'number' },
    { name: 'relevant', type: 'number' },
    { name: 'smallest', type: 'number' },
    { name: 'frequency', type: 'number' },
    { name: 'audit', type: 'text' },
    { name: 'error', type: 'text' },
  ],
  rows: (line) => {
    if ('rules' in line)
      return line.features.map(({ feature, necessary, relevant, smallest, frequency }) => [
        null,
        null,
        null,
        feature,
        necessary,
        relevant,
        smallest,
        frequency,
        null,
        null,
      ]);
    const { row, id = null } = line;
    if ('error' in line) return [[row, id, null, null, null, null, null, null, null, line.error.message]];
    return Object.entries(line.frequency).map(([feature, share]) => [
      row,
      id,
      line.class,
      feature,
      Number(line.necessary.includes(feature)),
      line.relevant === null ? null : Number(line.relevant.includes(feature)),
      Number(line.smallest.includes(feature)),
      share,
      line.audit?.features[feature] ?? null,
      null,
    ]);
  },
};

function rowText(line: Line): string {
  const name = `row ${line.row}${line.id === undefined ? '' : ` (${line.id})`}`;
  if ('error' in line) return `${name}: error: ${line.error.message}\n`;
  const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
  const shares = Object.entries(line.frequency)
    .filter(([, share]) => share > 0)
    .map(([feature, share]) => [feature, percent(share), bar(share, 1, BAR)]);
  const lines = [
    `${name}: ${line.rule}`,
    `  in every explanation: ${list(line.necessary)}`,
    `  in some: ${line.relevant === null ? 'not decided (too many steps)' : list(line.relevant)}`,
    `  share of ${line.complete ? 'all' : 'the first'} explanations with it:`,
    ...aligned(shares, [1]).map((text) => `    ${text}`),
  ];
  if (line.audit !== undefined) {
    const { verdict, avoiding, features: protectedOnes } = line.audit;
    const each = Object.entries(protectedOnes).map(([feature, own]) => `${feature}: ${own}`);
    lines.push(`  protected features are in ${verdict} explanations (${each.join(', ')})`);
    if (avoiding !== null) lines.push(`  an explanation without them: ${list(avoiding)}`);
  }
  return `${lines.join('\n')}\n`;
}

function summaryText({
  rows,
  failed,
  incomplete,
  undecided,
  features: table,
  rules,
  audit,
}: FeaturesSummary): string {
  const sorted = table.toSorted((a, b) => b.smallest - a.smallest || b.frequency - a.frequency);
  const lines = [
    `${rows} rows${failed === 0 ? '' : `, and ${failed} that could not be asked`}`,
    '',
    ...aligned(
      [
        ['feature', 'necessary', 'relevant', 'in the smallest', 'share of explanations', ''],
        ...sorted.map(({ feature, necessary, relevant, smallest, frequency }) => [
          feature,
          ...[necessary, relevant, smallest, frequency].map(percent),
          bar(frequency, 1, BAR),
        ]),
      ],
      [1, 2, 3, 4],
    ),
  ];
  if (incomplete > 0)
    lines.push(
      '',
      `${incomplete} rows have more explanations than were gone through (--max-explanations): their shares are those of the first`,
    );
  if (undecided > 0) lines.push('', `relevance could not be decided for ${undecided} rows`);
  if (audit !== undefined)
    lines.push(
      '',
      `protected features: in all explanations of ${audit.all} rows, in some of ${audit.some}, in none of ${audit.none}`,
    );
  lines.push('', 'most common rules');
  for (const { rule, rows: covered } of rules)
    lines.push(`  ${percent(covered / rows)} (${covered})  ${rule}`);
  return `${lines.join('\n')}\n`;
}
