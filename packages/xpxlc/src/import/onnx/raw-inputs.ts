// The raw columns of the model: the inputs of the graph, one feature per column, and what the graph asks of each.
import { FormatError, show } from '@xpxlc/core';
import { type ElementType, elementType } from './element-type.ts';
import type { GraphProto, ValueInfoProto } from './onnx-pb.ts';
import { short, tooMuch } from './refuse.ts';
import type { Columns } from './value.ts';

/** A raw column. */
export interface RawInput {
  readonly name: string;
  readonly type: ElementType;
  /** Categories that some node knows, in order of appearance. */
  readonly seen: Set<string>;
  /** What a node accepts, where it stops at all else. */
  readonly accepted: ReadonlySet<string>[];
}

const MOST_COLUMNS = 100_000;

/** All raw columns, and the values of the graph's inputs. */
export class RawInputs {
  readonly values: ReadonlyMap<string, Columns>;
  readonly #inputs: RawInput[] = [];

  /**
   * @param featureNames names for all columns in order, instead of the graph's.
   * @throws {FormatError} `unsupported` (shape or type of an input), `bad-names`.
   */
  constructor(graph: GraphProto, featureNames: readonly string[] | undefined) {
    const constants = new Set(graph.initializer.map(({ name }) => name));
    const values = new Map<string, Columns>();
    const named: { name: string; type: ElementType }[] = [];
    // Old files list their initialisers among the inputs.
    for (const input of graph.input.filter(({ name }) => !constants.has(name))) {
      const { type, dims } = shapeOf(input);
      const width = dims.length === 0 ? 1 : dims[0];
      if (named.length + width > MOST_COLUMNS)
        throw tooMuch('too many columns', MOST_COLUMNS, placeOf(input));
      const from = named.length;
      for (let j = 0; j < width; j++)
        named.push({ name: width === 1 ? input.name : `${input.name}[${j}]`, type });
      values.set(input.name, {
        kind: 'columns',
        type,
        dims,
        columns: Array.from({ length: width }, (_, j) => ({
          kind: 'raw',
          input: from + j,
          reading: type === 'string' ? 'text' : 'number',
        })),
      });
    }
    if (featureNames !== undefined && featureNames.length !== named.length) {
      throw new FormatError('not a name for each column', {
        code: 'bad-names',
        place: 'featureNames',
        expected: `${named.length} names`,
        got: String(featureNames.length),
      });
    }
    this.values = values;
    this.#inputs = named.map(({ name, type }, j) => ({
      name: featureNames?.[j] ?? name,
      type,
      seen: new Set(),
      accepted: [],
    }));
  }

  at(input: number): RawInput {
    return this.#inputs[input];
  }

  all(): readonly RawInput[] {
    return this.#inputs;
  }

  /** A node tells these categories apart; `closed`: it stops at any other. */
  see(input: number, categories: Iterable<string>, closed: boolean): void {
    const list = [...categories];
    for (const category of list) this.#inputs[input].seen.add(category);
    if (closed) this.#inputs[input].accepted.push(new Set(list));
  }
}

function placeOf({ name }: ValueInfoProto): string {
  return `input '${short(name)}'`;
}

/** [N, columns], or [N] for a single column. */
function shapeOf(input: ValueInfoProto): { type: ElementType; dims: number[] } {
  const refuse = (why: string, expected: string, got: string): FormatError =>
    new FormatError(why, { code: 'unsupported', place: placeOf(input), expected, got });
  const tensor = input.type?.tensorType;
  if (tensor === undefined) throw refuse('not a tensor', 'a tensor', 'another kind of value');
  const type = elementType(tensor.elemType);
  if (type === undefined)
    throw refuse('elements of an unknown type', 'numbers or strings', show(tensor.elemType));
  const dims = tensor.shape?.dim.map(({ value }) => (value.case === 'dimValue' ? value.value : undefined));
  const shape = dims === undefined ? 'no shape' : `[${dims.map((d) => d ?? '?').join(', ')}]`;
  if (dims === undefined || dims.length === 0 || dims.length > 2)
    throw refuse('not a table', 'rows and columns', shape.slice(0, 60));
  if (dims.length === 1) {
    if (dims[0] !== undefined) throw refuse('not a table', 'rows and columns', shape);
    return { type, dims: [] };
  }
  const width = dims[1];
  if (width === undefined || width <= 0n)
    throw refuse('the number of columns is not given', 'rows and a known number of columns', shape);
  if (width > BigInt(MOST_COLUMNS)) throw tooMuch('too many columns', MOST_COLUMNS, placeOf(input));
  return { type, dims: [Number(width)] };
}
