// How the original program prints a literal. Needed to read what it wrote and to write what it would.
import { InstanceError, type Model } from '@xpxlc/core';
import { type FeatureNames, type Names, namesOf } from './names.ts';
import { shortText } from './numbers.ts';

/** How a literal compares: `=` for categories, any for numbers. */
export type Relation = '=' | '<' | '<=' | '>' | '>=';

/**
 * A literal as the original program prints it, e.g. `'Marital Status'=Married`.
 *
 * A name or label of several words is quoted, with single blanks between the words. But where a word of the label
 * contains the feature's name (of one word), the name becomes `??` and the words are joined without blanks or quotes:
 * feature `Age`, label `Age > 48.00` prints `Age=??>48.00`. Words of a numeric feature's name are joined by `_`.
 *
 * The original takes the feature's name for a regular expression; here it is plain text. They differ only for names
 * with one of `\ ^ $ . | ? * + ( ) [ ] {`. Line ends of CR LF never become part of a name, as they do there.
 *
 * @param feature position in the names.
 * @param value position of the category, or the number.
 * @throws {InstanceError} when there is no such feature or category.
 * @example
 * ```ts
 * import { renderLiteral } from 'xpxlc/import';
 * const names = { classes: [], features: [{ name: 'home town', values: ['Ulm', 'Bad Ems'] }] };
 * renderLiteral(names, 0, 1); // => "'home town'='Bad Ems'"
 * ```
 */
export function renderLiteral(
  source: Names | Model,
  feature: number,
  value: number,
  relation: Relation = '=',
): string {
  const found = namesOf(source).features[feature];
  if (found === undefined) throw unknown('unknown-feature', 'feature', feature);
  if (found.values === undefined) return `${renderFeature(found)}${relation}${shortText(value)}`;
  const label = found.values[value];
  if (label === undefined || relation !== '=') {
    throw unknown('unknown-category', `feature '${found.name}'`, relation === '=' ? value : relation);
  }
  return `${renderFeature(found)}=${renderLabel(found.name, label)}`;
}

/** A feature's name as the original program prints it. */
export function renderFeature({ name, values }: FeatureNames): string {
  const words = wordsOf(name);
  if (values === undefined) return words.join('_');
  return words.length > 1 ? `'${words.join(' ')}'` : name;
}

function renderLabel(feature: string, label: string): string {
  const words = wordsOf(label);
  // The quotes around a name of several words are part of what the original looks for: it never finds them.
  const named = feature !== '' && !feature.includes(' ') && label.includes(feature);
  if (named) return words.map((word) => word.replaceAll(feature, '??')).join('');
  return words.length > 1 ? `'${words.join(' ')}'` : label;
}

function wordsOf(name: string): string[] {
  return name.split(/ +/);
}

function unknown(code: string, place: string, got: unknown): InstanceError {
  return new InstanceError('no such literal', {
    code,
    place,
    expected: 'a position within the names',
    got: String(got),
  });
}
