// Contrasts for other programs to replay: a line of JSON in, the model file and rows; a line out per changed case, then one that says
// `done`. Run it as  node --conditions=source --import tsx tools/replay/contrasts.mjs
//
//   {"file": "model.json", "rows": [{"age": 31}], "options": {"bounds": "unbounded"}, "limit": 4}
//
// `options` are those of `loadModel`. tools/replay/replay.py is the other side.
import { createInterface } from 'node:readline';
import { XpxlcError } from '@xpxlc/core';
import { loadModel } from 'xpxlc/import';
import { contrastsOf } from '../../packages/xpxlc/test/replay/contrasts.ts';

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const { file, text, rows, options, ...how } = JSON.parse(line);
  try {
    const source = text === undefined ? file : { text };
    const { model } = await loadModel(source, { fingerprint: false, ...options });
    const { cases, ...counts } = contrastsOf(model, rows, how);
    for (const entry of cases) write({ model: file ?? 'text', ...entry });
    write({ done: true, ...counts, classes: model.classes, features: model.features });
  } catch (error) {
    if (!(error instanceof XpxlcError)) throw error;
    write({ done: true, error: `${error.code}: ${error.message}` });
  }
}

/** @param {object} entry */
function write(entry) {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}
