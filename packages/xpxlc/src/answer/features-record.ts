// Which features matter: for one decision, and over many.

import {
  audit,
  type BlockAnswer,
  type BlockTally,
  type Budget,
  type Count,
  count as countAll,
  LimitError,
  necessary,
  type Problem,
  relevant,
  rule,
  smallestKnown,
  type Tally,
  tally,
  type Within,
} from '@xpxlc/core';
import { Allowance, type AllowanceOptions } from './allowance.ts';
import { ratio } from './count-record.ts';
import { FixedSum, UNIT } from './fixed-sum.ts';
import { Ratios } from './ratios.ts';
import type { FeaturesRecord, FeaturesSums } from './record-fields.ts';
import { addSums, type SumsState, stateOf } from './sums.ts';

/** What to ask. */
export interface FeaturesQuestion extends Pick<AllowanceOptions, 'maxTime'> {
  /** How the summary is split. */
  readonly split: { readonly class: boolean; readonly group?: string };
  readonly protected: readonly string[];
  /** Go through so many explanations at most for the shares, instead of counting without listing. */
  readonly most?: number;
  readonly budget: Budget;
  /** What may move; everything where it is absent. */
  readonly within?: Within;
}

/** Ask about the features of one decision. @param allowance - what is left for this row. */
export function featuresRecord(
  problem: Problem,
  question: FeaturesQuestion,
  allowance: Allowance = new Allowance(question),
): FeaturesRecord {
  const { features } = problem.classifier;
  const names = (list: readonly number[]): string[] => list.map((i) => features[i].name);
  const known = smallestKnown(problem, { budget: { signal: allowance.share(1 / 4) } });
  const best = known.features;
  const { count, complete, frequency } = shares(problem, question, allowance);
  const record = {
    class: problem.class,
    necessary: names(necessary(problem)),
    relevant: tryRelevant(() => names(relevant(problem, { budget: { signal: allowance } }))),
    smallest: names(best),
    ...(known.complete ? {} : { atLeast: known.atLeast }),
    rule: rule(problem, best, { digits: 'cut' }),
    frequency: Object.fromEntries(
      features.map(({ name }, i) => [
        name,
        BigInt(count) > 0n ? ratio(BigInt(frequency?.[i] ?? 0), BigInt(count)) : complete ? 0 : null,
      ]),
    ),
    complete,
  };
  if (question.protected.length === 0) return record;
  const {
    verdict,
    avoiding,
    features: each,
  } = audit(problem, question.protected, {
    budget: { signal: allowance },
  });
  return {
    ...record,
    audit: {
      verdict,
      avoiding: avoiding === undefined ? null : names(avoiding),
      features: Object.fromEntries(each.map((entry) => [features[entry.feature].name, entry.verdict])),
    },
  };
}

/** Steps for the shares of the first explanations, where counting all has failed: less than a second. */
const FEW_STEPS = 50_000;

/** In how many explanations each feature is: of all, or of the first ones found where counting takes too long and there are several rivals. */
function shares(
  problem: Problem,
  { most, budget }: FeaturesQuestion,
  allowance: Allowance,
): Pick<Tally | Count, 'count' | 'frequency'> & { readonly complete: boolean } {
  if (most !== undefined) return tally(problem, { limit: most, budget: { signal: allowance.share(1 / 2) } });
  try {
    const signal = allowance.share(1 / 2);
    return { ...countAll(problem, { frequency: true, budget: { ...budget, signal } }), complete: true };
  } catch (error) {
    if (!(error instanceof LimitError) || problem.classifier.classes.length === 2) throw error;
    return tally(problem, { budget: { steps: FEW_STEPS, signal: allowance } });
  }
}

function tryRelevant(ask: () => string[]): string[] | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof LimitError) return null;
    throw error;
  }
}

/** Shares of explanations, as units of sums. */
const SHARES = new Ratios((share) => Math.round(share * UNIT));

const KEYS = ['necessary', 'relevant', 'smallest'] as const;

/** Explanations of rows in typed arrays, as the core's block queries give them. */
export interface FeaturesBlock {
  readonly smallest: Pick<BlockAnswer, 'masks' | 'words'>;
  readonly tally: BlockTally;
}

/** What is added up of rows. */
interface Added {
  rows: number;
  failed: number;
  incomplete: number;
  undecided: number;
  /** Rows of which no explanation was found in time. */
  uncounted: number;
  /** Rows by the verdict on their protected features. */
  readonly verdicts: Record<'all' | 'some' | 'none', number>;
  readonly classes: { [name: string]: number };
  /** By feature: in how many rows it is. */
  readonly necessary: Float64Array;
  readonly relevant: Float64Array;
  readonly smallest: Float64Array;
  readonly shares: readonly FixedSum[];
}

/** What a {@link FeaturesCounter} has added up. */
export type FeaturesState = SumsState<Added>;

/** Adds up records. */
export class FeaturesCounter {
  private readonly names: readonly string[];
  private readonly positions: ReadonlyMap<string, number>;
  private readonly sums: Added;

  constructor(names: readonly string[]) {
    const zeros = (): Float64Array => new Float64Array(names.length);
    this.names = names;
    this.positions = new Map(names.map((name, i) => [name, i]));
    this.sums = {
      rows: 0,
      failed: 0,
      incomplete: 0,
      undecided: 0,
      uncounted: 0,
      verdicts: { all: 0, some: 0, none: 0 },
      classes: Object.create(null), // a class may have any name
      necessary: zeros(),
      relevant: zeros(),
      smallest: zeros(),
      shares: names.map(() => new FixedSum()),
    };
  }

  add(record: FeaturesRecord): void {
    const { names, positions, sums } = this;
    sums.rows += 1;
    sums.incomplete += record.complete ? 0 : 1;
    sums.undecided += record.relevant === null ? 1 : 0;
    sums.classes[record.class] = (sums.classes[record.class] ?? 0) + 1;
    for (const key of KEYS)
      for (const name of record[key] ?? []) sums[key][positions.get(name) as number] += 1;
    if (names.some((name) => record.frequency[name] === null)) sums.uncounted += 1;
    else
      names.forEach((name, i) => {
        sums.shares[i].add(record.frequency[name] ?? 0);
      });
    if (record.audit !== undefined) sums.verdicts[record.audit.verdict] += 1;
  }

  /** Row r of a block, all of whose explanations are counted. */
  addRow(name: string, { smallest: { masks, words }, tally }: FeaturesBlock, r: number): void {
    const { sums } = this;
    const { necessary, relevant, smallest, shares } = sums;
    const n = this.names.length;
    const total = tally.counts[r];
    sums.rows += 1;
    sums.classes[name] = (sums.classes[name] ?? 0) + 1;
    for (let i = 0; i < n; i++) {
      const times = tally.frequency[r * n + i];
      if (times === 0) continue;
      relevant[i] += 1;
      if (times === total) necessary[i] += 1;
      shares[i].addUnits(times === total ? UNIT : SHARES.of(times, total));
    }
    for (let w = 0; w < words; w++)
      for (let rest = masks[r * words + w]; rest !== 0; rest &= rest - 1)
        smallest[32 * w + 31 - Math.clz32(rest & -rest)] += 1;
  }

  addFailed(): void {
    this.sums.failed += 1;
  }

  state(): FeaturesState {
    return stateOf(this.sums);
  }

  /** Add what another one has added up. */
  merge(state: FeaturesState): void {
    addSums(this.sums, state);
  }

  result(): FeaturesSums {
    const { rows, failed, incomplete, undecided, uncounted, verdicts, classes, shares, ...sums } = this.sums;
    const share = (counts: Float64Array, i: number, of = rows): number => (of === 0 ? 0 : counts[i] / of);
    const [decided, counted] = [rows - undecided, rows - uncounted];
    const unknown = (known: number): boolean => known === 0 && rows > 0;
    return {
      rows,
      failed,
      incomplete,
      undecided,
      classes: { ...classes },
      features: this.names.map((feature, i) => ({
        feature,
        necessary: share(sums.necessary, i),
        relevant: unknown(decided) ? null : share(sums.relevant, i, decided),
        smallest: share(sums.smallest, i),
        frequency: unknown(counted) ? null : counted === 0 ? 0 : shares[i].over(counted),
      })),
      ...(verdicts.all + verdicts.some + verdicts.none > 0 ? { audit: { ...verdicts } } : {}),
    };
  }
}
