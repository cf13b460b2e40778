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

/** No name of a column is longer; the patterns below take quadratic time. */
const LONGEST = 1000;

/** Take a column name of a formula apart. */
export function readColumnName(name: string): ColumnName {
  if (name.length > LONGEST)
    return { kind: 'unsupported', reason: `a name of more than ${LONGEST} characters` };
  if (isIntercept(name)) return { kind: 'intercept' };
  const level = /^(C\([\s\S]*\)|[\s\S]+?)\[([\s\S]*)\]$/.exec(name);
  if (level !== null && !/\]:|:[^[]*\[/.test(name)) return readLevel(level[1], level[2]);
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
  const parts =
    /^(Q\([\s\S]*?\)|[^,]*?)\s*(?:,\s*(?:contr\.)?(?:[Tt]reatment)\(?(?:reference\s*=|base\s*=)?\s*([\s\S]*?)\)?)?$/.exec(
      call[1],
    );
  if (parts === null)
    return {
      kind: 'unsupported',
      reason: 'levels that are coded or chosen in another way than by treatment (T.) coding',
    };
  const feature = readQuoted(parts[1]) ?? parts[1];
  // A number without quotes may be a level or its position: only the option can tell.
  const reference = /^['"]/.test(parts[2] ?? '') ? toCategories(`[${parts[2]}]`) : undefined;
  return reference?.length === 1 ? { ...common, feature, reference: reference[0] } : { ...common, feature };
}

/** `Q("late payments")` → `late payments`. */
function readQuoted(text: string): string | undefined {
  const found = /^Q\(\s*([\s\S]*?)\s*\)$/.exec(text);
  const names = found === null ? undefined : toCategories(`[${found[1]}]`);
  return names?.length === 1 ? names[0] : undefined;
}
