// The element types of ONNX tensors, by their numbers in the specification: those that a linear classifier meets.

export type ElementType = 'float' | 'double' | 'int' | 'string' | 'bool';

const TYPES: Readonly<Record<number, ElementType>> = {
  1: 'float',
  3: 'int', // int8
  5: 'int', // int16
  6: 'int', // int32
  7: 'int', // int64
  8: 'string',
  9: 'bool',
  11: 'double',
};

/** The type with this number; undefined for those that no classifier here has (half floats, complex numbers, …). */
export function elementType(number: number): ElementType | undefined {
  return TYPES[number];
}
