// All rows of the table with what the model says of each. Only the rows in sight are there; the worker has the others.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RowsQuery, ShownRow, TableInfo } from '../engine/messages.ts';
import { chooseRow } from '../state/case.ts';
import { quick } from '../state/clients.ts';
import { download } from '../state/download.ts';
import { askRows } from '../state/rows.ts';
import { found, listed, model, query, row, table } from '../state/state.ts';
import { ClassName } from './class-name.tsx';
import { ColumnFilter } from './column-filter.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type Column, columnsOf } from './row-columns.ts';
import { RowFilters } from './row-filters.tsx';
import { attend, useAttention } from './use-attention.ts';

/** In pixels; all rows have the same height. */
const HEIGHT = 34;
/** Rows beyond those in sight, so that scrolling shows no gaps. */
const SPARE = 10;
/** Browsers cannot make an element of any height. */
const TALLEST = 8_000_000;

export function Rows(): JSX.Element | null {
  const info = table.value;
  if (info === undefined || model.value === undefined) return null;
  return (
    <div class="rows-view">
      <h1 class="visually-hidden">All rows</h1>
      <RowFilters info={info} />
      <p class="found" role="status">
        {found.value.toLocaleString('en')} of {info.rows.toLocaleString('en')} rows
        {info.bad > 0 ? `; ${info.bad.toLocaleString('en')} cannot be answered` : ''}.{' '}
        <span class="hint">Choose a row to see why.</span>
        <ExportMenu
          label="Save these rows"
          items={[
            ['CSV', () => void save('csv')],
            ['NDJSON', () => void save('ndjson')],
          ]}
        />
      </p>
      <p class="hint">
        <dfn>Margin</dfn>: how far the decision is ahead of the next best. <dfn>Values that fix it</dfn>: how
        many values are enough for the decision, whatever the others are.
      </p>
      <Grid info={info} />
    </div>
  );
}

function choose(row: number): void {
  void attend(
    () => chooseRow(row),
    () => 'decision',
  );
}

async function save(format: 'csv' | 'ndjson'): Promise<void> {
  const parts = await quick.ask('exportRows', { format });
  const name = table.peek()?.name.replace(/\.[^.]*(\.gz)?$/, '') ?? 'rows';
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson';
  download(`${name}-answers.${format}`, new Blob([...parts], { type }));
}

function Grid({ info }: { info: TableInfo }): JSX.Element {
  const place = useAttention<HTMLDivElement>('rows');
  const [top, setTop] = useState(0);
  const [left, setLeft] = useState(0);
  const [room, setRoom] = useState(600);
  const [wide, setWide] = useState(1200);
  const [shown, setShown] = useState<{ from: number; rows: readonly ShownRow[] }>({ from: 0, rows: [] });
  const [active, setActive] = useState(0);
  const total = found.value;
  const columns = columnsOf(info);
  const seen = inSight(columns, left, wide);
  const height = Math.min(total * HEIGHT, TALLEST);
  const visible = Math.ceil(room / HEIGHT);
  // Where the list is taller than an element can be, a step of the scroll bar is more than a row.
  const scale = total * HEIGHT <= TALLEST ? 1 : (total * HEIGHT - room) / Math.max(1, TALLEST - room);
  const first = Math.max(0, Math.min(Math.floor((top * scale) / HEIGHT), total - visible));
  const from = Math.max(0, first - SPARE);
  const to = Math.min(total, first + visible + SPARE);
  const version = listed.value;

  useEffect(() => {
    let current = true;
    void quick.ask('window', { from, to }).then((rows) => {
      if (current) setShown({ from, rows });
    });
    return () => {
      current = false;
    };
  }, [from, to, version]);
  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const observer = new ResizeObserver(() => {
      setRoom(element.clientHeight);
      setWide(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const reveal = (at: number): void => {
    const element = place.current as HTMLDivElement;
    const y = (at * HEIGHT) / scale;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (y > element.scrollTop + room - 3 * HEIGHT) element.scrollTop = y - room + 3 * HEIGHT;
  };
  const move = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const by = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: visible - 2,
      PageUp: 2 - visible,
      Home: -total,
      End: total,
    }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(total - 1, active + by));
      setActive(next);
      reveal(next);
    } else if (event.key === 'Enter') {
      const chosen = shown.rows[active - shown.from];
      if (chosen !== undefined) choose(chosen.row);
    }
  };
  const activeRow = shown.rows[active - shown.from];
  return (
    <div
      class="grid"
      ref={place}
      role="grid"
      tabIndex={0}
      aria-label="Rows: arrow keys to move, Enter to see why"
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      {...(activeRow === undefined ? {} : { 'aria-activedescendant': `row-${activeRow.row}` })}
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
        setLeft(currentTarget.scrollLeft);
      }}
      onKeyDown={move}
      style={{ '--columns': columns.map(({ width }) => `${width}px`).join(' ') }}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        {seen.map((column) => (
          <HeadCell key={column.id} column={column} />
        ))}
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${height}px` }}>
        <div
          style={{
            transform: `translateY(${first === 0 ? from * HEIGHT : top - ((top * scale) % HEIGHT) / scale - (first - from) * HEIGHT}px)`,
          }}
        >
          {shown.rows.map((line, i) => (
            <Line
              key={line.row}
              line={line}
              columns={seen}
              index={shown.from + i + 2}
              isActive={shown.from + i === active}
              isChosen={line.row === row.value}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The columns between the left and the right border. Tables may have many. */
function inSight(columns: readonly Column[], left: number, room: number): Column[] {
  let end = 0;
  return columns.filter(({ width }) => {
    const start = end;
    end += width;
    return end > left - MORE && start < left + room + MORE;
  });
}

/** Pixels beyond the borders. */
const MORE = 200;

function HeadCell({ column }: { column: Column }): JSX.Element {
  const sort = query.value.sort;
  const isSorted = sort?.column === column.id;
  const order = !isSorted ? 'none' : sort?.descending ? 'descending' : 'ascending';
  const next = (): RowsQuery => {
    const { sort: _, ...rest } = query.peek();
    // Once up, once down, then as in the file.
    if (!isSorted) return { ...rest, sort: { column: column.id, descending: false } };
    return sort?.descending ? rest : { ...rest, sort: { column: column.id, descending: true } };
  };
  return (
    <div
      role="columnheader"
      aria-sort={order}
      aria-colindex={column.place}
      style={{ gridColumn: column.place }}
      class={`cell head${column.numeric ? ' right' : ''}`}
    >
      <button
        type="button"
        class="sort"
        onClick={() => void askRows(next())}
        title={`Sort by ${column.label}`}
      >
        {column.label}
        <span aria-hidden="true">{order === 'ascending' ? ' ▲' : order === 'descending' ? ' ▼' : ''}</span>
      </button>
      {column.filterable ? <ColumnFilter column={column} /> : null}
    </div>
  );
}

interface LineProps {
  readonly line: ShownRow;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

function Line({ line, columns, index, isActive, isChosen }: LineProps): JSX.Element {
  const state = `${isActive ? ' active' : ''}${isChosen ? ' chosen' : ''}${line.problem === undefined ? '' : ' bad'}`;
  return (
    // The grid itself hears the keys.
    <div
      id={`row-${line.row}`}
      role="row"
      aria-rowindex={index}
      aria-selected={isChosen}
      class={`line${state}`}
      onClick={() => choose(line.row)}
    >
      {columns.map((column) => {
        const span = spanOf(line, column);
        return span === 0 ? null : (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={column.place}
            {...(span === 1 ? {} : { 'aria-colspan': span })}
            style={{ gridColumn: `${column.place} / span ${span}` }}
            class={`cell${column.numeric ? ' right' : ''}`}
          >
            {cellOf(line, column)}
          </div>
        );
      })}
    </div>
  );
}

/** What is wrong with a row takes the place of all answers. */
function spanOf({ problem }: ShownRow, { id, place, position }: Column): number {
  if (problem === undefined || position !== undefined || id === '@row') return 1;
  return id === '@class' ? answerColumns() + 1 - place : 0;
}

/** The number of the last column that is an answer. */
function answerColumns(): number {
  return model.value?.standing === undefined ? 4 : 5;
}

function cellOf(line: ShownRow, { id, position }: Column): JSX.Element | string | number {
  if (id === '@row') return line.row + 1;
  if (id === '@class') {
    if (line.problem !== undefined) return <span title={line.problem}>⚠ {line.problem}</span>;
    return line.class === undefined ? '…' : <ClassName name={line.class} index={line.classIndex ?? 0} />;
  }
  if (id === '@margin') return line.margin ?? '';
  if (id === '@standing') return line.standing ?? '';
  if (id === '@size') return line.size ?? '';
  return line.cells[position ?? 0];
}
