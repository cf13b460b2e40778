// Which features matter over many rows?
import type { PopulationData } from '../plot/population.ts';
import { counted } from '../terminal/counted.ts';
import { percentRange } from '../terminal/percent.ts';

/** Options of {@link populationOf}. */
export interface PopulationOfOptions {
  /** Features shown one by one. Default 20. */
  readonly most?: number;
}

/** What was added up over rows; `FeaturesSums` of the program's summary will do. */
export interface FeatureShares {
  readonly rows: number;
  /** Rows for which relevance could not be decided. */
  readonly undecided: number;
  readonly features: readonly {
    readonly feature: string;
    /** Shares of the rows. */
    readonly necessary: number;
    readonly relevant: number | null;
  }[];
}

/** Shares of rows whose every explanation, and whose some explanation, uses a feature: those that matter most first. */
export function populationOf(sums: FeatureShares, { most = 20 }: PopulationOfOptions = {}): PopulationData {
  const used = sums.features
    .filter(({ relevant, necessary }) => relevant === null || relevant > 0 || necessary > 0)
    .sort((a, b) => b.necessary - a.necessary || (b.relevant ?? 0) - (a.relevant ?? 0));
  const shown = used.length <= most + 1 ? used : used.slice(0, most);
  const [less, unused] = [used.length - shown.length, sums.features.length - used.length];
  const percent = (share: number): string => percentRange({ low: share, high: share });
  const undecided = `“in some” could not be decided for ${counted(sums.undecided, 'row')}, which do not count for it`;
  return {
    rows: sums.rows,
    parts: shown.map(({ feature, necessary, relevant }) => ({
      label: feature,
      every: necessary,
      some: relevant ?? necessary,
      text: `${percent(necessary)} · ${relevant === null ? '?' : percent(relevant)}`,
    })),
    remarks: [
      ...(less === 0 ? [] : [`… ${less} more, each less important`]),
      ...(unused === 0 ? [] : [`… ${unused} more that no explanation uses`]),
      ...(sums.undecided === 0 ? [] : [undecided]),
    ],
  };
}
