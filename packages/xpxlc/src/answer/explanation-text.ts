// Explanations as bytes, without an object for each: a dozen features at a time, whose names, positions and literals are put together
// once for every combination met. Byte for byte what JSON.stringify, or a writer of CSV, makes of the records.
import { type Classifier, literal, type Problem } from '@xpxlc/core';
import type { ByteWriter } from './byte-writer.ts';
import { ChangeText } from './change-text.ts';
import { literalOf, ofOptions } from './combinations.ts';
import type { EntryFormat } from './entry-format.ts';
import { Fragments, OptionLiterals, SetFragments } from './fragments.ts';
import { RuleText } from './rule-text.ts';

/** Features whose names are put together. */
const WIDTH = 12;

/** Writes explanations of the rows of one classifier. */
export class ExplanationText {
  private readonly out: ByteWriter;
  private readonly entryFormat: EntryFormat;
  private readonly n: number;
  /** By twelve features: which of them are in the set at hand. */
  private readonly keys: Int32Array;
  private readonly names: FragmentTable;
  private readonly indices: FragmentTable;
  private readonly literals: Literals;
  /** Of a row with missing values, which have fragments of their own. */
  private readonly own: RowLiterals;
  private current: Literals;
  /** What is around the parts of explanations, by size. */
  private readonly around: Readonly<Record<'axp' | 'cxp' | 'indices' | 'literals' | 'tail', Fragments>>;
  /** All that comes before the literals, by kind and set. */
  private readonly heads: Readonly<Record<'axp' | 'cxp', SetFragments>>;
  private readonly changes: ChangeText | undefined;
  private readonly rules: RuleText | undefined;
  /** The features of the set at hand, in increasing order. */
  private readonly members: Int32Array;
  private size = 0;

  constructor(out: ByteWriter, classifier: Classifier, entryFormat: EntryFormat) {
    const { features } = classifier;
    const piece = (text: string): string => entryFormat.piece(`${text},`);
    this.out = out;
    this.entryFormat = entryFormat;
    this.n = features.length;
    this.keys = new Int32Array(Math.ceil(this.n / WIDTH));
    this.names = new FragmentTable(
      out,
      features.map(({ name }) => piece(JSON.stringify(name))),
    );
    this.indices = new FragmentTable(
      out,
      features.map((_, i) => piece(String(i))),
    );
    this.members = new Int32Array(this.n);
    const bySize = (text: (size: number) => string): Fragments => new Fragments(out, this.n + 1, text);
    this.around = {
      axp: bySize((size) => entryFormat.head('axp', size)),
      cxp: bySize((size) => entryFormat.head('cxp', size)),
      indices: bySize(() => entryFormat.indices ?? ''),
      literals: bySize(entryFormat.literals),
      tail: bySize(entryFormat.tail),
    };
    const heads = (kind: 'axp' | 'cxp'): SetFragments =>
      new SetFragments(out, this.n, (members) => headText(classifier, entryFormat, kind, members));
    this.heads = { axp: heads('axp'), cxp: heads('cxp') };
    this.literals = ofOptions(classifier)
      ? new OptionLiterals(out, classifier, (feature, option) =>
          piece(JSON.stringify(literalOf(classifier, feature, option))),
        )
      : new RowLiterals(out, classifier, entryFormat);
    this.own = new RowLiterals(out, classifier, entryFormat);
    this.current = this.literals;
    this.rules =
      entryFormat.spoken === undefined ? undefined : new RuleText(out, classifier, entryFormat.spoken);
    this.changes = ChangeText.of(out, classifier, entryFormat);
  }

  /** The row whose explanations come next, of class `own`; `options` from `at` on are those of its features. */
  open(options: Int32Array, at: number, own: number): void {
    this.current = this.literals;
    this.literals.open(options, at);
    this.rules?.open(options, at, own);
    this.changes?.open(options, at);
  }

  /** The same of a row of any classifier, for explanations without sentences only. */
  openProblem(problem: Problem): void {
    this.current = problem.missing.length === 0 ? this.literals : this.own;
    this.current.openProblem(problem);
  }

  /** Write an explanation. */
  axp(masks: Uint32Array, base: number): void {
    this.look(masks, base);
    this.rules?.write(this.members, this.size);
    this.common('axp', masks[base]);
    this.around.tail.write(this.size);
  }

  /**
   * Write a contrast with its changed case; false, and nothing written, where that is not so simple: what is asked is too close to a
   * tie, or there are more classes than two or numbers.
   */
  cxp(own: number, margin: number, masks: Uint32Array, base: number): boolean {
    const { changes } = this;
    this.look(masks, base);
    if (changes === undefined || !changes.find(own, margin, this.members, this.size)) return false;
    changes.speak();
    this.common('cxp', masks[base]);
    changes.write(masks[base]);
    return true;
  }

  /** All that both kinds have, up to the last literal. */
  private common(kind: 'axp' | 'cxp', mask: number): void {
    const { out, size, members } = this;
    if (!this.heads[kind].write(mask, members, size)) this.head(kind);
    this.current.write(members, size);
    if (size > 0) out.back();
  }

  /** What comes before the literals, of sets that are too wide or too many to be known. */
  private head(kind: 'axp' | 'cxp'): void {
    const { out, around, keys, size, members } = this;
    toKeys(members, size, keys);
    around[kind].write(size);
    this.names.write(keys);
    if (size > 0) out.back();
    if (this.entryFormat.indices !== undefined) {
      around.indices.write(0);
      this.indices.write(keys);
      if (size > 0) out.back();
    }
    around.literals.write(size);
  }

  /** Take a mask apart. */
  private look(masks: Uint32Array, base: number): void {
    const { members } = this;
    let size = 0;
    for (let first = 0, w = base; first < this.n; first += 32, w++)
      for (let rest = masks[w]; rest !== 0; rest &= rest - 1)
        members[size++] = first + 31 - Math.clz32(rest & -rest);
    this.size = size;
  }
}

/** Which features are in the set, by twelves. */
function toKeys(members: Int32Array, size: number, keys: Int32Array): void {
  keys.fill(0);
  for (let m = 0; m < size; m++) {
    const g = (members[m] / WIDTH) | 0;
    keys[g] |= 1 << (members[m] - g * WIDTH);
  }
}

function headText(
  { features }: Classifier,
  { piece, head, indices, literals }: EntryFormat,
  kind: 'axp' | 'cxp',
  members: readonly number[],
): string {
  const names = piece(members.map((i) => JSON.stringify(features[i].name)).join(','));
  const positions = indices === undefined ? '' : indices + members.join(',');
  return head(kind, members.length) + names + positions + literals(members.length);
}

/** Texts of features, each with a comma at its end, put together by twelves. */
class FragmentTable {
  private texts: readonly string[];
  /** By twelve features and by which of them are in the set. */
  private readonly fragments: Fragments;

  /** @param passing - texts of one row. */
  constructor(out: ByteWriter, texts: readonly string[], passing = false) {
    this.texts = texts;
    const text = (key: number): string =>
      this.texts
        .slice(WIDTH * (key >> WIDTH), WIDTH * ((key >> WIDTH) + 1))
        .filter((_, bit) => (key >> bit) & 1)
        .join('');
    this.fragments = new Fragments(out, Math.ceil(texts.length / WIDTH) << WIDTH, text, passing);
  }

  write(keys: Int32Array): void {
    for (let g = 0; g < keys.length; g++) if (keys[g] !== 0) this.fragments.write((g << WIDTH) + keys[g]);
  }

  /** Other texts. */
  renew(texts: readonly string[]): void {
    this.texts = texts;
    this.fragments.forget();
  }
}

/** Writes the literals of a set, each followed by a comma. */
interface Literals {
  open(options: Int32Array, at: number): void;
  openProblem(problem: Problem): void;
  write(members: Int32Array, size: number): void;
}

/** Of numbers, too: literals that are those of one row. */
class RowLiterals implements Literals {
  private readonly out: ByteWriter;
  private readonly piece: (json: string) => string;
  private readonly table: FragmentTable;
  private readonly keys: Int32Array;

  constructor(out: ByteWriter, { features }: Classifier, { piece }: EntryFormat) {
    this.out = out;
    this.piece = piece;
    this.table = new FragmentTable(
      out,
      features.map(() => ''),
      true,
    );
    this.keys = new Int32Array(Math.ceil(features.length / WIDTH));
  }

  open(): void {
    throw new Error('literals of numbers are asked of a problem');
  }

  openProblem(problem: Problem): void {
    this.out.forget();
    this.table.renew(
      problem.classifier.features.map((_, i) => this.piece(`${JSON.stringify(literal(problem, i))},`)),
    );
  }

  write(members: Int32Array, size: number): void {
    toKeys(members, size, this.keys);
    this.table.write(this.keys);
  }
}
