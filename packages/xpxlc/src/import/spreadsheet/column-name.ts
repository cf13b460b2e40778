// What does a coefficient belong to? The names that formulas give to columns (patsy, formulaic, statsmodels):
// `age`, `job[T.clerk]`, `C(job)[T.clerk]`, `C(job, Treatment('nurse'))[T.clerk]`, `job[clerk]`, `Q("late payments")`.
import { toCategories } from './category-set.ts';

/** A number itself, or a level of a category. */
export type ColumnName =
  | { readonly kind: 'intercept' }
  | { readonly kind: 'number'; readonly feature: string }
  | {
      readonly kind: 'level';
      readonly feature: string;
      readonly level: string;
      /** One level has no column of its own; its name, where the formula says it. */
      readonly reduced: boolean;
      readonly reference?: string;
    }
  | { readonly kind: 'unsupported'; readonly reason: string };

const INTERCEPT: ReadonlySet<string> = new Set([
  '(Intercept)',
  '(intercept)',
  'Intercept',
  'intercept',
  'const',
]);

/** Whether a line is about no feature at all. */
export function isIntercept(name: string): boolean {
  return INTERCEPT.has(name);
}

/** No name of a column is longer. */
const LONGEST = 1000;

/** Take a column name of a formula apart. */
export function readColumnName(name: string): ColumnName {
  if (name.length > LONGEST)
    return { kind: 'unsupported', reason: `a name of more than ${LONGEST} characters` };
  if (isIntercept(name)) return { kind: 'intercept' };
  const bracket = levelAt(name);
  const colon = name.indexOf(':');
  const product = name.includes(']:') || (colon >= 0 && name.lastIndexOf('[') > colon);
  if (bracket > 0 && !product) return readLevel(name.slice(0, bracket), name.slice(bracket + 1, -1));
  const quoted = readQuoted(name);
  if (quoted !== undefined) return { kind: 'number', feature: quoted };
  if (name.includes(':'))
    return { kind: 'unsupported', reason: 'a product of columns: no sum over single features is the same' };
  if (/^[\w.]+\([\s\S]*\)$/.test(name))
    return {
      kind: 'unsupported',
      reason: 'a function of a column: the coefficient is not that of the raw number',
    };
  return { kind: 'number', feature: name };
}

/** Where the bracket with the level opens: behind the last `)` of `C(…)`, or the first of all; −1 where there is none. */
function levelAt(name: string): number {
  if (!name.endsWith(']')) return -1;
  const call = name.startsWith('C(') ? name.lastIndexOf(')[') : -1;
  return call > 0 ? call + 1 : name.indexOf('[', 1);
}

function readLevel(term: string, text: string): ColumnName {
  const reduced = text.startsWith('T.');
  // Sum, difference and polynomial contrasts give a level more than one coefficient.
  if (/^[SDHR]\.|^\.(?:Linear|Quadratic|Cubic|L|Q|C)$|^\.?\^\d+$/.test(text))
    return { kind: 'unsupported', reason: 'another coding of categories than treatment (T.) coding' };
  const common = { kind: 'level', level: reduced ? text.slice(2) : text, reduced } as const;
  const call = /^C\(([\s\S]*)\)$/.exec(term);
  if (call === null) {
    const quoted = readQuoted(term);
    if (quoted === undefined && /[:()]/.test(term))
      return { kind: 'unsupported', reason: 'not the levels of a single column' };
    return { ...common, feature: quoted ?? term };
  }
  const [column, coding] = inCall(call[1]);
  const treatment = TREATMENT.exec(coding);
  if (coding !== '' && treatment === null)
    return {
      kind: 'unsupported',
      reason: 'levels that are coded or chosen in another way than by treatment (T.) coding',
    };
  const feature = readQuoted(column) ?? column;
  const chosen = treatment === null ? '' : coding.slice(treatment[0].length).replace(/\)$/, '');
  // A number without quotes may be a level or its position: only the option can tell.
  const reference = /^['"]/.test(chosen) ? toCategories(`[${chosen}]`) : undefined;
  return reference?.length === 1 ? { ...common, feature, reference: reference[0] } : { ...common, feature };
}

/** How the levels are coded, up to the level that has no column. */
const TREATMENT = /^,\s*(?:contr\.)?[Tt]reatment\(?(?:(?:reference|base)\s*=)?\s*/;

/** `job, Treatment('nurse')` → the column, and from the comma on what is said about its levels. */
function inCall(text: string): [column: string, coding: string] {
  // A name in quotes may have commas: it ends where nothing or a coding follows.
  const quoted = text.startsWith('Q(') ? text.search(/\)\s*(?:$|,\s*(?:contr\.)?[Tt]reatment)/) : -1;
  const comma = text.indexOf(',');
  const end = quoted > 0 ? quoted + 1 : comma < 0 ? text.length : comma;
  return [text.slice(0, end).trimEnd(), text.slice(end).trimStart()];
}

/** `Q("late payments")` → `late payments`. */
function readQuoted(text: string): string | undefined {
  const quoted = text.startsWith('Q(') && text.endsWith(')');
  const names = quoted ? toCategories(`[${text.slice(2, -1).trim()}]`) : undefined;
  return names?.length === 1 ? names[0] : undefined;
}
