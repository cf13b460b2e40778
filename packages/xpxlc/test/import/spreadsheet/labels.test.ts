// Bins as analysts write them: each spelling is read as what it means, or refused with one that works.

import { FormatError, predict, reduce, type Scorecard } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../../core/test/matrix.ts';
import { holds } from '../../../../core/test/property.ts';
import { looksLikeDate, looksLikeRange } from '../../../src/import/spreadsheet/bin-label.ts';
import { toInterval } from '../../../src/import/spreadsheet/interval.ts';
import { readScorecard, type ScorecardTableOptions } from '../../../src/import/spreadsheet/scorecard.ts';
import { lead } from './agreement.ts';

const INF = Number.POSITIVE_INFINITY;

/** A card of one feature; bin j has 10·(j+1) points. */
function card(labels: readonly string[], options: ScorecardTableOptions = {}, feature = 'x') {
  const lines = labels.map((label, j) => `${feature},"${label.replaceAll('"', '""')}",${10 * (j + 1)}`);
  return readScorecard(`feature,bin,points\n${lines.join('\n')}\n`, { cutoff: 15, ...options });
}

/** The points that a value gets; null for a missing one. */
function points(model: Scorecard, value: number | string | null): number {
  return lead(predict(reduce(model), [value])) + model.cutoff;
}

function refusal(labels: readonly string[], options: ScorecardTableOptions = {}): FormatError {
  try {
    card(labels, options);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error(`${labels.join(' | ')} was read`);
}

describe('a label', () => {
  it.each([
    ['18-24', 18, 24, undefined, undefined],
    ['18–24', 18, 24, undefined, undefined],
    ['18 — 24', 18, 24, undefined, undefined],
    ['18 -24', 18, 24, undefined, undefined],
    ['18 to 24', 18, 24, undefined, undefined],
    ['18 TO 24', 18, 24, undefined, undefined],
    ['18..24', 18, 24, undefined, undefined],
    ['18…24', 18, 24, undefined, undefined],
    ['from 18 to 24', 18, 24, undefined, undefined],
    ['between 18 and 24', 18, 24, undefined, undefined],
    ['between 18 and 24 inclusive', 18, 24, true, true],
    ['18 through 24', 18, 24, true, true],
    ['up to 30', -INF, 30, false, undefined],
    ['up to and including 30', -INF, 30, false, true],
    ['< 30', -INF, 30, false, false],
    ['<30', -INF, 30, false, false],
    ['less than 30', -INF, 30, false, false],
    ['under 30', -INF, 30, false, false],
    ['Below 30', -INF, 30, false, false],
    ['<=30', -INF, 30, false, true],
    ['=< 30', -INF, 30, false, true],
    ['≤ 30', -INF, 30, false, true],
    ['at most 30', -INF, 30, false, true],
    ['30 or less', -INF, 30, false, true],
    ['30 and under', -INF, 30, false, true],
    ['> 50', 50, INF, false, false],
    ['over 50', 50, INF, false, false],
    ['more than 50', 50, INF, false, false],
    ['≥ 50', 50, INF, true, false],
    ['>= 50', 50, INF, true, false],
    ['50+', 50, INF, true, false],
    ['50 and over', 50, INF, true, false],
    ['50 & above', 50, INF, true, false],
    ['50 or more', 50, INF, true, false],
    ['at least 50', 50, INF, true, false],
    ['x >= 50', 50, INF, true, false],
    ['20 <= x < 30', 20, 30, true, false],
    ['20 < x <= 30', 20, 30, false, true],
    ['> 20 and <= 30', 20, 30, false, true],
    ['over 20 and up to 30', 20, 30, false, undefined],
    ['>20, <=30', 20, 30, false, true],
    ['25 to under 35', 25, 35, undefined, false],
    ['25-<35', 25, 35, undefined, false],
    ['>25-35', 25, 35, false, undefined],
    ['25 or more but less than 35', 25, 35, true, false],
    ['[25, 35)', 25, 35, true, false],
    ['[25;35)', 25, 35, true, false],
    ['(25;35]', 25, 35, false, true],
    ['[25, 35[', 25, 35, true, false],
    [']25; 35]', 25, 35, false, true],
    ['[25 - 35)', 25, 35, true, false],
    ['[25-35)', 25, 35, true, false],
    ['[25 to 35)', 25, 35, true, false],
    ['[-10--5)', -10, -5, true, false],
    ['(-inf ~ 5]', -INF, 5, false, true],
    ['[1,200)', 1, 200, true, false],
    ['[10,000, 20,000)', 10_000, 20_000, true, false],
    ['[10,000; 20,000)', 10_000, 20_000, true, false],
    ['10,000-20,000', 10_000, 20_000, undefined, undefined],
    ['10 000 - 20 000', 10_000, 20_000, undefined, undefined],
    ['10 000 - 20 000', 10_000, 20_000, undefined, undefined],
    ["10'000 to 20'000", 10_000, 20_000, undefined, undefined],
    ['$1,000 or more', 1000, INF, true, false],
    ['$1,000-$1,999.99', 1000, 1999.99, undefined, undefined],
    ['€1k to €2.5k', 1000, 2500, undefined, undefined],
    ['10k-20k', 10_000, 20_000, undefined, undefined],
    ['0-10k', 0, 10_000, undefined, undefined],
    ['5%-10%', 5, 10, undefined, undefined],
    ['5-10 %', 5, 10, undefined, undefined],
    ['18-24 years', 18, 24, undefined, undefined],
    ['1 year to 3 years', 1, 3, undefined, undefined],
    ['30 years or more', 30, INF, true, false],
    ['over 30 years old', 30, INF, false, false],
    ['-5-0', -5, 0, undefined, undefined],
    ['−5 – −1', -5, -1, undefined, undefined],
    ['-10 to -5', -10, -5, undefined, undefined],
    ['< -5', -INF, -5, false, false],
    ['-0.5 to .5', -0.5, 0.5, undefined, undefined],
    ['1e3-2e3', 1000, 2000, undefined, undefined],
    ['5', 5, 5, true, true],
    ['= 5', 5, 5, true, true],
  ])('%s', (label, lower, upper, lowerIn, upperIn) => {
    expect(toInterval(label, { feature: 'x', englishNumbers: true })).toMatchObject({
      lower,
      upper,
      lowerIn,
      upperIn,
    });
  });

  it.each([
    '10-20k',
    '2,5-3,5',
    '1.234.567-2.000.000',
    '01-05',
    '2020-01-01',
    '5m-10m and more',
    '20 and 30',
    '6 months - 2 years',
    '$5-10€',
    '[10,000,20,000)',
    '1,2345 - 2',
    'clerk',
    '4x4',
    'A1-B2',
    '',
  ])('%s has no meaning, or two', (label) => {
    expect(toInterval(label, { feature: 'x', englishNumbers: true })).toBeUndefined();
  });

  it.each(['1,000-2,000', '10.000-20.000', 'under 1,500'])(
    '%s has two meanings where commas may be decimal',
    (label) => {
      expect(toInterval(label, { feature: 'x', englishNumbers: true })).toBeDefined();
      expect(toInterval(label, { feature: 'x', englishNumbers: false })).toBeUndefined();
    },
  );

  it.each([
    'clerk',
    'self-employed',
    '4-door',
    'covid-19',
    'A1-B2',
    'level 3',
    '3',
    'c++',
    '< none >',
    'more',
    '2 rooms',
  ])('%s does not look like a range', (label) => {
    expect(looksLikeRange(label)).toBe(false);
  });

  it.each([
    ['12-Oct', true],
    ['Oct-12', true],
    ['10-12', false],
  ])('%s is what a spreadsheet makes of a range: %s', (label, date) => {
    expect(looksLikeDate(label)).toBe(date);
  });
});

describe('bins of whole numbers', () => {
  it.each([
    [['18-24', '25-34', '35+']],
    [['18 – 24', '25 to 34', '35 and over']],
    [['35 or more', '18-24', '25-34']],
    [['18-24', '25-34', '> 34']],
    [['[18, 24]', '[25, 34]', '>= 35']],
    [['18-24 years', '25-34 years', '35+ years']],
  ])('%j', (labels) => {
    const { model, notes } = card(labels);
    const feature = model.features[0];
    expect(feature).toMatchObject({ kind: 'integer', lower: 18, upper: INF });
    const young = labels.findIndex((label) => label.includes('18'));
    for (const [x, bin] of matrix([18, young], [24, young], [25, young + 1], [34, young + 1]))
      expect(points(model, x)).toBe(10 * (bin + 1));
    expect(points(model, 35)).toBe(points(model, 99));
    expect(() => points(model, 24.5)).toThrow(expect.objectContaining({ code: 'not-integer' }));
    expect(notes?.scorecard).toContain("'x' is a whole number: its bins leave nothing for others");
  });

  it('may be single numbers', () => {
    const { model } = card(['0', '1', '2-3', '4+', 'Missing']);
    expect([0, 1, 2, 3, 4, 9, null].map((x) => points(model, x))).toEqual([10, 20, 30, 30, 40, 40, 50]);
  });

  it('must all have whole ends', () => {
    expect(refusal(['0-0.5', 'over 0.5 to 2', '3+'])).toMatchObject({ code: 'bin-gap', place: 'line 4' });
    expect(refusal(['0.5-2', '3-4'])).toMatchObject({ code: 'bin-gap', place: 'line 3' });
  });
});

describe('bins whose ends are settled by their neighbours', () => {
  it.each([
    [
      ['under 25', '25-35', 'over 35'],
      [24.9, 25, 35, 35.1],
      [10, 20, 20, 30],
    ],
    [
      ['up to 30', 'over 30'],
      [30, 30.1],
      [10, 20],
    ],
    [
      ['up to 30', '30+'],
      [29.9, 30],
      [10, 20],
    ],
    [
      ['up to 30', '>= 30'],
      [29.9, 30],
      [10, 20],
    ],
    [
      ['25 to under 35', '35 to under 45', '45+'],
      [25, 34.9, 35, 45],
      [10, 10, 20, 30],
    ],
    [
      ['< 0', '0', '> 0'],
      [-1, 0, -0, Number.MIN_VALUE, 1],
      [10, 20, 20, 30, 30],
    ],
    [
      ['0', 'over 0 to 50', 'over 50 to 100'],
      [0, 0.1, 50, 50.1, 100],
      [10, 20, 20, 30, 30],
    ],
    [
      ['less than 1', 'between 1 and 2', 'more than 2'],
      [0.9, 1, 2, 2.1],
      [10, 20, 20, 30],
    ],
    [
      ['x < 1', '1 <= x < 2', 'x >= 2'],
      [0.9, 1, 2],
      [10, 20, 30],
    ],
  ])('%j', (labels, values, expected) => {
    const { model } = card(labels);
    expect(values.map((x) => points(model, x))).toEqual(expected);
    expect(model.features[0].kind).toBe('real');
  });
});

describe('the rest and missing cells', () => {
  it.each(['Other', 'others', 'Else', 'All other', 'Otherwise', '(other)', 'Everything else'])(
    '%s has all numbers that are in no bin, and all other categories',
    (word) => {
      const { model } = card(['[18, 25)', '[30, 35]', word]);
      expect([17, 18, 25, 29, 30, 35, 36].map((x) => points(model, x))).toEqual([30, 10, 30, 30, 20, 20, 30]);
      const whole = card(['18-24', '25-29', word]).model;
      expect([17, 18, 24, 25, 29, 30].map((x) => points(whole, x))).toEqual([30, 10, 10, 20, 20, 30]);
      const categories = card(['rent', 'own', word]).model;
      expect(['rent', 'own', 'castle', word].map((x) => points(categories, x))).toEqual([10, 20, 30, 30]);
      expect(categories.features[0]).toMatchObject({ other: word });
    },
  );

  it.each([
    'Missing',
    'N/A',
    '#N/A',
    'n.a.',
    'Blank',
    '(blank)',
    'Null',
    'No information',
    '(missing)',
    'not available',
  ])('%s is for missing cells', (word) => {
    const { model } = card(['up to 30', 'over 30', word]);
    expect([30, 31, null].map((x) => points(model, x))).toEqual([10, 20, 30]);
    expect(model.features[0].missing).toBe(true);
    const categories = card(['rent', 'own', word]).model;
    expect(['rent', 'own', null].map((x) => points(categories, x))).toEqual([10, 20, 30]);
    expect(categories.features[0]).toMatchObject({ missing: word });
  });

  it('Unknown and NA are for missing numbers, but may be categories', () => {
    expect(points(card(['< 1', '>= 1', 'Unknown']).model, null)).toBe(30);
    const { model } = card(['EU', 'NA', 'Unknown']);
    expect(model.features[0]).toEqual({ kind: 'categorical', name: 'x', values: ['EU', 'NA', 'Unknown'] });
  });

  it('are refused twice, and where nothing is left', () => {
    expect(refusal(['< 1', '>= 1', 'Missing', 'N/A'])).toMatchObject({
      code: 'bin-overlap',
      place: 'line 5',
    });
    expect(refusal(['< 1', '>= 1', 'Other'])).toMatchObject({ code: 'mixed-bins', place: 'line 4' });
    expect(card(['[0, 1]', 'Else', 'Missing'], { missing: 'refuse' }).model.features[0]).toMatchObject({
      missing: undefined,
    });
  });
});

describe('units', () => {
  it.each([
    [['under $1,000', '$1,000 or more'], '$', 1000],
    [['0-5%', 'over 5%'], '%', 5],
    [['up to 1 year', 'over 1 years'], 'years', 1],
    [['< 10k', '10k+'], undefined, 10_000],
  ])('%j', (labels, unit, cut) => {
    const { model } = card(labels);
    expect(model.features[0].kind !== 'categorical' && model.features[0].unit).toBe(unit);
    expect(model.points[0]).toMatchObject({ cuts: [cut] });
  });

  it('must be the same in all bins', () => {
    expect(refusal(['up to 6 months', 'over 2 years'])).toMatchObject({
      code: 'mixed-bins',
      place: 'line 3',
    });
  });

  it('with per cent are noted', () => {
    expect(card(['0-5%', 'over 5%']).notes?.scorecard).toEqual(["'x' is in %: 5% is the number 5"]);
  });
});

describe('what cannot be read', () => {
  it('is refused with spellings that work beside the other bins, too', () => {
    expect(refusal(['< 25', '25-35', '35-50', '> 50']).message).toContain(
      "expected '[25, 35)' and '[35, 50]' if 35 is in the second, '[25, 35]' and '(35, 50]' if it is in the first,",
    );
    expect(refusal(['<= 25', '25-35', '35-50', '>= 50']).message).toContain(
      "expected '(25, 35)' and '[35, 50)' if 35 is in the second, '(25, 35]' and '(35, 50)' if it is in the first,",
    );
    expect(refusal(['18-24', '25-35', '> 50']).message).toContain("e.g. '[25, 50]' for the first");
    expect(refusal(['<= 25', '25-35', '>= 50']).message).toContain("e.g. '(25, 50)' for the first");
    for (const bins of [
      ['< 25', '[25, 35)', '[35, 50]', '> 50'],
      ['< 25', '[25, 35]', '(35, 50]', '> 50'],
      ['<= 25', '(25, 35)', '[35, 50)', '>= 50'],
      ['<= 25', '(25, 35]', '(35, 50)', '>= 50'],
      ['<= 25', '(25, 50)', '>= 50'],
    ])
      expect(points(card(bins).model, 50)).toBeGreaterThan(0);
  });

  it('is refused with two spellings that work', () => {
    const error = refusal(['25-35', '35-45', '45-55']);
    expect(error).toMatchObject({ code: 'bin-overlap', place: 'line 3' });
    expect(error.message).toBe(
      "line 3: feature 'x': which bin has 35?; expected '[25, 35)' and '[35, 45)' if 35 is in the second, '[25, 35]' and '(35, 45]' if it is in the first, got '35-45' beside '25-35' of line 2",
    );
  });

  it.each([
    [['25-35', '35-45']],
    [['25-35', '35-45', '45-55', '55 to 65']],
    [['up to 30', '30-40', 'over 40']],
    [['up to 1.5', '1.5 to 2.5', '2.5 to 9']],
    [['0.0-0.9', '1.0-1.9', '2.0+']],
    [['< 1', '> 1']],
    [['(0, 1]', '> 1']],
    [['[0, 1)', '[1, 2)']],
  ])('%j loads once what is suggested has been typed', (labels) => {
    const typed = [...labels];
    for (const pick of [0, -1]) {
      const now = [...typed];
      for (let turn = 0; ; turn++) {
        expect(turn).toBeLessThan(10);
        let error: FormatError;
        try {
          expect(card(now).model.features[0].kind).toBe('real');
          break;
        } catch (thrown) {
          if (!(thrown instanceof FormatError)) throw thrown;
          error = thrown;
        }
        const at = Number(/line (\d+)/.exec(error.place ?? '')?.[1]) - 2;
        const spellings = Array.from((error.expected ?? '').matchAll(/'([^']+)'/g), ([, text]) => text);
        expect(spellings.length, error.message).toBeGreaterThan(0);
        if (spellings.length === 4)
          now.splice(at - 1, 2, ...(pick === 0 ? spellings.slice(0, 2) : spellings.slice(2)));
        else if (/for the first|in the first/.test(error.expected ?? '')) now[at - 1] = spellings[0];
        else now[at] = spellings.at(pick) as string;
      }
    }
  });

  it.each([
    [['18-24', 'young'], 'line 3', "'young' beside '18-24' of line 2"],
    [['none', '1-2', '3+'], 'line 2', "'none' beside '1-2' of line 3"],
    [['2,5-3,5', '3,6-9'], 'line 2', "'2,5-3,5' beside '3,6-9' of line 3"],
    [['10-20k'], 'line 2', "'10-20k'"],
    [['01-05', '06-10'], 'line 2', "'01-05' beside '06-10' of line 3"],
    [['< a', '2020-01-01'], undefined, undefined],
    [['8-9', '12-Oct'], 'line 3', "'12-Oct' beside '8-9' of line 2"],
  ])('%j is never taken for categories in silence', (labels, place, got) => {
    if (place === undefined) expect(card(labels).model.features[0].kind).toBe('categorical');
    else expect(refusal(labels)).toMatchObject({ place, code: 'mixed-bins', got });
  });

  it('can be said to be names of categories, in the table or as an option', () => {
    const listed = card(["['18-24']", "['25-35']", "['35-45', 'Other']", '(other)']).model;
    expect(listed.features[0]).toMatchObject({
      values: ['18-24', '25-35', '35-45', 'Other', '(other)'],
      other: '(other)',
    });
    const said = card(['25-35', '35-45', 'Other', '(missing)'], { categories: ['x'] }).model;
    expect(said.features[0]).toMatchObject({
      values: ['25-35', '35-45', 'Other', '(missing)'],
      missing: '(missing)',
    });
    expect(() => card(['a', 'b'], { categories: ['y'] })).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    );
    expect(() => card(['a', 'b'], { categories: 'x' as never })).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    );
  });

  it('has gaps and overlaps named', () => {
    expect(refusal(['18-24', '30-34']).message).toContain('numbers between 24 and 30 are in no bin');
    expect(refusal(['18-24', '20-34']).message).toContain('numbers between 20 and 24 are in two bins');
    expect(refusal(['<= 5', '>= 5']).message).toContain('5 is in two bins');
    expect(refusal(['< 5', '> 5']).message).toContain('5 is in no bin');
  });
});

describe('tables by hand', () => {
  it('may have the names of features beside their first bin only, and columns by other names', () => {
    const { model } = readScorecard(
      'Characteristic,Attribute,Points\nAge,under 25,5\n,25+,10\nHome,rent,1\n,own,\u22122\nCut-off,,7\nBase score,,3\n',
    );
    expect(model.features.map(({ name }) => name)).toEqual(['Age', 'Home']);
    expect(model.points[1].values).toEqual([1, -2]);
    expect(model).toMatchObject({ cutoff: 7, base: 3 });
  });

  it('are told from those of libraries with the same columns', () => {
    for (const header of ['Variable,Bin,Points', 'name,value,score']) {
      const { model } = readScorecard(`${header}\nage,18-24,1\nage,25+,2\njob,clerk,3\njob,Other,4\n`, {
        cutoff: 1,
      });
      expect(model.features[0]).toMatchObject({ kind: 'integer', lower: 18 });
      expect(model.features[1]).toMatchObject({ values: ['clerk', 'Other'], other: 'Other' });
    }
    const toad = 'name,value,score\nx,[-inf ~ 1),1\nx,[1 ~ inf),2\nband,18-24,3\nband,25+,4\n';
    expect(readScorecard(toad, { cutoff: 1 }).model.features[1].kind).toBe('categorical');
  });

  it('with semicolons do not have commas between thousands', () => {
    const table = (label: string) => `feature;bin;points\nx;under ${label};1\nx;${label}+;2\n`;
    expect(() => readScorecard(table('1,000'), { cutoff: 1 })).toThrow(
      expect.objectContaining({ code: 'mixed-bins' }),
    );
    expect(readScorecard(table('1000'), { cutoff: 1 }).model.points[0]).toMatchObject({ cuts: [1000] });
  });
});

/** One bin of whole numbers in some spelling; an end is infinite where there is none. */
const SPELL_WHOLE: readonly ((from: number, to: number) => string)[] = [
  (from, to) => (from === -INF ? `up to ${to}` : to === INF ? `${from}+` : `${from}-${to}`),
  (from, to) => (from === -INF ? `<= ${to}` : to === INF ? `${from} or more` : `${from} – ${to}`),
  (from, to) => (from === -INF ? `${to} or less` : to === INF ? `at least ${from}` : `${from} to ${to}`),
  (from, to) => (from === -INF ? `at most ${to}` : to === INF ? `≥${from}` : `[${from}, ${to}]`),
  (from, to) =>
    from === -INF ? `up to ${to} km` : to === INF ? `${from} km and over` : `between ${from} and ${to} km`,
];
/** One bin [from, to) in some spelling. */
const SPELL_LEFT: readonly ((from: number, to: number) => string)[] = [
  (from, to) => (from === -INF ? `< ${to}` : to === INF ? `>= ${from}` : `[${from}, ${to})`),
  (from, to) => (from === -INF ? `under ${to}` : to === INF ? `${from}+` : `${from} to under ${to}`),
  (from, to) => (from === -INF ? `less than ${to}` : to === INF ? `${from} and over` : `[${from}; ${to}[`),
  (from, to) => (from === -INF ? `below ${to}` : to === INF ? `from ${from}` : `${from} <= x < ${to}`),
];

describe('any bins in any spelling', () => {
  const bins = (cut: fc.Arbitrary<number>) =>
    fc.tuple(
      fc.uniqueArray(cut, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(99), { minLength: 6, maxLength: 6 }),
    );

  it('of whole numbers give every number the points of its bin', () => {
    holds(200, bins(fc.integer({ min: -1000, max: 100_000 })), ([found, spellings]) => {
      const cuts = found.toSorted((a, b) => a - b);
      const labels = [...cuts, INF].map((to, j) =>
        SPELL_WHOLE[spellings[j] % SPELL_WHOLE.length](
          j === 0 ? -INF : cuts[j - 1],
          to === INF ? INF : to - 1,
        ),
      );
      const { model } = card(labels);
      for (const x of cuts.flatMap((cut) => [cut - 1, cut, cut + 1]))
        expect(points(model, x), labels.join(' | ')).toBe(10 * (cuts.filter((cut) => cut <= x).length + 1));
    });
  });

  it('of any numbers do, too', () => {
    const cut = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
    holds(200, bins(cut), ([found, spellings]) => {
      const cuts = [...new Set(found)].sort((a, b) => a - b);
      const labels = [...cuts, INF].map((to, j) =>
        SPELL_LEFT[spellings[j] % SPELL_LEFT.length](j === 0 ? -INF : cuts[j - 1], to),
      );
      const { model } = card(labels);
      expect(model.points[0]).toMatchObject({ cuts, closed: 'left' });
    });
  });
});
