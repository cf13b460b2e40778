// What is shown, as a file.
import type { JSX } from 'preact';
import { downloadCsv, downloadJson } from '../state/download.ts';

/** Formats, and what saves in each. */
export type ExportItems = readonly (readonly [format: string, save: () => void])[];

/** As JSON, and as a table. */
export function files(
  name: string,
  json: () => unknown,
  csv: () => Parameters<typeof downloadCsv>[1],
): ExportItems {
  return [
    ['JSON', () => downloadJson(`${name}.json`, json())],
    ['CSV', () => downloadCsv(`${name}.csv`, csv())],
  ];
}

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
