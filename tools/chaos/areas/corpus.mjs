// What was found before, as it was found: each file is given to the commands that its note names.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { corpusOf } from '../seeds.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const known = corpusOf(root);

/** @type {import('../areas.mjs').Area} */
export const corpus = {
  where: 'cell',
  about: 'what was found before (fixtures/chaos)',
  rounds: 1,
  async round(_, /** @type {import('../areas.mjs').CellWorld} */ { put, program }) {
    for (const { file, args } of known) {
      put(file, readFileSync(`${root}fixtures/chaos/${file}`));
      put('loans.json', readFileSync(`${root}packages/xpxlc/examples/loans.json`));
      await program(args ?? ['inspect', file], { asked: (name) => name.startsWith('out.') });
    }
  },
};
