// What was found before, as it was found: each file is given to the commands that its note names.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { corpusOf } from '../seeds.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const known = corpusOf(root);

/** Whole files that the notes may name. */
const BESIDE = {
  'loans.json': 'packages/xpxlc/examples/loans.json',
  'loans.csv': 'fixtures/loans.csv',
  'card.csv': 'fixtures/scorecard/loans.csv',
  'logit.csv': 'fixtures/coefficients/logit.csv',
};

/** @type {import('../areas.mjs').Area} */
export const corpus = {
  where: 'cell',
  about: 'what was found before (fixtures/chaos)',
  rounds: 1,
  async round(_, /** @type {import('../areas.mjs').CellWorld} */ { put, program }) {
    for (const { file, args } of known) {
      put(file, readFileSync(`${root}fixtures/chaos/${file}`));
      for (const [name, path] of Object.entries(BESIDE)) put(name, readFileSync(`${root}${path}`));
      await program(args ?? ['inspect', file], { asked: (name) => name.startsWith('out.') });
    }
  },
};
