// A value of a feature, as people write it.
import { type Feature, type Problem, shortValue, type Value } from '@xpxlc/core';

/** With its unit: `42 k€`; `missing`. What is no value of the feature is shown as it stands. */
export function valueText(feature: Feature, value: Value): string {
  if (value === null || Number.isNaN(value)) return 'missing';
  if (feature.kind === 'categorical') return typeof value === 'number' ? feature.values[value] : value;
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return `${shortValue(value)}${feature.unit === undefined ? '' : ` ${feature.unit}`}`;
}

/** The value of the case; what a missing one counts as. */
export function ownValueText({ classifier: { features }, values, missing }: Problem, i: number): string {
  const text = valueText(features[i], values[i]);
  return missing.includes(i) && text !== 'missing' ? `missing (counted as ${text})` : text;
}
