// Damage to tables and lists of numbers in text: cells, lines and columns that are missing, doubled, moved, or of another kind.
import { NUMBERS, TEXTS } from './nonsense.mjs';

/** @type {import('./damage-bytes.mjs').Damage} */
export function damageLines(bytes, random) {
  const lines = bytes.toString().split('\n');
  const separator = random.pick([...(lines[0].match(/[,;\t ]/g) ?? [','])]);
  for (let left = 1 + random.size(3); left > 0; left--) {
    const at = random.chance(0.3) ? 0 : random.below(lines.length);
    const cells = (lines[at] ?? '').split(separator);
    const cell = random.below(cells.length);
    const way = random.below(9);
    if (way === 0) lines.splice(at, 1);
    else if (way === 1) lines.splice(at, 0, lines[random.below(lines.length)] ?? '');
    else if (way === 2) [lines[at], lines[0]] = [lines[0] ?? '', lines[at] ?? ''];
    else if (way === 3) {
      // A column is gone, or there twice.
      const kept = random.chance(0.5) ? 0 : 2;
      for (const [x, line] of lines.entries()) {
        const row = line.split(separator);
        row.splice(cell, 1, ...Array.from({ length: kept }, () => row[cell] ?? ''));
        lines[x] = row.join(separator);
      }
    } else if (way === 8) {
      for (let copies = random.size(2000); copies > 0; copies--) lines.push(lines[at] ?? '');
    } else {
      cells[cell] =
        way === 4
          ? random.pick(NUMBERS)
          : way === 5
            ? random.pick(TEXTS)
            : way === 6
              ? `"${random.pick(TEXTS)}`
              : (cells[random.below(cells.length)] ?? '');
      lines[at] = cells.join(separator);
    }
  }
  return Buffer.from(lines.join('\n'));
}
