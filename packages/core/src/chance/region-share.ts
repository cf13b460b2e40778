// How likely a feature lies in a region.
import { down, up } from '../exact/exponential.ts';
import type { Region } from '../move/region.ts';
import type { Bounds } from './line.ts';
import type { FeatureSpread } from './spread.ts';

/** The share of the region in one component. */
export function regionShare(feature: FeatureSpread, component: number, region: Region): Bounds {
  if (feature.kind === 'line') {
    const { lower, upper } = region as Extract<Region, { kind: 'interval' }>;
    return feature.line.share(component, lower, upper);
  }
  const { low, high } = feature.shares[component];
  const inside = membersOf(feature, region);
  const slack = (inside.length + 1) * 2 ** -52;
  const sum = (list: Float64Array): number => inside.reduce((total, v) => total + list[v], 0);
  return [down(sum(low) * (1 - slack)), Math.min(1, up(sum(high) * (1 + slack)))];
}

/** The same as integers: the weight of the region, and of everything; undefined where there are none. */
export function exactRegionShare(
  feature: FeatureSpread,
  component: number,
  region: Region,
): readonly [part: bigint, all: bigint] | undefined {
  if (feature.kind === 'line')
    return feature.line.exactShare?.(region as Extract<Region, { kind: 'interval' }>);
  const { weights, total } = feature.shares[component];
  if (weights === null) return undefined;
  return [membersOf(feature, region).reduce((sum, v) => sum + weights[v], 0n), total];
}

/** Positions of the options or numbers in a region. */
function membersOf(feature: Exclude<FeatureSpread, { kind: 'line' }>, region: Region): number[] {
  if (feature.kind === 'options') return region.kind === 'options' ? [...region.options] : [];
  return feature.numbers.flatMap((x, j) =>
    region.kind === 'interval' && region.lower <= x && x <= region.upper ? [j] : [],
  );
}
