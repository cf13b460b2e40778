import { describe, expect, it } from 'vitest';
import { isEbm, readEbm } from '../../../src/import/ebm/ebm.ts';
import { answers, fixture, lead, rowsOf } from '../spreadsheet/agreement.ts';

const binary = fixture('ebm/binary.json');

/** A small EBM, with another value somewhere (undefined: none). */
function small(path = '', value?: unknown): string {
  const file = {
    version: '1.0',
    ebm: {
      outputs: [{ task: 'classification', link: 'logit', classes: ['no', 'yes'] }],
      intercept: [0.25],
      features: [
        { name: 'x', type: 'continuous', cuts: [[1, 2], [1]], min: 0, max: 9 },
        { name: 'c', type: 'nominal', categories: [['a', ['b', 'd'], '(missing)']] },
        { name: 'idle', type: 'ordinal', categories: [] },
      ],
      terms: [
        { term_features: ['x'], scores: [0.5, -1, 0, 1, 0.125] },
        { term_features: ['c'], scores: [4, 1, 2, 3, 5] },
      ],
    },
  };
  const keys = path.split('.');
  const last = keys.pop() as string;
  const place = keys.reduce<object>((at, key) => Reflect.get(at, key) as object, file);
  if (path !== '') Reflect.set(place, last, value);
  return JSON.stringify(file);
}

describe('readEbm', () => {
  it('predicts as interpret does: two classes, numbers at cuts, missing cells and unknown categories', () => {
    const { model } = readEbm(binary, { bounds: 'unbounded' });
    const rows = rowsOf('ebm/binary-rows.csv');
    expect(rows.length).toBe(2000);
    const said = answers(model, rows);
    rows.forEach((row, r) => {
      expect(Math.abs(lead(said[r]) - Number(row['score 0'])), `row ${r}`).toBeLessThan(1e-12);
      if (!said[r].doubtful) expect(said[r].class, `row ${r}`).toBe(row.class);
    });
    expect(said.filter(({ doubtful }) => doubtful).length).toBe(0);
    expect(new Set(said.map((one) => one.class))).toEqual(new Set(['grant', 'refuse']));
  });

  it('predicts as interpret does: three classes, a feature without a term', () => {
    const { model } = readEbm(fixture('ebm/classes.json'));
    expect(model.classes).toEqual(['1', '2', '3']);
    const rows = rowsOf('ebm/classes-rows.csv');
    expect(rows.length).toBe(2000);
    const said = answers(model, rows);
    rows.forEach((row, r) => {
      const theirs = [0, 1, 2].map((k) => Number(row[`score ${k}`]));
      theirs.forEach((score, k) => {
        expect(Math.abs(said[r].scores[k] - score), `row ${r}`).toBeLessThan(1e-12);
      });
      if (!said[r].doubtful) expect(said[r].class, `row ${r}`).toBe(row.class);
    });
    expect(said.filter(({ doubtful }) => doubtful).length).toBe(0);
    expect(new Set(said.map((one) => one.class)).size).toBe(3);
  });

  it('takes the bounds of the training data, those given, or none', () => {
    const [age] = readEbm(binary).model.features;
    expect(age).toEqual({ kind: 'real', name: 'age', lower: 18, upper: 80, missing: true });
    const given = readEbm(binary, { bounds: [{ name: 'age', lower: 0, upper: 120, integer: true }] });
    expect(given.model.features[0]).toMatchObject({ kind: 'integer', lower: 0, upper: 120 });
    expect(given.model.features[1]).toMatchObject({ kind: 'real', lower: 5.1, upper: 120.4 });
    const none = readEbm(binary, { bounds: 'unbounded' });
    expect(none.model.features[1]).toMatchObject({ lower: Number.NEGATIVE_INFINITY });
    expect(readEbm(fixture('ebm/classes.json')).model.features[0]).toMatchObject({
      upper: Number.POSITIVE_INFINITY,
    });
  });

  it('keeps bins, groups of categories, and leaves out features without a say', () => {
    const { model, notes } = readEbm(small());
    expect(model.bias).toEqual([0, 0.25]);
    expect(model.shapes[0]).toEqual([
      { kind: 'steps', cuts: [1, 2], values: [0, 0, 0], closed: 'left', missing: 0 },
      { kind: 'steps', cuts: [1, 2], values: [-1, 0, 1], closed: 'left', missing: 0.5 },
    ]);
    expect(model.features[1]).toEqual({
      kind: 'categorical',
      name: 'c',
      values: ['a', 'b', 'd', '(missing)', '((missing))', '(unknown)'],
      missing: '((missing))',
      other: '(unknown)',
    });
    expect(model.shapes[1][1]).toEqual({ kind: 'table', values: [1, 2, 2, 3, 4, 5] });
    expect(model.features.length).toBe(2);
    expect(notes).toEqual({ 'features without a term': ['idle'] });
  });

  it('refuses missing cells when told to, and takes a threshold', () => {
    const { model } = readEbm(small(), { missing: 'refuse', threshold: { probability: 0.75 } });
    expect(model.features.some((feature) => feature.missing !== undefined)).toBe(false);
    expect(model.features[1]).toMatchObject({ values: ['a', 'b', 'd', '(missing)'] });
    expect(model.threshold).toBeCloseTo(Math.log(3), 12);
  });

  it('names classes that are no texts', () => {
    const named = (classes: unknown[]) => readEbm(small('ebm.outputs.0.classes', classes)).model.classes;
    expect(named([false, true])).toEqual(['False', 'True']);
    expect(named([0, 1.5])).toEqual(['0', '1.5']);
  });

  it('refuses interactions and says how to train without', () => {
    expect(() => readEbm(fixture('ebm/interactions.json'))).toThrow(
      expect.objectContaining({
        code: 'unsupported',
        place: '$.ebm.terms[6].term_features',
        expected: 'main effects only (train with ExplainableBoostingClassifier(interactions=0))',
        got: "'age' & 'late payments'",
      }),
    );
  });

  const output = { task: 'classification', link: 'logit', classes: ['no', 'yes'] };
  const term = { term_features: ['x'], scores: [0, 0, 0, 0, 0] };
  it.each<[string, string, unknown, string, string]>([
    ['another version', 'version', '2.0', 'unsupported-version', '$.version'],
    [
      'regression',
      'ebm.outputs.0',
      { task: 'regression', link: 'log' },
      'unsupported',
      '$.ebm.outputs[0].task',
    ],
    ['one class', 'ebm.outputs.0.link', 'monoclassification', 'unsupported', '$.ebm.outputs[0].link'],
    ['two outputs', 'ebm.outputs', [output, output], 'unsupported', '$.ebm.outputs'],
    ['no outputs', 'ebm.outputs', [], 'bad-ebm', '$.ebm.outputs'],
    ['too few intercepts', 'ebm.outputs.0.classes', ['a', 'b', 'c'], 'wrong-length', '$.ebm.intercept'],
    ['an infinite score', 'ebm.terms.0.scores.1', '-inf', 'bad-ebm', '$.ebm.terms[0].scores[1]'],
    ['too few scores', 'ebm.terms.1.scores', [1, 2], 'wrong-length', '$.ebm.terms[1].scores'],
    ['scores per class', 'ebm.terms.0.scores.0', [1, 2], 'bad-ebm', '$.ebm.terms[0].scores[0]'],
    [
      'unknown features',
      'ebm.terms.0.term_features',
      ['y'],
      'unknown-feature',
      '$.ebm.terms[0].term_features',
    ],
    ['two terms', 'ebm.terms', [term, term], 'unsupported', '$.ebm.terms[1].term_features'],
    ['another type', 'ebm.features.0.type', 'text', 'bad-ebm', '$.ebm.features[0]'],
    ['no cuts', 'ebm.features.0.cuts', [], 'bad-ebm', '$.ebm.features[0]'],
    ['disorder', 'ebm.features.0.cuts', [[2, 1]], 'unordered-bins', "feature 'x', class 'no', cut 1"],
    ['a category twice', 'ebm.features.1.categories.0', ['a', 'a', 'b'], 'duplicate-name', "feature 'c'"],
    ['no name', 'ebm.features.0.name', '', 'bad-ebm', '$.ebm.features[0].name'],
    ['no model', 'ebm', undefined, 'bad-ebm', '$.ebm'],
  ])('refuses %s', (_, path, value, code, place) => {
    expect(() => readEbm(small(path, value))).toThrow(expect.objectContaining({ code, place }));
  });
});

describe('isEbm', () => {
  it('tells an EBM by how it begins', () => {
    expect(isEbm(binary)).toBe(true);
    expect(isEbm('{\n  "version": "1.0",\n  "ebm": {')).toBe(true);
    expect(isEbm('{"format": "xpxlc-model"}')).toBe(false);
    expect(isEbm('feature,bin,points')).toBe(false);
  });
});
