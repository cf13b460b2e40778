// A table of the report and of the page. It may be wider than a phone: then it scrolls by itself, with the keyboard, too.
import type { ComponentChildren, JSX } from 'preact';

/** A table with more rows may be divided between sheets. */
export const SHORT = 15;

/** A column: heads of rows to the left, numbers to the right. */
export interface Column {
  readonly title: string;
  readonly kind?: 'head' | 'number';
}

/** A cell that differs from the case is marked. */
export interface Changed {
  readonly changed: ComponentChildren;
}

interface TableProps {
  readonly columns: readonly Column[];
  /** Cells, a row each. */
  readonly rows: readonly (readonly (ComponentChildren | Changed)[])[];
  readonly caption?: ComponentChildren;
  /** Of the style. */
  readonly name?: string;
  /** May be divided between sheets. */
  readonly long?: boolean;
}

export function Table({ columns, rows, caption, name, long = rows.length > SHORT }: TableProps): JSX.Element {
  return (
    <table class={long ? `${name ?? ''} long`.trim() : name}>
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, kind }) => (
            <th key={title} scope="col" class={kind === 'number' ? kind : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, r) => (
          <tr key={r}>
            {columns.map(({ title, kind }, c) => (
              <Cell key={title} kind={kind} cell={cells[c]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ kind, cell }: { kind: Column['kind']; cell: ComponentChildren | Changed }): JSX.Element {
  if (kind === 'head') return <th scope="row">{cell as ComponentChildren}</th>;
  if (isChanged(cell)) return <td class="changed">{cell.changed}</td>;
  return <td class={kind}>{cell}</td>;
}

function isChanged(cell: ComponentChildren | Changed): cell is Changed {
  return typeof cell === 'object' && cell !== null && 'changed' in cell;
}

/** What scrolls by itself. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a group of no form
    <div class="wide" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
