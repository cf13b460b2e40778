// The graph, evaluated for all rows at once: each name becomes a constant, exact functions of raw columns, or the class.
// Only what the class depends on is looked at; probabilities may be computed in any way.
import { FormatError } from '@xpxlc/core';
import { Attributes } from './attributes.ts';
import { elementType } from './element-type.ts';
import type { GraphProto, NodeProto, TensorProto } from './onnx-pb.ts';
import { operatorOf } from './operators.ts';
import type { RawInputs } from './raw-inputs.ts';
import { placeOf, short, tooMuch } from './refuse.ts';
import type { Budget } from './sum.ts';
import { initialiserPlace, readTensor } from './tensor.ts';
import { describe, type Label, type Value } from './value.ts';

const MOST_NODES = 10_000;

/**
 * The class that the graph gives.
 *
 * @param output which output of the graph it is, where there are several.
 * @throws {FormatError} `no-class`, `bad-graph`, `unsupported`, ….
 */
export function classOf(
  graph: GraphProto,
  raw: RawInputs,
  budget: Budget,
  output: string | undefined,
): Label {
  if (graph.node.length > MOST_NODES) throw tooMuch('too many nodes', MOST_NODES, 'the graph');
  const names = outputsOf(graph, output);
  const values = evaluate(graph, raw, budget, names);
  const labels = names.filter((name) => values.get(name)?.kind === 'label');
  if (labels.length !== 1) {
    throw new FormatError(labels.length === 0 ? 'no output is the class' : 'several outputs are a class', {
      code: 'no-class',
      place: 'the outputs of the graph',
      expected:
        labels.length === 0 ? 'the class of a linear classifier' : 'the name of one of them as output',
      got:
        labels.length === 0
          ? names
              .map((name) => `'${short(name)}': ${describe(values.get(name))}`)
              .slice(0, 5)
              .join(', ')
          : labels
              .map((name) => `'${short(name)}'`)
              .slice(0, 5)
              .join(', '),
    });
  }
  return values.get(labels[0]) as Label;
}

/** Outputs that may be the class: whole numbers or texts. */
function outputsOf(graph: GraphProto, output: string | undefined): string[] {
  const named = graph.output.filter(({ name }) => output === undefined || name === output);
  const names = named
    .filter(({ type }) => ['int', 'string'].includes(elementType(type?.tensorType?.elemType ?? 0) ?? ''))
    .map(({ name }) => name);
  if (names.length > 0) return names;
  throw new FormatError('no output is the class', {
    code: 'no-class',
    place: 'the outputs of the graph',
    expected:
      output === undefined
        ? 'an output of whole numbers or texts'
        : `an output '${short(output)}' of whole numbers or texts`,
    got:
      graph.output.length === 0
        ? 'no outputs'
        : graph.output
            .map(({ name }) => `'${short(name)}'`)
            .slice(0, 5)
            .join(', '),
  });
}

function evaluate(
  graph: GraphProto,
  raw: RawInputs,
  budget: Budget,
  outputs: readonly string[],
): Map<string, Value> {
  const { producers, tensors } = definitions(graph, raw);
  const wanted = needed(outputs, producers);
  const values = new Map<string, Value>(raw.values);
  const named = (name: string, place: string): Value | undefined => {
    if (name === '') return undefined; // an optional input that is left out
    const tensor = tensors.get(name);
    if (tensor !== undefined && !values.has(name))
      values.set(name, readTensor(tensor, initialiserPlace(name)));
    const value = values.get(name);
    if (value !== undefined) return value;
    const producer = producers.get(name);
    throw new FormatError('an input that is not there', {
      code: 'bad-graph',
      place,
      expected: 'a graph input, an initialiser, or an output of a node before',
      got:
        producer === undefined
          ? `'${short(name)}', which nothing makes`
          : `'${short(name)}', which ${placeOf(producer)} does not make before (a cycle, a wrong order, or an output that is not read)`,
    });
  };
  for (const node of graph.node) {
    if (!wanted.has(node)) continue;
    const place = placeOf(node);
    const operator = operatorOf(node);
    const inputs = node.input.map((name) => named(name, place));
    const results = operator({ node, place, attributes: new Attributes(node), inputs, raw, budget });
    node.output.forEach((name, i) => {
      if (results[i] !== undefined && name !== '') values.set(name, results[i]);
    });
  }
  for (const name of outputs) named(name, `output '${short(name)}'`);
  return values;
}

/** Who makes each name; each must be made once. */
function definitions(
  graph: GraphProto,
  raw: RawInputs,
): { producers: Map<string, NodeProto>; tensors: Map<string, TensorProto> } {
  const seen = new Set<string>(raw.values.keys());
  const define = (name: string, place: string): void => {
    if (seen.has(name)) {
      throw new FormatError('a name is given twice', {
        code: 'bad-graph',
        place,
        expected: 'each name once',
        got: `'${short(name)}'`,
      });
    }
    seen.add(name);
  };
  const tensors = new Map<string, TensorProto>();
  for (const tensor of graph.initializer) {
    define(tensor.name, initialiserPlace(tensor.name));
    tensors.set(tensor.name, tensor);
  }
  const producers = new Map<string, NodeProto>();
  for (const node of graph.node) {
    for (const name of node.output) {
      if (name === '') continue;
      define(name, placeOf(node));
      producers.set(name, node);
    }
  }
  return { producers, tensors };
}

/** The nodes on the way to the outputs. */
function needed(outputs: readonly string[], producers: ReadonlyMap<string, NodeProto>): Set<NodeProto> {
  const found = new Set<NodeProto>();
  const open = [...outputs];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = producers.get(name);
    if (node === undefined || found.has(node)) continue;
    found.add(node);
    for (const input of node.input) open.push(input);
  }
  return found;
}
