// Tables of words: all columns begin at the left.
import { toTable } from '../../bench/src/report.ts';

export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first, line, ...rest] = toTable(head, rows).split('\n');
  return [first, line.replaceAll('---:', '---'), ...rest].join('\n');
}
