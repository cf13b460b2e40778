// One line of CSV → its cells, each with its place.
import { type Line, quoted, refuse, type Token } from './lines.ts';

/**
 * The cells of a line, without the blanks around them. A cell in double quotes may contain commas, and a quote when it is
 * doubled.
 */
export function csvCells({ text, number }: Line): Token[] {
  const cells: Token[] = [];
  let start = 0;
  while (true) {
    const from = skipBlanks(text, start);
    const cell = text[from] === '"' ? quotedCell(text, from) : plainCell(text, from);
    if (cell === undefined || (cell.end < text.length && text[cell.end] !== ',')) {
      throw refuse(
        'not a line of CSV',
        { line: number, column: from + 1 },
        {
          code: 'bad-csv',
          expected: 'cells with commas between them, quotes doubled within quotes',
          got: quoted(text.slice(from)),
        },
      );
    }
    cells.push({ text: cell.content, line: number, column: from + 1 });
    if (cell.end >= text.length) return cells;
    start = cell.end + 1;
  }
}

function plainCell(text: string, from: number): { content: string; end: number } {
  const comma = text.indexOf(',', from);
  const end = comma < 0 ? text.length : comma;
  let last = end;
  while (last > from && (text[last - 1] === ' ' || text[last - 1] === '\t')) last -= 1;
  return { content: text.slice(from, last), end };
}

function quotedCell(text: string, from: number): { content: string; end: number } | undefined {
  let content = '';
  for (let at = from + 1; ; ) {
    const close = text.indexOf('"', at);
    if (close < 0) return undefined;
    content += text.slice(at, close);
    if (text[close + 1] !== '"') return { content, end: skipBlanks(text, close + 1) };
    content += '"';
    at = close + 2;
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}
