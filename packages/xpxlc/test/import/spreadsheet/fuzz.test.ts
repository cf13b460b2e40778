// Whatever happens to a table, a reader answers or refuses with the line; it never breaks and never hangs.

import { FormatError, LimitError, ModelError } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../core/test/property.ts';
import { isCoefficients, readCoefficients } from '../../../src/import/spreadsheet/coefficients.ts';
import { isScorecard, readScorecard } from '../../../src/import/spreadsheet/scorecard.ts';
import { mutated } from '../../mutations.ts';
import { fixture } from './agreement.ts';

const tables = [
  'scorecard/optbinning-summary.csv',
  'scorecard/optbinning-detailed.csv',
  'scorecard/toad.csv',
  'coefficients/logit.csv',
  'coefficients/mnlogit.csv',
].map(fixture);
const plain = `feature,bin,points
(cutoff),,45
age,< 30,10
age,"[30, 50)",25
age,>= 50,40
age,(missing),5
home,"['rent', 'it\\'s', ""x""]",5
home,(other),20
`;

/** Two rows change places, or a row is there twice, besides other damage. */
const damaged = fc.constantFrom(plain, ...tables).chain((text) => {
  const lines = text.split('\n');
  return fc
    .tuple(fc.nat(lines.length - 1), fc.nat(lines.length - 1), fc.boolean())
    .chain(([i, j, twice]) =>
      fc.oneof(
        mutated(text),
        fc.constant(lines.toSpliced(i, twice ? 0 : 1, lines[j]).join('\n')),
        mutated(lines.toSpliced(i, 1).join('\n')),
      ),
    );
});

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  scorecards: (text) => readScorecard(text, { cutoff: 100, special: 'unused' }),
  'scorecards, special codes said': (text) =>
    readScorecard(text, { cutoff: 100, special: [-1, 35.5, 'clerk'] }),
  'scorecards without options': (text) => readScorecard(text),
  'scorecards, special codes as missing': (text) => readScorecard(text, { cutoff: 1, special: 'missing' }),
  'coefficients of two classes': (text) => readCoefficients(text, { reference: { job: 'clerk' } }),
  'coefficients of several': (text) => readCoefficients(text, { reference: { job: 'clerk', branch: '1' } }),
  'coefficients with dummies': (text) =>
    readCoefficients(text, {
      names: 'plain',
      dummies: { job: 'job', branch: 'C(' },
      reference: { job: null, branch: null },
    }),
  'the kind of table': (text) => isScorecard(text) || isCoefficients(text),
};

describe.each(Object.entries(readers))('the reader of %s', (name, read) => {
  it('answers, or refuses with the place, whatever was done to a table', () => {
    const seen = { read: 0, refused: 0 };
    const always = name === 'the kind of table';
    until(() => seen.read > 0 && (seen.refused > 0 || always)).holds(600, damaged, (text) => {
      try {
        read(text);
        seen.read += 1;
      } catch (error) {
        if (!(error instanceof FormatError || error instanceof LimitError || error instanceof ModelError))
          throw error;
        expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(error.place).toMatch(/^(?:line \d+$|feature '|classes|cutoff|intercept|dummies$|reference$)/);
        expect(error.message.length).toBeLessThan(1000);
        seen.refused += 1;
      }
    });
    // Both ways out are taken; the kind of a table can always be told.
    expect(seen.refused > 0).toBe(!always);
  });
});
