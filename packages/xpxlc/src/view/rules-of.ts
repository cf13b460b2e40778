// Which rules cover most rows?
import type { RuleRecord } from '../answer/record-fields.ts';

import type { RulesData } from '../plot/rules.ts';
import { counted } from '../terminal/counted.ts';
import { percentRange } from '../terminal/percent.ts';

/** Options of {@link rulesOf}. */
export interface RulesOfOptions {
  /** Rules shown at most. Default 10. */
  readonly most?: number;
}

/**
 * Rules, those that cover most rows first.
 *
 * @param rows - how many rows there are.
 * @param classes - those of the model, in its order: each has its colour, whatever rules there are.
 */
export function rulesOf(
  rules: readonly Pick<RuleRecord, 'rule' | 'class' | 'rows'>[],
  rows: number,
  classes: readonly string[],
  { most = 10 }: RulesOfOptions = {},
): RulesData {
  const sorted = rules.toSorted((a, b) => b.rows - a.rows);
  return {
    rows,
    rules: sorted.slice(0, most).map(({ rule, class: name, rows: covered }) => ({
      label: rule,
      class: name,
      classIndex: classes.indexOf(name),
      rows: covered,
      text: `${counted(covered, 'row')} · ${share(covered, rows)}`,
    })),
    more: Math.max(0, rules.length - most),
  };
}

function share(covered: number, rows: number): string {
  const part = rows === 0 ? 0 : covered / rows;
  return percentRange({ low: part, high: part });
}
