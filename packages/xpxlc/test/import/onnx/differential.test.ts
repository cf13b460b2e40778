// Graphs changed at random: where both the reader and onnxruntime-web take one, they give the same classes.

import { fromBinary } from '@bufbuild/protobuf';
import { type LinearModel, predict, reduce, XpxlcError } from '@xpxlc/core';
import fc from 'fast-check';
import * as runtime from 'onnxruntime-web';
import { expect, it } from 'vitest';
import { atLeast, runs } from '../../../../core/test/property.ts';
import { readOnnx } from '../../../src/import/onnx/index.ts';
import { ModelProtoSchema } from '../../../src/import/onnx/onnx-pb.ts';
import { altered } from './alterations.ts';
import { bytesOf, compare, instanceOf, type Row, recorded, tables } from './fixtures.ts';

runtime.env.logLevel = 'fatal';
runtime.env.wasm.numThreads = 1;

const ROWS = tables.rows.slice(0, 60);

/** The model, unless it is refused or its inputs are no longer those of the rows. */
function modelOf(bytes: Uint8Array, name: string): LinearModel | undefined {
  const { input, columns } = recorded[name];
  try {
    const { model } = readOnnx(bytes, input === 'tensor' ? { featureNames: columns } : {});
    return model as LinearModel;
  } catch (error) {
    if (error instanceof XpxlcError) return undefined;
    throw error;
  }
}

/** The rows whose cells the model accepts. */
function accepted(model: LinearModel): Row[] {
  const classifier = reduce(model, { neverWins: 'allow' });
  return ROWS.filter((row) => {
    try {
      predict(classifier, instanceOf(model, row));
      return true;
    } catch (error) {
      if (error instanceof XpxlcError) return false;
      throw error;
    }
  });
}

function feedsOf(bytes: Uint8Array, name: string, rows: readonly Row[]): Record<string, runtime.Tensor> {
  const { input, columns } = recorded[name];
  const graph = fromBinary(ModelProtoSchema, bytes).graph;
  return Object.fromEntries(
    (graph?.input ?? []).map((info) => {
      const names = input === 'tensor' ? columns : [info.name];
      const cells = rows.flatMap((row) => names.map((column) => row[column] ?? ''));
      const dims = [rows.length, names.length];
      const type = info.type?.tensorType?.elemType;
      if (type === 8) return [info.name, new runtime.Tensor('string', cells, dims)];
      if (type === 7)
        return [
          info.name,
          new runtime.Tensor(
            'int64',
            BigInt64Array.from(cells, (x) => BigInt(x)),
            dims,
          ),
        ];
      if (type === 11)
        return [info.name, new runtime.Tensor('float64', Float64Array.from(cells, Number), dims)];
      return [info.name, new runtime.Tensor('float32', Float32Array.from(cells, Number), dims)];
    }),
  );
}

/** The classes that onnxruntime gives, if it takes the file and the rows. */
async function answer(bytes: Uint8Array, name: string, rows: readonly Row[]): Promise<string[] | undefined> {
  let session: runtime.InferenceSession | undefined;
  try {
    session = await runtime.InferenceSession.create(bytes, { logSeverityLevel: 4 });
    const [output] = session.outputNames;
    const found = await session.run(feedsOf(bytes, name, rows), [output]);
    return Array.from(found[output].data as ArrayLike<string | bigint>, String);
  } catch {
    return undefined;
  } finally {
    await session?.release();
  }
}

it('changed graphs give the classes that onnxruntime-web gives, or are refused by either', async () => {
  const seen = { read: 0, compared: 0, rows: 0, differing: 0 };
  const seeds = fc.constantFrom(...Object.keys(recorded));
  const cases = seeds.chain((name) => altered(bytesOf(name)).map((bytes) => ({ name, bytes })));
  await fc.assert(
    fc.asyncProperty(cases, async ({ name, bytes }) => {
      const model = modelOf(bytes, name);
      if (model === undefined) return;
      seen.read++;
      // Beyond the floats the runtime has infinities.
      if (model.weights.flat(2).some((weight) => Math.abs(weight) > 1e30)) return;
      const rows = accepted(model);
      const classes = rows.length === 0 ? undefined : await answer(bytes, name, rows);
      if (classes?.length !== rows.length) return;
      const found = compare(model, rows, classes);
      seen.compared++;
      seen.rows += found.rows;
      seen.differing += found.differing;
      expect(found.worst, `${name}: ${JSON.stringify(found)}`).toBeLessThan(2 ** -20);
    }),
    runs(400),
  );
  console.log(`changed graphs: ${JSON.stringify(seen)}`);
  // Some 65 of 400; far fewer would mean that most graphs are refused or left out.
  expect(seen.compared).toBeGreaterThan(atLeast(200));
});
