// How many rows have which rule, for classifiers of categories and bins: rules are told apart by class, features and options, and
// put into words when all are counted.
import { type Classifier, optionsOf } from '@xpxlc/core';
import { literalOf, offsetsOf } from './combinations.ts';
import { ruleOf } from './explain-record.ts';

/** More rules than that are put into words before others are counted. */
const MOST = 1 << 16;

export class RuleCounter {
  private readonly classifier: Classifier;
  /** By feature and option, and by class: a number of its own. */
  private readonly offset: Int32Array;
  private readonly options: number;
  /** From one beginning of a rule to the next: a tree, its nodes by number. */
  private tree = new Map<number, number>();
  private counts: number[] = [];
  /** By node: the node before it, and its literal or class. */
  private before: number[] = [];
  private last: number[] = [];
  private readonly told = new Map<string, number>();
  private readonly literals: readonly string[];

  /**
   * @param classifier - of categories and bins.
   * @param literals - its {@link optionLiterals}.
   */
  constructor(classifier: Classifier, literals: readonly string[]) {
    this.classifier = classifier;
    this.literals = literals;
    this.offset = offsetsOf(classifier);
    this.options = this.offset[this.offset.length - 1];
    this.clear();
  }

  /** A row of class `own` with this explanation; `options` from `at` on are those of its features. */
  add(own: number, masks: Uint32Array, base: number, words: number, options: Int32Array, at: number): void {
    const { offset } = this;
    let node = this.step(0, this.options + own);
    for (let w = 0; w < words; w++)
      for (let rest = masks[base + w]; rest !== 0; rest &= rest - 1) {
        const i = 32 * w + 31 - Math.clz32(rest & -rest);
        node = this.step(node, offset[i] + options[at + i]);
      }
    this.counts[node] += 1;
    if (this.counts.length > MOST) this.tell();
  }

  /** All rules, with the number of their rows. */
  entries(): ReadonlyMap<string, number> {
    this.tell();
    return this.told;
  }

  private step(node: number, literal: number): number {
    const key = node * (this.options + this.classifier.classes.length) + literal;
    const known = this.tree.get(key);
    if (known !== undefined) return known;
    const next = this.counts.length;
    this.tree.set(key, next);
    this.counts.push(0);
    this.before.push(node);
    this.last.push(literal);
    return next;
  }

  private clear(): void {
    this.tree.clear();
    this.counts = [0];
    this.before = [0];
    this.last = [0];
  }

  private tell(): void {
    this.counts.forEach((rows, node) => {
      if (rows === 0) return;
      const rule = this.rule(node);
      this.told.set(rule, (this.told.get(rule) ?? 0) + rows);
    });
    this.clear();
  }

  private rule(end: number): string {
    const { classifier, options } = this;
    const literals: string[] = [];
    let node = end;
    for (; this.last[node] < options; node = this.before[node]) literals.push(this.literals[this.last[node]]);
    return ruleOf({ literals: literals.reverse() }, classifier.classes[this.last[node] - options]);
  }
}

/** The literals of all options for readers, those of one feature after those of another. */
export function optionLiterals(classifier: Classifier): string[] {
  return classifier.features.flatMap((_, feature) =>
    (optionsOf(classifier, feature)?.reachable ?? []).map((_reachable, option) =>
      literalOf(classifier, feature, option, { digits: 'cut' }),
    ),
  );
}
