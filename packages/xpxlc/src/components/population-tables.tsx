// Many decisions: how many of each class, and in how many protected features play a part.
import type { JSX } from 'preact';
import { percent } from '../terminal/percent.ts';
import { groupedDigits } from '../view/grouped-digits.ts';
import { type Column, Table } from './table.tsx';

const COUNTED: readonly Column[] = [
  { title: 'Rows', kind: 'number' },
  { title: 'Share', kind: 'number' },
];

/** A number of rows, and which share of all they are. */
function counted(rows: number, all: number): [string, string] {
  return [groupedDigits(String(rows), ','), all === 0 ? '' : percent(rows / all)];
}

/** @param rows - of all classes. */
export function ClassesTable({
  classes,
  rows,
  caption,
}: {
  classes: readonly { readonly class: string; readonly rows: number }[];
  rows: number;
  caption?: string;
}): JSX.Element {
  return (
    <Table
      caption={caption}
      columns={[{ title: 'Class', kind: 'head' }, ...COUNTED]}
      rows={classes.map(({ class: name, rows: some }) => [name, ...counted(some, rows)])}
    />
  );
}

/** In how many rows explanations use protected features. @param several - whether there are several. */
export function AuditTable({
  audit: { all = 0, some = 0, none = 0 },
  rows,
  several,
}: {
  audit: { readonly all?: number; readonly some?: number; readonly none?: number };
  rows: number;
  several: boolean;
}): JSX.Element {
  const [it, any] = several ? ['at least one of them', 'any of them'] : ['it', 'it'];
  const lines = [
    [`no explanation uses ${any}`, none],
    [`some explanations use ${several ? 'one of them' : it}, others do without`, some],
    [`every explanation uses ${it}`, all],
  ] as const;
  return (
    <Table
      columns={[{ title: 'In these rows', kind: 'head' }, ...COUNTED]}
      rows={lines.map(([text, part]) => [text, ...counted(part, rows)])}
    />
  );
}
