// Rules that cover a table, found and counted while its rows are answered or after that.
import { type Block, type Classifier, type Column, poolRules, type Within, withinTest } from '@xpxlc/core';
import type { RuleRecord } from '../answer/record-fields.ts';
import { RulesCounter, ruleRecord } from '../answer/rules-record.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { RowStore } from '../table/row-store.ts';
import { type RowsAsked, rowsOf } from './rows.ts';

export class TableRules {
  private readonly asked: RowsAsked;
  private readonly most: number;
  private readonly store: RowStore;
  private readonly inside: (block: Block) => Block;
  private readonly partly: boolean;

  /**
   * @param most - rules at most.
   * @param within - rows that are no part of it are not explained, and not covered either.
   * @param partly - not all rows will be seen.
   */
  constructor(
    asked: RowsAsked,
    most: number,
    { within = {}, partly }: { readonly within?: Within; readonly partly: boolean },
  ) {
    const { classifier, data } = asked;
    this.inside = rowsWithin(classifier, within);
    this.asked = asked;
    this.most = most;
    // What comes only once is kept as a whole.
    const once = data.length === 0 || data.includes('-');
    this.store = new RowStore(once ? Number.POSITIVE_INFINITY : undefined);
    this.partly = partly;
  }

  /** A block that is read. */
  see(block: RowBlock): void {
    if (!this.partly) this.store.add(this.inside(block));
  }

  /** The rules; large tables are read once more to count, a run that was continued to find them, too. */
  async result(): Promise<RuleRecord[]> {
    const { asked, most } = this;
    const { classifier } = asked;
    const rows = rowsOf(asked);
    let { store } = this;
    if (this.partly) {
      store = new RowStore();
      for await (const block of rows(0)) store.add(this.inside(block));
    }
    const kept = store.block();
    if (kept.rows === 0) return [];
    const rules = poolRules(classifier, kept, { limit: most });
    if (store.complete) return rules.map((rule) => ruleRecord(classifier, rule));
    const counter = new RulesCounter(classifier, rules);
    for await (const block of rows(0)) counter.add(this.inside(block));
    return counter.result().map((rule) => ruleRecord(classifier, rule));
  }
}

/** The rows of blocks that a narrowing, which has been checked, does not leave out; the others are errors of the command, and are counted nowhere. */
function rowsWithin(classifier: Classifier, within: Within): (block: Block) => Block {
  const isPart = withinTest(classifier, within);
  const values = new Float64Array(classifier.features.length);
  return ({ rows, columns }) => {
    const kept: number[] = [];
    for (let r = 0; r < rows; r++) {
      for (let i = 0; i < values.length; i++) values[i] = columns[i][r];
      if (isPart(values)) kept.push(r);
    }
    return { rows: kept.length, columns: columns.map((column) => picked(column, kept)) };
  };
}

function picked(column: Column, rows: readonly number[]): Column {
  const cells = column.slice(0, rows.length);
  rows.forEach((r, at) => {
    cells[at] = column[r];
  });
  return cells;
}
