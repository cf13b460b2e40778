// ONNX files that are whole as protobufs, but whose graph was changed.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { type GraphProto, ModelProtoSchema } from '../../../src/import/onnx/onnx-pb.ts';

const ODD_INTS = [0n, 1n, -1n, 2n, 3n, 8n, 1000n, 2n ** 31n, 2n ** 53n, -(2n ** 63n), 2n ** 63n - 1n];
const ODD_FLOATS = [0, -0, 1, -1, 1e-45, 3.4e38, Number.NaN, Number.POSITIVE_INFINITY, 0.5];
const OPERATORS = [
  'Cast',
  'Concat',
  'Gather',
  'Reshape',
  'Mul',
  'Split',
  'ArgMax',
  'ReduceSum',
  'Identity',
  'Sub',
  'Softmax',
  'MatMul',
];

/** Whole protobufs whose content is changed: names swapped, nodes dropped or moved, attributes and tensors altered. */
export function altered(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const mutation = fc.record({ kind: fc.nat(11), a: fc.nat(), b: fc.nat(), c: fc.nat() });
  return fc.array(mutation, { minLength: 1, maxLength: 4 }).map((mutations) => {
    const model = fromBinary(ModelProtoSchema, bytes);
    const graph = model.graph as GraphProto;
    for (const { kind, a, b, c } of mutations) alter(graph, kind, [a, b, c]);
    return toBinary(ModelProtoSchema, create(ModelProtoSchema, model));
  });
}

function alter(graph: GraphProto, kind: number, [a, b, c]: readonly number[]): void {
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
  const node = pick(graph.node, a);
  const other = pick(graph.node, b);
  const attribute = node === undefined ? undefined : pick(node.attribute, b);
  const tensor = pick(graph.initializer, a);
  const input = pick(graph.input, a);
  if (node === undefined || other === undefined) return;
  if (kind === 0) graph.node.splice(a % graph.node.length, 1);
  else if (kind === 1) [node.input, other.input] = [other.input, node.input];
  else if (kind === 2) [node.output, other.output] = [other.output, node.output];
  else if (kind === 3) node.input[b % (node.input.length + 1)] = pick(other.output, c) ?? '';
  else if (kind === 4) node.opType = pick(OPERATORS, b) ?? '';
  else if (kind === 5) [node.attribute, other.attribute] = [other.attribute, node.attribute];
  else if (kind === 6 && attribute !== undefined) {
    const odd = pick(ODD_INTS, c) ?? 0n;
    if (attribute.type === 2) attribute.i = odd;
    attribute.ints = attribute.ints.map((x, i) => (i === a % attribute.ints.length ? odd : x));
  } else if (kind === 7 && attribute !== undefined) {
    const odd = pick(ODD_FLOATS, c) ?? 0;
    if (attribute.type === 1) attribute.f = odd;
    attribute.floats = attribute.floats.map((x, i) => (i === a % attribute.floats.length ? odd : x));
  } else if (kind === 8 && attribute !== undefined) {
    attribute.floats = attribute.floats.slice(c % 3);
    attribute.strings = attribute.strings.slice(c % 3);
    attribute.ints = attribute.ints.slice(c % 3);
  } else if (kind === 9 && tensor !== undefined) {
    tensor.int64Data = tensor.int64Data.map((x, i) =>
      i === b % tensor.int64Data.length ? (pick(ODD_INTS, c) ?? x) : x,
    );
    if (b % 2 === 0) tensor.dims = tensor.dims.map(() => pick(ODD_INTS, c) ?? 0n);
  } else if (kind === 10 && tensor !== undefined) {
    if (b % 2 === 0) graph.initializer.splice(a % graph.initializer.length, 1);
    else tensor.dataType = c % 20;
  } else if (kind === 11 && input?.type?.tensorType !== undefined) {
    const { tensorType } = input.type;
    if (b % 2 === 0) tensorType.elemType = c % 20;
    else
      for (const dim of tensorType.shape?.dim ?? [])
        dim.value = { case: 'dimValue', value: pick(ODD_INTS, c) ?? 0n };
  }
}
