// The numbers of a label, and what stands between them: `$1,000 – 2,000 p.a.` → `# - #`, 1000 and 2000. Thousands, currencies, per
// cent and units are read where there is one way to read them.

/** A number of a label. */
export interface LabelNumber {
  readonly value: number;
  /** Written with a `k`. */
  readonly thousands: boolean;
}

/** A label taken apart: words and signs in lower case, one blank between them, `#` for numbers. */
export interface ScannedLabel {
  readonly pattern: string;
  readonly numbers: readonly LabelNumber[];
  readonly unit: string | undefined;
}

const CURRENCY = '[$€£¥₹]';
const NUMBER = new RegExp(
  `(?<before>${CURRENCY} ?)?(?:(?<infinite>inf(?:inity)?(?![a-z])|∞)|(?<digits>\\d{1,3}(?:[, ']\\d{3})+(?!\\d)|\\d+|(?=\\.\\d))(?<decimals>\\.(?!\\.)\\d*)?(?<exponent>e[+-]?\\d+)?)(?<after> ?(?:%|k(?![a-z])|${CURRENCY}))?`,
  'y',
);
const WORD = /\p{L}[\p{L}\d_./]*/uy;
const SIGN = /<=|>=|\.\.+|[<>=~+,&-]/y;

/** What may stand between a number and its unit: `30+ years`, `30 or more years`. */
const AFTER_NUMBER: ReadonlySet<string> = new Set([
  '+',
  'plus',
  'more',
  'less',
  'fewer',
  'over',
  'under',
  'above',
  'below',
]);

/** Signs as on a keyboard, lower case, single blanks. */
export function asciiSigns(label: string): string {
  return label
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/≤|=</g, '<=')
    .replace(/≥|=>/g, '>=')
    .replace(/…/g, '..')
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim();
}

/** Take a label apart; undefined when there is something in it that cannot be read, or can be read in two ways. */
export function scanNumbers(
  label: string,
  {
    feature,
    englishNumbers,
    words,
  }: { readonly feature: string; readonly englishNumbers: boolean; readonly words: ReadonlySet<string> },
): ScannedLabel | undefined {
  const text = asciiSigns(label);
  const name = asciiSigns(feature);
  const parts: string[] = [];
  const numbers: LabelNumber[] = [];
  const units: string[] = [];
  let unitOpen = false;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ' || (text[at] === ':' && parts.length === 0)) {
      at += 1;
      continue;
    }
    const behind = unitOpen || parts.at(-1) === '#';
    const negative = !behind && text[at] === '-';
    const signed = negative || (!behind && text[at] === '+');
    const number = match(NUMBER, text, signed ? skipBlanks(text, at + 1) : at);
    if (number !== null) {
      const read = toLabelNumber(number, englishNumbers);
      if (read === undefined || /[\d.,'](?=\d)/.test(text.slice(NUMBER.lastIndex, NUMBER.lastIndex + 2)))
        return undefined;
      // The smaller of two signs: -0 is 0.
      numbers.push({ ...read, value: negative ? 0 - read.value : read.value });
      const { before, after = '' } = number.groups as Record<string, string | undefined>;
      for (const unit of [before?.trim(), after.trim()])
        if (unit !== undefined && unit !== '' && unit !== 'k') units.push(unit);
      parts.push('#');
      unitOpen = false;
      at = NUMBER.lastIndex;
      continue;
    }
    if (isName(text, name, at)) {
      at += name.length;
      continue;
    }
    const word = match(WORD, text, at)?.[0];
    if (word !== undefined) {
      at = WORD.lastIndex;
      if (words.has(word)) parts.push(word);
      else if (/\d/.test(word) || !(behind || (numbers.length > 0 && AFTER_NUMBER.has(parts.at(-1) ?? ''))))
        return undefined;
      // `years old` is one unit.
      else units.push(unitOpen ? `${units.pop()} ${word}` : word);
      unitOpen = !words.has(word);
      continue;
    }
    const sign = match(SIGN, text, at)?.[0];
    if (sign === undefined) return undefined;
    at = SIGN.lastIndex;
    parts.push(sign.startsWith('..') ? '..' : sign);
    unitOpen = false;
  }
  const unit = oneUnit(units);
  return unit === null ? undefined : { pattern: parts.join(' '), numbers, unit };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skipBlanks(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at;
}

function isName(text: string, name: string, at: number): boolean {
  return (
    name !== '' &&
    text.startsWith(name, at) &&
    !/[\p{L}\d]/u.test(text[at - 1] ?? '') &&
    !/[\p{L}\d]/u.test(text[at + name.length] ?? '')
  );
}

function toLabelNumber({ groups }: RegExpExecArray, englishNumbers: boolean): LabelNumber | undefined {
  const { infinite, digits, decimals = '', exponent = '', after = '' } = groups as Record<string, string>;
  const thousands = after.trim() === 'k';
  if (infinite !== undefined) return { value: Number.POSITIVE_INFINITY, thousands: false };
  // 007 is a code. Where commas may be decimal ones, 1,000 is 1 or 1000, and so is 1.000.
  if (/^0\d/.test(digits)) return undefined;
  if (
    !englishNumbers &&
    (digits.includes(',') || (/^\.\d{3}$/.test(decimals) && /^[1-9]\d{0,2}$/.test(digits)))
  )
    return undefined;
  if (thousands && exponent !== '') return undefined;
  const value = Number(`${digits.replace(/[, ']/g, '') || '0'}${decimals}${thousands ? 'e3' : exponent}`);
  return Number.isFinite(value) ? { value, thousands } : undefined;
}

/** The one unit of all numbers, singular and plural being the same; null when there are several. */
function oneUnit(units: readonly string[]): string | undefined | null {
  if (units.length === 0) return undefined;
  const [first, ...others] = units;
  return others.every((other) => sameUnit(first, other))
    ? (units.find((unit) => unit.endsWith('s')) ?? first)
    : null;
}

/** `year` and `years`. */
export function sameUnit(a: string, b: string): boolean {
  return a === b || `${a}s` === b || a === `${b}s`;
}
