// What a value must be, in words instead of brackets: `late payments in [1, 3)` is `late payments from 1 to under 3`.
import type { Feature } from '@xpxlc/core';

/** `text`, which begins with the name of the feature, for readers who have never seen an interval. */
export function plainLiteral(feature: Feature, text: string): string {
  const { name } = feature;
  if (feature.kind === 'categorical') return plainSet(name, feature.values, text);
  // Only numbers and units follow the name, so that nothing else can look like an interval.
  return text
    .split(`${name} in `)
    .map((part, i) => (i === 0 ? part : `${name} ${part.replace(INTERVAL, inWords)}`))
    .join('');
}

function plainSet(name: string, values: readonly string[], text: string): string {
  const start = `${name} in {`;
  if (!text.startsWith(start) || !text.endsWith('}')) return text;
  const inside = text.slice(start.length, -1);
  const list = inside.split(', ');
  // A category may have a comma itself.
  if (!list.every((value) => values.includes(value))) return `${name} is one of ${inside}`;
  return `${name} is ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}

const INTERVAL = /^([[(])([^,]+), ([^\])]+)([\])])/;

function inWords(_: string, first: string, low: string, high: string, last: string): string {
  if (first === '(' && last === ')') return `between ${low} and ${high}`;
  return `${first === '[' ? 'from' : 'over'} ${low} to ${last === ']' ? high : `under ${high}`}`;
}

/** The same where only the text is known: the feature is the one whose name it begins with. */
export function plainLabel(features: readonly Feature[], text: string): string {
  let found: Feature | undefined;
  for (const feature of features)
    if (text.startsWith(feature.name) && feature.name.length > (found?.name.length ?? 0)) found = feature;
  return found === undefined ? text : plainLiteral(found, text);
}
