// Which rows: a text anywhere, a decision, rows with problems; and the filters of columns that are on.
import type { JSX } from 'preact';
import type { RowsQuery, TableInfo } from '../engine/messages.ts';
import { askRows } from '../state/rows.ts';
import { EMPTY_QUERY, model, query } from '../state/state.ts';
import { columnsOf } from './row-columns.ts';

export function RowFilters({ info }: { info: TableInfo }): JSX.Element {
  const now = query.value;
  const set = (part: Partial<RowsQuery>): void => void askRows({ ...query.peek(), ...part });
  const classes = model.value?.classes ?? [];
  const isOn = now.text !== '' || now.classes.length > 0 || now.onlyProblems || filtersOf(now).length > 0;
  return (
    <search class="filters" aria-label="Rows">
      <input
        type="search"
        placeholder="Text in any column"
        aria-label="Text in any column"
        value={now.text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <label>
        Decision{' '}
        <select
          value={now.classes.length === 1 ? String(now.classes[0]) : ''}
          onChange={({ currentTarget }) =>
            set({ classes: currentTarget.value === '' ? [] : [Number(currentTarget.value)] })
          }
        >
          <option value="">any</option>
          {classes.map((name, k) => (
            <option key={name} value={String(k)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {info.bad > 0 ? (
        <label>
          <input
            type="checkbox"
            checked={now.onlyProblems}
            onChange={({ currentTarget }) => set({ onlyProblems: currentTarget.checked })}
          />{' '}
          only rows with problems
        </label>
      ) : null}
      {filtersOf(now).map((column) => (
        <button
          key={column}
          type="button"
          class="chip"
          onClick={() => set(without(query.peek(), column))}
          aria-label={`Remove the filter of ${labelOf(info, column)}`}
        >
          {labelOf(info, column)}: {filterText(now, column)} ✕
        </button>
      ))}
      {isOn ? (
        <button type="button" class="quiet" onClick={() => void askRows({ ...EMPTY_QUERY, sort: now.sort })}>
          Show all rows
        </button>
      ) : null}
    </search>
  );
}

function filtersOf({ ranges, values }: RowsQuery): string[] {
  return [...Object.keys(ranges), ...Object.keys(values)];
}

/** The query without the filter of a column. */
export function without({ ranges, values, ...rest }: RowsQuery, column: string): RowsQuery {
  const { [column]: _range, ...otherRanges } = ranges;
  const { [column]: _values, ...otherValues } = values;
  return { ...rest, ranges: otherRanges, values: otherValues };
}

function labelOf(info: TableInfo, column: string): string {
  return columnsOf(info).find(({ id }) => id === column)?.label ?? column;
}

function filterText({ ranges, values }: RowsQuery, column: string): string {
  const range = ranges[column];
  if (range === undefined) {
    const list = values[column];
    return list.length > 3
      ? `${list.length} values`
      : list.map((text) => (text === '' ? '(empty)' : text)).join(', ');
  }
  const { from, to } = range;
  if (from === undefined) return `up to ${to}`;
  return to === undefined ? `from ${from}` : `${from} to ${to}`;
}
