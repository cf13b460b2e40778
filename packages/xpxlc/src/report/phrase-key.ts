// What a key of a phrases file means: numbers (`>= 3`, `[1, 3)`, `3 or more`, as the model writes them, too), a direction, or anything.
import type { Feature, NumericFeature } from '@xpxlc/core';
import type { Direction } from './directions.ts';

/** What a key stands for. */
export type PhraseKey =
  | { readonly kind: 'category'; readonly category: string }
  | { readonly kind: 'numbers'; readonly holds: (x: number) => boolean }
  | { readonly kind: 'direction'; readonly direction: Direction }
  | { readonly kind: 'missing' | 'any' };

const NUMBER = '[-+−]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?';
const COMPARED = new RegExp(`^(>=|≥|<=|≤|>|<|=)?\\s*(${NUMBER})$`, 'i');
const INTERVAL = new RegExp(`^(?:in )?([[(])\\s*(${NUMBER})\\s*[,;]\\s*(${NUMBER})\\s*([\\])])$`, 'i');
const BETWEEN = new RegExp(`^(from |over )?(${NUMBER})\\s*(?:\\.\\.|to)\\s*(under )?(${NUMBER})$`, 'i');
const OR = new RegExp(`^(${NUMBER}) or (more|over|above|less|fewer|under|below)$`, 'i');
const AROUND = new RegExp(`^(${NUMBER})\\s*(≤|<=|<)\\s*(≤|<=|<)\\s*(${NUMBER})$`, 'i');

/** The meaning of a key for a feature; undefined where it has none. A category of this name comes first. */
export function phraseKey(feature: Feature, key: string): PhraseKey | undefined {
  const text = key.trim();
  if (feature.kind === 'categorical') {
    const category = feature.values.find((value) => value === key) ?? feature.values.find((v) => v === text);
    if (category !== undefined) return { kind: 'category', category };
  } else {
    if (text === 'high' || text === 'low') return { kind: 'direction', direction: text };
    const holds = numbers(bare(feature, text));
    if (holds !== undefined) return { kind: 'numbers', holds };
  }
  if (text === '*') return { kind: 'any' };
  return text === 'missing' ? { kind: 'missing' } : undefined;
}

/** Without the name and the unit, which explanations have: `20 ≤ income < 40 k€` → `20 ≤ < 40`. */
function bare({ name, unit }: NumericFeature, text: string): string {
  const unnamed = text.startsWith(`${name} `) ? text.slice(name.length) : text.replace(` ${name} `, ' ');
  const last = unit === undefined ? '' : ` ${unit}`;
  return (last !== '' && unnamed.endsWith(last) ? unnamed.slice(0, -last.length) : unnamed).trim();
}

function numbers(text: string): ((x: number) => boolean) | undefined {
  const [, sign = '=', limit] = COMPARED.exec(text) ?? [];
  if (limit !== undefined) return compared(sign, toNumber(limit));
  const [, amount, side = ''] = OR.exec(text) ?? [];
  if (amount !== undefined) return compared(/more|over|above/i.test(side) ? '≥' : '≤', toNumber(amount));
  const [, open, from, to, close] = INTERVAL.exec(text) ?? [];
  if (from !== undefined)
    return both(
      compared(open === '[' ? '≥' : '>', toNumber(from)),
      compared(close === ']' ? '≤' : '<', toNumber(to)),
    );
  const [, start, least, under, most] = BETWEEN.exec(text) ?? [];
  if (least !== undefined)
    return both(
      compared(/over/i.test(start ?? '') ? '>' : '≥', toNumber(least)),
      compared(under === undefined ? '≤' : '<', toNumber(most)),
    );
  const [, low, first = '', second = '', high] = AROUND.exec(text) ?? [];
  if (low === undefined) return undefined;
  return both(compared(first === '<' ? '>' : '≥', toNumber(low)), compared(second, toNumber(high)));
}

function toNumber(text: string): number {
  return Number(text.replace('−', '-'));
}

function compared(sign: string, limit: number): (x: number) => boolean {
  switch (sign) {
    case '>=':
    case '≥':
      return (x) => x >= limit;
    case '<=':
    case '≤':
      return (x) => x <= limit;
    case '>':
      return (x) => x > limit;
    case '<':
      return (x) => x < limit;
    default:
      return (x) => x === limit;
  }
}

function both(a: (x: number) => boolean, b: (x: number) => boolean): (x: number) => boolean {
  return (x) => a(x) && b(x);
}
