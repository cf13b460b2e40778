// The quick way to NDJSON: one smallest explanation for each row of a block, as text, without an object per row. Byte for byte
// what `JSON.stringify(explainRecord(…))` gives; for two classes and features that are categories or bins.
import { binOf, blockMargins, type Classifier, explainBlock, literal, weigh } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { BytePages } from './byte-pages.ts';
import { toErrorRecord } from './explain-record.ts';

/** Lines of a block as UTF-8, and how many rows failed. */
export interface Lines {
  readonly pages: readonly Uint8Array[];
  readonly failed: number;
}

/** Writes blocks of one classifier; undefined when the quick way does not go. */
export function explainLines(classifier: Classifier): ((block: RowBlock) => Lines) | undefined {
  const { classes, features, terms } = classifier;
  if (classes.length !== 2 || features.length > 32 || terms.some(({ kind }) => kind !== 'choice'))
    return undefined;
  const names = classes.map((name) => utf8(`,"class":${JSON.stringify(name)},"margin":"`));
  const sets = new Map<number, ExplainedSet>();
  /** `literals[feature][option]`, as JSON; made when first met. */
  const literals: (Uint8Array | undefined)[][] = features.map(() => []);
  const out = new BytePages();

  return (block) => {
    const answer = explainBlock(classifier, block);
    const { margins, doubtful } = blockMargins(classifier, block, answer);
    const bad = new Map(block.bad.map((row) => [row.index, row]));
    for (let r = 0; r < block.rows; r++) {
      out.ascii('{"row":');
      out.ascii(String(block.rowNumbers[r]));
      if (block.keys !== undefined) out.bytes(utf8(`,"id":${JSON.stringify(block.keys[r])}`));
      const trouble = bad.size === 0 ? undefined : bad.get(r);
      if (trouble !== undefined) {
        out.bytes(utf8(`,"error":${JSON.stringify(toErrorRecord(trouble))}}\n`));
        continue;
      }
      out.bytes(names[answer.classes[r]]);
      out.ascii(String(margins[r]));
      out.bytes(doubtful[r] === 1 ? DOUBTFUL : SURE);
      const set = setOf(answer.masks[r]);
      out.bytes(set.head);
      for (let x = 0; x < set.members.length; x++) {
        if (x > 0) out.byte(COMMA);
        out.bytes(literalOf(block, r, set.members[x]));
      }
      out.bytes(set.tail);
    }
    return { pages: out.flush(), failed: block.bad.length };
  };

  function setOf(mask: number): ExplainedSet {
    let set = sets.get(mask);
    if (set === undefined) {
      const members = features.flatMap((_, i) => (mask & (1 << i) ? [i] : []));
      const list = JSON.stringify(members.map((i) => features[i].name));
      set = {
        members,
        head: utf8(
          `,"explanations":[{"kind":"axp","features":${list},"indices":${JSON.stringify(members)},"literals":[`,
        ),
        tail: utf8(`],"size":${members.length}}],"complete":true}\n`),
      };
      sets.set(mask, set);
    }
    return set;
  }

  function literalOf({ columns }: RowBlock, r: number, i: number): Uint8Array {
    const option = optionOf(classifier, i, columns[i][r]);
    let text = literals[i][option];
    if (text === undefined) {
      const problem = weigh(
        classifier,
        columns.map((column) => column[r]),
      );
      text = utf8(JSON.stringify(literal(problem, i)));
      literals[i][option] = text;
    }
    return text;
  }
}

const utf8 = (text: string): Uint8Array => encoder.encode(text);
const encoder = new TextEncoder();
const COMMA = 0x2c;
const SURE = utf8('"');
const DOUBTFUL = utf8('","doubtful":true');

interface ExplainedSet {
  readonly members: readonly number[];
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The category, or the bin a number falls into. */
function optionOf({ terms }: Classifier, i: number, x: number): number {
  const term = terms[i];
  return term.kind === 'choice' && term.bins !== undefined ? binOf(x, term.bins) : x;
}
