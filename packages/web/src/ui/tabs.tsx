// The three views. Arrow keys go from one to the next, as in any list of tabs.

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { rowNumber, type Tab, tab, table } from '../state/state.ts';

export function Tabs(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const rows = table.value?.rows;
  const tabs: readonly {
    readonly id: Tab;
    readonly label: string;
    readonly detail?: string;
    readonly off?: boolean;
  }[] = [
    {
      id: 'decision',
      label: 'One decision',
      ...(rowNumber.value === undefined ? {} : { detail: `row ${rowNumber.value}` }),
    },
    {
      id: 'rows',
      label: 'All rows',
      detail: rows?.toLocaleString('en'),
      off: rows === undefined,
    },
    { id: 'overview', label: 'Overview', off: rows === undefined },
  ];
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const usable = tabs.filter(({ off = false }) => !off);
    const at = usable.findIndex(({ id }) => id === tab.value);
    const next = usable[(at + step + usable.length) % usable.length];
    tab.value = next.id;
    place.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" ref={place} onKeyDown={move}>
      {tabs.map(({ id, label, detail, off = false }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={tab.value === id}
          {...(tab.value === id ? { 'aria-controls': `panel-${id}` } : {})}
          tabIndex={tab.value === id ? 0 : -1}
          disabled={off}
          onClick={() => {
            tab.value = id;
          }}
        >
          {label}
          {detail === undefined ? null : <span class="roomy"> ({detail})</span>}
        </button>
      ))}
    </div>
  );
}
