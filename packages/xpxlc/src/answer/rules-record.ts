// Rules that cover a table: in words, and counted over blocks of rows.

import {
  type Block,
  type Classifier,
  countRules,
  type LiteralOptions,
  nameList,
  type PooledRule,
  regionValues,
  type WideLiteral,
  wideLiteral,
} from '@xpxlc/core';
import { ruleOf } from './explain-record.ts';
import type { RuleRecord } from './record-fields.ts';

/** Counts the rows that rules cover, block after block. */
export class RulesCounter {
  private readonly classifier: Classifier;
  private rules: readonly PooledRule[];

  constructor(classifier: Classifier, rules: readonly PooledRule[]) {
    this.classifier = classifier;
    this.rules = rules.map((rule) => ({ ...rule, rows: 0, added: 0 }));
  }

  add(block: Block): void {
    const counts = countRules(this.classifier, this.rules, block);
    this.rules = this.rules.map((rule, x) => ({
      ...rule,
      rows: rule.rows + counts[x].rows,
      added: rule.added + counts[x].added,
    }));
  }

  result(): readonly PooledRule[] {
    return this.rules;
  }
}

/** A rule in words. */
export function ruleRecord(
  classifier: Classifier,
  { class: own, literals, rows, added }: PooledRule,
): RuleRecord {
  const { classes, features } = classifier;
  const words = (digits: 'all' | 'cut'): string[] =>
    literals.map((literal) => literalText(classifier, literal, { digits }));
  return {
    rule: ruleOf({ literals: words('cut') }, classes[own]),
    class: classes[own],
    features: literals.map(({ feature }) => features[feature].name),
    literals: words('all'),
    region: Object.fromEntries(
      literals.map((literal) => [features[literal.feature].name, regionValues(classifier, literal)]),
    ),
    rows,
    added,
  };
}

/** Where most categories are allowed, those that are not are said instead. */
function literalText(classifier: Classifier, literal: WideLiteral, options: LiteralOptions): string {
  const { feature, region } = literal;
  const known = classifier.features[feature];
  const { name } = known;
  const values = known.kind === 'categorical' ? known.values : [];
  const others = region.kind === 'options' ? values.filter((_, v) => !region.options.includes(v)) : [];
  if (others.length === 0 || 2 * others.length >= values.length)
    return wideLiteral({ classifier }, literal, options);
  return others.length === 1 ? `${name} ≠ ${others[0]}` : `${name} not in ${nameList(others)}`;
}
