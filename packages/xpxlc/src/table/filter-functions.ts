// What a filter may call. Only functions that take each row by itself, in time that grows with its length, and give back about as much as they got: a
// filter is no way to make a list of billions, to pad a text to gigabytes, to double one thirty times, or to compare long texts letter by letter.

const NUMBERS =
  'abs add ceil ceiling divide even exp floor greatest isfinite isinf isnan least ln log log10 log2 mod multiply pow power round sign sqrt cbrt subtract trunc nextafter';
const OPERATORS = '+ - * / // % ** ^ & | ~ << >> || ^@ @ !';
const MATCHING =
  '~~ !~~ ~~* !~~* ~~~ like_escape not_like_escape ilike_escape not_ilike_escape regexp_matches regexp_full_match regexp_extract starts_with ends_with prefix suffix contains instr strpos position';
const TEXTS =
  'lower lcase upper ucase trim ltrim rtrim length len strlen char_length character_length bit_length substr substring left right ascii unicode ord concat concat_ws strip_accents nfc_normalize reverse hamming split_part hash md5';
const TIMES =
  'year month day hour minute second millisecond week weekday dayofweek dayofyear isodow quarter decade century date_part datepart date_trunc datetrunc date_diff datediff date_sub datesub date_add last_day make_date make_time make_timestamp strptime try_strptime epoch epoch_ms monthname dayname age to_years to_months to_weeks to_days to_hours to_minutes to_seconds to_milliseconds';
const OTHERS = 'coalesce ifnull nullif if random list_value list_contains list_has array_contains array_has';

const ALLOWED: ReadonlySet<string> = new Set(
  [NUMBERS, OPERATORS, MATCHING, TEXTS, TIMES, OTHERS].flatMap((names) => names.split(' ')),
);

/** Kinds of expressions: others look at other rows (windows), make values of their own (lambdas) or are names of ours. */
const KINDS: ReadonlySet<string> = new Set([
  'COLUMN_REF',
  'CONSTANT',
  'COMPARISON',
  'CONJUNCTION',
  'OPERATOR',
  'FUNCTION',
  'CASE',
  'CAST',
  'BETWEEN',
  'COLLATE',
  'PARAMETER', // refused later, in its own words
]);

/** What in a parsed expression a filter must not have, in words; undefined where all is allowed. */
export function forbiddenIn(expression: unknown): string | undefined {
  // Not by recursion: the expression may be nested deeply.
  const open: unknown[] = [expression];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const part of Object.values(node)) open.push(part);
    const { class: kind, function_name: name, schema, cast_type: type } = node as Parsed;
    if (typeof kind !== 'string') continue;
    if (!KINDS.has(kind)) return WORDS[kind] ?? 'an expression of a kind that filters do not have';
    if (kind === 'FUNCTION' && (!ALLOWED.has(String(name).toLowerCase()) || (schema ?? '') !== ''))
      return `the function ${String(name).slice(0, 60)}, which filters do not have`;
    // A fixed-size array of arrays is a way to ask for gigabytes, too.
    if (kind === 'CAST' && NESTED.has(String(type?.id))) return 'a cast to a nested type';
  }
  return undefined;
}

const NESTED: ReadonlySet<string> = new Set([
  'ARRAY',
  'LIST',
  'STRUCT',
  'MAP',
  'UNION',
  'ENUM',
  'USER',
  'UNBOUND',
]);

interface Parsed {
  readonly class?: unknown;
  readonly function_name?: unknown;
  readonly schema?: unknown;
  readonly cast_type?: { readonly id?: unknown } | null;
}

const WORDS: Readonly<Record<string, string>> = {
  STAR: 'a star',
  SUBQUERY: 'a query inside the filter',
  WINDOW: 'a function over several rows',
  LAMBDA: 'a lambda',
};
