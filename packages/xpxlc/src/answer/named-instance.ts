// A case of JSON, in which numbers of categories are their names, as in tables.
import type { Feature, Instance } from '@xpxlc/core';

/** The case with names instead of numbers, where a feature has categories. What else is wrong is for the core to say. */
export function namedInstance(instance: Instance, features: readonly Feature[]): Instance {
  if (Array.isArray(instance)) return instance.map((value, i) => namedValue(value, features[i])) as Instance;
  if (typeof instance !== 'object' || instance === null) return instance;
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  return Object.fromEntries(
    Object.entries(instance).map(([name, value]) => [name, namedValue(value, byName.get(name))]),
  ) as Instance;
}

/** The same of one value. */
export function namedValue(value: unknown, feature: Feature | undefined): unknown {
  return feature?.kind === 'categorical' && typeof value === 'number' ? String(value) : value;
}
