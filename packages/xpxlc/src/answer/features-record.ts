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
import { FixedSum, type FixedSumState, UNIT } from './fixed-sum.ts';
import { Ratios } from './ratios.ts';
import type { FeaturesRecord, FeaturesSums } from './record-fields.ts';

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

type Counts = readonly (readonly [string, number])[];

/** What a {@link FeaturesCounter} has added up. */
export interface FeaturesState {
  readonly counts: Readonly<Record<'rows' | 'failed' | 'incomplete' | 'undecided' | 'uncounted', number>>;
  readonly verdicts?: Readonly<Record<'all' | 'some' | 'none', number>>;
  readonly classes: Counts;
  readonly necessary: Counts;
  readonly relevant: Counts;
  readonly smallest: Counts;
  readonly shares: readonly FixedSumState[];
}

/** Explanations of rows in typed arrays, as the core's block queries give them. */
export interface FeaturesBlock {
  readonly smallest: Pick<BlockAnswer, 'masks' | 'words'>;
  readonly tally: BlockTally;
}

/** Adds up records. */
export class FeaturesCounter {
  private readonly names: readonly string[];
  private readonly positions: ReadonlyMap<string, number>;
  /** By feature: in how many rows it is. */
  private readonly sums: Record<'necessary' | 'relevant' | 'smallest', Float64Array>;
  private readonly shares: readonly FixedSum[];
  private readonly classes = new Map<string, number>();
  private readonly verdicts = { all: 0, some: 0, none: 0 };
  private rows = 0;
  private failed = 0;
  private incomplete = 0;
  private undecided = 0;
  /** Rows of which no explanation was found in time. */
  private uncounted = 0;
  private audited = false;

  constructor(names: readonly string[]) {
    const zeros = (): Float64Array => new Float64Array(names.length);
    this.names = names;
    this.positions = new Map(names.map((name, i) => [name, i]));
    this.sums = { necessary: zeros(), relevant: zeros(), smallest: zeros() };
    this.shares = names.map(() => new FixedSum());
  }

  add(record: FeaturesRecord): void {
    this.rows += 1;
    this.incomplete += record.complete ? 0 : 1;
    this.undecided += record.relevant === null ? 1 : 0;
    count(this.classes, record.class, 1);
    for (const key of KEYS) for (const name of record[key] ?? []) this.sum(key, name, 1);
    if (this.names.some((name) => record.frequency[name] === null)) this.uncounted += 1;
    else
      this.names.forEach((name, i) => {
        this.shares[i].add(record.frequency[name] ?? 0);
      });
    if (record.audit !== undefined) {
      this.audited = true;
      this.verdicts[record.audit.verdict] += 1;
    }
  }

  /** Row r of a block, all of whose explanations are counted. */
  addRow(name: string, { smallest: { masks, words }, tally }: FeaturesBlock, r: number): void {
    const { necessary, relevant, smallest } = this.sums;
    const n = this.names.length;
    const total = tally.counts[r];
    this.rows += 1;
    count(this.classes, name, 1);
    for (let i = 0; i < n; i++) {
      const times = tally.frequency[r * n + i];
      if (times === 0) continue;
      relevant[i] += 1;
      if (times === total) necessary[i] += 1;
      this.shares[i].addUnits(times === total ? UNIT : SHARES.of(times, total));
    }
    for (let w = 0; w < words; w++)
      for (let rest = masks[r * words + w]; rest !== 0; rest &= rest - 1)
        smallest[32 * w + 31 - Math.clz32(rest & -rest)] += 1;
  }

  addFailed(): void {
    this.failed += 1;
  }

  private sum(key: (typeof KEYS)[number], name: string, by: number): void {
    const i = this.positions.get(name);
    if (i !== undefined) this.sums[key][i] += by;
  }

  private counted(key: (typeof KEYS)[number]): Counts {
    return this.names.flatMap((name, i) =>
      this.sums[key][i] > 0 ? [[name, this.sums[key][i]] as const] : [],
    );
  }

  /** What was added up, as JSON can hold it. */
  state(): FeaturesState {
    const { rows, failed, incomplete, undecided, uncounted, audited, verdicts } = this;
    return {
      counts: { rows, failed, incomplete, undecided, uncounted },
      ...(audited ? { verdicts: { ...verdicts } } : {}),
      classes: [...this.classes],
      necessary: this.counted('necessary'),
      relevant: this.counted('relevant'),
      smallest: this.counted('smallest'),
      shares: this.shares.map((share) => share.state()),
    };
  }

  /** Add what another one has added up. */
  merge({ counts, verdicts, shares, ...maps }: FeaturesState): void {
    this.rows += counts.rows;
    this.failed += counts.failed;
    this.incomplete += counts.incomplete;
    this.undecided += counts.undecided;
    this.uncounted += counts.uncounted;
    if (verdicts !== undefined) {
      this.audited = true;
      for (const verdict of ['all', 'some', 'none'] as const) this.verdicts[verdict] += verdicts[verdict];
    }
    for (const [name, number] of maps.classes) count(this.classes, name, number);
    for (const key of KEYS) for (const [name, number] of maps[key]) this.sum(key, name, number);
    shares.forEach((share, i) => {
      this.shares[i].merge(share);
    });
  }

  result(): FeaturesSums {
    const share = (counts: Float64Array, i: number, rows = this.rows): number =>
      rows === 0 ? 0 : counts[i] / rows;
    const [decided, counted] = [this.rows - this.undecided, this.rows - this.uncounted];
    const unknown = (known: number): boolean => known === 0 && this.rows > 0;
    return {
      rows: this.rows,
      failed: this.failed,
      incomplete: this.incomplete,
      undecided: this.undecided,
      classes: Object.fromEntries(this.classes),
      features: this.names.map((feature, i) => ({
        feature,
        necessary: share(this.sums.necessary, i),
        relevant: unknown(decided) ? null : share(this.sums.relevant, i, decided),
        smallest: share(this.sums.smallest, i),
        frequency: unknown(counted) ? null : counted === 0 ? 0 : this.shares[i].over(counted),
      })),
      ...(this.audited ? { audit: { ...this.verdicts } } : {}),
    };
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
