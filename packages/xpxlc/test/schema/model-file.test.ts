import { readFileSync } from 'node:fs';
import { type Model, scorecard, XpxlcError } from '@xpxlc/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../core/test/matrix.ts';
import { law, until } from '../../../core/test/property.ts';
import type { ModelFileError, Problem } from '../../src/schema/file-problems.ts';
import { modelFileJsonSchema } from '../../src/schema/model-file-schema.ts';
import { readModelFile } from '../../src/schema/read-model-file.ts';
import { toModelFile, writeModelFile } from '../../src/schema/write-model-file.ts';
import { anyModel } from '../arbitrary-models.ts';
import { mutated } from '../mutations.ts';

const card = scorecard({
  classes: ['refuse', 'grant'],
  features: [
    { name: 'age', kind: 'integer', lower: 18, unit: 'years' },
    { name: 'home', values: ['rent', 'own'] },
  ],
  points: [{ cuts: [25], values: [0.1, 5e-324] }, [5, 20]],
  cutoff: 20,
});

const linear = {
  format: 'xpxlc-model',
  version: 1,
  kind: 'linear',
  classes: ['ham', 'spam'],
  features: [{ name: 'links', kind: 'integer', lower: 0 }],
  weights: [[0.5]],
  intercept: [-2],
};

function refusal(document: string | object): ModelFileError {
  try {
    readModelFile(document);
  } catch (error) {
    return error as ModelFileError;
  }
  throw new Error('the file was accepted');
}

const problemsOf = (document: object): readonly Problem[] => refusal(document).problems;

describe('a model file', () => {
  it('carries any model unharmed, doubles to the last bit', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        expect(readModelFile(writeModelFile(model)).model).toEqual(model);
      }),
    );
  });

  law('reads back the same from the object as from the text', 30, anyModel, (model) => {
    expect(readModelFile(toModelFile(model)).model).toEqual(readModelFile(writeModelFile(model)).model);
  });

  it('leaves infinite bounds out, keeps the unit, and lists points as they are written by hand', () => {
    const file = toModelFile(card);
    expect(file.features[0]).toEqual({ name: 'age', kind: 'integer', lower: 18, unit: 'years' });
    expect(file).toMatchObject({
      kind: 'scorecard',
      points: [{ cuts: [25], values: [0.1, 5e-324], closed: 'left' }, [5, 20]],
    });
  });

  it('has a line per feature', () => {
    expect(writeModelFile(card).split('\n')).toContain(
      '    {"name":"home","kind":"categorical","values":["rent","own"]}',
    );
  });

  it('keeps where the model comes from, and notes it does not understand', () => {
    const extras = {
      title: 'Würth',
      origin: { tool: 'a tool', version: '1.2', source: 'x.xlc', format: 'xlc', sha256: '0'.repeat(64) },
      notes: { anything: [1, { deep: null }] },
    };
    expect(readModelFile(writeModelFile(card, extras)).file).toMatchObject(extras);
  });

  it('may state a probability threshold, which the model has as a score', () => {
    const { model } = readModelFile({ ...linear, threshold: { probability: 0.9 } });
    expect((model as Extract<Model, { kind: 'linear' }>).threshold).toBeCloseTo(Math.log(9), 12);
  });
});

describe('a wrong model file', () => {
  it.each([
    ['{"format": "xpxlc-model",\n  "version": 1,, }', 'bad-json', 'line 2, column 16'],
    ['{"a": 1,\n "a": 2}', 'duplicate-key', 'line 2, column 2'],
    ['', 'bad-json', 'line 1, column 1'],
    ['['.repeat(1000), 'bad-json', 'line 1, column 201'],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'bad-json', 'line 1, column 201'],
    ['{"a": tru}', 'bad-json', 'line 1, column 7'],
  ])('that is no JSON is refused with line and column: %j', (text, code, place) => {
    expect(refusal(text)).toMatchObject({ name: 'FormatError', code, place });
  });

  it('names every problem of its structure with path, expected and got', () => {
    const document = {
      ...linear,
      classes: ['a'],
      features: [
        { name: 'x', kind: 'real', lowr: 3 },
        { name: '', kind: 'categorical', values: [] },
        { kind: 'bool' },
      ],
      weights: [[1, '2']],
      intercept: [Number.NaN],
      threshold: { probability: 1 },
    };
    expect(problemsOf(document)).toEqual([
      { path: '$.classes', expected: 'at least 2 entries', got: '1' },
      { path: '$.features[0].lowr', expected: 'no such key', got: "'lowr'" },
      { path: '$.features[1].name', expected: 'at least 1 character', got: "''" },
      { path: '$.features[1].values', expected: 'at least 1 entries', got: '0' },
      { path: '$.features[2].kind', expected: "one of 'categorical', 'real', 'integer'", got: "'bool'" },
      { path: '$.threshold.probability', expected: 'less than 1', got: '1' },
      { path: '$.weights[0][1]', expected: 'a number, or one per category', got: "'2'" },
      { path: '$.intercept[0]', expected: 'a finite number', got: 'NaN' },
    ]);
  });

  it('names every problem of its sense as well', () => {
    const document = {
      format: 'xpxlc-model',
      version: 1,
      kind: 'categorical-naive-bayes',
      classes: ['a', 'a'],
      features: [
        { kind: 'real', name: 'x', lower: 3, upper: 2 },
        { kind: 'categorical', name: 'x', values: ['u', 'u'] },
        { kind: 'integer', name: 'y', lower: 0.2, upper: 0.8 },
      ],
      tieOrder: ['a', 'z', 'a'],
      prior: [0.5, 0.4],
      bins: [null, { cuts: [] }, { cuts: [2, 1] }],
      likelihood: [[], matrix([1, 0], [0.5, -0.5]), [[1], [1]]],
    };
    expect(problemsOf(document).map(({ path, expected, got }) => `${path}: ${expected}, got ${got}`)).toEqual(
      [
        "$.classes[1]: another name, got 'a'",
        "$.features[1].name: another name, got 'x'",
        '$.features[0]: lower ≤ upper, got [3, 2]',
        "$.features[1].values[1]: another name, got 'u'",
        '$.features[2]: lower ≤ upper, got [0.2, 0.8]',
        "$.tieOrder[2]: another name, got 'a'",
        "$.tieOrder[1]: one of the classes, got 'z'",
        '$.tieOrder: 2 entries, one per class, got 3',
        '$.prior: a sum of 1, got 0.9',
        "$.bins[0]: bins of the real feature 'x', got none",
        '$.likelihood[0]: 2 entries, one per class, got 0',
        '$.bins[1]: null, the feature being categorical, got bins',
        '$.likelihood[1][1][1]: a probability from 0 to 1, got -0.5',
        '$.likelihood[2][0]: 3 entries, one per outcome, got 1',
        '$.likelihood[2][1]: 3 entries, one per outcome, got 1',
        '$.bins[2].cuts[1]: more than 2, got 1',
      ],
    );
  });

  it.each([
    [{ ...linear, weights: [[1], [2], [3]] }, '$.weights', '1 or 2 rows', '3'],
    [{ ...linear, intercept: [] }, '$.intercept', '1 entries, one per row of weights', '0'],
    [{ ...linear, weights: [[[1, 2]]] }, '$.weights[0][0]', 'a number, the feature being one', 'a list'],
    [{ ...linear, classes: ['a', 'b', 'c'], threshold: 1 }, '$.threshold', 'two classes', '3'],
    [
      { ...toModelFile(card), points: [[1], [5, 20]] },
      '$.points[0]',
      'a number, the feature being one',
      'a list',
    ],
    [
      { ...toModelFile(card), points: [{ cuts: [1], values: [1] }, [5, 20]] },
      '$.points[0].values',
      '2 entries, one per bin',
      '1',
    ],
    [
      { ...linear, kind: 'additive', weights: undefined, intercept: undefined },
      '$.shapes',
      'a list',
      'undefined',
    ],
  ])('says what does not fit: %#', (document, path, expected, got) => {
    expect(problemsOf(JSON.parse(JSON.stringify(document)))).toContainEqual({ path, expected, got });
  });

  it('of a later version says so in one sentence', () => {
    const error = refusal({ ...linear, version: 2, kind: 'future' });
    expect(error).toMatchObject({ code: 'unsupported-version', place: '$.version', expected: '1', got: '2' });
    expect(error.problems).toHaveLength(1);
  });

  it('that is wrong everywhere lists the first hundred problems and looks at no more', () => {
    const features = Array.from({ length: 5000 }, () => ({ kind: 'real', name: '' }));
    const error = refusal({ ...linear, features, weights: [features.map(() => 1)] });
    expect(error.problems).toHaveLength(100);
    expect(error.message.split('\n')).toHaveLength(21);
    expect(error.message).toContain('… and 80 or more');
  });

  it('is never half accepted, whatever was done to its text', () => {
    const seen = { read: 0, refused: 0 };
    // Both ways out are taken.
    until(() => Math.min(seen.read, seen.refused) > 0).holds(
      500,
      anyModel.map((model) => writeModelFile(model)).chain(mutated),
      (text) => {
        try {
          const { model } = readModelFile(text);
          expect(readModelFile(writeModelFile(model)).model).toEqual(model);
          seen.read += 1;
        } catch (error) {
          if (!(error instanceof XpxlcError)) throw error;
          expect(error.place).toMatch(/^\$|^line \d+, column \d+$/);
          expect(error.code).toMatch(/^(bad-json|duplicate-key|bad-model-file|unsupported-version)$/);
          seen.refused += 1;
        }
      },
    );
  });
});

describe('the published JSON Schema', () => {
  const published = JSON.parse(
    readFileSync(new URL('../../schema/xpxlc-model-1.schema.json', import.meta.url), 'utf8'),
  );
  const validate = new Ajv2020({ strict: false }).compile(published);

  it('is the one that the reader checks with', () => {
    const { $id, ...rest } = published;
    expect($id).toBe('xpxlc-model-1.schema.json');
    expect(rest).toEqual(JSON.parse(JSON.stringify(modelFileJsonSchema())));
  });

  it('accepts every file we write', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        expect(validate(toModelFile(model)), JSON.stringify(validate.errors)).toBe(true);
      }),
    );
  });

  it('accepts nothing whose structure the reader refuses', () => {
    expect(validate({ ...linear, weights: 'none' })).toBe(false);
    expect(validate({ ...linear, extra: 1 })).toBe(false);
    expect(validate({ ...linear, features: [{ kind: 'real' }] })).toBe(false);
    expect(validate(linear)).toBe(true);
  });
});
