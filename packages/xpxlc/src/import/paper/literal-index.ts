// Which literals stand on a line? All literals of a model as they are printed, and how to take a line apart into them.
import { type Line, quoted, refuse, type Token } from './lines.ts';
import type { Names } from './names.ts';
import { toNumber } from './numbers.ts';
import { type Relation, renderFeature, renderLiteral } from './render.ts';

/** What a printed literal may mean; there are several when literals print alike. */
interface Meaning {
  readonly feature: number;
  readonly relation: Relation;
  readonly value: number;
}

const NONE: readonly never[] = [];

/** The literals of a model. */
export interface LiteralIndex {
  /** By text, over categorical features. */
  readonly categories: ReadonlyMap<string, readonly Meaning[]>;
  /** By a literal's first word: how many words such literals have, most first. */
  readonly wordCounts: ReadonlyMap<string, readonly number[]>;
  /** Positions of numeric features by printed name. */
  readonly numeric: ReadonlyMap<string, readonly number[]>;
}

/** A literal found in a text. */
export interface FoundLiteral {
  readonly text: string;
  readonly feature: number;
  readonly relation: Relation;
  readonly value: number | undefined;
  readonly at: Token;
}

/** All literals of a model, ready to be looked up. */
export function literalIndex(names: Names): LiteralIndex {
  const categories = new Map<string, Meaning[]>();
  const counts = new Map<string, Set<number>>();
  const numeric = new Map<string, number[]>();
  const gather = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  names.features.forEach((feature, i) => {
    if (feature.values === undefined) gather(numeric, renderFeature(feature), i);
    feature.values?.forEach((_, value) => {
      const text = renderLiteral(names, i, value);
      const words = text.split(/[ \t]+/).filter((word) => word !== '');
      gather(categories, text, { feature: i, relation: '=', value });
      const known = counts.get(words[0]);
      if (known === undefined) counts.set(words[0], new Set([words.length]));
      else known.add(words.length);
    });
  });
  const wordCounts = new Map(
    Array.from(counts, ([first, set]) => [first, [...set].sort((a, b) => b - a)] as const),
  );
  return { categories, wordCounts, numeric };
}

/**
 * The literals that the given tokens of a line form, in order. Where several are possible the longest is taken with
 * which the rest can be read.
 *
 * @throws {FormatError} `unknown-literal`, `ambiguous-literal`.
 */
export function findLiterals(line: Line, tokens: readonly Token[], index: LiteralIndex): FoundLiteral[] {
  // From the back: length of the literal to take at each token so that everything after it can be read; 0 for none.
  const take = new Uint32Array(tokens.length + 1);
  const readable = (i: number): boolean => i === tokens.length || take[i] > 0;
  for (let i = tokens.length - 1; i >= 0; i--)
    take[i] = lengthsAt(line, tokens, i, index).find((words) => readable(i + words)) ?? 0;
  if (!readable(0)) throw unreadable(line, tokens, index);
  const found: FoundLiteral[] = [];
  for (let i = 0; i < tokens.length; i += take[i]) {
    const text = textAt(line, tokens, i, take[i]);
    const meanings = [...(index.categories.get(text) ?? NONE), ...numericMeanings(text, index)];
    const { feature, relation, value } = theMeaning(meanings, tokens[i], text);
    found.push({ text, feature, relation, value, at: tokens[i] });
  }
  return found;
}

/** In how many tokens a literal may end that starts at token i, most first. */
function lengthsAt(line: Line, tokens: readonly Token[], i: number, index: LiteralIndex): number[] {
  const { wordCounts, categories } = index;
  const counts = wordCounts.get(tokens[i].text) ?? NONE;
  const lengths = counts.filter(
    (words) => i + words <= tokens.length && categories.has(textAt(line, tokens, i, words)),
  );
  if (numericMeanings(tokens[i].text, index).length > 0) lengths.push(1);
  return lengths;
}

function textAt(line: Line, tokens: readonly Token[], i: number, words: number): string {
  if (words === 1) return tokens[i].text;
  const last = tokens[i + words - 1];
  return line.text.slice(tokens[i].column - 1, last.column - 1 + last.text.length);
}

/** `name<relation>number`; the relation is the last one of the text, as no number contains one. */
function numericMeanings(text: string, { numeric }: LiteralIndex): Meaning[] {
  if (numeric.size === 0) return [];
  const last = Math.max(text.lastIndexOf('='), text.lastIndexOf('<'), text.lastIndexOf('>'));
  const value = last < 0 ? undefined : toNumber(text.slice(last + 1));
  if (value === undefined) return [];
  const starts =
    text[last] === '=' && (text[last - 1] === '<' || text[last - 1] === '>') ? [last - 1, last] : [last];
  return starts.flatMap((start) =>
    (numeric.get(text.slice(0, start)) ?? []).map((feature) => ({
      feature,
      relation: text.slice(start, last + 1) as Relation,
      value,
    })),
  );
}

/** Meanings may differ in the category, not in the feature. */
function theMeaning(
  meanings: readonly Meaning[],
  at: Token,
  text: string,
): { feature: number; relation: Relation; value: number | undefined } {
  const [{ feature, relation, value }] = meanings;
  if (meanings.some((other) => other.feature !== feature)) {
    throw refuse('a literal of more than one feature', at, {
      code: 'ambiguous-literal',
      expected: 'names that print differently',
      got: quoted(text),
    });
  }
  return { feature, relation, value: meanings.length === 1 ? value : undefined };
}

/** The first place that cannot be read when the longest literals are taken; there is one, as the line cannot be read. */
function unreadable(line: Line, tokens: readonly Token[], index: LiteralIndex): Error {
  let i = 0;
  for (let words = 1; words > 0; i += words) words = lengthsAt(line, tokens, i, index)[0] ?? 0;
  const [example] = index.categories.keys();
  const at = tokens[i];
  return refuse('not a literal of this model', at, {
    code: 'unknown-literal',
    expected:
      example === undefined ? 'feature, relation and number' : `feature=value, such as ${quoted(example)}`,
    got: quoted(line.text.slice(at.column - 1)),
  });
}
