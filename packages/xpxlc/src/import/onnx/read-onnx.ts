// ONNX → a linear model in raw features. The graph is followed symbolically, column by column; coefficients are the exact
// doubles that their float32 widen to, folded without rounding, and rounded once at the end.
import { FormatError, type Model } from '@xpxlc/core';
import type { Origin } from '../../schema/model-file.ts';
import { readModelFile } from '../../schema/read-model-file.ts';
import type { Bounds } from '../paper/bounds.ts';
import { decodeModel } from './decode.ts';
import { classOf } from './evaluate.ts';
import { RawInputs } from './raw-inputs.ts';
import { Budget } from './sum.ts';
import { toModelFile } from './to-model-file.ts';

/** Options of {@link readOnnx}. */
export interface OnnxOptions {
  /** Names for all columns of the input, in order. Default: names of the inputs; columns of one tensor are `X[0]`, `X[1]`, …. */
  readonly featureNames?: readonly string[];
  /** Bounds of numbers, which ONNX files do not have. Default: `'unbounded'`. */
  readonly bounds?: readonly Bounds[] | 'unbounded';
  /**
   * Categories that no encoder lists, where the model takes them all the same: `'category'` (default) makes them one more
   * category, `'refuse'` leaves them out of the feature.
   */
  readonly unknown?: 'category' | 'refuse';
  /** The output that is the class, where several are. */
  readonly output?: string;
}

/** A model and what its file says about it. */
export interface OnnxModel {
  readonly model: Model;
  readonly origin: Origin;
  readonly notes: { readonly [key: string]: unknown };
}

/**
 * Read a linear classifier from an ONNX file, as skl2onnx writes them: LinearClassifier (or MatMul, Add, ArgMax) behind
 * scalers and encoders. Whatever else the class depends on is refused with the node's name.
 *
 * @throws {FormatError} `bad-protobuf`, `bad-graph`, `bad-node`, `bad-tensor`, `external-data`, `no-class`, and `unsupported` with the
 * node and the reason.
 * @throws {LimitError} `too-large`.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { predict, reduce } from '@xpxlc/core';
 * import { readOnnx } from 'xpxlc/import';
 * const { model, origin } = readOnnx(readFileSync('fixtures/onnx/models/columns-ordinal.onnx'));
 * origin; // => { tool: 'skl2onnx', version: '1.20.0', format: 'onnx' }
 * predict(reduce(model), { age: 40, income: 60, job: 'nurse', home: 'own' }).class; // => 'grant'
 * ```
 */
export function readOnnx(bytes: Uint8Array, options: OnnxOptions = {}): OnnxModel {
  const file = decodeModel(bytes);
  const { graph } = file;
  if (graph === undefined || graph.node.length === 0) {
    throw new FormatError('not an ONNX model', {
      code: 'bad-graph',
      place: 'the file',
      expected: 'a graph with nodes',
      got: graph === undefined ? 'no graph' : 'no nodes',
    });
  }
  const raw = new RawInputs(graph, options.featureNames);
  const budget = new Budget();
  const label = classOf(graph, raw, budget, options.output);
  const translation = toModelFile(label, raw, budget, options);
  const { model } = readModelFile(translation.file);
  const { producerName: tool, producerVersion: version } = file;
  return {
    model,
    origin: { ...(tool === '' ? {} : { tool }), ...(version === '' ? {} : { version }), format: 'onnx' },
    notes: notesOf(translation),
  };
}

function notesOf({ rounded, weights, unused, numbered }: ReturnType<typeof toModelFile>): OnnxModel['notes'] {
  return {
    arithmetic:
      'An ONNX runtime computes this model in the number types of the file, mostly float32, and rounds at each step; here its ' +
      'coefficients are taken as the exact numbers they are. Rows so close to a tie that float32 rounding may decide are called ' +
      'doubtful.',
    roundedWeights: `${rounded} of ${weights} weights are products that no double holds and are the nearest double`,
    ...(numbered.length === 0
      ? {}
      : {
          numberedCategories:
            `categories of ${numbered.slice(0, 20).join(', ')} are numbers in the file: write them as whole numbers, 2 and not ` +
            '2.0; a runtime may cut fractions, which are no categories here',
        }),
    ...(unused.length === 0 ? {} : { unusedInputs: unused.slice(0, 1000) }),
  };
}
