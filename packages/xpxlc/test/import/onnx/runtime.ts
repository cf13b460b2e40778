// onnxruntime-web, asked for the classes of rows.
import * as runtime from 'onnxruntime-web';
import type { Recorded, Row } from './fixtures.ts';

const TYPES: Readonly<Record<string, 'float' | 'int' | 'string'>> = {
  age: 'float',
  income: 'float',
  job: 'string',
  home: 'string',
  late: 'int',
};

runtime.env.logLevel = 'error';
runtime.env.wasm.numThreads = 1;

/** A model, ready to run. */
export function open(bytes: Uint8Array): Promise<runtime.InferenceSession> {
  return runtime.InferenceSession.create(bytes);
}

/** The class of each row; what is missing is NaN. */
export async function classesOf(
  session: runtime.InferenceSession,
  spec: Recorded,
  rows: readonly Row[],
): Promise<string[]> {
  const tensor = (type: string, columns: readonly string[]): runtime.Tensor => {
    const cells = rows.flatMap((row) => columns.map((column) => row[column] ?? 'NaN'));
    const dims = [rows.length, columns.length];
    if (type === 'string') return new runtime.Tensor('string', cells, dims);
    if (type === 'int') return new runtime.Tensor('int64', BigInt64Array.from(cells.map(BigInt)), dims);
    if (type === 'double') return new runtime.Tensor('float64', Float64Array.from(cells.map(Number)), dims);
    return new runtime.Tensor('float32', Float32Array.from(cells.map(Number)), dims);
  };
  const feeds =
    spec.input === 'tensor'
      ? { X: tensor(spec.type ?? 'float', spec.columns) }
      : Object.fromEntries(session.inputNames.map((name) => [name, tensor(TYPES[name], [name])]));
  const [output] = session.outputNames;
  const found = await session.run(feeds, [output]);
  return Array.from(found[output].data as ArrayLike<string | bigint>, String);
}
