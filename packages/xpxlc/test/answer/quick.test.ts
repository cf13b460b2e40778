// The quick way through a table, in bytes, against the general way, row by row: byte for byte, in every format.

import { type Classifier, linearModel, predict, reduce, smallest, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundsUntil, runs } from '../../../core/test/property.ts';
import { NEVER } from '../../src/answer/allowance.ts';
import type { Answerer } from '../../src/answer/answerer.ts';
import { answerCount, countLayout } from '../../src/answer/count.ts';
import { type CountQuestion, countRecord } from '../../src/answer/count-record.ts';
import { answerExplain } from '../../src/answer/explain.ts';
import { isQuick } from '../../src/answer/explain-quick.ts';
import type { ExplainQuestion } from '../../src/answer/explain-record.ts';
import { answerFeatures } from '../../src/answer/features.ts';
import { FeaturesParts, type FeaturesPartsState } from '../../src/answer/features-parts.ts';
import { featuresRecord } from '../../src/answer/features-record.ts';
import type { Format, Layout } from '../../src/answer/layout.ts';
import { Pages } from '../../src/answer/pages.ts';
import { answerPredict, predictLayout } from '../../src/answer/predict.ts';
import { predictRecord } from '../../src/answer/predict-record.ts';
import type { At } from '../../src/answer/record-fields.ts';
import type { RowBlock } from '../../src/cells/row-block.ts';

const FORMATS = ['ndjson', 'json', 'csv', 'tsv', 'csv-bom', 'tsv-bom'] satisfies Format[];
const BAD = { code: 'unknown-category', message: 'row 7: "bad",\nit says', place: 'row 7' };

interface Table {
  readonly classifier: Classifier;
  readonly block: RowBlock;
}

/** Names that a careless writer would spoil; those that are numbers change their place among the keys of an object. */
const name = fc.oneof(
  fc.constantFrom(
    'age',
    '7',
    '10',
    '__proto__',
    'a "b"',
    'x,y',
    'tab\there',
    'line\nbreak',
    'Größe ≥ 5',
    '=1+2',
    '-7',
    '@x',
    '😀',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const names = (least: number, most: number) =>
  fc.uniqueArray(name, { minLength: least, maxLength: most, size: 'max' });

/** Points (ties are frequent), tenths (doubts are) or any numbers; some features more than a mask's word holds. */
const tables = (features: { least: number; most: number }): fc.Arbitrary<Table> =>
  fc
    .record({
      classes: names(2, 2),
      features: fc
        .tuple(names(1, Math.min(features.most, 6)), fc.integer({ min: features.least, max: features.most }))
        .map(([some, n]) => Array.from({ length: n }, (_, i) => some[i] ?? `feature ${i}`)),
      scale: fc.constantFrom(1, 10, undefined),
      tieFirst: fc.boolean(),
      seed: fc.integer(),
      rows: fc.integer({ min: 1, max: 12 }),
      keys: fc.boolean(),
      labels: fc.boolean(),
    })
    .filter(({ features: list }) => new Set(list).size === list.length)
    .map(({ classes, features: list, scale, tieFirst, seed, rows, keys, labels }) => {
      let state = seed >>> 0;
      const random = (): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      };
      const number = (): number =>
        scale === undefined ? 4 * random() - 2 : (Math.floor(7 * random()) - 3) / scale;
      const shapes = list.map((label, i) => ({
        name: label,
        // Most of many features hardly matter: or else there would be too many explanations.
        weights: Array.from({ length: 2 + (i % 3) }, () => (i < 9 ? number() : 0)),
      }));
      const model = linearModel({
        classes,
        tieOrder: tieFirst ? classes : [classes[1], classes[0]],
        features: shapes.map(({ name: label, weights }) => ({
          name: label,
          values: weights.map((_, v) => (v === 0 ? `"${v}", or` : `v${v}`)),
        })),
        weights: shapes.map(({ weights }) => weights),
        intercept: number(),
      });
      const count = rows + 1;
      const block: RowBlock = {
        rows: count,
        columns: shapes.map(({ weights }) =>
          Uint8Array.from({ length: count }, (_, r) =>
            r === rows ? 255 : Math.floor(random() * weights.length),
          ),
        ),
        rowNumbers: Float64Array.from({ length: count }, (_, r) => 9 * r * r),
        bad: [{ index: rows, row: 7, ...BAD }] as unknown as RowBlock['bad'],
        ...(keys
          ? {
              keys: Array.from({ length: count }, (_, r) =>
                r === 0 ? null : r % 2 === 0 ? `k,"${r}"\r` : `=${r}`,
              ),
            }
          : {}),
        ...(labels
          ? { labels: Uint8Array.from({ length: count }, (_, r) => (r === rows ? 255 : r % 2)) }
          : {}),
      };
      return { classifier: reduce(model, { neverWins: 'allow' }), block };
    });
const narrow = tables({ least: 1, most: 8 });
const anyTable = fc.oneof(
  { weight: 6, arbitrary: narrow },
  { weight: 1, arbitrary: tables({ least: 33, most: 40 }) },
  { weight: 1, arbitrary: tables({ least: 65, most: 70 }) },
);

function say(answerer: Answerer, block: RowBlock): { text: string; outcome: unknown } {
  let text = '';
  const run = answerer.answer(block, NEVER);
  for (;;) {
    const step = run.next();
    if (step.done) return { text, outcome: step.value };
    text += Buffer.from(step.value as Uint8Array).toString();
  }
}

/** What records make of it, one after the other. */
function told<R extends object>(format: Format, layout: Layout<R>, records: readonly R[]): string {
  const pages = new Pages(format, layout);
  for (const record of records) pages.put(record);
  return [...pages.rest()].map((page) => Buffer.from(page as Uint8Array).toString()).join('');
}

function rowsOf({ block }: Table): { at: At; values: number[]; r: number }[] {
  return Array.from({ length: block.rows - 1 }, (_, r) => ({
    r,
    at: { row: block.rowNumbers[r], ...(block.keys === undefined ? {} : { id: block.keys[r] }) },
    values: block.columns.map((column) => column[r]),
  }));
}

function failedRow({ block }: Table) {
  const r = block.rows - 1;
  const id = block.keys === undefined ? {} : { id: block.keys[r] };
  return { row: block.rowNumbers[r], ...id, error: BAD };
}

describe('the quick way through a table', () => {
  it('explains as the general way does', () => {
    let ties = 0;
    let doubts = 0;
    let nothing = 0;
    const question = fc.record({
      kind: fc.constantFrom('axp' as const, 'cxp' as const, 'both' as const),
      limit: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
      order: fc.constantFrom('size' as const, 'search' as const),
    });
    for (const round of roundsUntil(200, () => Math.min(ties, doubts, nothing) > 0))
      fc.assert(
        fc.property(anyTable, question, fc.constantFrom(...FORMATS), (table, asked, format) => {
          const { classifier, block } = table;
          const full: ExplainQuestion = {
            ...asked,
            avoid: [],
            never: [],
            inflate: false,
            certificate: false,
          };
          expect(isQuick(classifier, full)).toBe(true);
          const general = say(answerExplain(classifier, full, format, { quickly: false }), block);
          const quick = answerExplain(classifier, full, format);
          expect(say(quick, block)).toEqual(general);
          expect(say(quick, block)).toEqual(general); // words come from memory now
          for (const { values } of rowsOf(table)) {
            const { tie, doubtful } = predict(classifier, values);
            ties += Number(tie);
            doubts += Number(doubtful);
            if (asked.kind === 'cxp')
              nothing += smallest(weigh(classifier, values), { kind: 'cxp' }) === undefined ? 1 : 0;
          }
        }),
        round,
      );
  });

  it('predicts as the general way does', () => {
    fc.assert(
      fc.property(anyTable, fc.constantFrom(...FORMATS), (table, format) => {
        const { classifier, block } = table;
        const labelled = block.labels !== undefined;
        const records = rowsOf(table).map(({ at, values, r }) => ({
          ...at,
          ...predictRecord(classifier, values),
          ...(block.labels === undefined ? {} : { actual: classifier.classes[block.labels[r]] }),
        }));
        const { text } = say(answerPredict(classifier, labelled, format), block);
        expect(text).toBe(told(format, predictLayout(classifier, labelled), [...records, failedRow(table)]));
      }),
      runs(100),
    );
  });

  it('counts as the general way does', () => {
    fc.assert(
      fc.property(
        anyTable,
        fc.constantFrom(...FORMATS),
        fc.constantFrom('axp' as const, 'cxp' as const),
        fc.constantFrom(undefined, 'bounds' as const),
        fc.constantFrom(undefined, 3, 5000),
        (table, format, kind, beyond, most) => {
          const { classifier, block } = table;
          const question: CountQuestion = {
            kind,
            budget: {},
            power: false,
            pairs: false,
            ...(beyond === undefined ? {} : { beyond }),
            ...(most === undefined ? {} : { most }),
          };
          const records = rowsOf(table).map(({ at, values }) => ({
            ...at,
            ...countRecord(weigh(classifier, values), question),
          }));
          const { text } = say(answerCount(classifier, question, format), block);
          expect(text).toBe(told(format, countLayout(question), [...records, failedRow(table)]));
        },
      ),
      runs(100),
    );
  });

  it('adds up features as the general way does', () => {
    fc.assert(
      fc.property(anyTable, fc.constantFrom(undefined, 3), (table, most) => {
        const { classifier, block } = table;
        const split = { class: true };
        const question = { protected: [], split, budget: {}, ...(most === undefined ? {} : { most }) };
        const labels = classifier.features.map((feature) => feature.name);
        const wanted = new FeaturesParts(labels, split);
        for (const { values } of rowsOf(table)) {
          const record = featuresRecord(weigh(classifier, values), question);
          wanted.of(record.class, undefined).add(record);
        }
        wanted.of(null, undefined).addFailed();
        const { outcome } = say(answerFeatures(classifier, question, 'ndjson', false), block);
        const found = new FeaturesParts(labels, split);
        found.merge((outcome as { summary: FeaturesPartsState }).summary);
        const { classes } = classifier;
        expect(found.result(classes, [])).toEqual(wanted.result(classes, []));
        expect(JSON.stringify(found.result(classes, []))).toBe(JSON.stringify(wanted.result(classes, [])));
      }),
      runs(60),
    );
  });
});
