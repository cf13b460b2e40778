// Answers to blocks of rows, in every format, against the records they tell of.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  additiveModel,
  type Classifier,
  type LiteralOptions,
  linearModel,
  type Model,
  type Problem,
  predictionOf,
  reduce,
  shortValue,
  weigh,
  XpxlcError,
} from '@xpxlc/core';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyCase, Case, neighbours } from '../../../core/test/arbitraries.ts';
import { atLeast, runs } from '../../../core/test/property.ts';
import { Allowance, NEVER } from '../../src/answer/allowance.ts';
import type { Outcome, Part } from '../../src/answer/answerer.ts';
import { ByteWriter, NO_FRAGMENT } from '../../src/answer/byte-writer.ts';
import { appendCodes, codedTable } from '../../src/answer/coded-table.ts';
import { entryFormatOf } from '../../src/answer/entry-format.ts';
import { answerExplain, isCoded } from '../../src/answer/explain.ts';
import { isQuick } from '../../src/answer/explain-quick.ts';
import {
  type ExplainQuestion,
  explanations,
  ruleOf,
  toErrorRecord,
} from '../../src/answer/explain-record.ts';
import { explainColumns } from '../../src/answer/explain-table.ts';
import { ExplanationText } from '../../src/answer/explanation-text.ts';
import { frameOf } from '../../src/answer/frame.ts';
import type { Format } from '../../src/answer/layout.ts';
import type { ExplainRecord, ExplanationRecord } from '../../src/answer/record-fields.ts';
import type { RowBlock } from '../../src/cells/row-block.ts';
import { openTable } from '../../src/index.ts';
import { ParquetStore } from '../../src/table/parquet-store.ts';

const plain: ExplainQuestion = {
  kind: 'axp',
  limit: 1,
  order: 'size',
  avoid: [],
  never: [],
  inflate: false,
  certificate: false,
};

/** Cases with some rows; half of them with categories only. */
const cases = (classes: 2 | 3) =>
  fc
    .boolean()
    .chain((tables) => anyCase({ classes, maxFeatures: 6, tables, within: 'never' }))
    .chain((c) =>
      fc.constantFrom(undefined, 'softmax' as const, 'one-vs-rest' as const).map((link) => linked(c, link)),
    )
    .chain((c) =>
      fc.tuple(fc.constant(c), fc.array(neighbours(c), { minLength: 1, maxLength: 8 }), fc.boolean()),
    );

/** Some models have probabilities. */
function linked(c: Case, link: 'softmax' | 'one-vs-rest' | undefined): Case {
  const { model } = c;
  if (link === undefined || (model.kind !== 'linear' && model.kind !== 'additive')) return c;
  return new Case({ ...model, link }, c.additive, c.instance);
}

const BAD = { code: 'bad-number', message: 'row 7: "bad", it says', place: 'row 7' };

/** Rows as a block, with one that is bad at the end. */
function toBlock(model: Model, rows: readonly (readonly number[])[], withKeys: boolean): RowBlock {
  const all = [...rows, rows[0]];
  return {
    rows: all.length,
    columns: model.features.map((feature, i) =>
      Float64Array.from(all, (row, r) =>
        r === rows.length ? (feature.kind === 'categorical' ? 99 : Number.NaN) : row[i],
      ),
    ),
    rowNumbers: Float64Array.from(all, (_, r) => 10 * r),
    bad: [{ index: rows.length, row: 10 * rows.length, ...BAD }] as unknown as RowBlock['bad'],
    ...(withKeys ? { keys: all.map((_, r) => (r === 1 ? null : `"k${r}"`)) } : {}),
  };
}

/** What an answerer says of a block, as text. */
function say(run: Generator<Part, Outcome, void>): { text: string; outcome: Outcome } {
  const pages: Uint8Array[] = [];
  for (;;) {
    const step = run.next();
    if (step.done) return { text: Buffer.concat(pages).toString(), outcome: step.value };
    pages.push((step.value as Uint8Array).slice()); // it lasts until the next one
  }
}

function recordsOf(
  { model }: Pick<Case, 'model'>,
  rows: readonly (readonly number[])[],
  block: RowBlock,
  question: ExplainQuestion,
  options: LiteralOptions = {},
) {
  const classifier = reduce(model, { neverWins: 'allow' });
  return rows
    .map((row, r) => {
      const at = { row: 10 * r, ...(block.keys === undefined ? {} : { id: block.keys[r] }) };
      return explainRecord(at, () => weigh(classifier, row), question, options);
    })
    .concat({
      row: 10 * rows.length,
      ...(block.keys === undefined ? {} : { id: block.keys[rows.length] }),
      error: BAD,
    });
}

/** The record of one row as an object: what the answers in every format tell of. */
function explainRecord(
  at: { readonly row: number; readonly id?: string | null },
  toProblem: () => Problem,
  question: ExplainQuestion,
  options: LiteralOptions,
): ExplainRecord {
  try {
    const problem = toProblem();
    const found: ExplanationRecord[] = [];
    const list = explanations(problem, question, new Allowance(question), options);
    for (;;) {
      const next = list.next();
      if (next.done) return { ...at, ...decisionOn(problem), explanations: found, ...next.value };
      found.push(next.value);
    }
  } catch (error) {
    if (error instanceof XpxlcError) return { ...at, error: toErrorRecord(error) };
    throw error;
  }
}

/** The sentences of an explanation, from the definition: what the changed case is, and what the row has. */
function spoken(
  { features }: Classifier,
  row: readonly number[],
  own: string,
  { kind, literals, widened, counterfactual, features: names }: ExplanationRecord,
) {
  if (kind === 'axp') {
    const all = bracketed(widened ?? literals);
    const rule = all.length === 0 ? `ALWAYS ${own}` : `IF ${all.join(' AND ')} THEN ${own}`;
    return { rule, change: '', new_class: '' };
  }
  if (counterfactual === undefined)
    return { rule: `BUT another class with other ${names.join(', ')}`, change: '', new_class: '' };
  const change = features
    .flatMap((feature, i) => {
      const to = counterfactual.changes[feature.name];
      if (to === undefined) return [];
      const from = feature.kind === 'categorical' ? feature.values[row[i]] : row[i];
      const known = [from, to].map((x) =>
        x === null || Number.isNaN(x) ? 'missing' : typeof x === 'number' ? shortValue(x) : x,
      );
      return [`${feature.name}: ${known.join(' → ')}`];
    })
    .join('; ');
  const noise = counterfactual.doubtful ? ' (within rounding noise)' : '';
  const rule = `BUT ${counterfactual.class} if ${bracketed(counterfactual.literals).join(' and ')}${noise}`;
  return { rule, change, new_class: counterfactual.class };
}

/** Beside others, alternatives stand in brackets. */
function bracketed(literals: readonly string[]): readonly string[] {
  if (literals.length === 1) return literals;
  return literals.map((text) => (text.includes(' or ') ? `(${text})` : text));
}

function decisionOn(problem: Problem) {
  const { class: name, classIndex, margin, doubtful, probabilities, points } = predictionOf(problem);
  const { model } = problem.classifier;
  return {
    class: name,
    margin: String(margin),
    ...(probabilities === undefined ? {} : { probability: probabilities[classIndex] }),
    ...(points === undefined || !Number.isFinite(points) ? {} : { points }),
    ...(model.kind === 'scorecard' ? { cutoff: model.cutoff } : {}),
    ...(doubtful ? { doubtful } : {}),
  };
}

const anyQuestion: fc.Arbitrary<ExplainQuestion> = fc.record({
  kind: fc.constantFrom('axp' as const, 'cxp' as const, 'both' as const),
  limit: fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
  order: fc.constantFrom('size' as const, 'search' as const),
  avoid: fc.constant([]),
  never: fc.constant([]),
  inflate: fc.boolean(),
  certificate: fc.constant(false),
  maxExplanations: fc.constantFrom(1, 2, 50),
});

describe('explanations of a block', () => {
  it.each([
    ['two classes', 2, 300],
    ['three classes', 3, 60],
  ] as const)('are as JSON what the records say, whatever is asked: %s', (_, classes, times) => {
    let quick = 0;
    let lists = 0;
    fc.assert(
      fc.property(
        cases(classes),
        fc.oneof(fc.constant(plain), fc.constant({ ...plain, limit: 5 }), anyQuestion),
        ([c, rows, keys], question) => {
          const classifier = reduce(c.model, { neverWins: 'allow' });
          const block = toBlock(c.model, rows, keys);
          const wanted = recordsOf(c, rows, block, question);
          quick += isQuick(classifier, question) ? 1 : 0;
          lists += question.limit > 1 && question.kind === 'axp' && !question.inflate ? 1 : 0;
          const lines = answerExplain(classifier, question, 'ndjson');
          const text = wanted.map((record) => `${JSON.stringify(record)}\n`).join('');
          expect(say(lines.answer(block, NEVER))).toEqual({
            text,
            outcome: { rows: block.rows, failed: 1 },
          });
          // A second time, words come from memory.
          expect(say(lines.answer(block, NEVER)).text).toBe(text);
          const { head, tail, skip } = frameOf('json', []);
          const array = say(answerExplain(classifier, question, 'json').answer(block, NEVER)).text;
          expect(JSON.parse(head + array.slice(skip) + tail)).toEqual(JSON.parse(JSON.stringify(wanted)));
        },
      ),
      runs(times),
    );
    if (classes === 2) expect(quick).toBeGreaterThan(atLeast(300));
    expect(lists).toBeGreaterThan(atLeast(30));
  });

  it('are as CSV a line per explanation, the last of which says whether they are all', () => {
    fc.assert(
      fc.property(cases(2), anyQuestion, ([c, rows, keys], question) => {
        const classifier = reduce(c.model, { neverWins: 'allow' });
        const block = toBlock(c.model, rows, keys);
        const columns = explainColumns(classifier, question);
        const { text } = say(answerExplain(classifier, question, 'csv').answer(block, NEVER));
        const found = parse(frameOf('csv', columns).head + text, { columns: true }) as Record<
          string,
          string
        >[];
        const wanted = recordsOf(c, rows, block, question, { digits: 'cut' }).flatMap((record) => {
          const { explanations = [], row, complete } = record;
          const last = (e: number) => (e === explanations.length - 1 ? String(complete) : '');
          const error = record.error?.message ?? '';
          return explanations.length === 0
            ? [
                {
                  row: String(row),
                  complete: complete === undefined ? '' : String(complete),
                  features: '',
                  error,
                },
              ]
            : explanations.map((explanation, e) => ({
                row: String(row),
                complete: last(e),
                features: JSON.stringify(explanation.features),
                error,
                ...spoken(classifier, rows[row / 10], record.class as string, explanation),
              }));
        });
        expect(
          found.map(({ row, complete, features, error, rule, change, new_class }) => ({
            row,
            complete,
            features,
            error,
            ...(rule === '' ? {} : { rule, change, new_class }),
          })),
        ).toEqual(wanted);
        const records = new Map(
          recordsOf(c, rows, block, question).map((record) => [String(record.row), record]),
        );
        for (const line of found)
          for (const key of ['points', 'probability'] as const)
            if (key in line) expect(line[key]).toBe(String(records.get(line.row)?.[key] ?? ''));
      }),
      runs(100),
    );
  });

  it.each(['csv', 'parquet'] as const)(
    'have sentences in %s, with the units and with what is missing',
    (format) => {
      const model = additiveModel({
        classes: ['no', 'yes'],
        features: [
          { name: 'age', lower: 0, upper: 99, unit: 'years', missing: true },
          { name: '=job', values: ['none', 'a "b", c'] },
        ],
        bias: [0, -1],
        shapes: [
          [
            { kind: 'steps', cuts: [30], values: [0, 0], missing: 0 },
            { kind: 'steps', cuts: [30], values: [0, 2], missing: -1 },
          ],
          [
            { kind: 'table', values: [0, 0] },
            { kind: 'table', values: [0, 3] },
          ],
        ],
      });
      const classifier = reduce(model);
      const block: RowBlock = {
        rows: 2,
        columns: [Float64Array.of(Number.NaN, 50), Float64Array.of(0, 0)],
        rowNumbers: Float64Array.of(0, 1),
        bad: [],
      };
      const question = { ...plain, kind: 'both' as const };
      const columns = explainColumns(classifier, question);
      const cells: unknown[][] =
        format === 'csv'
          ? parse(say(answerExplain(classifier, question, format).answer(block, NEVER)).text)
          : [...answerExplain(classifier, question, format).answer(block, NEVER)].flatMap(
              (part) => part as unknown[][],
            );
      const at = (name: string): number => columns.findIndex((column) => column.name === name);
      const told = cells.map((row) => ['rule', 'change', 'new_class'].map((name) => row[at(name)] ?? ''));
      expect(told).toEqual([
        ['IF age is missing AND =job = none THEN no', '', ''],
        ['BUT yes if age ≥ 30 years', 'age: missing → 30 years', 'yes'],
        ['IF age ≥ 30 years THEN yes', '', ''],
        ['BUT no if age < 30 years or age is missing', told[3][1], 'no'],
      ]);
      expect(told[3][1]).toMatch(/^age: 50 → \S+( years)?$/);
    },
  );

  it('end where they are told to stop, and say how far they came', () => {
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: Array.from({ length: 8 }, (_, i) => ({ name: `f${i}`, values: ['0', '1'] })),
        weights: Array.from({ length: 8 }, () => [0, 1]),
        intercept: -3.5,
      }),
    );
    const block: RowBlock = {
      rows: 3,
      columns: classifier.features.map(() => Float64Array.of(1, 1, 1)),
      rowNumbers: Float64Array.of(0, 1, 2),
      bad: [],
    };
    const ENDS = {
      ndjson: /^\{"row":0,.*"complete":false,"stopped":"interrupted"\}$/,
      text: /interrupted/,
      csv: /,false,$/,
    };
    for (const format of ['ndjson', 'text', 'csv'] satisfies Format[]) {
      const all = { ...plain, limit: Number.POSITIVE_INFINITY, maxTime: 1e6 };
      let looks = 0;
      const stop = {
        get aborted() {
          looks += 1;
          return looks > 1;
        },
      };
      const { text, outcome } = say(answerExplain(classifier, all, format).answer(block, stop));
      expect(outcome).toEqual({ rows: 0, failed: 0 }); // told of, but not done
      expect(text.trimEnd().split('\n').at(-1)).toMatch(ENDS[format]);
    }
  });
});

describe('coded answers', () => {
  it('become the same Parquet file as rows of texts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'xpxlc-coded-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(cases(2), async ([c, rows, keys]) => {
        const classifier = reduce(c.model, { neverWins: 'allow' });
        if (!isCoded(classifier, plain, 'parquet')) return;
        taken += 1;
        const block = toBlock(c.model, rows, keys);
        const path = join(folder, `${taken}.parquet`);
        const store = await ParquetStore.open(
          `${path}.db`,
          codedTable(classifier, explainColumns(classifier, plain)),
          path,
        );
        const step = answerExplain(classifier, plain, 'parquet').answer(block, NEVER).next();
        if (step.done || !('coded' in step.value)) throw new Error('not coded');
        await appendCodes(store, step.value);
        await store.copyOut();
        store.remove();
        const table = await openTable(path);
        const found = await table.query(`SELECT * FROM ${table.relation}`);
        table.close();
        const standing = (['points', 'probability'] as const).filter((key) =>
          explainColumns(classifier, plain).some(({ name }) => name === key),
        );
        const wanted = recordsOf(c, rows, block, plain).map((record) => {
          const [explanation] = record.explanations ?? [];
          return [
            BigInt(record.row),
            record.id ?? null,
            record.class ?? null,
            record.margin === undefined ? null : Number(record.margin),
            ...standing.map((key) => record[key] ?? null),
            explanation?.kind ?? null,
            explanation === undefined ? null : BigInt(explanation.size),
            explanation === undefined ? null : ruleOf(explanation, record.class as string),
            null,
            null,
            explanation?.features ?? null,
            explanation?.literals ?? null,
            null,
            record.complete ?? null,
            record.error?.message ?? null,
          ];
        });
        expect(found).toEqual(wanted);
      }),
      runs(40),
    );
    expect(taken).toBeGreaterThan(atLeast(80));
  });
});

describe('a byte writer', () => {
  it('writes fragments, texts and characters one after the other, whatever their length, and grows', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constant('x'.repeat(3_000_000)),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(piece, fc.constantFrom('text', 'intern', 'fixed')), { maxLength: 6 }),
        (pieces) => {
          const out = new ByteWriter(200);
          for (const [text, how] of pieces) {
            const fragment =
              how === 'text' ? NO_FRAGMENT : how === 'fixed' ? out.fixed(text) : out.intern(text);
            if (fragment === NO_FRAGMENT) out.text(text);
            else out.fragment(fragment);
          }
          const whole = Buffer.from(pieces.map(([text]) => text).join(''));
          expect(Buffer.compare(out.take(), whole)).toBe(0);
          expect(out.take().length).toBe(0);
        },
      ),
      runs(40),
    );
  });

  it('lists explanations where there is no room for fragments, too', () => {
    const classifier = reduce(
      linearModel({
        classes: ['no', 'yes'],
        features: [{ name: 'a', values: ['0', '1'] }],
        weights: [[0, 1]],
        intercept: -0.5,
      }),
    );
    const problem = weigh(classifier, ['1']);
    for (const room of [0, 16, 64, 128, 256]) {
      const small = new ByteWriter(room);
      const text = new ExplanationText(small, classifier, entryFormatOf('ndjson'));
      text.openProblem(problem);
      for (let twice = 0; twice < 2; twice++) text.axp(Uint32Array.of(1), 0);
      const entry = '{"kind":"axp","features":["a"],"indices":[0],"literals":["a = 1"],"size":1}';
      expect(Buffer.from(small.take()).toString()).toBe(`${entry}${entry}`);
    }
  });
});
