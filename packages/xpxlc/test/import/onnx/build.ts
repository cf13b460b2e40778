// Small ONNX files made by hand, for what no exporter writes.
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type AttributeProtoSchema,
  ModelProtoSchema,
  type NodeProtoSchema,
  type TensorProtoSchema,
  type ValueInfoProtoSchema,
} from '../../../src/import/onnx/onnx-pb.ts';

type Attribute = MessageInitShape<typeof AttributeProtoSchema>;
export type Node = MessageInitShape<typeof NodeProtoSchema>;
export type Tensor = MessageInitShape<typeof TensorProtoSchema>;
type Info = MessageInitShape<typeof ValueInfoProtoSchema>;

const text = new TextEncoder();

export const FLOAT = 1;
export const INT64 = 7;
export const STRING = 8;
export const BOOL = 9;
export const DOUBLE = 11;

/** Numbers are floats, bigints whole numbers. */
type Content = number | bigint | string | readonly number[] | readonly bigint[] | readonly string[] | Tensor;

function attribute(name: string, value: Content): Attribute {
  if (typeof value === 'number') return { name, type: 1, f: value };
  if (typeof value === 'bigint') return { name, type: 2, i: value };
  if (typeof value === 'string') return { name, type: 3, s: text.encode(value) };
  if (!Array.isArray(value)) return { name, type: 4, t: value as Tensor };
  if (typeof value[0] === 'bigint') return { name, type: 7, ints: value as bigint[] };
  if (typeof value[0] === 'string')
    return { name, type: 8, strings: value.map((s) => text.encode(String(s))) };
  return { name, type: 6, floats: value as number[] };
}

const LEARNING = [
  'ArrayFeatureExtractor',
  'FeatureVectorizer',
  'Imputer',
  'LabelEncoder',
  'LinearClassifier',
  'Normalizer',
  'OneHotEncoder',
  'Scaler',
  'ZipMap',
];

/** `node('Scaler', ['X'], ['Y'], { scale: [2] })`, named like its first output. */
export function node(
  opType: string,
  input: string[],
  output: string[],
  attributes: Readonly<Record<string, Content>> = {},
): Node {
  const domain = LEARNING.includes(opType) ? 'ai.onnx.ml' : '';
  const list = Object.entries(attributes).map(([name, value]) => attribute(name, value));
  return { opType, domain, name: `make ${output[0]}`, input, output, attribute: list };
}

export function ints(name: string, data: readonly number[], dims: readonly number[] = [data.length]): Tensor {
  return { name, dataType: INT64, dims: dims.map(BigInt), int64Data: data.map(BigInt) };
}

export function floats(name: string, data: number[], dims: readonly number[] = [data.length]): Tensor {
  return { name, dataType: FLOAT, dims: dims.map(BigInt), floatData: data };
}

export function strings(name: string, data: readonly string[]): Tensor {
  return { name, dataType: STRING, dims: [BigInt(data.length)], stringData: data.map((s) => text.encode(s)) };
}

/** A table of so many columns; without a number one list of values. */
export function info(name: string, elemType: number, width?: number): Info {
  const rows = { value: { case: 'dimParam' as const, value: 'N' } };
  const columns = width === undefined ? [] : [{ value: { case: 'dimValue' as const, value: BigInt(width) } }];
  return { name, type: { tensorType: { elemType, shape: { dim: [rows, ...columns] } } } };
}

export interface Parts {
  readonly inputs?: Info[];
  readonly nodes: Node[];
  readonly initialisers?: Tensor[];
  readonly outputs?: Info[];
}

/** The bytes of a model; by default with an input `X` of three floats and an output `label` of whole numbers. */
export function onnx({
  inputs = [info('X', FLOAT, 3)],
  nodes,
  initialisers = [],
  outputs = [info('label', INT64)],
}: Parts): Uint8Array {
  return toBinary(
    ModelProtoSchema,
    create(ModelProtoSchema, {
      irVersion: 8n,
      producerName: 'by hand',
      graph: { node: nodes, input: inputs, output: outputs, initializer: initialisers },
      opsetImport: [{ version: 17n }, { domain: 'ai.onnx.ml', version: 3n }],
    }),
  );
}

/** A classifier of three columns, two classes, one row. */
export function classifier(
  input: string,
  attributes: Readonly<Record<string, Content>> = {},
  output: string[] = ['label', 'scores'],
): Node {
  return node('LinearClassifier', [input], output, {
    coefficients: [1, 2, 4],
    intercepts: [-0.5],
    classlabels_ints: [0n, 1n],
    post_transform: 'NONE',
    ...attributes,
  });
}
