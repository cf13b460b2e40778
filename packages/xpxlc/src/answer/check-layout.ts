// How verdicts on explanations from elsewhere look.
import { assigned } from '../terminal/assigned.ts';
import { errorText } from './error-text.ts';
import { columnsOf, ERROR_COLUMN, type Layout } from './layout.ts';
import { CHECKED, type CheckRecord } from './record-fields.ts';

/** Verdicts on explanations. */
export function checkLayout({
  repair = false,
  within,
}: {
  readonly repair?: boolean;
  readonly within?: unknown;
}): Layout<CheckRecord> {
  return {
    text: (record) => {
      const name = `row ${record.row}${record.id === undefined ? '' : ` (${record.id})`}`;
      const set = `{${record.features.join(', ')}}`;
      if (record.error !== undefined)
        return `${name}: ${set}: error: ${errorText(record.error, record.row)}\n`;
      const { holds, minimal, redundant = [], given = [], counterexample, repaired } = record;
      const taken = given.length === 0 ? '' : `, given that ${given.join(' and ')}`;
      const what =
        record.kind === 'axp'
          ? ['a minimal explanation', 'sufficient']
          : ['a minimal contrast', 'a contrast'];
      const changes = Object.entries(counterexample?.changes ?? {}).map(([feature, value]) =>
        assigned(feature, value),
      );
      const shown = counterexample === undefined ? '' : `${counterexample.class} if ${changes.join(' and ')}`;
      const lines = [
        minimal
          ? `${name}: ${set} is ${what[0]} of ${record.class}${taken}`
          : holds
            ? `${name}: ${set} is ${what[1]} for ${record.class}${taken}, but not minimal: ${redundant.length > 1 ? 'any one of ' : ''}${redundant.join(', ')} can be left out`
            : `${name}: ${set} is NOT ${what[1]} for ${record.class}${taken}`,
        ...(shown === '' || (record.kind === 'axp' && holds) ? [] : [`  BUT ${shown}`]),
        ...(repair && !minimal
          ? [
              `  repaired: ${repaired ? `{${repaired.features.join(', ')}}` : 'impossible, nothing changes the class'}`,
            ]
          : []),
      ];
      return `${lines.join('\n')}\n`;
    },
    columns: columnsOf(CHECKED, [
      'row',
      'id',
      'class',
      'kind',
      'size',
      'features',
      'holds',
      'minimal',
      'redundant',
      'counterexample',
      ...(repair ? [['repaired', 'repaired', 'features'] as const] : []),
      ...(within === undefined ? [] : ['given']),
      ERROR_COLUMN,
    ]),
  };
}
