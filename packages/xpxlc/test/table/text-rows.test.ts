// CSV for spreadsheets: no text that would be computed, and numbers that stay numbers.
import { describe, expect, it } from 'vitest';
import { guarded, textRows } from '../../src/table/text-rows.ts';

describe('for spreadsheets', () => {
  it.each(['-12.9', '+3', '-.5', '-1e-05', '-1,234.5', '-12,9', '-3 %', '+4%', '-1.234.567,8'])(
    'a number is left as it is: %s',
    (text) => {
      expect(guarded(text, { bom: true })).toBe(text);
    },
  );

  it.each(['=1+1', '-1+2', '+cmd', '@SUM(A1)', '-', '-12.9 k€', '\t=1', '\r=1', '-A1', '-1e5x', '+%'])(
    'what may be computed begins with an apostrophe: %s',
    (text) => {
      expect(guarded(text, { bom: true })).toBe(`'${text}`);
      expect(guarded(text, { bom: false })).toBe(text);
    },
  );

  it('names of columns are guarded, too; programs get them as they are', () => {
    const columns = [
      { name: '=cmd', type: 'text' },
      { name: '-5', type: 'number' },
    ] as const;
    const written = (bom: boolean): string => {
      const rows = textRows(columns, 'csv', { bom });
      return rows.head + rows.body([['-12.9', -12.9]]);
    };
    expect(written(true)).toBe("\ufeff'=cmd,-5\n-12.9,-12.9\n");
    expect(written(false)).toBe('=cmd,-5\n-12.9,-12.9\n');
  });
});
