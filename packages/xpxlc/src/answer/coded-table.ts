// The Parquet table of coded answers: codes are kept, and become names and literals when the file is written.
import { setImmediate } from 'node:timers/promises';
import { type Classifier, missingText, optionsOf } from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { quoteText } from '../table/engine.ts';
import { CHUNK, NOTHING, type ParquetStore, type StoreTable } from '../table/parquet-store.ts';
import type { WriterColumn } from '../table/write.ts';
import { standingNumber } from '../terminal/standing.ts';
import { combinations, type Group, literalOf, literalsOf, toGroups } from './combinations.ts';
import { SPOKEN } from './sentence.ts';

/** Between names, and between literals: what no name has that is coded. In SQL, too. */
const BETWEEN = '\u001f';
const SQL_BETWEEN = 'chr(31)';
/** Names of features are put together eight at a time. */
const EIGHT = 8;
/** More options of a feature than that are not worth the trouble. */
const MOST_OPTIONS = 1 << 12;

// Answers in numbers: what goes into a Parquet file in millions of rows is not worth a text each. The names of the codes are known to
// the sink, which puts them in at the end.

/** One smallest explanation per row. */
export interface CodedRows {
  readonly coded: true;
  readonly rows: number;
  readonly rowNumbers: Float64Array;
  readonly keys?: readonly (string | null)[];
  /** By row: the position of its class. */
  readonly classes: Uint8Array;
  readonly margins: Float64Array;
  /** Points or probabilities, where the model has them; NaN for points beyond the largest double. */
  readonly standing?: Float64Array;
  /** By row: the features of the explanation, as bits. */
  readonly masks: Uint32Array;
  /** By part of the text and row: the codes of names and literals ({@link toCodes}). */
  readonly names: readonly Uint32Array[];
  readonly literals: readonly Uint32Array[];
  /** Rows without an answer: by position, in order. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

/** A table of explanations, from codes. */
export function codedTable(classifier: Classifier, columns: readonly WriterColumn[]): StoreTable {
  const { classes, features } = classifier;
  const standing = standingNumber(classifier)?.key;
  const literals = toGroups(classifier).map((group) => textsOf(classifier, group));
  const names = eights(features.length).map((first) => namesOf(classifier, first));
  const kept = [
    'row DOUBLE',
    'id VARCHAR',
    'class class_name',
    'margin DOUBLE',
    ...(standing === undefined ? [] : ['standing DOUBLE']),
    'mask UINTEGER',
    ...names.map((_, g) => `n${g} names_${g}`),
    ...literals.map((_, g) => `l${g} literals_${g}`),
    'error VARCHAR',
  ];
  const joined = (parts: readonly string[]): string => `concat(${["''", ...parts].join(', ')})`;
  const list = (parts: readonly string[]): string =>
    `CASE WHEN mask = 0 THEN []::VARCHAR[] ELSE string_split(${joined(parts)}, ${SQL_BETWEEN}) END`;
  const whole = joined(literals.map((_, g) => `l${g}`));
  const rule = `CASE WHEN mask = 0 THEN concat('ALWAYS ', class) ELSE concat('IF ', replace(${whole}, ${SQL_BETWEEN}, ' AND '), ' THEN ', class) END`;
  const type = (name: string, texts: readonly string[]): string =>
    `CREATE TYPE ${name} AS ENUM (${texts.map(quoteText).join(', ')})`;
  return {
    create: [
      type('class_name', classes),
      ...names.map((texts, g) => type(`names_${g}`, texts)),
      ...literals.map((texts, g) => type(`literals_${g}`, texts)),
      `CREATE TABLE t (${kept.join(', ')})`,
    ],
    // Blocks are a multiple of a vector long, but for the last.
    uneven: false,
    // Most tables have no bad rows: then nothing is asked of each.
    select: (anyError) => {
      const answered = (sql: string): string => (anyError ? `CASE WHEN error IS NULL THEN ${sql} END` : sql);
      const none = 'NULL::VARCHAR';
      const found: Readonly<Record<string, string>> = {
        row: 'row::BIGINT',
        id: 'id',
        class: answered('class::VARCHAR'),
        margin: answered('margin'),
        points: answered('CASE WHEN isfinite(standing) THEN standing END'),
        probability: answered('CASE WHEN isfinite(standing) THEN standing END'),
        kind: answered("'axp'"),
        size: answered('bit_count(mask)::BIGINT'),
        rule: answered(rule),
        features: answered(list(names.map((_, g) => `n${g}`))),
        literals: answered(list(literals.map((_, g) => `l${g}`))),
        complete: answered('true'),
        error: 'error',
      };
      // An explanation changes nothing: there is no new class.
      return `SELECT ${columns.map(({ name }) => `${found[name] ?? none} AS ${name}`).join(', ')} FROM t`;
    },
  };
}

/** The codes of a block's answers, as the table has them. */
export function toCodes(
  classifier: Classifier,
  groups: readonly Group[],
  block: RowBlock,
  masks: Uint32Array,
): Pick<CodedRows, 'names' | 'literals'> {
  const firsts = eights(classifier.features.length);
  const names = firsts.map((first) => masks.map((mask) => (mask >>> first) & 255));
  const literals = groups.map((group) => combinations(classifier, block, masks, group));
  withSeparators(
    names,
    firsts.map((first) => 2 ** Math.min(EIGHT, classifier.features.length - first)),
  );
  withSeparators(
    literals,
    groups.map(({ size }) => size),
  );
  return { names, literals };
}

/** Whether the names can be handed to DuckDB. */
export function canCode(classifier: Classifier): boolean {
  const { classes, features } = classifier;
  const sound = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
  const apart = (text: string): boolean => sound(text) && !text.includes(BETWEEN);
  return (
    classes.every(sound) &&
    features.every(({ name }) => apart(name)) &&
    toGroups(classifier).every((group) => {
      if (group.size > MOST_OPTIONS) return false;
      const literals = Array.from({ length: group.size }, (_, c) => literalsOf(classifier, group, c));
      const texts = textsOf(classifier, group);
      return literals.flat().every(apart) && new Set(texts).size === texts.length;
    }) &&
    // The rule is put together from the literals: they must be what a reader is told.
    features.every((feature, i) => {
      const options = optionsOf(classifier, i)?.reachable ?? [];
      return (
        options.every((_, v) => literalOf(classifier, i, v) === literalOf(classifier, i, v, SPOKEN)) &&
        missingText(feature) === missingText(feature, SPOKEN)
      );
    })
  );
}

/** The first of every eight. */
function eights(n: number): number[] {
  return Array.from({ length: Math.ceil(n / EIGHT) }, (_, g) => EIGHT * g);
}

/** The literals of a group's combinations, of which the first has none; and all but that once more, after a separator. */
function textsOf(classifier: Classifier, group: Group): string[] {
  const texts = Array.from({ length: group.size - 1 }, (_, c) =>
    literalsOf(classifier, group, c + 1).join(BETWEEN),
  );
  return ['', ...texts, ...texts.map((text) => BETWEEN + text)];
}

/** The names of the sets of eight features, in the same way. */
function namesOf({ features }: Classifier, first: number): string[] {
  const some = features.slice(first, first + EIGHT).map(({ name }) => name);
  const texts = Array.from({ length: 2 ** some.length - 1 }, (_, m) =>
    some.filter((_name, i) => ((m + 1) >> i) & 1).join(BETWEEN),
  );
  return ['', ...texts, ...texts.map((text) => BETWEEN + text)];
}

/**
 * Codes of texts that are written one after the other, with separators between them: a text that is not the first is meant to be the one
 * after a separator. Changes the codes.
 *
 * @param sizes - how many texts there are without a separator, that of nothing included.
 */
function withSeparators(codes: readonly Uint32Array[], sizes: readonly number[]): void {
  const rows = codes[0]?.length ?? 0;
  for (let r = 0; r < rows; r++) {
    let first = true;
    for (let g = 0; g < codes.length; g++) {
      if (codes[g][r] === 0) continue;
      if (!first) codes[g][r] += sizes[g] - 1;
      first = false;
    }
  }
}

/** Add answers to the store. */
export async function appendCodes(store: ParquetStore, part: CodedRows): Promise<void> {
  const { rows, rowNumbers, keys, classes, margins, standing, masks, names, literals, errors } = part;
  const messages = new Map(errors.map(({ index, message }) => [index, message]));
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK);
    const cut = (column: Float64Array | Uint8Array | Uint32Array) => ({ items: column.subarray(from, to) });
    const failed =
      messages.size === 0 ? [] : Array.from({ length: to - from }, (_, r) => messages.get(from + r));
    await store.append(
      [
        cut(rowNumbers),
        keys === undefined ? NOTHING : { values: keys.slice(from, to) },
        cut(classes),
        cut(margins),
        ...(standing === undefined ? [] : [cut(standing)]),
        cut(masks),
        ...names.map(cut),
        ...literals.map(cut),
        failed.some((message) => message !== undefined)
          ? { values: failed.map((message) => message ?? null) }
          : NOTHING,
      ],
      to - from,
    );
    await setImmediate(); // reading goes on meanwhile
  }
}
