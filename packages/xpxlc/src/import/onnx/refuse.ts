// Errors with the node they are about: name, operator and what was expected.
import { FormatError, LimitError } from '@xpxlc/core';
import type { NodeProto } from './onnx-pb.ts';

/** `node 'Scaler1' (ai.onnx.ml.Scaler)`; nodes need not have names, then their output says which. */
export function placeOf(node: NodeProto): string {
  const operator = node.domain === '' ? node.opType : `${node.domain}.${node.opType}`;
  const name = node.name === '' ? `that makes '${short(node.output[0] ?? '')}'` : `'${short(node.name)}'`;
  return `node ${name} (${short(operator)})`;
}

/** What the model of the core cannot be: never approximated. */
export function unsupported(node: NodeProto, why: string, expected: string, got: string): FormatError {
  return new FormatError(why, { code: 'unsupported', place: placeOf(node), expected, got });
}

/** A node that is wrong in itself. */
export function broken(node: NodeProto, what: string, expected: string, got: string): FormatError {
  return new FormatError(what, { code: 'bad-node', place: placeOf(node), expected, got });
}

export function tooMuch(what: string, most: number, place: string): LimitError {
  return new LimitError(what, { code: 'too-large', place, expected: `at most ${most}`, got: 'more' });
}

/** Names come from the file: at most so much of them is repeated. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
