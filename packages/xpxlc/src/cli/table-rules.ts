// Rules that cover a table, found and counted while its rows are answered or after that.

import { type Block, poolRules, type Within } from '@xpxlc/core';
import type { RuleRecord } from '../answer/record-fields.ts';
import { RulesCounter, ruleRecord } from '../answer/rules-record.ts';
import type { RowBlock } from '../table/encode.ts';
import { RowStore } from '../table/row-store.ts';
import { rowsWithin } from '../table/rows-within.ts';
import { rowsFrom, type TableQuestion, wantedClasses } from './answer-table.ts';

export class TableRules {
  private readonly question: TableQuestion;
  private readonly most: number;
  private readonly store: RowStore;
  private readonly inside: (block: Block) => Block;
  /** A run that goes on does not see all rows. */
  private readonly partly: boolean;

  /** @param most - rules at most. @param within - rows that are no part of it are not explained, and not covered either. */
  constructor(question: TableQuestion, most: number, within: Within = {}) {
    const { classifier, data, options } = question;
    this.inside = rowsWithin(classifier, within);
    this.question = question;
    this.most = most;
    // What comes only once is kept as a whole.
    const once = data.length === 0 || data.includes('-');
    this.store = new RowStore(once ? Number.POSITIVE_INFINITY : undefined);
    this.partly = options.resume === true;
  }

  /** A block that is read. */
  see(block: RowBlock): void {
    if (!this.partly) this.store.add(this.inside(block));
  }

  /** The rules; large tables are read once more to count, a run that was continued to find them, too. */
  async result(): Promise<RuleRecord[]> {
    const { question, most } = this;
    const { classifier } = question;
    const again = (): AsyncGenerator<RowBlock, void, void> => rowsFrom(question, 0, wantedClasses(question));
    let { store } = this;
    if (this.partly) {
      store = new RowStore();
      for await (const block of again()) store.add(this.inside(block));
    }
    const kept = store.block();
    if (kept.rows === 0) return [];
    const rules = poolRules(classifier, kept, { limit: most });
    if (store.complete) return rules.map((rule) => ruleRecord(classifier, rule));
    const counter = new RulesCounter(classifier, rules);
    for await (const block of again()) counter.add(this.inside(block));
    return counter.result().map((rule) => ruleRecord(classifier, rule));
  }
}
