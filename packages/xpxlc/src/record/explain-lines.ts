// The quick way to NDJSON: one smallest explanation for each row of a block, as text, without an object per row. Byte for byte
// what `JSON.stringify(explainRecord(…))` gives; for two classes and features that are categories or bins.
import { blockMargins, type Classifier, explainBlock, literal, weigh } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { toErrorRecord } from './explain-record.ts';

/** Lines of a block, and how many rows failed. */
export interface Lines {
  readonly pages: readonly string[];
  readonly failed: number;
}

/** Rows of a page: pages of text are handed on one by one. */
const PAGE = 4096;

/** Writes blocks of one classifier; undefined when the quick way does not go. */
export function explainLines(classifier: Classifier): ((block: RowBlock) => Lines) | undefined {
  const { classes, features, terms } = classifier;
  if (classes.length !== 2 || features.length > 32 || terms.some(({ kind }) => kind !== 'choice'))
    return undefined;
  const names = classes.map((name) => `,"class":${JSON.stringify(name)},"margin":"`);
  const sets = new Map<number, ExplainedSet>();
  /** `literals[feature][option]`, as JSON; made when first met. */
  const literals: (string | undefined)[][] = features.map(() => []);

  return (block) => {
    const answer = explainBlock(classifier, block);
    const { margins, doubtful } = blockMargins(classifier, block, answer);
    const bad = new Map(block.bad.map((row) => [row.index, row]));
    const pages: string[] = [];
    let page = '';
    for (let r = 0; r < block.rows; r++) {
      const id = block.keys === undefined ? '' : `,"id":${JSON.stringify(block.keys[r])}`;
      const trouble = bad.size === 0 ? undefined : bad.get(r);
      if (trouble !== undefined) {
        page += `{"row":${block.rowNumbers[r]}${id},"error":${JSON.stringify(toErrorRecord(trouble))}}\n`;
      } else {
        const set = setOf(answer.masks[r]);
        page += `{"row":${block.rowNumbers[r]}${id}${names[answer.classes[r]]}${margins[r]}"${doubtful[r] === 1 ? ',"doubtful":true' : ''}${set.head}`;
        for (let x = 0; x < set.members.length; x++) {
          if (x > 0) page += ',';
          page += literalOf(block, r, set.members[x]);
        }
        page += set.tail;
      }
      if ((r + 1) % PAGE === 0) {
        pages.push(page);
        page = '';
      }
    }
    if (page !== '') pages.push(page);
    return { pages, failed: block.bad.length };
  };

  function setOf(mask: number): ExplainedSet {
    let set = sets.get(mask);
    if (set === undefined) {
      const members = features.flatMap((_, i) => (mask & (1 << i) ? [i] : []));
      const list = JSON.stringify(members.map((i) => features[i].name));
      set = {
        members,
        head: `,"explanations":[{"kind":"axp","features":${list},"indices":${JSON.stringify(members)},"literals":[`,
        tail: `],"size":${members.length}}],"complete":true}\n`,
      };
      sets.set(mask, set);
    }
    return set;
  }

  function literalOf({ columns }: RowBlock, r: number, i: number): string {
    const option = optionOf(classifier, i, columns[i][r]);
    let text = literals[i][option];
    if (text === undefined) {
      const problem = weigh(
        classifier,
        columns.map((column) => column[r]),
      );
      text = JSON.stringify(literal(problem, i));
      literals[i][option] = text;
    }
    return text;
  }
}

interface ExplainedSet {
  readonly members: readonly number[];
  readonly head: string;
  readonly tail: string;
}

/** The category, or the bin a number falls into. */
function optionOf({ terms }: Classifier, i: number, x: number): number {
  const term = terms[i];
  if (term.kind !== 'choice' || term.bins === undefined) return x;
  const { cuts, closed } = term.bins;
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (closed === 'left' ? cuts[middle] <= x : cuts[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
