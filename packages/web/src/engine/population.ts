// The whole table: which features the reasons use, rules that cover many rows, and what protected features do. In pieces, so that the
// worker hears other questions in between.
import {
  audit,
  type Block,
  type Classifier,
  type Column,
  LimitError,
  poolRules,
  relevanceBlock,
  weigh,
} from '@xpxlc/core';
import { type FeatureShares, populationOf, ruleRecord, rulesOf } from 'xpxlc/view';
import { breathe } from '../table/index.ts';
import type { PopulationAnswer, Progress } from './messages.ts';
import type { OpenTable } from './open-table.ts';

/** Rows in one piece. */
const PIECE = 256;
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
  const sums = new Sums(classifier);
  const verdicts = { all: 0, some: 0, none: 0 };
  for (let from = 0; from < sound.rows; from += PIECE) {
    const piece = slice(sound, from, Math.min(from + PIECE, sound.rows));
    sums.add(piece);
    if (protectedFeatures.length > 0) sums.undecided += judge(classifier, piece, protectedFeatures, verdicts);
    tell({ share: from / sound.rows, doing: 'Explaining every row' });
    await breathe();
  }
  const shares = sums.result();
  const rules = poolRules(classifier, sound, { limit: RULES }).map((rule) => ruleRecord(classifier, rule));
  return {
    rows: sound.rows,
    failed: encoded.rows - sound.rows,
    classes: classifier.classes.map((name, k) => ({ class: name, rows: sums.classes[k] })),
    shares,
    features: populationOf(shares),
    rules: rulesOf(rules, sound.rows, classifier.classes),
    ruleTexts: rules.map(({ rule, class: name, rows, added }) => ({ rule, class: name, rows, added })),
    ...(protectedFeatures.length === 0 ? {} : { audit: { ...verdicts, features: protectedFeatures } }),
    undecided: sums.undecided,
  };
}

/** In how many rows each feature is necessary, and relevant. */
class Sums {
  readonly classes: Uint32Array;
  undecided = 0;
  private rows = 0;
  private readonly classifier: Classifier;
  private readonly necessary: Uint32Array;
  private readonly relevant: Uint32Array;

  constructor(classifier: Classifier) {
    const n = classifier.features.length;
    this.classifier = classifier;
    this.classes = new Uint32Array(classifier.classes.length);
    this.necessary = new Uint32Array(n);
    this.relevant = new Uint32Array(n);
  }

  add(block: Block): void {
    const { classes, necessary, relevant, words, decided } = relevanceBlock(this.classifier, block);
    for (let r = 0; r < block.rows; r++) {
      this.rows += 1;
      this.classes[classes[r]] += 1;
      this.undecided += 1 - decided[r];
      count(this.necessary, necessary, r, words);
      count(this.relevant, relevant, r, words);
    }
  }

  result(): FeatureShares {
    const { rows, undecided } = this;
    const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
    return {
      rows,
      undecided,
      features: this.classifier.features.map(({ name }, i) => ({
        feature: name,
        necessary: share(this.necessary[i], rows),
        relevant: share(this.relevant[i], rows - undecided),
      })),
    };
  }
}

/** Add 1 for each bit of row r. */
function count(sums: Uint32Array, masks: Uint32Array, r: number, words: number): void {
  for (let w = 0; w < words; w++)
    for (let rest = masks[r * words + w]; rest !== 0; rest &= rest - 1)
      sums[32 * w + 31 - Math.clz32(rest & -rest)] += 1;
}

/** Count the verdicts on protected features; how many rows took too long. */
function judge(
  classifier: Classifier,
  { rows, columns }: Block,
  names: readonly string[],
  verdicts: Record<'all' | 'some' | 'none', number>,
): number {
  let undecided = 0;
  for (let r = 0; r < rows; r++) {
    try {
      const problem = weigh(
        classifier,
        columns.map((column) => column[r]),
      );
      verdicts[audit(problem, names).verdict] += 1;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      undecided += 1;
    }
  }
  return undecided;
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
