// The quick way to NDJSON: one smallest explanation for each row of a block, as bytes, without an object per row. Byte for byte
// what `JSON.stringify` makes of the records; for two classes and features that are categories or bins.
import { blockMargins, type Classifier, explainBlock, optionsOf, wideLiteral } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { combinations, type Group, membersOf, toGroups } from './combinations.ts';
import { toErrorRecord } from './explain-record.ts';
import { Ink, NO_WORD } from './ink.ts';

/** Pages of lines, and at the end how many rows failed. */
export type Lines = Generator<Uint8Array<ArrayBuffer>, number, void>;

/** What is written between two records and after one: lines of NDJSON, or entries of a JSON array. */
export interface Joints {
  readonly before: string;
  readonly after: string;
}

/** Whether the quick way goes. */
export function hasQuickLines(classifier: Classifier): boolean {
  const { classes, features } = classifier;
  const chosen = features.every((_, i) => optionsOf(classifier, i) !== undefined);
  return classes.length === 2 && features.length <= 32 && chosen;
}

/** Writes blocks of one classifier, of which {@link hasQuickLines} is true. */
export function explainLines(classifier: Classifier, { before, after }: Joints): (block: RowBlock) => Lines {
  const { classes, features } = classifier;
  const ink = new Ink();
  const heads = classes.map((name) => ink.learn(`,"class":${JSON.stringify(name)},"margin":"`));
  const opening = ink.learn(`${before}{"row":`);
  const sure = ink.learn('"');
  const doubt = ink.learn('","doubtful":true');
  const sets = new Map<number, SetWords>();
  const groups = toGroups(classifier);
  /** By group and combination: the word of its literals, plus one. */
  const words = groups.map(({ size }) => new Int32Array(size));

  return function* lines(block) {
    const answer = explainBlock(classifier, block);
    const { margins, doubtful } = blockMargins(classifier, block, answer);
    const found = groups.map((group) => combinations(classifier, block, answer.masks, group));
    const bad = new Map(block.bad.map((row) => [row.index, row]));
    for (let r = 0; r < block.rows; r++) {
      if (ink.full) yield ink.take();
      ink.word(opening);
      ink.ascii(String(block.rowNumbers[r]));
      if (block.keys !== undefined) ink.text(`,"id":${JSON.stringify(block.keys[r])}`);
      const trouble = bad.size === 0 ? undefined : bad.get(r);
      if (trouble !== undefined) {
        ink.text(`,"error":${JSON.stringify(toErrorRecord(trouble))}}${after}`);
        continue;
      }
      ink.word(heads[answer.classes[r]]);
      ink.ascii(String(margins[r]));
      ink.word(doubtful[r] === 1 ? doubt : sure);
      const mask = answer.masks[r];
      const set = setOf(mask);
      if (set.head === NO_WORD || set.tail === NO_WORD) ink.text(headText(mask));
      else ink.word(set.head);
      for (let g = 0; g < groups.length; g++) writeGroup(g, found[g][r]);
      if (mask !== 0) ink.back();
      if (set.head === NO_WORD || set.tail === NO_WORD) ink.text(tailText(mask));
      else ink.word(set.tail);
    }
    yield ink.take();
    return block.bad.length;
  };

  /** The literals of a combination, each followed by a comma. */
  function writeGroup(g: number, combination: number): void {
    if (combination === 0) return;
    let word = words[g][combination];
    if (word === 0) {
      const text = `${literalsText(classifier, groups[g], combination)},`;
      const learnt = ink.learn(text);
      if (learnt === NO_WORD) {
        ink.text(text);
        return;
      }
      word = learnt + 1; // 0 is "not met yet"
      words[g][combination] = word;
    }
    ink.word(word - 1);
  }

  function setOf(mask: number): SetWords {
    let set = sets.get(mask);
    if (set === undefined) {
      set = { head: ink.learn(headText(mask)), tail: ink.learn(tailText(mask)) };
      if (sets.size < MOST_SETS) sets.set(mask, set);
    }
    return set;
  }

  function held(mask: number): number[] {
    return features.flatMap((_, i) => ((mask >>> i) & 1 ? [i] : []));
  }

  function headText(mask: number): string {
    const members = held(mask);
    const names = JSON.stringify(members.map((i) => features[i].name));
    return `,"explanations":[{"kind":"axp","features":${names},"indices":${JSON.stringify(members)},"literals":[`;
  }

  function tailText(mask: number): string {
    return `],"size":${held(mask).length}}],"complete":true}${after}`;
  }
}

/** Feature sets whose words are kept. */
const MOST_SETS = 1 << 14;
interface SetWords {
  readonly head: number;
  readonly tail: number;
}

/** The literals of a combination as JSON, with commas between them. */
export function literalsText(classifier: Classifier, group: Group, combination: number): string {
  return membersOf(group, combination)
    .map(([feature, option]) =>
      JSON.stringify(
        wideLiteral({ classifier }, { feature, region: { kind: 'options', options: [option] } }),
      ),
    )
    .join(',');
}
