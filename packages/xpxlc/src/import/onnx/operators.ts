// Which operators are read, by domain and name.
import { add, div, gemm, matMul, mul, reduceSum, scaler, sub } from './arithmetic.ts';
import {
  arrayFeatureExtractor,
  concat,
  featureVectorizer,
  flatten,
  gather,
  identity,
  reshape,
  split,
} from './arrange.ts';
import { cast } from './cast.ts';
import { argMax, keepOrder, linearClassifier, sigmoid } from './decide.ts';
import { imputer, labelEncoder, oneHotEncoder } from './encode.ts';
import type { NodeProto } from './onnx-pb.ts';
import { broken, unsupported } from './refuse.ts';
import type { Step, Value } from './value.ts';

type Operator = (step: Step) => Value[];

const STANDARD: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    Add: add,
    ArgMax: argMax,
    Cast: cast,
    Concat: concat,
    Constant: constant,
    Div: div,
    Flatten: flatten,
    Gather: gather,
    Gemm: gemm,
    Identity: identity,
    MatMul: matMul,
    Mul: mul,
    ReduceSum: reduceSum,
    Reshape: reshape,
    Sigmoid: sigmoid,
    Softmax: keepOrder,
    Split: split,
    Sub: sub,
  }),
);

const MACHINE_LEARNING: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    ArrayFeatureExtractor: arrayFeatureExtractor,
    FeatureVectorizer: featureVectorizer,
    Imputer: imputer,
    LabelEncoder: labelEncoder,
    LinearClassifier: linearClassifier,
    Normalizer: keepOrder,
    OneHotEncoder: oneHotEncoder,
    Scaler: scaler,
  }),
);

/** @throws {FormatError} `unsupported`. */
export function operatorOf(node: NodeProto): Operator {
  const list =
    node.domain === '' || node.domain === 'ai.onnx'
      ? STANDARD
      : node.domain === 'ai.onnx.ml'
        ? MACHINE_LEARNING
        : undefined;
  const operator = list?.get(node.opType);
  if (operator !== undefined) return operator;
  throw unsupported(
    node,
    'this operator does not keep the model a sum of contributions of single columns, or is not read',
    [...MACHINE_LEARNING.keys(), ...STANDARD.keys()].join(', '),
    node.opType === '' ? 'no operator' : node.opType.slice(0, 60),
  );
}

function constant({ attributes, node }: Step): Value[] {
  const tensor = attributes.tensor('value');
  if (tensor !== undefined) return [tensor];
  for (const [name, type] of [
    ['value_ints', 'int'],
    ['value_floats', 'float'],
    ['value_strings', 'string'],
  ] as const) {
    if (!attributes.has(name)) continue;
    const data =
      type === 'int'
        ? attributes.ints(name)
        : type === 'float'
          ? attributes.floats(name)
          : attributes.texts(name);
    return [{ kind: 'constant', type, dims: [data.length], data }];
  }
  const whole = attributes.int('value_int');
  if (whole !== undefined) return [{ kind: 'constant', type: 'int', dims: [], data: [BigInt(whole)] }];
  const float = attributes.float('value_float', Number.NaN);
  if (Number.isFinite(float)) return [{ kind: 'constant', type: 'float', dims: [], data: [float] }];
  throw broken(node, 'a constant without a value', 'a finite value', 'none');
}
