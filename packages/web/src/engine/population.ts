// The whole table: which features the reasons use, rules that cover many rows, and what protected features do. In pieces, so that the
// worker hears other questions in between.
import {
  type Block,
  type Classifier,
  type Column,
  explainBlock,
  LimitError,
  poolRules,
  tallyBlock,
  weigh,
} from '@xpxlc/core';
import {
  FeaturesCounter,
  featuresRecord,
  hasQuickTally,
  MOST_TALLIED,
  populationOf,
  ruleRecord,
  rulesOf,
} from 'xpxlc/view';
import { breathe } from '../table/index.ts';
import type { PopulationAnswer, Progress } from './messages.ts';
import type { OpenTable } from './open-table.ts';

/** Rows in one piece. */
const PIECE = 512;
/** Rules that are shown. */
const RULES = 10;

export async function populationOfTable(
  table: OpenTable,
  protectedFeatures: readonly string[],
  tell: (progress: Progress) => void,
): Promise<PopulationAnswer> {
  const { classifier } = table;
  const encoded = table.block();
  const sound = soundRows(encoded, encoded.bad);
  const counter = new FeaturesCounter(classifier.features.map(({ name }) => name));
  const quick = protectedFeatures.length === 0 && hasQuickTally(classifier, {});
  for (let from = 0; from < sound.rows; from += PIECE) {
    const piece = slice(sound, from, Math.min(from + PIECE, sound.rows));
    if (quick) addQuickly(classifier, piece, counter, protectedFeatures);
    else for (let r = 0; r < piece.rows; r++) addRow(classifier, piece, r, counter, protectedFeatures);
    tell({ share: from / sound.rows, doing: 'Explaining every row' });
    await breathe();
  }
  const sums = counter.result();
  const rules = poolRules(classifier, sound, { limit: RULES }).map((rule) => ruleRecord(classifier, rule));
  return {
    rows: sums.rows,
    failed: encoded.rows - sound.rows,
    classes: classifier.classes.map((name) => ({ class: name, rows: sums.classes[name] ?? 0 })),
    features: populationOf(sums),
    rules: rulesOf(rules, sums.rows),
    ruleTexts: rules.map(({ rule, class: name, rows, added }) => ({ rule, class: name, rows, added })),
    ...(sums.audit === undefined ? {} : { audit: { ...sums.audit, features: protectedFeatures } }),
    undecided: sums.undecided + sums.failed,
  };
}

/** Rows without those that are bad. */
function soundRows({ rows, columns }: Block, bad: Uint8Array): Block {
  const kept = Uint32Array.from(bad.subarray(0, rows).keys()).filter((row) => bad[row] === 0);
  if (kept.length === rows) return { rows, columns };
  return {
    rows: kept.length,
    columns: columns.map((column) => {
      const some = new (column.constructor as new (length: number) => Column)(kept.length);
      kept.forEach((row, i) => {
        some[i] = column[row];
      });
      return some;
    }),
  };
}

function slice({ columns }: Block, from: number, to: number): Block {
  return { rows: to - from, columns: columns.map((column) => column.subarray(from, to)) };
}

function addQuickly(
  classifier: Classifier,
  block: Block,
  counter: FeaturesCounter,
  names: readonly string[],
): void {
  const smallest = explainBlock(classifier, block);
  const tally = tallyBlock(classifier, block, { limit: MOST_TALLIED });
  for (let r = 0; r < block.rows; r++) {
    if (tally.complete[r] === 0) addRow(classifier, block, r, counter, names);
    else counter.addRow(classifier.classes[smallest.classes[r]], { smallest, tally }, r);
  }
}

/** A row with very many explanations, or of a model without bins: shares are those of the first ones found. */
function addRow(
  classifier: Classifier,
  { columns }: Block,
  r: number,
  counter: FeaturesCounter,
  names: readonly string[],
): void {
  const problem = weigh(
    classifier,
    columns.map((column) => column[r]),
  );
  try {
    counter.add(
      featuresRecord(problem, { split: { class: false }, protected: names, most: MOST_TALLIED, budget: {} }),
    );
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    counter.addFailed();
  }
}
