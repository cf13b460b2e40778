// Explanations in the forms that tools write: NDJSON or JSON here, CSV in given-table.ts. An entry that makes no sense is kept with what is wrong.
import { type Feature, FormatError, show, XpxlcError } from '@xpxlc/core';
import { toErrorRecord } from '../answer/explain-record.ts';
import { isJson, jsonEntries } from '../answer/given-text.ts';
import { FeatureNames } from './feature-names.ts';
import {
  type BadGiven,
  badRecord,
  distinct,
  type Given,
  type GivenFile,
  type Head,
  toClaimed,
  toRule,
  toShare,
  toWeights,
} from './given.ts';
import { givenInTable } from './given-table.ts';

/**
 * Read rules and weights of any tool. JSON (a record per line, or a list) or CSV, told by the content; docs/cli.md lists the forms.
 *
 * @param name what to call the file in messages.
 * @throws {FormatError} `no-explanations`, `bad-csv`, `unknown-column`; what is wrong with single entries is in `bad`.
 * @example
 * ```ts
 * import { readGiven } from 'xpxlc';
 * const { given } = readGiven('{"row":0,"rule":["age > 37.00"],"precision":0.97}', [{ name: 'age' }, { name: 'job' }]);
 * given; // => [{ row: 0, place: 'explanations[0]', kind: 'rule', features: [0], claimed: { precision: 0.97 } }]
 * ```
 */
export function readGiven(
  text: string,
  features: readonly Pick<Feature, 'name'>[],
  name = 'explanations',
): GivenFile {
  const body = text.replace(/^\uFEFF/, '');
  const names = new FeatureNames(features);
  const file = isJson(body) ? givenInJson(body, names, name) : givenInTable(body, names, name);
  if (file.given.length + file.bad.length > 0) return file;
  throw new FormatError('no explanations', {
    code: 'no-explanations',
    place: name,
    expected: 'records with row and features, rule or weights (NDJSON, JSON), or CSV with a column row',
    got: 'none',
  });
}

function givenInJson(text: string, names: FeatureNames, name: string): GivenFile {
  const given: Given[] = [];
  const bad: BadGiven[] = [];
  for (const { value, place, error } of jsonEntries(text, name)) {
    try {
      if (error !== undefined) throw error;
      for (const one of ofRecord(value, place, names)) given.push(one);
    } catch (thrown) {
      if (!(thrown instanceof XpxlcError)) throw thrown;
      const { row, tool } = (value ?? {}) as { readonly [key: string]: unknown };
      bad.push({
        ...(isRow(row) ? { row } : {}),
        ...(typeof tool === 'string' ? { tool } : {}),
        place,
        error: toErrorRecord(thrown),
      });
    }
  }
  return { given, bad };
}

type Fields = { readonly [key: string]: unknown };

/** Where a record has its rule, and where its weights; the first that is there counts. */
const RULE_KEYS = ['features', 'rule', 'names', 'anchor'] as const;
const WEIGHT_KEYS = ['weights', 'values', 'as_list', 'explanation'] as const;

function ofRecord(value: unknown, place: string, names: FeatureNames): Given[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRecord(
      'not a record of an explanation',
      place,
      '{"row":…,"features":…} or {"row":…,"weights":…}',
      show(value),
    );
  const record = value as Fields;
  const { row, tool } = record;
  if (!isRow(row)) throw badRecord('no row', place, "'row': a row of the table, counted from 0", show(row));
  if (tool !== undefined && tool !== null && typeof tool !== 'string')
    throw badRecord('not a tool', place, "'tool': a name", show(tool));
  const head = { row, place, ...(typeof tool === 'string' ? { tool } : {}) };
  // As `xpxlc explain` writes them; a row that could not be explained explains nothing.
  if (Array.isArray(record.explanations))
    return record.explanations.map((entry: unknown) => ofFields(head, (entry ?? {}) as Fields, names));
  if (record.error !== undefined) return [];
  return [ofFields(head, record, names)];
}

function ofFields(base: Head, record: Fields, names: FeatureNames): Given {
  const { place } = base;
  const there = (key: string): boolean => record[key] !== undefined && record[key] !== null;
  const [rule, weights] = [RULE_KEYS.find(there), WEIGHT_KEYS.find(there)];
  if (rule !== undefined && weights !== undefined)
    throw badRecord('a rule and weights in one', place, 'one of them', `'${rule}' and '${weights}'`);
  if (record.kind === 'cxp') throw badRecord('a contrast', place, 'a rule or weights', "'cxp'");
  const head = {
    ...base,
    ...toClaimed(toShare(record.precision, 'precision', place), toShare(record.coverage, 'coverage', place)),
  };
  if (rule !== undefined) return toRule(head, ruleFeatures(rule, record[rule], place, names));
  if (weights !== undefined)
    return toWeights(head, names, weightPairs(record[weights], record, place, names));
  throw badRecord(
    'nothing to assess',
    place,
    `'features', 'rule' or 'weights'`,
    Object.keys(record).join(', '),
  );
}

/** Names or positions in `features`, conditions elsewhere. */
function ruleFeatures(key: string, value: unknown, place: string, names: FeatureNames): readonly number[] {
  const list = typeof value === 'string' && key !== 'features' ? names.conditionsOf(value) : value;
  if (!Array.isArray(list) || !list.every((part) => typeof part === 'string' || typeof part === 'number'))
    throw badRecord(
      'not a rule',
      place,
      `'${key}': a list of ${key === 'features' ? 'names' : 'conditions'}`,
      show(value),
    );
  if (key !== 'features')
    return list.map((part) =>
      typeof part === 'number' ? names.demand(part, place) : names.demandInCondition(part, place),
    );
  return distinct(
    list.map((part) => names.demand(part, place)),
    place,
  );
}

/** `{ name: weight }`, LIME's `[[condition, weight], …]`, or SHAP's numbers, one per feature or per name in `feature_names`. */
function weightPairs(
  value: unknown,
  record: Fields,
  place: string,
  names: FeatureNames,
): (readonly [number, unknown])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([name, weight]) => [nameOrCondition(name, place, names), weight]);
  if (!Array.isArray(value)) throw badRecord('not weights', place, 'an object or a list', show(value));
  if (value.length > 0 && value.every((entry) => Array.isArray(entry)))
    return value.map((entry: unknown[]) => {
      const [feature, weight, more] = entry;
      if ((typeof feature !== 'string' && typeof feature !== 'number') || more !== undefined)
        throw badRecord('not a weight', place, '[condition, weight]', show(entry));
      return [
        typeof feature === 'number' ? names.demand(feature, place) : nameOrCondition(feature, place, names),
        weight,
      ];
    });
  const listed = record.feature_names ?? undefined;
  if (listed !== undefined && !(Array.isArray(listed) && listed.every((name) => typeof name === 'string')))
    throw badRecord('not names', place, "'feature_names': a list of names", show(listed));
  const expected = listed === undefined ? names.count : listed.length;
  if (value.length !== expected)
    throw badRecord(
      'another number of weights than of features',
      place,
      String(expected),
      String(value.length),
    );
  return value.map((weight: unknown, i) => [
    listed === undefined ? i : names.demand(listed[i], place),
    weight,
  ]);
}

function nameOrCondition(text: string, place: string, names: FeatureNames): number {
  return names.find(text) ?? names.demandInCondition(text, place);
}

function isRow(row: unknown): row is number {
  return Number.isSafeInteger(row) && (row as number) >= 0;
}
