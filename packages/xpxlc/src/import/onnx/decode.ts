// Bytes → the messages of an ONNX file. How many objects that will make is counted first, on the wire: two bytes can stand
// for an object, so a small file could otherwise fill the memory.
import { type DescMessage, fromBinary, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { FormatError, LimitError } from '@xpxlc/core';
import { type ModelProto, ModelProtoSchema } from './onnx-pb.ts';
import { tooMuch } from './refuse.ts';

/** A linear classifier has some thousand numbers; this is room for millions. */
export const MOST_BYTES: number = 64 * 2 ** 20;
const MOST_ITEMS = 4_000_000;
/** Messages are objects with many lists; each weighs as much as so many numbers. */
const MESSAGE_ITEMS = 16;

/**
 * @throws {FormatError} `bad-protobuf`.
 * @throws {LimitError} `too-large`.
 */
export function decodeModel(bytes: Uint8Array): ModelProto {
  if (bytes.length > MOST_BYTES) throw tooMuch('the file is too large', MOST_BYTES, 'the file');
  try {
    countItems(bytes, ModelProtoSchema, { items: 0 });
    return fromBinary(ModelProtoSchema, bytes, { readUnknownFields: false });
  } catch (error) {
    if (error instanceof LimitError) throw error;
    throw new FormatError('not an ONNX file', {
      code: 'bad-protobuf',
      place: 'the file',
      expected: 'a whole protobuf message',
      got: `bytes that cannot be decoded (${(error as Error).message.slice(0, 100)})`,
    });
  }
}

function countItems(bytes: Uint8Array, message: DescMessage, count: { items: number }): void {
  const fields = new Map(message.fields.map((field) => [field.number, field]));
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    const nested = field?.message;
    if (wireType === WireType.LengthDelimited && field !== undefined) {
      const content = reader.bytes();
      if (nested !== undefined) {
        count.items += MESSAGE_ITEMS;
        countItems(content, nested, count);
      } else if (field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES) count.items += 2;
      // Packed numbers have at least one byte, floats four or eight.
      else if (field.scalar === ScalarType.FLOAT) count.items += content.length / 4;
      else if (field.scalar === ScalarType.DOUBLE) count.items += content.length / 8;
      else count.items += content.length;
    } else {
      reader.skip(wireType, number);
      count.items++;
    }
    if (count.items > MOST_ITEMS) throw tooMuch('the file has too many parts', MOST_ITEMS, 'the file');
  }
}

/** What a file of a `ModelProto` begins with: its version, then the name of the producer or another field of a model. */
export function isOnnx(bytes: Uint8Array): boolean {
  const NEXT_TAGS = [0x12, 0x1a, 0x22, 0x28, 0x32, 0x3a, 0x42, 0x72];
  return bytes[0] === 0x08 && bytes[1] > 0 && bytes[1] < 0x80 && NEXT_TAGS.includes(bytes[2]);
}
