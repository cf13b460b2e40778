// The Parquet table of coded answers: codes are kept, and become names and literals when the file is written.
import type { Classifier } from '@xpxlc/core';
import { type Group, toGroups } from '../record/combinations.ts';
import { literalsText } from '../record/explain-lines.ts';
import { quoteText } from '../table/engine.ts';
import { CHUNK, type ParquetStore, type StoreTable } from '../table/parquet-store.ts';
import type { CodedRows } from './coded-rows.ts';

/** Names of features are put together eight at a time. */
const EIGHT = 8;
/** More options of a feature than that are not worth the trouble. */
const MOST_OPTIONS = 1 << 12;

/** The columns of `explainColumns`, from codes. */
export function codedTable(classifier: Classifier): StoreTable {
  const { classes, features } = classifier;
  const literals = toGroups(classifier).map((group) => textsOf(classifier, group));
  const names = eights(features.length).map((first) => namesOf(classifier, first));
  const kept = [
    'row DOUBLE',
    'id VARCHAR',
    'class class_name',
    'margin DOUBLE',
    'mask UINTEGER',
    ...names.map((_, g) => `n${g} names_${g}`),
    ...literals.map((_, g) => `l${g} literals_${g}`),
    'error VARCHAR',
  ];
  // Each text ends with a comma, of which the last is one too many.
  const list = (parts: readonly string[]): string =>
    parts.length === 0 ? "'[]'" : `'[' || rtrim(concat(${parts.join(', ')}), ',') || ']'`;
  const answered = (sql: string): string => `CASE WHEN error IS NULL THEN ${sql} END`;
  const type = (name: string, texts: readonly string[]): string =>
    `CREATE TYPE ${name} AS ENUM (${texts.map(quoteText).join(', ')})`;
  return {
    create: [
      type('class_name', classes),
      ...names.map((texts, g) => type(`names_${g}`, texts)),
      ...literals.map((texts, g) => type(`literals_${g}`, texts)),
      `CREATE TABLE t (${kept.join(', ')})`,
    ],
    select: `SELECT row::BIGINT AS row, id, ${answered('class::VARCHAR')} AS class, ${answered('margin')} AS margin, ${answered("'axp'")} AS kind, ${answered('bit_count(mask)::BIGINT')} AS size, ${answered(list(names.map((_, g) => `n${g}`)))} AS features, ${answered(list(literals.map((_, g) => `l${g}`)))} AS literals, NULL::VARCHAR AS counterfactual, ${answered('true')} AS complete, error FROM t`,
  };
}

/** Whether the names can be handed to DuckDB. */
export function canCode(classifier: Classifier): boolean {
  const { classes, features } = classifier;
  const sound = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
  return (
    [...classes, ...features.map(({ name }) => name)].every(sound) &&
    toGroups(classifier).every((group) => {
      if (group.size > MOST_OPTIONS) return false;
      const texts = textsOf(classifier, group);
      return texts.every(sound) && new Set(texts).size === texts.length;
    })
  );
}

/** The first of every eight. */
function eights(n: number): number[] {
  return Array.from({ length: Math.ceil(n / EIGHT) }, (_, g) => EIGHT * g);
}

/** The literals of a group's combinations, each followed by a comma; the first has none. */
function textsOf(classifier: Classifier, group: Group): string[] {
  return Array.from({ length: group.size }, (_, c) =>
    c === 0 ? '' : `${literalsText(classifier, group, c)},`,
  );
}

/** The names of the sets of eight features, each followed by a comma. */
function namesOf({ features }: Classifier, first: number): string[] {
  const some = features.slice(first, first + EIGHT).map(({ name }) => `${JSON.stringify(name)},`);
  return Array.from({ length: 2 ** some.length }, (_, m) => some.filter((_name, i) => (m >> i) & 1).join(''));
}

/** Add answers to the store. */
export async function appendCodes(store: ParquetStore, part: CodedRows): Promise<void> {
  const { rows, rowNumbers, keys, classes, margins, masks, combinations, errors } = part;
  const messages = new Map(errors.map(({ index, message }) => [index, message]));
  const names = eights(part.features);
  for (let from = 0; from < rows; from += CHUNK) {
    const count = Math.min(CHUNK, rows - from);
    const to = from + count;
    const none = new Array<null>(count).fill(null);
    const set = masks.subarray(from, to);
    await store.append(
      [
        { items: rowNumbers.subarray(from, to) },
        { values: keys?.slice(from, to) ?? none },
        { items: classes.subarray(from, to) },
        { items: margins.subarray(from, to) },
        { items: set },
        ...names.map((first) => ({ items: set.map((mask) => (mask >>> first) & 255) })),
        ...combinations.map((found) => ({ items: found.subarray(from, to) })),
        { values: messages.size === 0 ? none : none.map((_, r) => messages.get(from + r) ?? null) },
      ],
      count,
    );
  }
}
