// Which features matter over many rows, all together and split by class, by a group, or by both.

import { LimitError } from '@xpxlc/core';
import { FeaturesCounter, type FeaturesState } from './features-record.ts';
import type { FeaturesSummary, PartName, RuleRecord } from './record-fields.ts';

/** How rows are split. */
export interface Split {
  readonly class: boolean;
  /** The column of the groups. */
  readonly group?: string;
}

/** What {@link FeaturesParts} has added up. */
export interface FeaturesPartsState {
  readonly parts: readonly { readonly name: PartName; readonly sums: FeaturesState }[];
}

/** A column with more values is no column of groups. */
const MOST_GROUPS = 1000;

interface Part {
  readonly name: PartName;
  readonly counter: FeaturesCounter;
}

export class FeaturesParts {
  private readonly features: readonly string[];
  private readonly split: Split;
  private readonly parts = new Map<string, Part>();

  constructor(features: readonly string[], split: Split) {
    this.features = features;
    this.split = split;
  }

  /** What adds up the rows of this class and group. */
  of(className: string | null, group: string | null | undefined): FeaturesCounter {
    const { split } = this;
    return this.part({
      ...(split.class ? { class: className } : {}),
      ...(split.group === undefined ? {} : { group: group ?? null }),
    });
  }

  private part(name: PartName): FeaturesCounter {
    const key = JSON.stringify([name.class, name.group]);
    let part = this.parts.get(key);
    if (part === undefined) {
      part = { name, counter: new FeaturesCounter(this.features) };
      this.parts.set(key, part);
    }
    return part.counter;
  }

  /** What was added up, as JSON can hold it. */
  state(): FeaturesPartsState {
    return {
      parts: Array.from(this.parts.values(), ({ name, counter }) => ({ name, sums: counter.state() })),
    };
  }

  /**
   * Add what another one has added up.
   *
   * @throws {LimitError} `too-many-groups`.
   */
  merge({ parts }: FeaturesPartsState): void {
    for (const { name, sums } of parts) this.part(name).merge(sums);
    const groups = new Set(Array.from(this.parts.values(), ({ name }) => name.group));
    if (groups.size > MOST_GROUPS)
      throw new LimitError('too many groups', {
        code: 'too-many-groups',
        place: '--group',
        expected: `a column with at most ${MOST_GROUPS} different values`,
        got: 'more',
      });
  }

  /** @param classes - in the order in which they are listed. */
  result(classes: readonly string[], rules: readonly RuleRecord[]): FeaturesSummary {
    const all = new FeaturesCounter(this.features);
    for (const { counter } of this.parts.values()) all.merge(counter.state());
    const { split } = this;
    const sorted = [...this.parts.values()].sort((a, b) => inOrder(a.name, b.name, classes));
    return {
      ...all.result(),
      group: split.group,
      ...(split.class || split.group !== undefined
        ? { parts: sorted.map(({ name, counter }) => ({ ...name, ...counter.result() })) }
        : {}),
      rules,
    };
  }
}

/** Classes in their order, groups by number or by letters; what is not known last. */
function inOrder(a: PartName, b: PartName, classes: readonly string[]): number {
  const place = ({ class: name }: PartName): number =>
    name == null ? classes.length : classes.indexOf(name);
  if (place(a) !== place(b)) return place(a) - place(b);
  if (a.group == null || b.group == null) return Number(a.group == null) - Number(b.group == null);
  const [x, y] = [Number(a.group), Number(b.group)];
  if (x !== y && Number.isFinite(x) && Number.isFinite(y)) return x - y;
  return a.group < b.group ? -1 : 1;
}
