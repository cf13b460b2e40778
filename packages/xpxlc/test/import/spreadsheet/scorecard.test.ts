import type { Scorecard } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import {
  isScorecard,
  readScorecard,
  type ScorecardTableOptions,
} from '../../../src/import/spreadsheet/scorecard.ts';
import { answers, fixture, lead, rowsOf } from './agreement.ts';

/** Every row has the score that the library gave it, and with it the class. */
function agrees(model: Scorecard, name: string, atLeast = 2000): void {
  const rows = rowsOf(name);
  const said = answers(model, rows);
  expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  rows.forEach((row, r) => {
    const theirs = Number(row.score);
    expect(Math.abs(lead(said[r]) - (theirs - model.cutoff)), `row ${r}`).toBeLessThan(1e-9);
    if (!said[r].doubtful) expect(said[r].classIndex, `row ${r}`).toBe(theirs >= model.cutoff ? 1 : 0);
  });
  expect(new Set(said.map(({ classIndex: index }) => index)).size).toBe(2);
}

describe('tables of optbinning', () => {
  const facts = JSON.parse(fixture('scorecard/optbinning.json')) as Record<
    string,
    { base: number; cutoff: number }
  >;
  const read = (name: string, more: ScorecardTableOptions = {}) =>
    readScorecard(fixture(`scorecard/optbinning-${name}.csv`), {
      ...facts[name],
      classes: ['refuse', 'grant'],
      ...more,
    });

  it.each([
    ['summary', 'unused'],
    ['detailed', undefined],
    ['rounded', undefined],
  ] as const)(
    'give every random row its score, missing cells and unknown categories, too: %s',
    (name, special) => {
      agrees(
        read(name, special === undefined ? {} : { special }).model,
        `scorecard/optbinning-${name}-rows.csv`,
      );
    },
  );

  it('give exactly the cut-off to the second class, or to the first', () => {
    const rows = rowsOf('scorecard/optbinning-rounded-rows.csv');
    const { cutoff } = facts.rounded;
    const tied = rows.filter((row) => Number(row.score) === cutoff);
    expect(tied.length).toBeGreaterThan(0);
    const second = answers(read('rounded').model, tied);
    expect(second.every(({ tie, classIndex: index }) => tie && index === 1)).toBe(true);
    const first = answers(read('rounded', { ties: 'first' }).model, tied);
    expect(first.every(({ tie, classIndex: index }) => tie && index === 0)).toBe(true);
  });

  it('may hold lines about the whole card', () => {
    const { model } = readScorecard(fixture('scorecard/loans.csv'));
    expect(model).toMatchObject({ classes: ['refuse', 'grant'], cutoff: 500, base: 0 });
    const rows = rowsOf('loans.csv');
    const right = answers(model, rows).filter((answer, r) => answer.class === rows[r].decision);
    expect(right.length / rows.length).toBeGreaterThan(0.75);
  });

  it('become numbers with bins and categories with points', () => {
    const { model, notes } = read('summary', { special: 'unused' });
    expect(model.features[0]).toMatchObject({ kind: 'real', name: 'age', missing: true });
    expect(model.points[0]).toMatchObject({
      cuts: [23.5, 31.5, 34.5, 37.5, 47.5, 50.5],
      closed: 'left',
      missing: 83.43722026222123,
    });
    expect(model.features[2]).toEqual({
      kind: 'categorical',
      name: 'job',
      values: ['unemployed', 'clerk', 'self-employed', 'nurse', 'études', 'Missing', '(unknown)'],
      missing: 'Missing',
      other: '(unknown)',
    });
    expect(model.features[5]).toMatchObject({
      name: 'branch',
      values: ['1', '2', '5', '3', '4', 'Missing', '(unknown)'],
    });
    expect(model.tieOrder).toEqual(['grant', 'refuse']);
    expect(notes?.scorecard).toEqual([
      'ends of intervals are as printed; optbinning rounds them unless fitted with show_digits=8',
    ]);
    expect(read('detailed').notes?.scorecard).toContain(
      'rows of special codes without any training data are taken as unused',
    );
  });

  it('refuse missing cells when told to', () => {
    const { model } = read('summary', { missing: 'refuse', special: 'unused' });
    expect(model.features.some((feature) => feature.missing !== undefined)).toBe(false);
    expect(model.features[3]).toMatchObject({ values: ['rent', 'with family', 'own'] });
  });

  it('with points for special codes are refused, the codes being unknown', () => {
    expect(() => read('special')).toThrow(
      expect.objectContaining({ name: 'FormatError', code: 'special-codes', place: 'line 10' }),
    );
    expect(() => read('special', { special: 'missing' })).toThrow(
      expect.objectContaining({ code: 'special-codes' }),
    );
    const { model } = read('special', { special: 'unused' });
    const rows = rowsOf('scorecard/optbinning-special-rows.csv');
    answers(model, rows).forEach((answer, r) => {
      expect(lead(answer)).toBeCloseTo(Number(rows[r].score) - model.cutoff, 9);
    });
  });

  describe('with special codes that have the points of missing cells', () => {
    // By default (metric_special=0) both have the points of a weight of evidence of 0.
    it.each([
      ['codes', 'line 10', "'Special' (97 training rows)"],
      ['codes-named', 'line 10', "'not asked' (51 training rows)"],
      ['codes-summary', 'line 10', "'Special'"],
      ['summary', 'line 9', "'Special'"],
    ])('are refused unless the codes are said: %s', (name, place, got) => {
      expect(() => read(name)).toThrow(
        expect.objectContaining({ name: 'FormatError', code: 'special-codes', place, got }),
      );
    });

    it.each([
      ['codes', [-1, -9]],
      ['codes-summary', [-1, -9]],
      ['codes-named', { 'not asked': -1, 'no answer': [-9] }],
    ])(
      'give every row its score when they are said, codes never seen in a column, too: %s',
      (name, special) => {
        const { model, notes } = read(name, { special });
        agrees(model, `scorecard/optbinning-${name}-rows.csv`, 1000);
        expect(notes?.scorecard).toContain('each special code is a bin of its own');
      },
    );

    it('give other scores to rows with codes when they are taken as unused', () => {
      const rows = rowsOf('scorecard/optbinning-codes-rows.csv');
      const { model } = read('codes', { special: 'unused' });
      const other = answers(model, rows).filter(
        (answer, r) => Math.abs(lead(answer) - (Number(rows[r].score) - model.cutoff)) > 1e-9,
      );
      expect(other.length).toBeGreaterThan(100);
    });

    it('take codes for missing cells when their cells are empty', () => {
      const { model } = read('codes', { special: 'missing' });
      const rows = rowsOf('scorecard/optbinning-codes-rows.csv');
      const emptied = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, cell]) => [key, ['-1.0', '-9.0'].includes(cell) ? '' : cell]),
        ),
      );
      answers(model, emptied).forEach((answer, r) => {
        expect(lead(answer)).toBeCloseTo(Number(rows[r].score) - model.cutoff, 9);
      });
    });
  });

  describe('with special codes that are said', () => {
    const table = (points: string) =>
      `Variable,Bin,Points\nx,"(-inf, 2)",1\nx,"[2, inf)",2\n${points}y,"['a' '0']",5\ny,Special,6\ny,Missing,4\n`;
    const one = table('x,Special,7\nx,Missing,3\n');

    it('have a bin each, at a cut and beside one, and a category each', () => {
      const { model } = readScorecard(one, { cutoff: 2, special: [2, 'none', 0] });
      expect(model.points[0]).toEqual({
        kind: 'steps',
        cuts: [0, Number.MIN_VALUE, 2, 2.0000000000000004],
        values: [1, 7, 1, 7, 2],
        closed: 'left',
        missing: 3,
      });
      // A category that is a code has the points of the code.
      expect(model.features[1]).toMatchObject({ values: ['a', '0', '2', 'none', 'Missing', '(unknown)'] });
      expect(model.points[1]).toMatchObject({ values: [5, 6, 6, 6, 4, 4] });
    });

    it('leave out those beyond the bounds', () => {
      const bounds = [{ name: 'x', lower: 0, upper: 9 }];
      const { model } = readScorecard(one, { cutoff: 2, special: [-1, 3], bounds });
      expect(model.points[0].kind === 'steps' && model.points[0].cuts).toEqual([2, 3, 3.0000000000000004]);
    });

    it.each([
      [{ special: ['a'] }, 'x,first,7\nx,second,8\nx,Missing,3\n', 'special-codes'],
      [{ special: { first: 1 } }, 'x,first,7\nx,second,8\nx,Missing,3\n', 'special-codes'],
      [{ special: 'none' }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
      [{ special: [null] }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
      [{ special: { Special: [Number.NaN] } }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
      [{ special: 3 }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
      [{ special: [] }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
      [{ special: [1, 1] }, 'x,Special,7\nx,Missing,3\n', 'bad-option'],
    ])('refuse %j for %j', (options, rows, code) => {
      expect(() => readScorecard(table(rows), { cutoff: 2, ...(options as object) })).toThrow(
        expect.objectContaining({ name: 'FormatError', code }),
      );
    });
  });

  it('take special codes for missing cells where nothing else is missing', () => {
    const table = 'Variable,Bin,Count,Points\nx,"(-inf, inf)",5,1\nx,Special,2,7\nx,Missing,0,3\n';
    const { model } = readScorecard(table, { cutoff: 2, special: 'missing' });
    expect(model.points[0]).toMatchObject({ cuts: [], values: [1], missing: 7 });
  });
});

describe('tables of toad', () => {
  const { cutoff } = JSON.parse(fixture('scorecard/toad.json')) as { cutoff: number };

  it('give every random row its score, missing cells and unknown categories, too', () => {
    const { model, notes } = readScorecard(fixture('scorecard/toad.csv'), { cutoff });
    agrees(model, 'scorecard/toad-rows.csv');
    expect(model.features[2]).toMatchObject({ missing: 'nan', other: '(unknown)' });
    expect(model.features[1]).toMatchObject({ missing: true });
    expect(notes?.scorecard).toEqual([
      'a missing number without a bin of its own has the points of -1, as in toad',
    ]);
  });

  it('are read as they are, with points of two decimals', () => {
    const { model } = readScorecard(fixture('scorecard/toad-two-decimals.csv'), { cutoff });
    expect(model.points[0].values).toEqual([103.74, 117.97, 96.42, 68.31, 92.81]);
  });
});

const plain = `feature,bin,points
(below),refuse,
(reached),grant,
(base),,10
(cutoff),,50
age,"[18, 30]",5
age,"(30, 99]",25
age,(missing),1
home,"['rent', 'with family']",5
home,own,20
home,(other),0
`;

describe('plain tables', () => {
  it('say everything themselves', () => {
    const { model, notes } = readScorecard(plain);
    expect(model).toMatchObject({ classes: ['refuse', 'grant'], base: 10, cutoff: 50 });
    expect(model.features).toEqual([
      { kind: 'real', name: 'age', lower: 18, upper: 99, missing: true },
      {
        kind: 'categorical',
        name: 'home',
        values: ['rent', 'with family', 'own', '(other)'],
        other: '(other)',
      },
    ]);
    expect(model.points).toEqual([
      { kind: 'steps', cuts: [30], values: [5, 25], closed: 'right', missing: 1 },
      { kind: 'table', values: [5, 5, 20, 0] },
    ]);
    expect(notes).toBeUndefined();
  });

  it('give way to options', () => {
    const { model } = readScorecard(plain, {
      cutoff: 40,
      base: 0,
      classes: ['no', 'yes'],
      ties: 'first',
      bounds: [{ name: 'age', lower: 20, upper: 60, integer: true }],
    });
    expect(model).toMatchObject({ classes: ['no', 'yes'], base: 0, cutoff: 40, tieOrder: ['no', 'yes'] });
    expect(model.features[0]).toMatchObject({ kind: 'integer', lower: 20, upper: 60 });
  });

  it('may have other column names, delimiters, line ends and orders', () => {
    const table = '\ufeffPunkte;Klasse;Merkmal\r\n\r\n2;">= 1";x\r\n1;< 1;x\r\n';
    const columns = { feature: 'Merkmal', bin: 'Klasse', points: 'Punkte' };
    const { model } = readScorecard(table, { cutoff: 2, columns });
    expect(model.points).toEqual([{ kind: 'steps', cuts: [1], values: [1, 2], closed: 'left' }]);
    expect(model.classes).toEqual(['below 2', '2 or more']);
  });

  it('take [1, 2] for categories unless other bins are intervals', () => {
    const { model } = readScorecard('feature,bin,points\nx,"[1, 2]",1\nx,3,2\n', { cutoff: 1 });
    expect(model.features[0]).toMatchObject({ values: ['1', '2', '3'] });
  });

  it.each([
    ['a,b\n1,2\n', 'no-such-column', 'line 1'],
    ['', 'empty-table', 'line 1'],
    ['feature,bin,points\n', 'no-features', 'line 1'],
    ['feature,bin,points\nx,< 1,1\nx,>= 1\n', 'ragged-row', 'line 3'],
    ['feature,bin,points\nx,"< 1,1\n', 'bad-csv', 'line 2'],
    ['feature,bin,points\nx,< 1,\n', 'bad-number', 'line 2'],
    ['feature,bin,points\nx,< 1,-inf\n', 'bad-number', 'line 2'],
    ['feature,bin,points\nx,< 1,"1,5"\n', 'bad-number', 'line 2'],
    ['feature,bin,points\n,< 1,1\n', 'empty-name', 'line 2'],
    ['feature,bin,points\nx,,1\n', 'bad-bin', 'line 2'],
    ['feature,bin,points\nx,< 1,1\nx,>= 2,1\n', 'bin-gap', 'line 3'],
    ['feature,bin,points\nx,< 1,1\nx,> 1,1\n', 'bin-gap', 'line 3'],
    ['feature,bin,points\nx,<= 1,1\nx,>= 1,1\n', 'bin-overlap', 'line 3'],
    ['feature,bin,points\nx,< 2,1\nx,>= 1,1\n', 'bin-overlap', 'line 3'],
    ['feature,bin,points\nx,< 1,1\nx,>= 1,1\nx,>= 1,1\n', 'bin-overlap', 'line 4'],
    ['feature,bin,points\nx,"(0, 1)",1\nx,>= 1,1\n', 'bin-gap', 'line 2'],
    ['feature,bin,points\nx,< 1,1\nx,"[1, 2)",1\n', 'bin-gap', 'line 3'],
    ['feature,bin,points\nx,"[2, 1)",1\n', 'empty-bin', 'line 2'],
    ['feature,bin,points\nx,"(1, 1]",1\n', 'empty-bin', 'line 2'],
    ['feature,bin,points\nx,< 1,1\nx,many,1\n', 'mixed-bins', 'line 3'],
    ['feature,bin,points\nx,a,1\nx,a,2\n', 'bin-overlap', 'line 3'],
    ["feature,bin,points\nx,a,1\nx,\"['b', 'a']\",2\n", 'bin-overlap', 'line 3'],
    ["feature,bin,points\nx,\"['b', ..., 'a']\",2\n", 'bad-bin', 'line 2'],
    ['feature,bin,points\nx,(missing),1\nx,(missing),1\n', 'bin-overlap', 'line 3'],
    ['feature,bin,points\nx,(missing),1\n', 'no-bins', 'line 2'],
    ['feature,bin,points\nx,< 1,1\nx,>= 1,1\nx,(other),1\n', 'mixed-bins', 'line 4'],
    ['feature,bin,points\n(cutoff),,1\n(cutoff),,1\nx,a,1\n', 'duplicate-name', 'line 3'],
    ['feature,bin,points\n(below),,1\nx,a,1\n', 'empty-name', 'line 2'],
    ['feature,bin,points\nx,a,1\nx,b,2\n', 'missing-cutoff', 'line 1'],
    ['feature,bin,bin,points\nx,a,b,1\n', 'duplicate-column', 'line 1'],
  ])('refuse %j', (table, code, place) => {
    expect(() => readScorecard(table)).toThrow(expect.objectContaining({ name: 'FormatError', code, place }));
  });

  it('refuse bounds of what is no number, and columns that are not there', () => {
    const bounds = [{ name: 'home', lower: 0, upper: 1 }];
    expect(() => readScorecard(plain, { bounds })).toThrow(
      expect.objectContaining({ code: 'unknown-feature' }),
    );
    const wide = [{ name: 'age', lower: 0, upper: 99 }];
    expect(() => readScorecard(plain, { bounds: wide })).toThrow(
      expect.objectContaining({ code: 'bad-bound' }),
    );
    const open = [{ name: 'age', lower: Number.NEGATIVE_INFINITY, upper: 50 }];
    expect(readScorecard(plain, { bounds: open }).model.features[0]).toMatchObject({ lower: 18, upper: 50 });
    expect(() => readScorecard(plain, { columns: { points: 'score' } })).toThrow(
      expect.objectContaining({ code: 'no-such-column', place: 'line 1' }),
    );
  });
});

describe('isScorecard', () => {
  it.each([
    [plain, true],
    ['Variable,Bin id,Bin,Count,Points\n', true],
    [',name,value,score\n', true],
    ['feature,coefficient\n', false],
    ['{"a": 1}', false],
    ['"', false],
    ['', false],
  ])('tells %j by its columns: %s', (text, is) => {
    expect(isScorecard(text)).toBe(is);
  });
});
