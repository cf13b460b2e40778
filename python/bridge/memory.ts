// Memory that both sides see: Python writes into `input` and reads `output`. Both are only valid until the next call that needs more room.
import type { Column } from '@xpxlc/core';

let input = new ArrayBuffer(0);
let output = new ArrayBuffer(0);

/** Room for what Python has to say. */
export function inputOf(bytes: number): ArrayBuffer {
  if (input.byteLength < bytes) input = new ArrayBuffer(bytes);
  return input;
}

export function theOutput(): ArrayBuffer {
  return output;
}

/** A copy of some bytes of the input. */
export function bytesAt(offset: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(input, offset, length).slice();
}

const TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;

export type NumberType = keyof typeof TYPES;

/** Where numbers are in the input. */
export interface Place {
  readonly type: NumberType;
  readonly offset: number;
}

/** Numbers of the input, in place. */
export function numbersAt({ type, offset }: Place, length: number): Column {
  return new TYPES[type](input, offset, length);
}

/** Where an array is in the output, as Python is told. */
export interface Section {
  readonly name: string;
  readonly type: NumberType;
  readonly offset: number;
  readonly bytes: number;
}

/** What is handed over, and how large the output is. */
export interface Handed {
  readonly sections: readonly Section[];
  readonly size: number;
}

/** Hand over arrays; each begins at a multiple of eight. */
export function handOver(arrays: Readonly<Record<string, Column>>): Handed {
  let end = 0;
  const sections = Object.entries(arrays).map(([name, array]) => {
    const [offset, bytes] = [end, array.byteLength];
    end += Math.ceil(bytes / 8) * 8;
    return { name, type: typeOf(array), offset, bytes };
  });
  if (output.byteLength < end) output = new ArrayBuffer(end);
  sections.forEach(({ name, offset, bytes }) => {
    const { buffer, byteOffset } = arrays[name];
    new Uint8Array(output, offset, bytes).set(new Uint8Array(buffer, byteOffset, bytes));
  });
  return { sections, size: output.byteLength };
}

function typeOf(array: Column): NumberType {
  return (Object.keys(TYPES) as NumberType[]).find((type) => array instanceof TYPES[type]) as NumberType;
}
