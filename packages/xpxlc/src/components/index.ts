// What the report and the page show alike, as components of preact: the public surface of `xpxlc/components`. Without state; the styles
// are theirs.

export { CasesTable, type OtherCase } from './cases-table.tsx';
export { ContrastText } from './contrast-text.tsx';
export { AuditTable, ClassesTable } from './population-tables.tsx';
export { type Changed, type Column, Table, Wide } from './table.tsx';
export { listed } from './words.ts';
