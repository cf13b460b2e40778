// Options of readers come from users as JSON: whatever their types are, the answer is a model or a word about the option.
import { FormatError, XpxlcError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/import/load-model.ts';
import { repositoryFile } from '../cli/program.ts';

const load = (file: string, details: object) => loadModel(repositoryFile(`fixtures/${file}`), { details });

/** Files, and the options that their readers take. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'scorecard/optbinning-special.csv': [
    'cutoff',
    'base',
    'classes',
    'ties',
    'columns',
    'style',
    'missing',
    'special',
    'categories',
  ],
  'coefficients/logit.csv': [
    'classes',
    'referenceClass',
    'intercept',
    'threshold',
    'link',
    'dummies',
    'reference',
    'names',
    'columns',
  ],
  'pmml/scorecard.pmml': ['cutoff', 'classes', 'missing'],
  'onnx/people.onnx': ['featureNames', 'unknown', 'output'],
  'ebm/loans.json': ['missing', 'threshold'],
};
const WRONG = [
  null,
  [null],
  { feature: {} },
  { classes: 5 },
  { probability: null },
  { age: { x: 5 } },
  [[1]],
];

describe('options of a reader', () => {
  it.each([
    ['coefficients/logit.csv', { dummies: null }, "option 'details.dummies': "],
    ['coefficients/logit.csv', { dummies: { job: null } }, "option 'details.dummies.job': "],
    ['coefficients/logit.csv', { columns: { classes: 5 } }, "option 'details.columns.classes': "],
    ['scorecard/optbinning-special.csv', { columns: { feature: {} } }, "option 'details.columns.feature': "],
    ['scorecard/optbinning-special.csv', { ties: 'none' }, "expected 'first' or 'second', got 'none'"],
    ['ebm/loans.json', { threshold: 'x' }, 'expected a number, or { probability: a number }'],
    ['pmml/scorecard.pmml', { cutoff: 1, classes: ['one'] }, "option 'details.classes': "],
  ])(
    'of another type are refused by name: %s %j (broke the program, or was taken)',
    async (file, details, said) => {
      const thrown = await load(file, details).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(FormatError);
      expect(thrown).toMatchObject({ code: 'bad-option' });
      expect((thrown as Error).message).toContain(said);
    },
  );

  it('of wrong types never break a reader', async () => {
    let refused = 0;
    for (const [file, keys] of Object.entries(FILES)) {
      for (const key of keys) {
        for (const value of WRONG) {
          const thrown = await load(file, { [key]: value }).catch((error: unknown) => error);
          expect(thrown).toBeInstanceOf(XpxlcError);
          expect((thrown as Error).message).not.toMatch(/\[object|got undefined/);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(150);
  });
});
