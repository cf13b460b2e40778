// What explaining a table consists of, in one thread: `program-shares.ts MODEL TABLE` prints the seconds of each part, for the
// first million rows.
import { blockMargins, explainBlock, reduce } from '@xpxlc/core';
import { NEVER } from '../../packages/xpxlc/src/answer/allowance.ts';
import { answerExplain } from '../../packages/xpxlc/src/answer/explain.ts';
import { loadModel } from '../../packages/xpxlc/src/import/load-model.ts';
import { encodeRows, type RowBlock } from '../../packages/xpxlc/src/table/encode.ts';
import { openTable } from '../../packages/xpxlc/src/table/source.ts';

const [modelFile, tableFile] = process.argv.slice(2);
const { model } = await loadModel(modelFile);
const classifier = reduce(model);
const table = await openTable(tableFile);
const blocks: RowBlock[] = [];
const start = performance.now();
for await (const block of encodeRows(table, classifier.features, { rows: [{ from: 0, to: 1e6 }] }))
  blocks.push(block);
const read = (performance.now() - start) / 1e3;
table.close();
const question = { kind: 'axp', limit: 1, order: 'size', avoid: [], never: [], fixed: [] } as const;
const lines = answerExplain(classifier, { ...question, inflate: false, certificate: false }, 'ndjson');
let [core, whole, sum] = [0, 0, 0];
// The first turn warms up.
for (let turn = 0; turn < 2; turn++) {
  [core, whole] = [0, 0];
  for (const block of blocks) {
    const before = performance.now();
    const answer = explainBlock(classifier, block);
    sum += blockMargins(classifier, block, answer).margins[0];
    const between = performance.now();
    for (const page of lines.answer(block, NEVER)) sum += (page as Uint8Array).length;
    core += (between - before) / 1e3;
    whole += (performance.now() - between) / 1e3;
  }
}
const rows = blocks.reduce((total, block) => total + block.rows, 0);
if (!Number.isFinite(sum)) throw new Error('no answers');
console.log(JSON.stringify({ rows, read, core, text: whole - core }));
