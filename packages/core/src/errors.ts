// The errors of the core: four kinds of wrong input and one for our own mistakes. Each carries a stable
// `code`, the place and what was expected and got, so that programs need not read the message.

/** Where and what: the machine-readable part of an input error. */
export interface ErrorDetail {
  /** Stable, kebab-case; part of the public contract. */
  readonly code: string;
  /** The feature, class, row or field concerned, e.g. `feature 'age', bin 3`. */
  readonly place?: string;
  readonly expected?: string;
  readonly got?: string;
  /** What may help, for people; at the end of the message. */
  readonly hint?: string;
}

/** Characters that are told of each part of a message: paths into nested files and what was typed may be very long. */
const [FIRST, LAST] = [200, 400];

/** A text for a message: of a very long one where it begins and what it ends in. */
export function shortened(text: string): string {
  if (text.length <= FIRST + LAST) return text;
  // Not through the middle of a pair of surrogates.
  const start = text.slice(0, FIRST).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-LAST).replace(/^[\udc00-\udfff]/, '');
  return `${start}…${end}`;
}

/** Base of all input errors; catch this to catch any of the four. */
export class XpxlcError extends Error {
  // Said, not taken from the class: bundlers give classes shorter names.
  override readonly name: string = 'XpxlcError';
  readonly code: string;
  readonly place: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;

  constructor(what: string, detail: ErrorDetail) {
    const told = (part: string | undefined): string | undefined =>
      part === undefined ? undefined : shortened(part);
    const [where, wanted, found, help] = [detail.place, detail.expected, detail.got, detail.hint].map(told);
    const place = where === undefined ? '' : `${where}: `;
    const expected = wanted === undefined ? '' : `; expected ${wanted}`;
    const got = found === undefined ? '' : `, got ${found}`;
    const hint = help === undefined ? '' : ` (${help})`;
    super(`${place}${shortened(what)}${expected}${got}${hint}`);
    this.code = detail.code;
    this.place = where;
    this.expected = wanted;
    this.got = found;
  }
}

/** The model itself is wrong: a weight, a domain, a probability, a name. */
export class ModelError extends XpxlcError {
  override readonly name: string = 'ModelError';
}

/** The instance, or a feature named in a question, does not fit the model. */
export class InstanceError extends XpxlcError {
  override readonly name: string = 'InstanceError';
}

/** A text or file is not what it claims to be. */
export class FormatError extends XpxlcError {
  override readonly name: string = 'FormatError';
}

/** The answer would cost more than the caller allowed; nothing was answered. */
export class LimitError extends XpxlcError {
  override readonly name: string = 'LimitError';
}

/** A broken invariant of ours; never turned into an answer. */
export class InternalError extends Error {
  constructor(what: string) {
    super(`internal error, please report: ${what}`);
    this.name = 'InternalError';
  }
}

/** Show a wrong value in a message: short, quoted, never a whole structure. */
export function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `'${value.slice(0, 57).replace(/[\ud800-\udbff]$/, '')}…'` : `'${value}'`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return String(value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' ? 'an object' : typeof value === 'function' ? 'a function' : 'a symbol';
}
