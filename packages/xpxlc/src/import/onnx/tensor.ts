// A tensor of the file → its numbers or texts, checked: a size that its dimensions promise, finite numbers, no data elsewhere.
import { FormatError } from '@xpxlc/core';
import { type ElementType, elementType } from './element-type.ts';
import type { TensorProto } from './onnx-pb.ts';
import { short, tooMuch } from './refuse.ts';
import { textOf } from './text.ts';

/** An element: floats are numbers, whole numbers and Booleans bigints. */
export type Scalar = number | bigint | string;

/** A tensor that does not depend on the row. */
export interface Constant {
  readonly kind: 'constant';
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly data: readonly Scalar[];
}

const MOST_ELEMENTS = 4_000_000;
const MOST_DIMENSIONS = 8;

/** @throws {FormatError} `external-data`, `bad-tensor`, `unsupported` (element type), `not-finite`. */
export function readTensor(tensor: TensorProto, place: string): Constant {
  const wrong = (code: string, what: string, expected: string, got: string): FormatError =>
    new FormatError(what, { code, place, expected, got });
  if (tensor.dataLocation !== 0)
    throw wrong('external-data', 'the numbers are in another file', 'a file of its own', 'external data');
  const type = elementType(tensor.dataType);
  if (type === undefined) {
    throw wrong(
      'unsupported',
      'numbers of this type are not read',
      'float, double, int8 to int64, bool or string',
      `data type ${tensor.dataType}`,
    );
  }
  if (tensor.dims.length > MOST_DIMENSIONS)
    throw wrong(
      'bad-tensor',
      'too many dimensions',
      `at most ${MOST_DIMENSIONS}`,
      String(tensor.dims.length),
    );
  let size = 1n;
  for (const dim of tensor.dims) {
    if (dim < 0n) throw wrong('bad-tensor', 'a negative dimension', '0 or more', String(dim));
    size *= dim;
    if (size > BigInt(MOST_ELEMENTS)) throw tooMuch('the tensor is too large', MOST_ELEMENTS, place);
  }
  const data = tensor.rawData.length > 0 ? rawData(tensor, Number(size)) : listedData(tensor, type);
  if (data.length !== Number(size)) {
    throw wrong(
      'bad-tensor',
      'the data does not fill the tensor',
      `${size} elements`,
      data.length === 0 ? 'none, or not as many bytes' : String(data.length),
    );
  }
  if (data.some((x) => typeof x === 'number' && !Number.isFinite(x)))
    throw wrong('not-finite', 'not a finite number', 'finite numbers', 'NaN or an infinity');
  return { kind: 'constant', type, dims: tensor.dims.map(Number), data };
}

/** Data in the list that belongs to the type. */
function listedData(tensor: TensorProto, type: ElementType): Scalar[] {
  if (type === 'string') return tensor.stringData.map((bytes) => textOf(bytes, 'a text of a tensor'));
  if (type === 'float') return tensor.floatData;
  if (type === 'double') return tensor.doubleData;
  return tensor.dataType === 7 ? tensor.int64Data : tensor.int32Data.map(BigInt);
}

/** Little-endian bytes; an empty list when they are not as many as the elements need. */
function rawData({ rawData: bytes, dataType }: TensorProto, size: number): Scalar[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (width: number, element: (at: number) => Scalar): Scalar[] =>
    bytes.length === size * width ? Array.from({ length: size }, (_, i) => element(i * width)) : [];
  switch (dataType) {
    case 1:
      return read(4, (at) => view.getFloat32(at, true));
    case 11:
      return read(8, (at) => view.getFloat64(at, true));
    case 7:
      return read(8, (at) => view.getBigInt64(at, true));
    case 6:
      return read(4, (at) => BigInt(view.getInt32(at, true)));
    case 5:
      return read(2, (at) => BigInt(view.getInt16(at, true)));
    case 3:
      return read(1, (at) => BigInt(view.getInt8(at)));
    case 9:
      return read(1, (at) => (view.getInt8(at) === 0 ? 0n : 1n));
    default:
      return [];
  }
}

/** `initialiser 'coef'`. */
export function initialiserPlace(name: string): string {
  return `initialiser '${short(name)}'`;
}
