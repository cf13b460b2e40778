import type { Model } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import {
  type CoefficientOptions,
  isCoefficients,
  readCoefficients,
} from '../../../src/import/spreadsheet/coefficients.ts';
import { readColumnName } from '../../../src/import/spreadsheet/column-name.ts';
import { isScorecard } from '../../../src/import/spreadsheet/scorecard.ts';
import { answers, fixture, lead, rowsOf } from './agreement.ts';

/** The levels of a categorical feature. */
function levels({ features }: Model, i: number): readonly string[] {
  const feature = features[i];
  return feature.kind === 'categorical' ? feature.values : [];
}

const rows = rowsOf('coefficients/rows.csv');

describe('coefficients of statsmodels', () => {
  it('predict every random row as Logit does', () => {
    const { model } = readCoefficients(fixture('coefficients/logit.csv'), {
      classes: ['refuse', 'grant'],
      reference: { job: 'clerk' },
    });
    expect(model.features).toEqual([
      {
        kind: 'categorical',
        name: 'job',
        values: ['clerk', 'nurse', 'self-employed', 'unemployed', 'études'],
      },
      { kind: 'categorical', name: 'home', values: ['rent', 'own', 'with family'] },
      { kind: 'real', name: 'age', lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
      { kind: 'real', name: 'income', lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
      {
        kind: 'real',
        name: 'late payments',
        lower: Number.NEGATIVE_INFINITY,
        upper: Number.POSITIVE_INFINITY,
      },
    ]);
    expect(rows.length).toBe(2000);
    const said = answers(model, rows);
    rows.forEach((row, r) => {
      expect(Math.abs(lead(said[r]) - Number(row.logit)), `row ${r}`).toBeLessThan(1e-12);
      if (!said[r].doubtful) expect(said[r].classIndex, `row ${r}`).toBe(Number(row.logit) > 0 ? 1 : 0);
    });
    expect(said.filter(({ doubtful }) => doubtful).length).toBe(0);
  });

  it('predict every random row as MNLogit does', () => {
    const { model } = readCoefficients(fixture('coefficients/mnlogit.csv'), {
      referenceClass: 'never',
      reference: { job: 'clerk', branch: '1' },
    });
    expect(model.classes).toEqual(['never', 'slowly', 'at once']);
    expect(model.features[1]).toMatchObject({ name: 'branch', values: ['1', '2', '3', '4', '5'] });
    const said = answers(model, rows);
    rows.forEach((row, r) => {
      const p = [0, 1, 2].map((k) => Number(row[`p${k}`]));
      const { scores } = said[r];
      for (const k of [1, 2])
        expect(Math.abs(scores[k] - scores[0] - Math.log(p[k] / p[0])), `row ${r}`).toBeLessThan(1e-9);
      if (!said[r].doubtful) expect(said[r].classIndex, `row ${r}`).toBe(p.indexOf(Math.max(...p)));
    });
    expect(new Set(said.map(({ classIndex: index }) => index)).size).toBe(3);
    expect(said.filter(({ doubtful }) => doubtful).length).toBe(0);
  });
});

const table =
  'feature,coefficient,lower,upper,integer\n(Intercept),-1,,,\nage,0.5,18,99,true\njob_a,1,,,\njob_b,2,,,\n';

describe('a table that says everything itself', () => {
  it('needs no options', () => {
    const { model } = readCoefficients(fixture('coefficients/loans.csv'));
    expect(model.classes).toEqual(['refuse', 'grant']);
    expect(levels(model, 0)).toEqual(['clerk', 'nurse', 'self-employed', 'unemployed', 'études']);
    expect(model.features[4]).toEqual({ kind: 'real', name: 'late payments', lower: 0, upper: 5 });
  });

  it('is no scorecard, and a scorecard is no table of coefficients', () => {
    for (const name of ['logit', 'mnlogit', 'loans']) {
      expect(isCoefficients(fixture(`coefficients/${name}.csv`))).toBe(true);
      expect(isScorecard(fixture(`coefficients/${name}.csv`))).toBe(false);
    }
    for (const name of ['optbinning-summary', 'optbinning-detailed', 'toad', 'loans']) {
      expect(isScorecard(fixture(`scorecard/${name}.csv`))).toBe(true);
      expect(isCoefficients(fixture(`scorecard/${name}.csv`))).toBe(false);
    }
    expect([isScorecard, isCoefficients].some((is) => is(fixture('loans.csv')))).toBe(false);
  });
});

describe('readCoefficients', () => {
  it('folds dummies of any name, by prefix or one by one', () => {
    const folded = [
      ['c', 'a', 'b'],
      [0.5, [0, 1, 2]],
    ];
    for (const dummies of [{ job: 'job_' }, { job: { job_a: 'a', job_b: 'b' } }]) {
      const { model } = readCoefficients(table, { dummies, reference: { job: 'c' } });
      expect([levels(model, 1), model.weights[0]]).toEqual(folded);
      expect(model.features[0]).toEqual({ kind: 'integer', name: 'age', lower: 18, upper: 99 });
    }
    const whole = readCoefficients(table, { dummies: { job: 'job_' }, reference: { job: null } });
    expect(whole.model.features[1]).toMatchObject({ values: ['a', 'b'] });
  });

  it('knows the reference level by a line with 0, or by the formula', () => {
    const values = (lines: string) =>
      levels(readCoefficients(`feature,coef\n${lines}`, { intercept: 0 }).model, 0);
    expect(values('job[T.b],1\njob[a],0\n')).toEqual(['a', 'b']);
    expect(values('"C(job, Treatment(reference=\'z\'))[T.b]",1\n')).toEqual(['z', 'b']);
    expect(values('job[a],3\njob[b],1\n')).toEqual(['a', 'b']);
  });

  it('takes thresholds, bounds and intercepts', () => {
    const { model } = readCoefficients('variable,weight\nx,2\n', {
      intercept: 0.5,
      threshold: { probability: 0.75 },
      classes: ['no', 'yes'],
      bounds: [{ name: 'x', lower: 0, upper: 1 }],
    });
    expect(model).toMatchObject({ classes: ['no', 'yes'], intercept: [0.5], weights: [[2]] });
    expect(model.threshold).toBeCloseTo(Math.log(3), 12);
    expect(model.features[0]).toMatchObject({ lower: 0, upper: 1 });
  });

  it('reads a column per class', () => {
    const { model } = readCoefficients('term;a;b;c\nconst;1;2;3\nx;0;1;-1\n');
    expect(model).toMatchObject({
      classes: ['a', 'b', 'c'],
      intercept: [1, 2, 3],
      weights: [[0], [1], [-1]],
    });
    const two = readCoefficients('term,a,b,p-value\nconst,1,2,3\nx,0,1,-1\n', {
      columns: { classes: ['b', 'a'] },
    });
    expect(two.model).toMatchObject({ classes: ['b', 'a'], intercept: [2, 1] });
  });

  it('takes names as they are when told to', () => {
    const text = 'feature,coefficient\na:b,1\nlog(c),2\nd[1],3\n';
    const { model } = readCoefficients(text, { names: 'plain', intercept: 0 });
    expect(model.features.map(({ name }) => name)).toEqual(['a:b', 'log(c)', 'd[1]']);
  });

  const zero = { intercept: 0 };
  it.each<[string, CoefficientOptions, string, string]>([
    ['feature,coefficient\nx,1\n', {}, 'missing-intercept', 'line 1'],
    ['feature,coefficient\nconst,1\nx,1\n', zero, 'duplicate-name', 'line 2'],
    ['feature,coefficient\nconst,1\nIntercept,1\n', {}, 'duplicate-name', 'line 3'],
    ['feature,coefficient\nconst,1\n', {}, 'no-features', 'line 1'],
    ['feature,coefficient\nx,1\nx,2\n', zero, 'duplicate-name', 'line 3'],
    ['feature,coefficient\nx,1\nx[T.a],2\n', zero, 'duplicate-name', 'line 3'],
    ['feature,coefficient\nx[T.a],1\nx[T.a],2\n', zero, 'duplicate-name', 'line 3'],
    ['feature,coefficient\nx[T.a],1\n', zero, 'missing-reference', 'line 2'],
    ['feature,coefficient\nx[T.a],1\nx[T.b],0\n', zero, 'missing-reference', 'line 2'],
    ['feature,coefficient\nx[T.a],1\n', { ...zero, reference: { x: 'a' } }, 'bad-reference', 'line 2'],
    ['feature,coefficient\nx[T.a],1\nx[b],1\n', zero, 'bad-reference', 'line 3'],
    ['feature,coefficient\na:b,1\n', zero, 'unsupported', 'line 2'],
    ['feature,coefficient\njob[T.a]:age,1\n', zero, 'unsupported', 'line 2'],
    ['feature,coefficient\na[T.x]:b[T.y],1\n', zero, 'unsupported', 'line 2'],
    ['feature,coefficient\nnp.log(x),1\n', zero, 'unsupported', 'line 2'],
    ['feature,coefficient\n"C(x, Sum)[S.a]",1\n', zero, 'unsupported', 'line 2'],
    ['feature,coefficient\nx,many\n', zero, 'bad-number', 'line 2'],
    ['feature,coefficient\n,1\n', zero, 'empty-name', 'line 2'],
    ['feature,coefficient\nx[],1\n', zero, 'empty-name', 'line 2'],
    ['feature,coefficient,lower\nx[a],1,2\n', zero, 'bad-bound', 'line 2'],
    ['feature,coefficient,lower,upper\nx,1,3,2\n', zero, 'empty-domain', 'line 2'],
    ['feature,coefficient,integer\nx,1,perhaps\n', zero, 'bad-flag', 'line 2'],
    ['feature,a\nx,1\n', zero, 'no-such-column', 'line 1'],
    ['feature,a,b\nx,1,2\n', { intercept: [0] }, 'wrong-length', 'intercept'],
    ['feature,a,b\nx,1,2\n', { intercept: [0, 0], classes: ['a'] }, 'wrong-length', 'line 1'],
    ['feature,coefficient\njob_a,1\n', { ...zero, dummies: { job: 'jb_' } }, 'unknown-feature', 'dummies'],
    [
      'feature,coefficient\nj,1\n',
      { ...zero, dummies: { job: { j: 'a', k: 'b' } }, reference: { job: null } },
      'unknown-feature',
      'dummies',
    ],
    ['feature,coefficient\nx,1\n', { ...zero, reference: { x: 'a' } }, 'unknown-feature', 'reference'],
    [`feature,coefficient\n${'['.repeat(1001)},1\n`, zero, 'unsupported', 'line 2'],
    ['b,coefficient\nx,1\n', zero, 'no-such-column', 'line 1'],
  ])('refuses %j with %j', (text, options, code, place) => {
    expect(() => readCoefficients(text, options)).toThrow(
      expect.objectContaining({ name: 'FormatError', code, place }),
    );
  });
});

describe('readColumnName', () => {
  it.each([
    ['const', { kind: 'intercept' }],
    ['age', { kind: 'number', feature: 'age' }],
    ['age (years)', { kind: 'number', feature: 'age (years)' }],
    ['Q("a:b")', { kind: 'number', feature: 'a:b' }],
    ['job[T.a]', { kind: 'level', feature: 'job', level: 'a', reduced: true }],
    ['job[T.a[1]]', { kind: 'level', feature: 'job', level: 'a[1]', reduced: true }],
    ['C(Q("late payments"))[3]', { kind: 'level', feature: 'late payments', level: '3', reduced: false }],
    [
      "C(job, Treatment('x y'))[T.a]",
      { kind: 'level', feature: 'job', level: 'a', reduced: true, reference: 'x y' },
    ],
    [
      'C(job, contr.treatment("x"))[T.a]',
      { kind: 'level', feature: 'job', level: 'a', reduced: true, reference: 'x' },
    ],
    ['C(job, Treatment)[T.a]', { kind: 'level', feature: 'job', level: 'a', reduced: true }],
    ['C(Q("a, b"), Treatment(2))[T.1]', { kind: 'level', feature: 'a, b', level: '1', reduced: true }],
  ])('takes %s apart', (name, column) => {
    expect(readColumnName(name)).toEqual(column);
  });
});

describe('isCoefficients', () => {
  it.each([
    [table, true],
    [',coef,std err\n', true],
    ['term;low;high\nx;1;2\n"(Intercept)";0;1\n', true],
    ['term;low;high\nx;1;2\n', false],
    ['feature,bin,points\n', false],
    ['{}', false],
  ])('tells %j by its columns: %s', (text, is) => {
    expect(isCoefficients(text)).toBe(is);
  });
});
