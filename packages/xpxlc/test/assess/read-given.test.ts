// Explanations as tools write them.

import { enumerate, FormatError, reduce, rule, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from '../../../core/test/property.ts';
import { FeatureNames } from '../../src/assess/feature-names.ts';
import type { Given } from '../../src/assess/given.ts';
import { readGiven } from '../../src/assess/read-given.ts';
import { loadModel } from '../../src/import/load-model.ts';

const FEATURES = ['age', 'age group', 'job', 'late payments', 'Income', '2'].map((name) => ({ name }));

/** What is given: row, tool, and features or weights. */
const brief = (given: readonly Given[]): unknown[] =>
  given.map((one) => [
    one.row,
    ...(one.tool === undefined ? [] : [one.tool]),
    one.kind === 'rule' ? one.features : one.weights,
  ]);
const read = (text: string): unknown[] => {
  const { given, bad } = readGiven(text, FEATURES, 'f');
  expect(bad).toEqual([]);
  return brief(given);
};

describe('explanations of other tools', () => {
  it('are read from records, a line each or a list', () => {
    const lines = [
      '{"row":0,"features":["age","job"]}',
      '{"row":0,"weights":{"age":0.3,"job":-0.1}}',
      '',
      '{"row":3,"tool":"anchor","rule":["age > 37.00","job = clerk"],"precision":0.97,"coverage":0.2}',
      '{"row":3,"names":["28.00 < Age <= 37.00"],"precision":1}',
      '{"row":4,"rule":"IF age group = old AND late payments < 1 THEN grant"}',
      '{"row":4,"rule":""}',
      '{"row":5,"tool":"lime","weights":[["age > 37",0.3],["0.00 < late payments <= 1.00",-0.25]]}',
      '{"row":6,"tool":"shap","values":[1,2,3,4,5,6]}',
      '{"row":7,"tool":"shap","values":[7,8],"feature_names":["job","income"]}',
      '{"row":8,"explanations":[{"kind":"axp","features":["age"],"size":1},{"features":[2,"2"]}]}',
      '{"row":9,"error":{"code":"x","message":"y"}}',
    ];
    const expected = [
      [0, [0, 2]],
      [0, [0.3, 0, -0.1, 0, 0, 0]],
      [3, 'anchor', [0, 2]],
      [3, [0]],
      [4, [1, 3]],
      [4, []],
      [5, 'lime', [0.3, 0, 0, -0.25, 0, 0]],
      [6, 'shap', [1, 2, 3, 4, 5, 6]],
      [7, 'shap', [0, 0, 7, 0, 8, 0]],
      [8, [0]],
      [8, [2, 5]],
    ];
    expect(read(lines.join('\n'))).toEqual(expected);
    expect(read(`\uFEFF[${lines.filter((line) => line !== '').join(',\n')}]`)).toEqual(expected);
    const { given } = readGiven(lines.join('\n'), FEATURES, 'f');
    expect(given[2]).toMatchObject({ place: 'f, line 4', claimed: { precision: 0.97, coverage: 0.2 } });
    expect(given[3]).toMatchObject({ claimed: { precision: 1 } });
    expect(given[0]).toMatchObject({ claimed: undefined });
  });

  it('are read from tables: rules, lists, weights one a line or a column per feature', () => {
    expect(
      read('row,tool,rule,precision\n0,anchor,age > 3 AND job = clerk,0.9\n2,,"late payments in [1, 3)",\n'),
    ).toEqual([
      [0, 'anchor', [0, 2]],
      [2, [3]],
    ]);
    expect(read('features,row\nage;job,1\n"[""Income""]",2\n,3\n')).toEqual([
      [1, [0, 2]],
      [2, [4]],
    ]);
    expect(read('row,feature,weight\n1,age,0.5\n0,job,1\n1,job > 3,-2e-3\n')).toEqual([
      [1, [0.5, 0, -0.002, 0, 0, 0]],
      [0, [0, 0, 1, 0, 0, 0]],
    ]);
    expect(read('row,tool,feature,weight\n1,a,age,1\n1,b,age,2\n')).toEqual([
      [1, 'a', [1, 0, 0, 0, 0, 0]],
      [1, 'b', [2, 0, 0, 0, 0, 0]],
    ]);
    expect(read('row,weights\n4,"{""age"":1,""2"":-1}"\n')).toEqual([[4, [1, 0, 0, 0, 0, -1]]]);
    expect(read('row\tage\tjob\n7\t1\t2\n')).toEqual([[7, [1, 0, 2, 0, 0, 0]]]);
    expect(read('age,job,base_value\n1,2,9\n3,4,9\n')).toEqual([
      [0, [1, 0, 2, 0, 0, 0]],
      [1, [3, 0, 4, 0, 0, 0]],
    ]);
    expect(read(',job\n5,2\n')).toEqual([[5, [0, 0, 2, 0, 0, 0]]]);
    expect(read('row,rule\n0,job = "clerk" AND age > 3\n')).toEqual([[0, [2, 0]]]);
    expect(read('1,age,job\n\n0,4\n3\n')).toEqual([
      [1, [0, 2]],
      [0, [4]],
      [3, []],
    ]);
    expect(read('row,feature\n1,age,job\n')).toEqual([[1, [0, 2]]]);
  });

  it('that make no sense are kept with line and reason, and spoil no other', () => {
    const { given, bad } = readGiven(
      [
        '{"row":0,"features":["age"]}',
        '{"row":0,"features":["hair"]}',
        '{"row":0,"features":["age"],"weights":{"age":1}}',
        '{"row":-1,"features":["age"]}',
        'not json',
        '{"row":1,"tool":"t","weights":{"age":"much"}}',
        '{"row":1,"features":["age","age"]}',
        '{"row":1,"rule":["hair = red"]}',
        '{"row":1,"values":[1,2]}',
        '{"row":1,"features":["age"],"precision":95}',
        '{"row":1}',
        '{"row":1,"kind":"cxp","features":["age"]}',
        '{"row":1,"weights":[["age",1],["28 < age",2]]}',
        '{"row":1,"rule":"age > 3 AND hair = red"}',
        '{"row":1,"tool":5,"features":[]}',
        '{"row":1,"weights":3}',
        '{"row":1,"weights":[["age",1,2]]}',
        '{"row":1,"values":[1],"feature_names":"age"}',
        '[1]',
        '{"row":2,"features":[0]}',
      ].join('\n'),
      FEATURES,
      'f',
    );
    expect(brief(given)).toEqual([
      [0, [0]],
      [2, [0]],
    ]);
    expect(bad.map(({ place }) => place)).toEqual(Array.from({ length: 18 }, (_, x) => `f, line ${x + 2}`));
    expect(bad.map(({ error }) => error.code)).toEqual([
      'unknown-feature',
      'bad-record',
      'bad-record',
      'bad-json',
      'bad-record',
      'bad-record',
      'unknown-feature',
      'bad-record',
      'bad-record',
      'bad-record',
      'bad-record',
      'bad-record',
      'unknown-feature',
      'bad-record',
      'bad-record',
      'bad-record',
      'bad-record',
      'bad-record',
    ]);
    expect(bad[1].error.message).toContain(
      "f, line 3: a rule and weights in one; expected one of them, got 'features' and 'weights'",
    );
    expect(bad[4]).toMatchObject({ row: 1, tool: 't' });
    expect(bad[2]).not.toHaveProperty('row');
  });

  it('in tables that make no sense are kept with their lines; a bad weight spoils its explanation', () => {
    const long = readGiven(
      'row,feature,weight\n0,age,1\n1,age,1\n1,hair,2\n2,age,much\n0,job,3\n3,age,1\n3,age,2\nx,age,1\n',
      FEATURES,
      'f',
    );
    expect(brief(long.given)).toEqual([[0, [1, 0, 3, 0, 0, 0]]]);
    expect(long.bad.map(({ place, row }) => [place, row])).toEqual([
      ['f, line 4', 1],
      ['f, line 5', 2],
      ['f, line 8', 3],
      ['f, line 9', undefined],
    ]);
    const lists = readGiven(
      'row,tool,features,kind\n0,a,age,axp\n1,b,hair,axp\n2,b,age,cxp\n3,b,[1,axp\n',
      FEATURES,
    );
    expect(brief(lists.given)).toEqual([[0, 'a', [0]]]);
    expect(lists.bad.map(({ row, tool, error }) => [row, tool, error.code])).toEqual([
      [1, 'b', 'unknown-feature'],
      [2, 'b', 'bad-record'],
      [3, 'b', 'bad-record'],
    ]);
    const wide = readGiven('row,age\n0,1\n1,nan\n', FEATURES);
    expect([wide.given.length, wide.bad.length]).toEqual([1, 1]);
    expect(readGiven('row,weights\n1,[1]\n', FEATURES).bad).toHaveLength(1);
  });

  it('are refused as a whole where nothing can be told', () => {
    for (const [text, code] of [
      ['', 'no-explanations'],
      ['{"row":1,"error":{}}', 'no-explanations'],
      ['a,b\n1,2\n', 'unknown-column'],
      ['row,age,hair\n1,2,3\n', 'unknown-column'],
      ['1,"age\n', 'bad-csv'],
    ])
      expect(() => readGiven(text, FEATURES)).toThrow(expect.objectContaining({ code }));
  });
});

describe('any text', () => {
  const seeds = [
    '{"row":0,"features":["age","job"]}\n{"row":1,"rule":["age > 3"],"precision":0.5}\n',
    '[{"row":0,"weights":{"age":1}},{"row":2,"values":[1,2,3,4,5,6]}]',
    'row,feature,weight\n0,age,0.5\n1,"job",-1e3\n',
    'row,rule,tool\n0,"age > 3 AND job = a, b",x\n',
    'age,job\n1,2\n',
    '1,age\n2,job,age\n',
  ];

  it('is read or refused with an error of ours, whatever is broken in it', () => {
    const noise = fc.constantFrom(
      '"',
      ',',
      '\n',
      '{',
      '}',
      '[',
      ']',
      '0',
      '-',
      'row',
      'age',
      '\\',
      '\0',
      'é',
      'null',
      ' AND ',
    );
    holds(
      1000,
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), noise), { minLength: 1, maxLength: 4 }),
      (seed, edits) => {
        const text = edits.reduce((now, [at, cut, more]) => {
          const place = at % (now.length + 1);
          return now.slice(0, place) + more + now.slice(place + cut);
        }, seed);
        let found: ReturnType<typeof readGiven>;
        try {
          found = readGiven(text, FEATURES);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        for (const one of found.given) {
          expect(Number.isSafeInteger(one.row) && one.row >= 0).toBe(true);
          if (one.kind === 'weights') {
            expect(one.weights).toHaveLength(FEATURES.length);
            expect(one.weights.every(Number.isFinite)).toBe(true);
          } else {
            expect(new Set(one.features).size).toBe(one.features.length);
            expect(one.features.every((i) => i >= 0 && i < FEATURES.length)).toBe(true);
          }
        }
      },
    );
  });

  it('that our own rules are in names their features', async () => {
    for (const [file, instance] of [
      ['loans', { age: 42, income: 36, home: 'own', 'late payments': 0 }],
      ['stations', { R1: 't', R2: 'f', R3: 't', R4: 'f' }],
    ] as const) {
      const { model } = await loadModel(new URL(`../../examples/${file}.json`, import.meta.url));
      const problem = weigh(reduce(model), instance);
      for (const { features } of enumerate(problem)) {
        const text = rule(problem, features);
        const json = readGiven(JSON.stringify({ row: 0, rule: text }), model.features);
        const csv = readGiven(`row,rule\n0,"${text}"\n`, model.features);
        expect([brief(json.given), brief(csv.given)]).toEqual([[[0, features]], [[0, features]]]);
      }
    }
  });
});

describe('the feature of a condition', () => {
  const names = new FeatureNames(FEATURES);

  it('is the longest name before a relation, or after the lower end of an interval', () => {
    for (const [text, feature] of [
      ['age > 37.00', 0],
      ['age group > 37.00', 1],
      ['28.00 < age <= 37.00', 0],
      ['-1.5e3 <= Income', 4],
      ['income in [1, 2) k€', 4],
      ['LATE_PAYMENTS=0', 3],
      ['job = age > 3', 2],
      ['job', 2],
      ['2 < 2 <= 3', 5],
      ['2 = 1', 5],
      ['1 < job', 2],
      ['age is old', 0],
      ['age ≥ 3', 0],
      ["'late payments' = 0", 3],
      ['1 < "age group" <= 2', 1],
      ['ages > 3', undefined],
      ['job title = x', undefined],
      ['the age > 3', undefined],
      ['', undefined],
    ] as const)
      expect([text, names.inCondition(text)]).toEqual([text, feature]);
  });

  it('is found whatever names there are, before any value', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', ' ', '=', '<', '1') })
      .filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.string({ maxLength: 5 }),
        (list, pick, value) => {
          const wanted = list[pick % list.length];
          const found = new FeatureNames(list.map((text) => ({ name: text }))).inCondition(
            `${wanted} = ${value}`,
          );
          // A longer name may be contained in the text; a shorter one is never taken instead.
          expect(found).toBeDefined();
          const taken = list[found as number];
          expect(
            taken === wanted || (taken.length > wanted.length && `${wanted} = ${value}`.startsWith(taken)),
          ).toBe(true);
        },
      ),
    );
  });

  it('is taken from rules with any "and", values included', () => {
    expect(names.conditionsOf('age > 3 AND job = rock and roll && late payments = 1')).toEqual([
      'age > 3',
      'job = rock and roll',
      'late payments = 1',
    ]);
    expect(names.conditionsOf('if age > 3 and hair = red then x')).toEqual(['age > 3', 'hair = red']);
    expect(names.conditionsOf('  ')).toEqual([]);
  });
});
