// The filter of one column: a range of numbers, or some of its values.

import { shortNumber } from '@xpxlc/core';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { attempt } from '../state/attempt.ts';
import { quick } from '../state/clients.ts';
import { askRows } from '../state/rows.ts';
import { query } from '../state/state.ts';
import type { ColumnSummary, NumberSummary, TextCount } from '../table/index.ts';
import type { Column } from './row-columns.ts';
import { without } from './row-filters.tsx';

export function ColumnFilter({ column }: { column: Column }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [summary, setSummary] = useState<ColumnSummary | undefined>(undefined);
  const isOn = column.id in query.value.ranges || column.id in query.value.values;
  const show = (): Promise<void> =>
    attempt(`The filter of ${column.label}`, async () => {
      setSummary(await quick.ask('summary', { column: column.id }));
    });
  // The form is made anew each time, before people can use it: nothing changes in it but by them.
  useLayoutEffect(() => {
    if (summary !== undefined && !dialog.current?.open) dialog.current?.showModal();
  }, [summary]);
  const close = (): void => {
    dialog.current?.close();
    setSummary(undefined);
  };
  return (
    <>
      <button
        type="button"
        class={`filter${isOn ? ' on' : ''}`}
        onClick={() => void show()}
        aria-label={`Filter by ${column.label}`}
        title={`Filter by ${column.label}`}
      >
        ▾
      </button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-label={`Filter by ${column.label}`}
        onClose={({ currentTarget }) => {
          if (!currentTarget.open) setSummary(undefined);
        }}
      >
        {summary === undefined ? null : summary.kind === 'number' ? (
          <RangeForm column={column} summary={summary} close={close} />
        ) : (
          <ValuesForm
            column={column}
            values={summary.values}
            distinct={summary.distinct}
            missing={summary.missing}
            close={close}
          />
        )}
      </dialog>
    </>
  );
}

interface RangeFormProps {
  readonly column: Column;
  readonly summary: NumberSummary;
  readonly close: () => void;
}

function RangeForm({ column, summary, close }: RangeFormProps): JSX.Element {
  const now = query.value.ranges[column.id] ?? {};
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const apply = (event: Event): void => {
    event.preventDefault();
    const number = (input: HTMLInputElement | null): number | undefined =>
      input === null || input.value === '' ? undefined : input.valueAsNumber;
    const [low, high] = [number(from.current), number(to.current)];
    const rest = without(query.peek(), column.id);
    const range = {
      from: low,
      to: high,
    };
    void askRows(
      Object.keys(range).length === 0 ? rest : { ...rest, ranges: { ...rest.ranges, [column.id]: range } },
    );
    close();
  };
  return (
    <form onSubmit={apply}>
      <h2>{column.label}</h2>
      <p class="hint">
        The numbers go from {shortNumber(summary.min)} to {shortNumber(summary.max)}.
      </p>
      <p>
        <label>
          from <input ref={from} type="number" step="any" defaultValue={String(now.from ?? '')} />
        </label>{' '}
        <label>
          to <input ref={to} type="number" step="any" defaultValue={String(now.to ?? '')} />
        </label>
      </p>
      <Buttons column={column} close={close} />
    </form>
  );
}

interface ValuesFormProps {
  readonly column: Column;
  readonly values: readonly TextCount[];
  readonly distinct: number;
  readonly missing: number;
  readonly close: () => void;
}

function ValuesForm({ column, values, distinct, missing, close }: ValuesFormProps): JSX.Element {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(query.value.values[column.id] ?? []));
  const choices = missing > 0 ? [...values, { text: '', count: missing }] : values;
  const toggle = (text: string): void => {
    const next = new Set(chosen);
    if (!next.delete(text)) next.add(text);
    setChosen(next);
  };
  const apply = (event: Event): void => {
    event.preventDefault();
    const rest = without(query.peek(), column.id);
    void askRows(
      chosen.size === 0 ? rest : { ...rest, values: { ...rest.values, [column.id]: [...chosen] } },
    );
    close();
  };
  return (
    <form onSubmit={apply}>
      <h2>{column.label}</h2>
      <ul class="choices">
        {choices.map(({ text, count }) => (
          <li key={text}>
            <label>
              <input type="checkbox" checked={chosen.has(text)} onChange={() => toggle(text)} />{' '}
              {text === '' ? '(empty)' : text} <span class="hint">{count.toLocaleString('en')}</span>
            </label>
          </li>
        ))}
      </ul>
      {distinct > values.length ? (
        <p class="hint">
          {distinct - values.length} rarer values are not listed; the text search finds them.
        </p>
      ) : null}
      <Buttons column={column} close={close} />
    </form>
  );
}

function Buttons({ column, close }: { column: Column; close: () => void }): JSX.Element {
  return (
    <p class="row-of-buttons">
      <button type="submit" class="primary">
        Filter
      </button>
      <button
        type="button"
        onClick={() => {
          void askRows(without(query.peek(), column.id));
          close();
        }}
      >
        No filter
      </button>
      <button type="button" class="quiet" onClick={close}>
        Cancel
      </button>
    </p>
  );
}
