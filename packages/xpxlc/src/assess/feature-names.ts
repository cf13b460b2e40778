// Which feature is meant? By its name, by its position, or in a condition such as `28.00 < Age <= 37.00`, as Anchor and LIME write them.
import { type Feature, FormatError, show } from '@xpxlc/core';

/** What may follow the name of a feature in a condition. */
const RELATION = /^\s*(?:$|[<>=≤≥≠∈:]|!=|(?:not\s+)?in\b|is\b)/i;
/** The lower end of an interval, before the name. */
const LOWER_END = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+|inf(?:inity)?)(?:e[-+]?\d+)?\s*(?:[<>]=?|[≤≥])\s*/i;
/** A name in quotes. */
const QUOTED = /^\s*(['"`])(.+?)\1/;
const COMPARISON = /[<>=≤≥≠∈]/;

/** The features of a model by what other programs call them. */
export class FeatureNames {
  readonly count: number;
  private readonly positions: ReadonlyMap<string, number>;
  private readonly folded: ReadonlyMap<string, number | undefined>;
  /** Names and their positions, the longest first: of two names that fit, the longer is meant. */
  private readonly byLength: readonly (readonly [string, number])[];
  private readonly conditions = new Map<string, number | undefined>();

  constructor(features: readonly Pick<Feature, 'name'>[]) {
    this.count = features.length;
    this.positions = new Map(features.map(({ name }, i) => [name, i]));
    const folded = new Map<string, number | undefined>();
    for (const [i, { name }] of features.entries()) {
      const key = fold(name);
      folded.set(key, folded.has(key) ? undefined : i); // ambiguous names stand for nothing
    }
    this.folded = folded;
    this.byLength = features.map(({ name }, i) => [name, i] as const).sort(([a], [b]) => b.length - a.length);
  }

  /** The position of a feature given by name or by position; names may differ in case if only one fits. */
  find(feature: string | number): number | undefined {
    if (typeof feature === 'number')
      return Number.isInteger(feature) && feature >= 0 && feature < this.count ? feature : undefined;
    return this.positions.get(feature) ?? this.folded.get(fold(feature));
  }

  /** The feature that a condition is about: its name stands before a relation, or after the lower end of an interval. */
  inCondition(text: string): number | undefined {
    if (!this.conditions.has(text)) this.conditions.set(text, this.search(text));
    return this.conditions.get(text);
  }

  /**
   * The conditions of a rule such as `IF a = b AND c > 3 THEN yes`. A part without a relation belongs to the part before it: its value has an
   * "and" in it.
   */
  conditionsOf(rule: string): string[] {
    const [body] = rule.replace(/^\s*IF\s+/i, '').split(/(?<!\s)\s+THEN\s/i, 1);
    const conditions: string[] = [];
    const parts = body.split(/((?<!\s)\s+(?:AND|&&?|∧)\s+)/i);
    for (let x = 0; x < parts.length; x += 2) {
      const part = parts[x];
      if (part.trim() === '') continue;
      const isMore = conditions.length > 0 && this.inCondition(part) === undefined && !COMPARISON.test(part);
      if (isMore) conditions[conditions.length - 1] += parts[x - 1] + part;
      else conditions.push(part.trim());
    }
    return conditions;
  }

  /** The position, or a refusal. */
  demand(feature: string | number, place: string): number {
    const found = this.find(feature);
    if (found === undefined)
      throw unknown(typeof feature === 'number' ? String(feature) : show(feature), place);
    return found;
  }

  demandInCondition(text: string, place: string): number {
    const found = this.inCondition(text);
    if (found === undefined) throw unknown(`the condition ${show(text)}`, place);
    return found;
  }

  private search(text: string): number | undefined {
    const rest = text.replace(LOWER_END, '').replace(QUOTED, '$2');
    return (
      this.startOf(text.trimStart(), (name) => name) ??
      this.startOf(rest, (name) => name) ??
      this.startOf(fold(text), fold) ??
      this.startOf(fold(rest), fold)
    );
  }

  private startOf(text: string, write: (name: string) => string): number | undefined {
    return this.byLength.find(([name]) => {
      const written = write(name);
      return text.startsWith(written) && RELATION.test(text.slice(written.length));
    })?.[1];
  }
}

function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
}

function unknown(got: string, place: string): FormatError {
  return new FormatError('unknown feature', {
    code: 'unknown-feature',
    place,
    expected: 'a feature of the model',
    got,
  });
}
