// Rules in fragments as bytes, for rows of categories and bins: `IF age < 31 AND job = clerk THEN refuse`.
import type { Classifier } from '@xpxlc/core';
import { csvPiece } from '../table/text-rows.ts';
import type { ByteWriter } from './byte-writer.ts';
import { literalOf } from './combinations.ts';
import type { Spoken } from './entry-format.ts';
import { Fragments, OptionLiterals } from './fragments.ts';
import { SPOKEN } from './sentence.ts';

const AND = ' AND ';

/** Writes what comes before the features of an explanation. */
export class RuleText {
  private readonly out: ByteWriter;
  private readonly literals: OptionLiterals;
  /** By class: the end of a rule, and the rule of nothing. */
  private readonly ends: readonly number[];
  private readonly always: readonly number[];
  /** By size. */
  private readonly starts: Fragments;
  private own = 0;

  constructor(out: ByteWriter, classifier: Classifier, spoken: Spoken) {
    const { classes, features } = classifier;
    this.out = out;
    this.literals = new OptionLiterals(
      out,
      classifier,
      (feature, option) => csvPiece(literalOf(classifier, feature, option, SPOKEN)) + AND,
    );
    this.starts = new Fragments(out, features.length + 1, (size) => `${spoken.rule('axp', size)}IF `);
    const nothing = spoken.rule('axp', 0);
    this.always = classes.map((name) => out.fixed(`${nothing}ALWAYS ${csvPiece(name)}${spoken.end}`));
    this.ends = classes.map((name) => out.fixed(` THEN ${csvPiece(name)}${spoken.end}`));
  }

  open(options: Int32Array, at: number, own: number): void {
    this.literals.open(options, at);
    this.own = own;
  }

  write(members: Int32Array, size: number): void {
    const { out, own } = this;
    if (size === 0) {
      out.fragment(this.always[own]);
      return;
    }
    this.starts.write(size);
    this.literals.write(members, size);
    out.back(AND.length);
    out.fragment(this.ends[own]);
  }
}
