// What may move, in words that hold for all rows: a summary reads "given that …", too.
import { givenOfOthers, type Narrowing, nameList, type Within } from '@xpxlc/core';

/** What a summary takes as given, one phrase each; empty where everything may move. */
export function withinWords(within: Within): string[] {
  const named = Object.entries(within.features ?? {});
  const free = named.filter(([, narrowing]) => narrowing === 'free').map(([name]) => name);
  const but = free.length === 0 ? '' : `, but for ${free.join(', ')}`;
  const others = givenOfOthers(within);
  return [
    ...named.flatMap(([name, narrowing]) => phrase(name, narrowing)),
    ...(others === undefined ? [] : [others + but]),
  ];
}

function phrase(name: string, narrowing: Narrowing): string[] {
  if (narrowing === 'free') return [];
  if (narrowing === 'fixed') return [`${name} stays as it is`];
  if (typeof narrowing === 'string') return [`${name} may only ${narrowing === 'up' ? 'rise' : 'fall'}`];
  if (isList(narrowing)) return [`${name} in ${nameList(narrowing.map(String))}`];
  const { from, to } = narrowing;
  if (from === undefined) return to === undefined ? [] : [`${name} ≤ ${to}`];
  return [to === undefined ? `${name} ≥ ${from}` : `${from} ≤ ${name} ≤ ${to}`];
}

// Array.isArray does not tell lists that are only read from other objects.
function isList(narrowing: object): narrowing is readonly unknown[] {
  return Array.isArray(narrowing);
}
