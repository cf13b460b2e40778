// Which of the paper's formats is this text? Decided by reading it as each of them.
import { XpxlcError } from '@xpxlc/core';
import { parseBlc } from './blc.ts';
import { parseCnbc } from './cnbc.ts';
import { readInst } from './inst.ts';
import { refuse } from './lines.ts';
import { parseXlc } from './xlc.ts';
import { readXmap } from './xmap.ts';
import { looksLikeXxpl } from './xxpl.ts';

/** The formats of the paper's authors. */
export type PaperFormat = 'xlc' | 'cnbc' | 'xmap' | 'inst' | 'blc' | 'xxpl';

/** In order of preference. */
const READERS: readonly (readonly [PaperFormat, (text: string) => unknown])[] = [
  ['xlc', parseXlc],
  ['cnbc', parseFullCnbc],
  ['xmap', (text) => readXmap(text, { repeats: 'keep' })],
  ['inst', (text) => readInst(text)],
  ['blc', parseBlc],
];

/**
 * The first format that the whole text is valid in: XXPL (by its prefix), XLC, CNBC, XMAP, Inst, BLC. `undefined` when
 * there is none, or nothing but comments.
 *
 * Three kinds of text are valid in two formats. N + 1 whole numbers from 0 up after their number N are an instance with
 * its class or a BLC file: the answer is `inst`. Four zeros are an XLC or an XMAP file without features: `xlc`. Priors
 * and no features are CNBC or BLC: `blc`. Instances with values that are not categories are recognised as `blc` or not
 * at all: only the model says that they are numbers.
 *
 * @example
 * ```ts
 * import { detectPaperFormat } from 'xpxlc/import';
 * detectPaperFormat('2\n0.5\n0.5\n1\n2\n0.9 0.1\n0.2 0.8\n'); // => 'cnbc'
 * ```
 */
export function detectPaperFormat(text: string): PaperFormat | undefined {
  if (looksLikeXxpl(text)) return 'xxpl';
  return READERS.find(([, read]) => reads(read, text))?.[0];
}

/** Without features there is nothing to tell it from a BLC file. */
function parseFullCnbc(text: string): void {
  const { tables, countAt } = parseCnbc(text);
  if (tables.length === 0) throw refuse('no features', countAt, { code: 'no-features' });
}

function reads(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    if (error instanceof XpxlcError) return false;
    throw error;
  }
}
