// A value of a feature as people write it.
import { type Feature, shortValue, type Value } from '@xpxlc/core';

export function valueText(feature: Feature, value: Value): string {
  if (value === null || Number.isNaN(value)) return 'missing';
  if (feature.kind === 'categorical') return typeof value === 'number' ? feature.values[value] : value;
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  const unit = feature.unit === undefined ? '' : ` ${feature.unit}`;
  return `${shortValue(value)}${unit}`;
}
