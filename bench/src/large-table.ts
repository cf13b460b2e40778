// The table of the suite `large`: random categories as CSV.
import { closeSync, openSync, writeSync } from 'node:fs';

/** 12 features of 3 to 19 categories. */
export const FEATURES: readonly { readonly name: string; readonly values: readonly string[] }[] = Array.from(
  { length: 12 },
  (_, i) => ({
    name: `feature${i}`,
    values: Array.from({ length: 3 + ((5 * i) % 17) }, (_, v) => `value ${i}${String.fromCharCode(97 + v)}`),
  }),
);

/** Writes that many random rows, from a fixed seed. */
export function writeTable(path: string, rows: number): void {
  const file = openSync(path, 'w');
  let seed = 12345;
  let lines: string[] = [FEATURES.map(({ name }) => name).join(',')];
  for (let r = 0; r < rows; r++) {
    const cells = FEATURES.map(({ values }) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return values[Math.floor((seed / 2 ** 32) * values.length)];
    });
    lines.push(cells.join(','));
    if (lines.length === 20_000) flush();
  }
  flush();
  closeSync(file);

  function flush(): void {
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
}
