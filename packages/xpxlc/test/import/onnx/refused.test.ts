// What is no sum of contributions of single columns is refused with the node, and what is no model with the place.

import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FormatError, LimitError, type XpxlcError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { isOnnx, type OnnxOptions, readOnnx } from '../../../src/import/onnx/index.ts';
import { ModelProtoSchema } from '../../../src/import/onnx/onnx-pb.ts';
import {
  classifier,
  FLOAT,
  floats,
  INT64,
  info,
  ints,
  type Node,
  node,
  onnx,
  type Parts,
  STRING,
  strings,
  type Tensor,
} from './build.ts';
import { bytesOf, namesOf } from './fixtures.ts';

function errorOf(bytes: Uint8Array, options?: OnnxOptions): XpxlcError {
  try {
    readOnnx(bytes, options);
  } catch (error) {
    if (error instanceof FormatError || error instanceof LimitError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('exports of skl2onnx that are no linear models', () => {
  const places: Readonly<Record<string, [place: string, got: RegExp]>> = {
    'gaussian-naive-bayes': ["node 'Pow' (Pow)", /Pow/],
    kbins: ["node 'Less' (Less)", /Less/],
    'minmax-clip': ["node 'Cl_Clip' (Clip)", /Clip/],
    normalizer: [
      "node 'LinearClassifier' (ai.onnx.ml.LinearClassifier)",
      /a mixture of all columns, made by node 'Normalizer'/,
    ],
    'one-vs-rest': ["node 'Slice' (Slice)", /Slice/],
    polynomial: ["node 'ReduceProd' (ReduceProd)", /ReduceProd/],
    power: ["node 'pref_Div' (Div)", /columns of the input/],
    'sgd-log-multi': ["node 'Exp' (Exp)", /Exp/],
    tree: ["node 'TreeEnsembleClassifier' (ai.onnx.ml.TreeEnsembleClassifier)", /TreeEnsembleClassifier/],
  };

  it('are all here', () => {
    expect(Object.keys(places).sort()).toEqual(namesOf('refused').sort());
  });

  for (const [name, [place, got]] of Object.entries(places)) {
    it(`such as ${name}, at the node that makes it so`, () => {
      const error = errorOf(bytesOf(name, 'refused'));
      expect(error.code).toBe('unsupported');
      expect(error.place).toBe(place);
      expect(error.got).toMatch(got);
    });
  }
});

describe('a graph is refused', () => {
  const X = info('X', FLOAT, 3);
  const cases: Readonly<Record<string, [parts: Parts, code: string, message: RegExp]>> = {
    'that multiplies columns': [
      { nodes: [node('Mul', ['X', 'X'], ['Y']), classifier('Y')] },
      'unsupported',
      /node 'make Y' \(Mul\): a product of columns/,
    ],
    'that mixes rows': [
      { nodes: [node('Gather', ['X', 'i'], ['Y']), classifier('Y')], initialisers: [ints('i', [0])] },
      'unsupported',
      /this mixes rows/,
    ],
    'whose rows do not stay rows': [
      { nodes: [node('Reshape', ['X', 's'], ['Y']), classifier('Y')], initialisers: [ints('s', [-1, 1])] },
      'unsupported',
      /rows do not stay rows; expected \[-1, 3\], got \[-1, 1\]/,
    ],
    'that cuts numbers and adds them up': [
      {
        nodes: [
          node('Cast', ['X'], ['i'], { to: 7n }),
          node('Cast', ['i'], ['Y'], { to: 1n }),
          classifier('Y'),
        ],
      },
      'unsupported',
      /a number cut to a whole one/,
    ],
    'that adds up texts': [
      { inputs: [info('X', STRING, 3)], nodes: [classifier('X')] },
      'unsupported',
      /a text is no number/,
    ],
    'that reads texts as numbers': [
      { inputs: [info('X', STRING, 3)], nodes: [node('Cast', ['X'], ['Y'], { to: 1n }), classifier('Y')] },
      'unsupported',
      /this cast changes values/,
    ],
    'that replaces a number by another': [
      {
        nodes: [
          node('Imputer', ['X'], ['Y'], { imputed_value_floats: [1], replaced_value_float: -1 }),
          classifier('Y'),
        ],
      },
      'unsupported',
      /a number is replaced by another/,
    ],
    'that fills a gap in two ways': [
      {
        nodes: [
          node('Imputer', ['X'], ['Y'], { imputed_value_floats: [1], replaced_value_float: Number.NaN }),
          node('Add', ['X', 'Y'], ['Z']),
          classifier('Z'),
        ],
      },
      'unsupported',
      /a missing value counts as different numbers/,
    ],
    'that fills gaps after scaling': [
      {
        nodes: [
          node('Scaler', ['X'], ['Y'], { scale: [2] }),
          node('Imputer', ['Y'], ['Z'], { imputed_value_floats: [1], replaced_value_float: Number.NaN }),
          classifier('Z'),
        ],
      },
      'unsupported',
      /gaps are filled after a computation/,
    ],
    'that looks for categories in a computed number': [
      {
        nodes: [
          node('Scaler', ['X'], ['Y'], { scale: [2] }),
          node('OneHotEncoder', ['Y'], ['Z'], { cats_int64s: [1n] }),
          node('Reshape', ['Z', 's'], ['W']),
          classifier('W'),
        ],
        initialisers: [ints('s', [-1, 3])],
      },
      'unsupported',
      /categories are told apart in something else than a raw column/,
    ],
    'whose categories are fractions': [
      {
        nodes: [
          node('LabelEncoder', ['X'], ['Y'], { keys_floats: [0.5], values_floats: [1] }),
          classifier('Y'),
        ],
      },
      'unsupported',
      /a category is a fraction/,
    ],
    'that takes all categories but one': [
      {
        inputs: [info('X', STRING, 1)],
        nodes: [
          node('LabelEncoder', ['X'], ['Y'], {
            keys_strings: ['a', 'b'],
            values_int64s: [0n, 1n],
            default_int64: 0n,
          }),
          node('OneHotEncoder', ['Y'], ['Z'], { cats_int64s: [0n], zeros: 0n }),
          node('Reshape', ['Z', 's'], ['W']),
          classifier('W', { coefficients: [1] }),
        ],
        initialisers: [ints('s', [-1, 1])],
      },
      'unsupported',
      /all categories but some are accepted/,
    ],
    'that takes the largest of several logistic functions': [
      { nodes: [node('Sigmoid', ['X'], ['p']), node('ArgMax', ['p'], ['label'], { axis: 1n })] },
      'unsupported',
      /several logistic functions/,
    ],
    'with a transform of another kind': [
      { nodes: [classifier('X', { post_transform: 'PROBIT' })] },
      'unsupported',
      /NONE, LOGISTIC or SOFTMAX, got PROBIT/,
    ],
    'with an operator of another domain': [
      { nodes: [{ ...classifier('X'), domain: 'my.own' }] },
      'unsupported',
      /node 'make label' \(my\.own\.LinearClassifier\)/,
    ],
    'that is a regression': [
      { nodes: [node('Scaler', ['X'], ['label'])] },
      'no-class',
      /no output is the class.*'label': columns of the input/,
    ],
    'without an output for the class': [
      { nodes: [classifier('X')], outputs: [info('scores', FLOAT, 2)] },
      'no-class',
      /got 'scores'/,
    ],
    'with too few coefficients': [
      { nodes: [classifier('X', { coefficients: [1, 2] })] },
      'bad-node',
      /1 rows of 3, got 2/,
    ],
    'with too many classes': [
      { nodes: [classifier('X', { classlabels_ints: [1n, 2n, 3n] })] },
      'bad-node',
      /expected 2 classes, got 3/,
    ],
    'with two classes of the same name': [
      { nodes: [classifier('X', { classlabels_ints: [1n, 1n] })] },
      'bad-model-file',
      /classes/,
    ],
    'with infinite coefficients': [
      { nodes: [classifier('X', { coefficients: [1, Number.POSITIVE_INFINITY, 0] })] },
      'not-finite',
      /attribute 'coefficients'/,
    ],
    'with an attribute of another type': [
      { nodes: [classifier('X', { coefficients: 'many' })] },
      'bad-node',
      /attribute 'coefficients': an attribute of another type; expected type 6 \(floats\), got type 3/,
    ],
    'with an attribute twice': [
      { nodes: [{ ...classifier('X'), attribute: [{ name: 'a' }, { name: 'a' }] } as Node] },
      'bad-node',
      /an attribute is there twice/,
    ],
    'with a cycle': [
      { nodes: [node('Add', ['X', 'Z'], ['Y']), node('Identity', ['Y'], ['Z']), classifier('Z')] },
      'bad-graph',
      /node 'make Y' \(Add\).*'Z', which node 'make Z' \(Identity\) does not make before/,
    ],
    'with an initialiser that is not there': [
      { nodes: [node('Gather', ['X', 'where'], ['Y'], { axis: 1n }), classifier('Y')] },
      'bad-graph',
      /'where', which nothing makes/,
    ],
    'with a name given twice': [
      { nodes: [classifier('X'), classifier('X')] },
      'bad-graph',
      /a name is given twice.*'label'/,
    ],
    'with an input that is no table': [
      { inputs: [{ name: 'X' }], nodes: [classifier('X')] },
      'unsupported',
      /input 'X': not a tensor/,
    ],
    'with an input without its number of columns': [
      {
        inputs: [{ name: 'X', type: { tensorType: { elemType: FLOAT, shape: { dim: [{}, {}] } } } }],
        nodes: [classifier('X')],
      },
      'unsupported',
      /the number of columns is not given/,
    ],
    'that divides by zero': [
      { nodes: [node('Div', ['X', 'z'], ['Y']), classifier('Y')], initialisers: [floats('z', [0])] },
      'bad-node',
      /a division by zero/,
    ],
    'with a column that is not there': [
      {
        nodes: [node('Gather', ['X', 'i'], ['Y'], { axis: 1n }), classifier('Y')],
        initialisers: [ints('i', [0, 1, 3])],
      },
      'bad-node',
      /a position below 3, got 3/,
    ],
    'with weights beyond the doubles': [
      {
        inputs: [X],
        nodes: [node('Mul', ['X', 'h'], ['a']), node('Mul', ['a', 'h'], ['b']), classifier('b')],
        initialisers: [{ name: 'h', dataType: 11, dims: [], doubleData: [1e300] }],
      },
      'number-too-large',
      /input 'X\[0\]': the weight is beyond the doubles/,
    ],
  };

  for (const [name, [parts, code, message]] of Object.entries(cases)) {
    it(name, () => {
      const error = errorOf(onnx(parts));
      expect(error.message).toMatch(message);
      expect(error.code).toBe(code);
    });
  }

  it('when names do not fit', () => {
    const bytes = onnx({ nodes: [classifier('X')] });
    expect(errorOf(bytes, { featureNames: ['a'] })).toMatchObject({ code: 'bad-names', expected: '3 names' });
    expect(errorOf(bytes, { featureNames: ['a', 'a', 'b'] }).code).toBe('bad-model-file');
  });
});

describe('a tensor is refused', () => {
  const gather = (tensor: Tensor): XpxlcError =>
    errorOf(
      onnx({
        nodes: [node('Gather', ['X', 'i'], ['Y'], { axis: 1n }), classifier('Y')],
        initialisers: [{ ...tensor, name: 'i' }],
      }),
    );

  it.each<[string, Tensor, string]>([
    ['whose numbers are in another file', { ...ints('', [0, 1, 2]), dataLocation: 1 }, 'external-data'],
    ['with fewer numbers than it says', ints('', [0, 1, 2], [4]), 'bad-tensor'],
    ['with a negative dimension', ints('', [0], [-1]), 'bad-tensor'],
    ['with a dimension of 2^62', { ...ints('', [0]), dims: [2n ** 62n] }, 'too-large'],
    [
      'with dimensions that multiply to 2^64',
      { ...ints('', [0]), dims: [2n ** 32n, 2n ** 32n] },
      'too-large',
    ],
    [
      'with a thousand dimensions',
      { ...ints('', [0]), dims: Array.from({ length: 1000 }, () => 1n) },
      'bad-tensor',
    ],
    ['of an unknown type', { dataType: 14, dims: [1n] }, 'unsupported'],
    ['with half a number', { dataType: INT64, dims: [1n], rawData: new Uint8Array(7) }, 'bad-tensor'],
    ['that is not finite', floats('', [Number.NaN]), 'not-finite'],
    ['of floats where positions belong', floats('', [0, 1, 2]), 'bad-node'],
    [
      'with texts that are not UTF-8',
      { dataType: 8, dims: [1n], stringData: [new Uint8Array([0xff])] },
      'not-text',
    ],
  ])('%s', (_, tensor, code) => {
    expect(gather(tensor).code).toBe(code);
  });

  it('but raw bytes of any whole type are read', () => {
    for (const [dataType, width] of [
      [INT64, 8],
      [6, 4],
      [5, 2],
      [3, 1],
    ]) {
      const rawData = new Uint8Array(3 * width);
      rawData[width] = 1;
      rawData[2 * width] = 2;
      const bytes = onnx({
        nodes: [node('Gather', ['X', 'i'], ['Y'], { axis: 1n }), classifier('Y')],
        initialisers: [{ name: 'i', dataType, dims: [3n], rawData }],
      });
      expect(readOnnx(bytes).model).toMatchObject({ weights: [[1, 2, 4]] });
    }
  });
});

describe('a file is bounded', () => {
  it('in its bytes', () => {
    expect(errorOf(new Uint8Array(65 * 2 ** 20))).toMatchObject({ code: 'too-large', place: 'the file' });
  });

  it('in its parts, before any is made', () => {
    // Two bytes a node: a gigabyte of objects from two million bytes.
    const graph = new Uint8Array(2_000_000).map((_, i) => (i % 2 === 0 ? 0x0a : 0));
    const file = new BinaryWriter().tag(7, WireType.LengthDelimited).bytes(graph).finish();
    expect(errorOf(file).code).toBe('too-large');
    const numbers = toBinary(
      ModelProtoSchema,
      create(ModelProtoSchema, {
        graph: { initializer: [{ int64Data: Array.from({ length: 4_000_001 }, () => 0n) }] },
      }),
    );
    expect(errorOf(numbers).code).toBe('too-large');
  });

  it('in its nesting', () => {
    expect(errorOf(new Uint8Array(1_000_000).fill(0x0b)).code).toBe('bad-protobuf');
  });

  it('in its nodes', () => {
    const nodes = Array.from({ length: 10_001 }, (_, i) =>
      node('Identity', [i === 0 ? 'X' : `y${i}`], [`y${i + 1}`]),
    );
    expect(errorOf(onnx({ nodes: [...nodes, classifier('y10001')] })).message).toMatch(/too many nodes/);
  });

  it('in its columns, also when each node doubles them', () => {
    const nodes = Array.from({ length: 60 }, (_, i) =>
      node('Concat', [i === 0 ? 'X' : `y${i}`, i === 0 ? 'X' : `y${i}`], [`y${i + 1}`], { axis: 1n }),
    );
    expect(errorOf(onnx({ nodes: [...nodes, classifier('y60')] })).code).toBe('too-large');
    expect(errorOf(onnx({ inputs: [info('X', FLOAT, 2 ** 40)], nodes: [classifier('X')] })).code).toBe(
      'too-large',
    );
  });

  it('in its work, also when each node multiplies it', () => {
    const n = 300;
    const matrix = floats(
      'w',
      Array.from({ length: n * n }, () => 0.1),
      [n, n],
    );
    const nodes = Array.from({ length: 5 }, (_, i) =>
      node('MatMul', [i === 0 ? 'X' : `y${i}`, 'w'], [`y${i + 1}`]),
    );
    const parts = {
      inputs: [info('X', FLOAT, n)],
      nodes: [...nodes, classifier('y5')],
      initialisers: [matrix],
    };
    expect(errorOf(onnx(parts))).toMatchObject({ code: 'too-large', place: "node 'make y2' (MatMul)" });
  });

  it('in the length of its numbers', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) =>
      node('Mul', [i === 0 ? 'X' : `y${i}`, 'c'], [`y${i + 1}`]),
    );
    const initialisers = [{ name: 'c', dataType: 11, dims: [], doubleData: [Math.PI] }];
    expect(errorOf(onnx({ nodes: [...nodes, classifier('y1000')], initialisers })).message).toMatch(
      /the product of too many numbers/,
    );
  });
});

describe('bytes', () => {
  it('are told from other files by their beginning', () => {
    for (const name of namesOf('models')) expect(isOnnx(bytesOf(name)), name).toBe(true);
    for (const name of namesOf('refused')) expect(isOnnx(bytesOf(name, 'refused')), name).toBe(true);
    for (const text of [
      '',
      '{"format": "xpxlc-model"}',
      '<?xml version="1.0"?>',
      '2\n0.5\n',
      'feature,bin,points\n',
      '\b',
    ])
      expect(isOnnx(new TextEncoder().encode(text)), text).toBe(false);
  });

  it('that are cut off are refused, wherever the cut is', () => {
    const bytes = bytesOf('columns-onehot');
    for (let length = 0; length < bytes.length; length++) {
      let model: unknown;
      try {
        ({ model } = readOnnx(bytes.subarray(0, length)));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
      // Only the last field, the version of the operators, can be missing in a file that is read.
      if (model !== undefined) expect(length).toBeGreaterThan(bytes.length - 40);
    }
  });

  it('that are something else are refused', () => {
    for (const text of ['', '{}', 'label'])
      expect(['bad-protobuf', 'bad-graph']).toContain(errorOf(new TextEncoder().encode(text)).code);
    expect(errorOf(onnx({ nodes: [], initialisers: [strings('s', ['a'])] })).message).toMatch(/no nodes/);
  });
});
