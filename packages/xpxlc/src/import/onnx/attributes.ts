// The attributes of a node, each read as what its operator says it is; a default where the operator has one.
import { FormatError } from '@xpxlc/core';
import type { AttributeProto, NodeProto } from './onnx-pb.ts';
import { broken, placeOf } from './refuse.ts';
import { type Constant, readTensor } from './tensor.ts';
import { textOf } from './text.ts';

/** The numbers of `AttributeProto.AttributeType`. Very old files leave the type out (0). */
const TYPE = { float: 1, int: 2, string: 3, tensor: 4, floats: 6, ints: 7, strings: 8 } as const;

export class Attributes {
  readonly #byName = new Map<string, AttributeProto>();
  readonly #node: NodeProto;

  constructor(node: NodeProto) {
    this.#node = node;
    for (const attribute of node.attribute) {
      if (this.#byName.has(attribute.name))
        throw broken(node, 'an attribute is there twice', 'each attribute once', `'${attribute.name}'`);
      if (attribute.refAttrName !== '')
        throw broken(node, 'an attribute without a value', 'a value', 'a reference outside of a function');
      this.#byName.set(attribute.name, attribute);
    }
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  float(name: string, otherwise: number): number {
    return this.#get(name, 'float')?.f ?? otherwise;
  }

  int(name: string): number | undefined;
  int(name: string, otherwise: number): number;
  int(name: string, otherwise?: number): number | undefined {
    const i = this.#get(name, 'int')?.i;
    if (i === undefined) return otherwise;
    if (i > 2n ** 53n || i < -(2n ** 53n)) throw this.#wrong(name, 'a small whole number', String(i));
    return Number(i);
  }

  text(name: string, otherwise: string): string {
    const attribute = this.#get(name, 'string');
    return attribute === undefined ? otherwise : textOf(attribute.s, this.#place(name));
  }

  /** Finite numbers. */
  floats(name: string): readonly number[] {
    const list = this.#get(name, 'floats')?.floats ?? [];
    const bad = list.find((x) => !Number.isFinite(x));
    if (bad !== undefined) {
      throw new FormatError('not a finite number', {
        code: 'not-finite',
        place: this.#place(name),
        expected: 'finite numbers',
        got: String(bad),
      });
    }
    return list;
  }

  ints(name: string): readonly bigint[] {
    return this.#get(name, 'ints')?.ints ?? [];
  }

  texts(name: string): readonly string[] {
    return (this.#get(name, 'strings')?.strings ?? []).map((bytes) => textOf(bytes, this.#place(name)));
  }

  tensor(name: string): Constant | undefined {
    const attribute = this.#get(name, 'tensor');
    if (attribute === undefined) return undefined;
    if (attribute.t === undefined) throw this.#wrong(name, 'a tensor', 'nothing');
    return readTensor(attribute.t, this.#place(name));
  }

  #get(name: string, type: keyof typeof TYPE): AttributeProto | undefined {
    const attribute = this.#byName.get(name);
    if (attribute !== undefined && attribute.type !== 0 && attribute.type !== TYPE[type])
      throw this.#wrong(name, `type ${TYPE[type]} (${type})`, `type ${attribute.type}`);
    return attribute;
  }

  #place(name: string): string {
    return `${placeOf(this.#node)}, attribute '${name}'`;
  }

  #wrong(name: string, expected: string, got: string): FormatError {
    return new FormatError('an attribute of another type', {
      code: 'bad-node',
      place: this.#place(name),
      expected,
      got,
    });
  }
}
