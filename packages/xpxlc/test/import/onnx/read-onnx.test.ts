// What becomes of each operator: weights in raw features, number for number.

import { readFileSync } from 'node:fs';
import { type LinearModel, predict, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../../core/test/matrix.ts';
import { type OnnxOptions, readOnnx } from '../../../src/import/onnx/index.ts';
import { readModelFile } from '../../../src/schema/read-model-file.ts';
import { writeModelFile } from '../../../src/schema/write-model-file.ts';
import {
  BOOL,
  classifier,
  DOUBLE,
  FLOAT,
  floats,
  INT64,
  info,
  ints,
  type Node,
  node,
  onnx,
  STRING,
  strings,
} from './build.ts';
import { bytesOf, modelOf } from './fixtures.ts';

function read(parts: Parameters<typeof onnx>[0], options: OnnxOptions = {}): LinearModel {
  return readOnnx(onnx(parts), options).model as LinearModel;
}

describe('raw features of skl2onnx exports', () => {
  it('are folded back from one-hot columns, in the unit of the raw numbers', () => {
    const model = modelOf('columns-onehot');
    expect(model.features).toEqual([
      { kind: 'real', name: 'age', lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
      { kind: 'real', name: 'income', lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
      {
        kind: 'categorical',
        name: 'job',
        values: ['clerk', 'nurse', 'self-employed', 'unemployed', 'études'],
      },
      { kind: 'categorical', name: 'home', values: ['own', 'rent', 'with family'] },
      { kind: 'categorical', name: 'late', values: ['0', '1', '2', '3', '4', '(other)'], other: '(other)' },
    ]);
    expect(model.weights).toHaveLength(1);
    // A category that the encoder does not know has no column that is 1.
    expect((model.weights[0][4] as number[])[5]).toBe(0);
  });

  it('have the value that stands for a gap, and leave out columns that the model drops', () => {
    const { model, notes, origin } = readOnnx(bytesOf('columns-ordinal'));
    expect(model.features.map(({ name }) => name)).toEqual(['age', 'income', 'job', 'home']);
    expect(notes.unusedInputs).toEqual(['late']);
    expect(notes.arithmetic).toMatch(/float32/);
    expect(origin).toEqual({ tool: 'skl2onnx', version: '1.20.0', format: 'onnx' });
    const imputed = modelOf('logistic-imputed').features[0];
    expect(imputed).toMatchObject({ kind: 'real', missing: Math.fround(47.77) });
  });

  it('are named after the tensor and the column, unless names are given', () => {
    const names = (options?: OnnxOptions): string[] =>
      readOnnx(bytesOf('logistic-selected'), options).model.features.map(({ name }) => name);
    expect(names()).toEqual(['X[1]', 'X[2]']);
    expect(names({ featureNames: ['age', 'income', 'late'] })).toEqual(['income', 'late']);
  });

  it('can be bounded', () => {
    const bounds = [{ name: 'age', lower: 18, upper: 99, integer: true }];
    const { model } = readOnnx(bytesOf('columns-onehot'), { bounds });
    expect(model.features[0]).toEqual({ kind: 'integer', name: 'age', lower: 18, upper: 99 });
    expect(() => readOnnx(bytesOf('columns-onehot'), { bounds: [{ ...bounds[0], name: 'job' }] })).toThrow(
      /bounds of no column of numbers; expected some of 'age', 'income', 'late', got 'job'/,
    );
  });

  it('leave unknown categories out when asked', () => {
    const { model } = readOnnx(bytesOf('columns-onehot'), { unknown: 'refuse' });
    expect(model.features[4]).toEqual({
      kind: 'categorical',
      name: 'late',
      values: ['0', '1', '2', '3', '4'],
    });
  });

  it('are those of the example in the documentation', () => {
    const bytes = new Uint8Array(
      readFileSync(new URL('../../../../../fixtures/onnx/people.onnx', import.meta.url)),
    );
    const { model } = readOnnx(bytes);
    const person = { age: 35, income: 40, late: 2, job: 'clerk', home: 'rent' };
    expect(predict(reduce(model), person).class).toBe('refuse');
    expect(predict(reduce(model), { ...person, income: 82 }).class).toBe('grant');
  });

  it('go into a model file and come back', () => {
    const { model } = readOnnx(bytesOf('columns-infrequent-passthrough'));
    expect(readModelFile(writeModelFile(model)).model).toEqual(model);
  });
});

describe('LinearClassifier', () => {
  it('with one row is positive for the second class, and ties go to the first', () => {
    const model = read({ nodes: [classifier('X')] });
    expect(model).toMatchObject({
      classes: ['0', '1'],
      tieOrder: ['0', '1'],
      weights: [[1, 2, 4]],
      intercept: [-0.5],
    });
  });

  it('with two opposite rows is the same as one', () => {
    const rows = { coefficients: [-1, -2, -4, 1, 2, 4], intercepts: [0.5, -0.5], post_transform: 'LOGISTIC' };
    expect(read({ nodes: [classifier('X', rows)] }).weights).toEqual([[1, 2, 4]]);
    // Softmax of (−s, s) has log-odds 2s.
    expect(read({ nodes: [classifier('X', { ...rows, post_transform: 'SOFTMAX' })] }).weights).toHaveLength(
      2,
    );
  });

  it('with two rows of their own keeps both', () => {
    const rows = { coefficients: [0, 0, 1, 1, 2, 4], intercepts: [0, -0.5] };
    expect(read({ nodes: [classifier('X', rows)] }).weights).toEqual(matrix([0, 0, 1], [1, 2, 4]));
  });

  it('has float32 coefficients as the doubles they are', () => {
    const model = read({ nodes: [classifier('X', { coefficients: [0.1, 0.2, 0.3] })] });
    expect(model.weights).toEqual([[0.1, 0.2, 0.3].map(Math.fround)]);
  });

  it('may be asked for its largest score', () => {
    const rows = {
      coefficients: [0, 0, 1, 1, 2, 4, 3, 0, 0],
      intercepts: [0, -0.5, 1],
      classlabels_ints: [0n, 1n, 2n],
    };
    for (const post_transform of ['NONE', 'SOFTMAX']) {
      for (const extra of [[], [node('Normalizer', ['scores'], ['normal'], { norm: 'L1' })]]) {
        const model = read({
          nodes: [
            classifier('X', { ...rows, post_transform }, ['unused', 'scores']),
            ...extra,
            node('ArgMax', [extra.length > 0 ? 'normal' : 'scores'], ['at'], { axis: 1n }),
            node('ArrayFeatureExtractor', ['names', 'at'], ['label']),
          ],
          initialisers: [strings('names', ['a', 'b', 'c'])],
          outputs: [info('label', STRING)],
        });
        expect(model.classes).toEqual(['a', 'b', 'c']);
        expect(model.weights[2]).toEqual([3, 0, 0]);
      }
    }
  });

  it('may have its classes renamed by a LabelEncoder, a Gather, a Cast', () => {
    const attributes = { keys_int64s: [0n, 1n], values_strings: ['no', 'yes'] };
    const encoded = read({
      nodes: [classifier('X', {}, ['c', 's']), node('LabelEncoder', ['c'], ['label'], attributes)],
      outputs: [info('label', STRING)],
    });
    expect(encoded.classes).toEqual(['no', 'yes']);
    const gathered = read({
      nodes: [
        classifier('X', {}, ['c', 's']),
        node('Gather', ['names', 'c'], ['g']),
        node('Cast', ['g'], ['f'], { to: 1n }),
        node('Cast', ['f'], ['label'], { to: 7n }),
      ],
      initialisers: [ints('names', [30, 40])],
    });
    expect(gathered.classes).toEqual(['30', '40']);
  });
});

describe('ArgMax', () => {
  it('gives ties to the last when it says so', () => {
    const nodes = [
      node('MatMul', ['X', 'w'], ['s']),
      node('ArgMax', ['s'], ['label'], { axis: -1n, select_last_index: 1n }),
    ];
    const model = read({ nodes, initialisers: [floats('w', [1, 2, 3, 4, 5, 6], [3, 2])] });
    expect(model.tieOrder).toEqual(['1', '0']);
    expect(model.weights).toEqual(matrix([1, 3, 5], [2, 4, 6]));
  });

  it('of p and 1 − p is the sign of the score', () => {
    const nodes = [
      node('Gemm', ['X', 'w', 'b'], ['s'], { transB: 1n, alpha: 0.5 }),
      node('Sigmoid', ['s'], ['p']),
      node('Sub', ['one', 'p'], ['q']),
      node('Concat', ['q', 'p'], ['both'], { axis: 1n }),
      node('ArgMax', ['both'], ['label'], { axis: 1n }),
    ];
    const initialisers = [floats('w', [2, 4, 6], [1, 3]), floats('b', [7]), floats('one', [1])];
    expect(read({ nodes, initialisers })).toMatchObject({ weights: [[1, 2, 3]], intercept: [7] });
  });
});

describe('columns before the classifier', () => {
  it('may be scaled: the weight is the double nearest to the exact product', () => {
    const nodes = [node('Scaler', ['X'], ['Y'], { offset: [1, 2, 3], scale: [2] }), classifier('Y')];
    expect(read({ nodes })).toMatchObject({ weights: [[2, 4, 8]], intercept: [-0.5 - 2 - 8 - 24] });
    const third = [node('Div', ['X', 'three'], ['Y']), classifier('Y')];
    const model = read({ nodes: third, initialisers: [floats('three', [3, 3, 7])] });
    expect(model.weights).toEqual([[1 / 3, 2 / 3, 4 / 7]]);
  });

  it('may be picked, put together, split and reshaped', () => {
    const nodes = [
      node('Gather', ['X', 'last'], ['c'], { axis: -1n }),
      node('ArrayFeatureExtractor', ['X', 'first'], ['ab']),
      node('Concat', ['c', 'ab'], ['cab'], { axis: 1n }),
      node('Reshape', ['cab', 'deep'], ['tensor']),
      node('Flatten', ['tensor'], ['flat']),
      node('Split', ['flat', 'sizes'], ['p', 'q'], { axis: 1n }),
      node('FeatureVectorizer', ['q', 'p'], ['Y']),
      classifier('Y'),
    ];
    const initialisers = [
      ints('last', [-1]),
      ints('first', [0, 1]),
      ints('deep', [0, 1, -1]),
      ints('sizes', [1, 2]),
    ];
    // c a b, split into c and a b, put together as a b c.
    expect(read({ nodes, initialisers }).weights).toEqual([[1, 2, 4]]);
  });

  it('may be added up', () => {
    const nodes = [
      node('ReduceSum', ['X', 'axes'], ['s']),
      node('Concat', ['s', 's', 'X'], ['five'], { axis: 1n }),
      classifier('five', { coefficients: [1, 1, 1, 2, 4] }),
    ];
    expect(read({ nodes, initialisers: [ints('axes', [1])] }).weights).toEqual([[3, 4, 6]]);
  });

  it('are matched with constants from the last dimension', () => {
    const nodes = (shape: string): Node[] => [node('Mul', [shape, 'X'], ['Y']), classifier('Y')];
    for (const dims of [[3], [1, 3]])
      expect(read({ nodes: nodes('c'), initialisers: [floats('c', [1, 2, 3], dims)] }).weights).toEqual([
        [1, 4, 12],
      ]);
    for (const dims of matrix([3, 1], [1, 1, 3]))
      expect(() => read({ nodes: nodes('c'), initialisers: [floats('c', [1, 2, 3], dims)] })).toThrow(
        /node 'make Y' \(Mul\): a constant for each row/,
      );
    // One column, spread over three.
    const spread = [
      node('Gather', ['X', 'i'], ['x'], { axis: 1n }),
      node('Sub', ['x', 'c'], ['Y']),
      classifier('Y'),
    ];
    const initialisers = [ints('i', [1]), floats('c', [1, 2, 3])];
    expect(read({ nodes: spread, initialisers })).toMatchObject({
      weights: [[7]],
      intercept: [-0.5 - 1 - 4 - 12],
    });
  });

  it('may be constants in disguise', () => {
    const nodes = [node('Mul', ['X', 'zero'], ['Z']), node('Add', ['Z', 'one'], ['Y']), classifier('Y')];
    const initialisers = [floats('zero', [0, 1, 1]), floats('one', [1])];
    expect(read({ nodes, initialisers })).toMatchObject({ weights: [[0, 2, 4]], intercept: [6.5] });
  });

  it('are whole numbers, or Booleans between 0 and 1, where the input is', () => {
    const inputs = [info('n', INT64, 1), info('b', BOOL, 1), info('x', DOUBLE)];
    const nodes = [
      node('Cast', ['n'], ['nf'], { to: 1n }),
      node('Cast', ['b'], ['bf'], { to: 1n }),
      node('Reshape', ['x', 'column'], ['xc']),
      node('Cast', ['xc'], ['xf'], { to: 1n }),
      node('Concat', ['nf', 'bf', 'xf'], ['Y'], { axis: 1n }),
      classifier('Y'),
    ];
    const { features } = read({ inputs, nodes, initialisers: [ints('column', [-1, 1])] });
    expect(features.map(({ kind }) => kind)).toEqual(['integer', 'integer', 'real']);
    expect(features[1]).toMatchObject({ lower: 0, upper: 1 });
  });
});

describe('categories', () => {
  const inputs = [info('job', STRING, 1)];
  const initialisers = [ints('two', [-1, 2]), ints('three', [-1, 3])];

  it('through two encoders are looked up in both', () => {
    const nodes = [
      node('LabelEncoder', ['job'], ['code'], {
        keys_strings: ['a', 'b', 'c'],
        values_int64s: [0n, 1n, 1n],
        default_int64: 5n,
      }),
      node('OneHotEncoder', ['code'], ['hot'], { cats_int64s: [0n, 1n], zeros: 1n }),
      node('Reshape', ['hot', 'two'], ['Y']),
      classifier('Y', { coefficients: [3, 4] }),
    ];
    const model = read({ inputs, nodes, initialisers });
    expect(model.features[0]).toMatchObject({ values: ['a', 'b', 'c', '(other)'], other: '(other)' });
    expect(model.weights).toEqual([[[3, 4, 4, 0]]]);
  });

  it('through two encoders are only those that both accept', () => {
    const nodes = [
      node('LabelEncoder', ['job'], ['name'], {
        keys_strings: ['a', 'b', 'c'],
        values_strings: ['x', 'y', 'z'],
      }),
      node('OneHotEncoder', ['name'], ['hot'], { cats_strings: ['x', 'y'], zeros: 0n }),
      node('Reshape', ['hot', 'two'], ['Y']),
      classifier('Y', { coefficients: [3, 4] }),
    ];
    const model = read({ inputs, nodes, initialisers });
    expect(model.features[0]).toEqual({ kind: 'categorical', name: 'job', values: ['a', 'b'] });
    expect(model.weights).toEqual([[[3, 4]]]);
  });

  it('of whole numbers may be numbers as well, where no others are accepted', () => {
    const parts = (zeros: bigint): Parameters<typeof onnx>[0] => ({
      inputs: [info('late', INT64, 1)],
      nodes: [
        node('OneHotEncoder', ['late'], ['hot'], { cats_int64s: [0n, 2n], zeros }),
        node('Reshape', ['hot', 'two'], ['flat']),
        node('Cast', ['late'], ['number'], { to: 1n }),
        node('Concat', ['flat', 'number'], ['Y'], { axis: 1n }),
        classifier('Y'),
      ],
      initialisers,
    });
    expect(read(parts(0n)).weights).toEqual([[[1, 2 + 4 * 2]]]);
    expect(() => read(parts(1n))).toThrow(/input 'late': the column is both a number and a category/);
  });

  it('called like the one for all others do not hide it', () => {
    const nodes = [
      node('OneHotEncoder', ['job'], ['hot'], { cats_strings: ['(other)', 'a'] }),
      node('Reshape', ['hot', 'two'], ['Y']),
      classifier('Y', { coefficients: [3, 4] }),
    ];
    expect(read({ inputs, nodes, initialisers }).features[0]).toMatchObject({
      values: ['(other)', 'a', '((other))'],
      other: '((other))',
    });
  });
});

describe('outputs', () => {
  it('are chosen by name where several are a class', () => {
    const parts = {
      nodes: [classifier('X', {}, ['a', 's']), classifier('X', { coefficients: [5, 6, 7] }, ['b', 't'])],
      outputs: [info('a', INT64), info('b', INT64)],
    };
    expect(() => read(parts)).toThrow(
      /several outputs are a class; expected the name of one of them.*'a', 'b'/,
    );
    expect(read(parts, { output: 'b' }).weights).toEqual([[5, 6, 7]]);
    expect(() => read(parts, { output: 'c' })).toThrow(/no output is the class/);
  });

  it('may be computed in any way where they are not the class', () => {
    const nodes = [classifier('X'), node('Erf', ['scores'], ['odd'])];
    expect(read({ nodes, outputs: [info('odd', FLOAT, 2), info('label', INT64)] }).weights).toHaveLength(1);
  });
});
