// What is shown, as a file.
import type { JSX } from 'preact';

/** Formats, and what saves in each. */
export type ExportItems = readonly (readonly [format: string, save: () => void])[];

interface ExportMenuProps {
  readonly label: string;
  readonly items: ExportItems;
  /** What stands before the formats. */
  readonly lead?: string;
}

export function ExportMenu({ label, items, lead = 'Save as' }: ExportMenuProps): JSX.Element {
  return (
    <span class="export">
      <span aria-hidden="true">{lead}</span>
      {items.map(([format, save]) => (
        <button key={format} type="button" class="quiet" onClick={save} aria-label={`${label} as ${format}`}>
          {format}
        </button>
      ))}
    </span>
  );
}
