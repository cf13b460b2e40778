// <BayesInput>: counts by value, or normal distributions, per class.
import { show } from '@xpxlc/core';
import { single } from './arithmetic.ts';
import type { Reading } from './assemble.ts';
import { numberOf, refuse, required, requiredChild, unsupported } from './attributes.ts';
import { fieldOf, type Scope } from './expression.ts';
import type { Func } from './func.ts';
import { readDerived } from './scope.ts';
import type { XmlElement } from './xml.ts';

/** One input: a function of a raw field and, per class, counts by value or a normal distribution. */
export interface Input {
  readonly element: XmlElement;
  readonly func: Func;
  readonly counts?: {
    readonly rows: ReadonlyMap<string, readonly number[]>;
    readonly sums: readonly number[];
  };
  readonly normal?: readonly { readonly mean: number; readonly variance: number }[];
}

/** An input with everything it needs for these classes. */
export function readInput(
  element: XmlElement,
  classes: readonly string[],
  scope: Scope,
  { notes }: Reading,
): Input {
  if (element.name !== 'BayesInput')
    throw refuse(element, 'not an input', {
      code: 'bad-element',
      expected: '<BayesInput>',
      got: `<${element.name}>`,
    });
  const own = element.child('DerivedField');
  const name = required(element, 'fieldName', 'field');
  const field = own === undefined ? fieldOf(element, name, scope) : readDerived(own, scope, notes);
  const func = single(field, element);
  const stats = element.child('TargetValueStats');
  if (stats !== undefined) {
    const byClass = new Map(stats.all('TargetValueStat').map((stat) => [required(stat, 'value'), stat]));
    return { element, func, normal: classes.map((label) => gaussian(byClass.get(label), label, stats)) };
  }
  const rows = new Map<string, readonly number[]>();
  for (const pair of element.all('PairCounts')) {
    const value = required(pair, 'value');
    const table = requiredChild(pair, 'TargetValueCounts');
    const counts = countsOf(table);
    const row = classes.map((label) => {
      const count = counts.get(label);
      if (count === undefined)
        throw unsupported(table, 'a class without a count', `a <TargetValueCount> of ${show(label)}`, 'none');
      return count;
    });
    if (rows.has(value))
      throw refuse(pair, 'the same value twice', {
        code: 'duplicate-name',
        expected: 'another value',
        got: show(value),
      });
    rows.set(value, row);
  }
  if (rows.size === 0)
    throw refuse(element, 'an element is missing', {
      code: 'missing-element',
      expected: '<PairCounts> or <TargetValueStats>',
      got: 'none',
    });
  const sums = classes.map((_, k) => Array.from(rows.values(), (row) => row[k]).reduce((a, b) => a + b, 0));
  return { element, func, counts: { rows, sums } };
}

/** Counts by class. */
export function countsOf(table: XmlElement): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of table.all('TargetValueCount')) {
    const value = required(entry, 'value');
    const count = numberOf(entry, 'count');
    if (count < 0 || counts.has(value))
      throw refuse(entry, 'a wrong count', {
        code: 'bad-number',
        expected: 'one count, 0 or more, per class',
        got: `${show(value)}, ${count}`,
      });
    counts.set(value, count);
  }
  return counts;
}

function gaussian(
  stat: XmlElement | undefined,
  label: string,
  stats: XmlElement,
): { mean: number; variance: number } {
  if (stat === undefined)
    throw unsupported(
      stats,
      'a class without a distribution',
      `a <TargetValueStat> of ${show(label)}`,
      'none',
    );
  const normal = stat.child('GaussianDistribution');
  if (normal === undefined)
    throw unsupported(
      stat,
      'another distribution',
      '<GaussianDistribution>',
      `<${stat.children[0]?.name ?? 'none'}>`,
    );
  const variance = numberOf(normal, 'variance');
  if (!(variance > 0))
    throw refuse(normal, 'no spread', {
      code: 'bad-number',
      expected: 'a variance above 0',
      got: String(variance),
    });
  return { mean: numberOf(normal, 'mean'), variance };
}
