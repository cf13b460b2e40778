// What is left of a feature's domain, by definition: the oracle's side of `within`.
import type { Feature } from '../../src/model/types.ts';
import type { Narrowing, Within } from '../../src/model/within.ts';

/** A feature of which only some values are left: these categories (by position), or nothing but the missing value. */
export type Space = Feature & { readonly only?: readonly number[] | 'missing' };

/** What to ask of a feature. */
export type Tactic = 'free' | 'fixed' | 'up' | 'down' | 'ends' | 'all but one' | 'unsaid';

export const TACTICS: readonly Tactic[] = ['free', 'fixed', 'up', 'down', 'ends', 'all but one', 'unsaid'];

/** What to ask of an instance. */
export interface Plan {
  readonly tactics: readonly Tactic[];
  readonly zeros: boolean;
  readonly others: boolean;
}

/** A plan as a question, and the space it leaves around an instance. */
export function carryOut(
  features: readonly Feature[],
  instance: readonly number[],
  { tactics, zeros, others }: Plan,
): { within: Within; spaces: Space[] } {
  const named: { [feature: string]: Narrowing } = {};
  const spaces = features.map((feature, i): Space => {
    const x = instance[i];
    const tactic = tactics[i];
    if (tactic === 'unsaid') return unsaid(feature, x, zeros, others);
    if (tactic === 'free') {
      named[feature.name] = 'free';
      return feature;
    }
    if (feature.kind === 'categorical') {
      const rest = feature.values
        .map((_, v) => v)
        .filter((v) => v === x || v !== (x + 1) % feature.values.length);
      if (tactic === 'fixed') named[feature.name] = 'fixed';
      else named[feature.name] = rest.map((v) => feature.values[v]);
      return { ...feature, only: tactic === 'fixed' ? [x] : rest };
    }
    if (tactic === 'ends' || tactic === 'all but one') {
      if (Number.isNaN(x)) return unsaid(feature, x, zeros, others); // nothing can be asked of its ends
      // Half a unit is no whole number: the ends of whole numbers are rounded inwards.
      const [from, to] = tactic === 'ends' ? [x - 0.5, x + 1.5] : [x, x + 2];
      named[feature.name] = { from, to };
      const inner = feature.kind === 'integer' ? [Math.ceil(from), Math.floor(to)] : [from, to];
      return between(feature, inner[0], inner[1]);
    }
    named[feature.name] = tactic;
    if (Number.isNaN(x)) return { ...feature, only: 'missing' };
    if (tactic === 'fixed') return between(feature, x, x);
    return tactic === 'up' ? between(feature, x, feature.upper) : between(feature, feature.lower, x);
  });
  return {
    within: { features: named, ...(zeros ? { zeros: 'held' } : {}), ...(others ? { others: 'fixed' } : {}) },
    spaces,
  };
}

/** Nothing is said about the feature itself. */
function unsaid(feature: Feature, x: number, zeros: boolean, others: boolean): Space {
  if (feature.kind === 'categorical') return others ? { ...feature, only: [x] } : feature;
  if (!zeros && !others) return feature;
  if (Number.isNaN(x)) return { ...feature, only: 'missing' };
  if (!zeros) return between(feature, x, x);
  return x > 0 ? between(feature, 0, x) : between(feature, x, 0);
}

/** Numbers between two ends; none is missing. */
function between(
  { missing: _, ...feature }: Extract<Feature, { lower: number }>,
  from: number,
  to: number,
): Space {
  return { ...feature, lower: Math.max(feature.lower, from), upper: Math.min(feature.upper, to) };
}
