// Adds up assessments, by tool.
import type {
  Agreement,
  Assessment,
  FailedAssessment,
  ProbabilityRecord,
  RuleAssessment,
  WeightsAssessment,
} from '../answer/record-fields.ts';
import {
  type AgreementSummary,
  type AssessSummary,
  HIT_BINS,
  type HitsSummary,
  PRECISION_BINS,
  type Quartiles,
  type RulesSummary,
  type ShareSummary,
  type WeightsSummary,
} from './assess-summary.ts';

/**
 * Sum up assessments, by tool in the order of their first explanation.
 *
 * @example
 * ```ts
 * import { summarizeAssessments } from 'xpxlc';
 * summarizeAssessments([]); // => { explanations: 0, failed: 0, tools: [] }
 * ```
 */
export function summarizeAssessments(records: Iterable<Assessment | FailedAssessment>): AssessSummary {
  const counter = new AssessCounter();
  for (const record of records) counter.add(record);
  return counter.result();
}

/** Adds up assessments, keeping a few numbers of each. */
export class AssessCounter {
  private failed = 0;
  private readonly tools = new Map<string | null, { rules: RulesCounter; weights: WeightsCounter }>();

  add(record: Assessment | FailedAssessment): void {
    if ('error' in record) {
      this.failed += 1;
      return;
    }
    const tool = record.tool ?? null;
    const sums = this.tools.get(tool) ?? { rules: new RulesCounter(), weights: new WeightsCounter() };
    this.tools.set(tool, sums);
    if (record.kind === 'rule') sums.rules.add(record);
    else sums.weights.add(record);
  }

  result(): AssessSummary {
    const tools = [...this.tools].map(([tool, { rules, weights }]) => ({
      tool,
      ...(rules.count === 0 ? {} : { rules: rules.result() }),
      ...(weights.count === 0 ? {} : { weights: weights.result() }),
    }));
    const all = [...this.tools.values()].reduce(
      (sum, { rules, weights }) => sum + rules.count + weights.count,
      0,
    );
    return { explanations: all, failed: this.failed, tools };
  }
}

class RulesCounter {
  count = 0;
  private notSufficient = 0;
  private minimal = 0;
  private size = 0;
  private distance = 0;
  private readonly hits = new HitsCounter();
  private readonly precision = new ShareCounter();
  private readonly coverage = new ShareCounter();
  private readonly exact = PRECISION_BINS.map(() => 0);
  private readonly claimed = PRECISION_BINS.map(() => 0);

  add({ sufficient, minimal, size, distance, hits, precision, coverage, claimed }: RuleAssessment): void {
    this.count += 1;
    this.notSufficient += sufficient ? 0 : 1;
    this.minimal += minimal ? 1 : 0;
    this.size += size;
    this.distance += distance;
    this.hits.add(hits, size);
    this.precision.add(precision, claimed?.precision);
    this.coverage.add(coverage, claimed?.coverage);
    if (precision !== null) this.exact[precisionBin(precision.low)] += 1;
    if (claimed?.precision !== undefined) this.claimed[precisionBin(claimed.precision)] += 1;
  }

  result(): RulesSummary {
    const { count, notSufficient, minimal } = this;
    return {
      count,
      notSufficient,
      redundant: count - notSufficient - minimal,
      minimal,
      meanSize: this.size / count,
      meanDistance: this.distance / count,
      precision: this.precision.result(),
      coverage: this.coverage.result(),
      histogram: { exact: this.exact, claimed: this.claimed },
      hits: this.hits.result(),
    };
  }
}

/** Where the bins of precision end. */
const PRECISION_ENDS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1] as const;

function precisionBin(precision: number): number {
  return PRECISION_ENDS.filter((end) => precision >= end).length;
}

class WeightsCounter {
  count = 0;
  private top = 0;
  private readonly hits = new HitsCounter();
  private readonly frequency = new AgreementCounter();
  private readonly power = new AgreementCounter();

  add({ features, top, hits, agreement }: WeightsAssessment): void {
    this.count += 1;
    this.top = top;
    this.hits.add(hits, features.length);
    this.frequency.add(agreement.frequency);
    this.power.add(agreement.power);
  }

  result(): WeightsSummary {
    return {
      count: this.count,
      top: this.top,
      hits: this.hits.result(),
      agreement: { frequency: this.frequency.result(), power: this.power.result() },
    };
  }
}

class HitsCounter {
  private readonly counts: number[] = [];
  private readonly shares = HIT_BINS.map(() => 0);
  private zero = 0;
  private full = 0;
  private sum = 0;
  private withFeatures = 0;
  private unknown = 0;

  add(hits: number | null, size: number): void {
    if (hits === null) {
      this.unknown += 1;
      return;
    }
    while (this.counts.length <= hits) this.counts.push(0);
    this.counts[hits] += 1;
    if (hits === size) this.full += 1;
    if (size === 0) return;
    this.withFeatures += 1;
    this.sum += hits / size;
    this.shares[hits === 0 ? 0 : hits === size ? 5 : 1 + Math.floor((4 * hits) / size)] += 1;
    if (hits === 0) this.zero += 1;
  }

  result(): HitsSummary {
    const { counts, shares, zero, full, sum, withFeatures, unknown } = this;
    return { counts, shares, zero, full, meanShare: withFeatures === 0 ? null : sum / withFeatures, unknown };
  }
}

class ShareCounter {
  private readonly all = new MeanBounds();
  private readonly withClaim = new MeanBounds();
  private least: ProbabilityRecord | null = null;
  private claims = 0;
  private below = 0;

  add(known: ProbabilityRecord | null, claim: number | undefined): void {
    if (known === null) return;
    this.all.add(known);
    if (this.least === null || known.low < this.least.low) this.least = known;
    if (claim === undefined) return;
    this.withClaim.add(known);
    this.claims += claim;
    if (known.high < claim) this.below += 1;
  }

  result(): ShareSummary {
    const { all, withClaim, least, claims, below } = this;
    const exact = withClaim.result();
    return {
      known: all.count,
      mean: all.result(),
      least,
      ...(exact === null
        ? {}
        : { claimed: { count: withClaim.count, mean: claims / withClaim.count, exact, below } }),
    };
  }
}

class MeanBounds {
  count = 0;
  private low = 0;
  private high = 0;

  add({ low, high }: ProbabilityRecord): void {
    this.count += 1;
    this.low += low;
    this.high += high;
  }

  result(): ProbabilityRecord | null {
    return this.count === 0 ? null : { low: this.low / this.count, high: this.high / this.count };
  }
}

class AgreementCounter {
  private readonly seen: Record<keyof Agreement, number[]> = { kendall: [], spearman: [], rbo: [] };

  add(agreement: Agreement | null): void {
    for (const measure of ['kendall', 'spearman', 'rbo'] as const) {
      const value = agreement?.[measure] ?? null;
      if (value !== null) this.seen[measure].push(value);
    }
  }

  result(): AgreementSummary {
    const { kendall, spearman, rbo } = this.seen;
    return { kendall: quartiles(kendall), spearman: quartiles(spearman), rbo: quartiles(rbo) };
  }
}

/** With linear interpolation between neighbours, as numpy has it. */
export function quartiles(values: readonly number[]): Quartiles | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [low, part] = [Math.floor(place), place % 1];
    return part === 0 ? sorted[low] : sorted[low] + part * (sorted[low + 1] - sorted[low]);
  };
  return {
    known: sorted.length,
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    most: at(1),
  };
}
