// A field of categories → a feature and a table per class.
import { ZERO } from '@xpxlc/core/exact';
import type { FileFeature } from '../../schema/model-file.ts';
import { unsupported } from './attributes.ts';
import { added, type Column, finite, minus, NOTHING, type Sums, total } from './column.ts';
import { keyOf, type RawField } from './fields.ts';
import { type Func, type Polynomial, type Value, valueFor } from './func.ts';

/** The categories that have a result, with those for missing and unknown cells. */
export function categoryColumn(
  field: RawField,
  terms: readonly (readonly Func[])[],
  always: boolean,
): Column {
  const notes: string[] = [];
  const known = new Map(field.labels ?? []);
  const mentioned = new Set(terms.flatMap((list) => list.flatMap(({ named }) => [...named.keys()])));
  for (const key of field.labels === undefined ? mentioned : []) known.set(key, key);
  if (field.replacement !== undefined) {
    const key = keyOf(field, field.replacement);
    if (!known.has(key)) known.set(key, field.replacement);
  }
  field.work.spend(terms.length * (known.size + field.absent.length));
  const byClass = terms.map((list) => totals(list));
  const values: string[] = [];
  const rows: Sums[] = [];
  const add = (label: string, sums: Sums): boolean => {
    if (sums.some((value) => value === undefined)) return false;
    values.push(label);
    rows.push(sums);
    return true;
  };
  for (const [key, label] of known)
    if (
      !add(
        label,
        byClass.map((of) => of(key)),
      )
    )
      notes.push(`'${label}' of '${field.name}': no result in PMML, left out`);
  // A word for "missing" is a word that cells have.
  for (const label of field.absent)
    if (!known.has(keyOf(field, label)))
      add(
        label,
        byClass.map((of) => of(keyOf(field, label))),
      );
  const missing = terms.map((list) => total(list.map((func) => func.missing)));
  const speaks =
    always || field.invalid === 'missing' || terms.some((list) => list.some((func) => func.speaks));
  const extra: { missing?: string; other?: string } = {};
  if (field.replacement !== undefined) extra.missing = known.get(keyOf(field, field.replacement)) as string;
  else if (speaks) {
    const label = fresh('(missing)', values);
    if (add(label, missing)) extra.missing = label;
  }
  if (field.invalid === 'missing' && extra.missing !== undefined) extra.other = extra.missing;
  else if (typeof field.invalid === 'object') {
    const key = keyOf(field, field.invalid.value);
    const label = known.get(key) ?? field.invalid.value;
    if (
      values.includes(label) ||
      add(
        label,
        byClass.map((of) => of(key)),
      )
    )
      extra.other = label;
  } else if (field.invalid === 'self' || field.labels === undefined) {
    const label = fresh('(other)', values);
    if (
      add(
        label,
        terms.map((list) => total(list.map(({ pieces }) => pieces[0]))),
      )
    )
      extra.other = label;
  }
  if (extra.missing !== undefined && !values.includes(extra.missing)) delete extra.missing;
  // The same number can be spelled in many ways: a cell that is spelled otherwise must be an error, not another value.
  if (field.numeric && extra.other !== undefined) {
    delete extra.other;
    notes.push(`'${field.name}' has numbers as categories: cells must spell them as the file does`);
  }
  if (values.length === 0)
    throw unsupported(field.element, `no value of '${field.name}' has a result`, 'at least one', 'none');
  return {
    feature: { kind: 'categorical', name: field.name, values, ...extra } as FileFeature,
    shapes: terms.map((_, k) => ({
      kind: 'table',
      values: rows.map((sums) => finite(field, (sums[k] as Polynomial)[0])),
    })),
    bias: terms.map(() => ZERO),
    notes,
  };
}

/** The sum of a class for each category. */
function totals(list: readonly Func[]): (key: string) => Polynomial | undefined {
  // Most functions name one category: the sum of what they give to all others is taken once.
  const byName = new Map<string, Func[]>();
  const loose: Func[] = [];
  let base: Polynomial = NOTHING;
  for (const func of list) {
    const common = func.pieces[0];
    if (common.kind !== 'number') {
      loose.push(func);
      continue;
    }
    base = added(base, common.poly);
    for (const name of func.named.keys()) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [func]);
      else known.push(func);
    }
  }
  return (key) => {
    let sums = total(loose.map((func) => valueFor(func, key)));
    if (sums === undefined) return undefined;
    sums = added(sums, base);
    for (const func of byName.get(key) ?? []) {
      const value = valueFor(func, key);
      if (value.kind !== 'number') return undefined;
      sums = added(sums, minus(value.poly, (func.pieces[0] as Value & { kind: 'number' }).poly));
    }
    return sums;
  };
}

/** A label that no category has. */
function fresh(label: string, taken: readonly string[]): string {
  let name = label;
  for (let i = 2; taken.includes(name); i++) name = `${label} ${i}`;
  return name;
}
