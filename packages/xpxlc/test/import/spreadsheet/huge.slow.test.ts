import { expect, it } from 'vitest';
import { readCoefficients } from '../../../src/import/spreadsheet/coefficients.ts';
import { readScorecard } from '../../../src/import/spreadsheet/scorecard.ts';

it('a huge table is refused', () => {
  const rows = `feature,bin,points\n${'x,a,1\n'.repeat(200_001)}`;
  expect(() => readScorecard(rows)).toThrow(
    expect.objectContaining({ name: 'LimitError', code: 'too-large' }),
  );
  const blank = `feature,bin,points\n${'\n'.repeat(200_001)}x,a,1\n`;
  expect(() => readScorecard(blank)).toThrow(expect.objectContaining({ code: 'too-large' }));
  const columns = `${'a,'.repeat(1000)}feature,coefficient\n`;
  expect(() => readCoefficients(columns)).toThrow(expect.objectContaining({ code: 'too-large' }));
});
