import { describe, expect, it } from 'vitest';
import type { Names } from '../../../src/import/paper/names.ts';
import { renderLiteral } from '../../../src/import/paper/render.ts';
import { byBytes, readXxpl, writeXxpl } from '../../../src/import/paper/xxpl.ts';

const names: Names = {
  classes: ['p', 'q'],
  features: [
    { name: 'body  weight' },
    { name: 'Age', values: ['28.00 < Age <= 37.00', 'Age > 48.00', 'old'] },
    { name: 'Hours per week', values: ['40 < Hours per week', 'few'] },
    { name: 'job', values: ['clerk', 'day  labourer', '', "baker's"] },
  ],
};

describe('renderLiteral', () => {
  it.each([
    [1, 0, 'Age=28.00<??<=37.00'],
    [1, 1, 'Age=??>48.00'],
    [1, 2, 'Age=old'],
    [2, 0, "'Hours per week'='40 < Hours per week'"],
    [2, 1, "'Hours per week'=few"],
    [3, 0, 'job=clerk'],
    [3, 1, "job='day labourer'"],
    [3, 2, 'job='],
    [3, 3, "job=baker's"],
    [0, 2.5, 'body_weight=2.5'],
  ])('prints value %j.%j as %s', (feature, value, text) => {
    expect(renderLiteral(names, feature, value)).toBe(text);
  });

  it('replaces every occurrence, and takes the name for text where the original takes it for a pattern', () => {
    const of = (name: string, label: string): string =>
      renderLiteral({ classes: [], features: [{ name, values: [label] }] }, 0, 0);
    expect(of('a', 'banana a')).toBe('a=b??n??n????');
    expect(of('??', 'x ??')).toBe('??=x??');
    expect(of('x.y', 'xzy')).toBe('x.y=xzy');
    expect(of('LOG(1+D', 'low')).toBe('LOG(1+D=low');
    expect(of('a+', 'a+ aa')).toBe('a+=??aa');
  });

  it('refuses what is not there', () => {
    expect(() => renderLiteral(names, 9, 0)).toThrow(expect.objectContaining({ code: 'unknown-feature' }));
    expect(() => renderLiteral(names, 1, 9)).toThrow(expect.objectContaining({ code: 'unknown-category' }));
    expect(() => renderLiteral(names, 1, 0, '<=')).toThrow(
      expect.objectContaining({ code: 'unknown-category' }),
    );
  });
});

describe('readXxpl', () => {
  it('reads the three prefixes, names with blanks and quotes, and relations', () => {
    const text = `c a comment
Expl: 'Hours per week'='40 < Hours per week' Age=28.00<??<=37.00 job=baker's

Expl_(#2/4): body_weight>=72.5 job='day labourer'
Expl_(#1/4;W:-0.05): job=
Expl: \n`;
    expect(readXxpl(text, names)).toEqual([
      {
        line: 2,
        literals: [
          { text: "'Hours per week'='40 < Hours per week'", feature: 2, relation: '=', value: 0 },
          { text: 'Age=28.00<??<=37.00', feature: 1, relation: '=', value: 0 },
          { text: "job=baker's", feature: 3, relation: '=', value: 3 },
        ],
        features: [1, 2, 3],
      },
      {
        line: 4,
        literals: [
          { text: 'body_weight>=72.5', feature: 0, relation: '>=', value: 72.5 },
          { text: "job='day labourer'", feature: 3, relation: '=', value: 1 },
        ],
        features: [0, 3],
      },
      { line: 5, literals: [{ text: 'job=', feature: 3, relation: '=', value: 2 }], features: [3] },
      { line: 6, literals: [], features: [] },
    ]);
  });

  it('passes over the summary and the statistics of the original program', () => {
    const text =
      'Expl: Age=old\n\nXPXLC summary:\nTarget explanations:      all\nAge=old: 1\n\nXPXLC stats:\nAverage: 1\n';
    expect(readXxpl(text, names).map(({ features }) => features)).toEqual([[1]]);
    expect(() => readXxpl(`${text}Expl: job=clerk\nAverage: 1\n`, names)).toThrow('line 10, column 1');
    expect(readXxpl(`${text}Expl: job=clerk\n`, names).map(({ line }) => line)).toEqual([1, 9]);
  });

  it('takes the longest literal with which the rest can be read', () => {
    const tricky: Names = {
      classes: [],
      features: [
        { name: "'a", values: ['x'] },
        { name: "'a b", values: ['x'] }, // prints ''a b'=x
        { name: 'y', values: ["'u", 'u v', "u'"] }, // prints y='u, y='u v', y=u'
        { name: "v'", values: ['1'] },
      ],
    };
    expect(readXxpl("Expl: y='u v'", tricky)[0].literals.map(({ text }) => text)).toEqual(["y='u v'"]);
    expect(readXxpl("Expl: y='u v'=1", tricky)[0].literals.map(({ text }) => text)).toEqual(["y='u", "v'=1"]);
    const both: Names = {
      classes: [],
      features: [
        { name: 'y', values: ["'u", 'u v=1'] },
        { name: 'v', values: ["1'"] },
      ],
    };
    expect(readXxpl("Expl: y='u v=1'", both)[0].features).toEqual([0]);
    expect(readXxpl("Expl: ''a b'=x 'a=x", tricky)[0].features).toEqual([0, 1]);
  });

  it('does not say which category it was when several print alike', () => {
    const alike: Names = { classes: [], features: [{ name: 'Age', values: ['Age <3', 'Age<3'] }] };
    expect(readXxpl('Expl: Age=??<3', alike)[0].literals).toEqual([
      { text: 'Age=??<3', feature: 0, relation: '=', value: undefined },
    ]);
  });

  it('reads relations of names that contain relations', () => {
    const odd: Names = { classes: [], features: [{ name: 'a<' }, { name: 'b=' }] };
    expect(readXxpl('Expl: a<=3 b==-1e3', odd)[0].literals).toEqual([
      { text: 'a<=3', feature: 0, relation: '=', value: 3 },
      { text: 'b==-1e3', feature: 1, relation: '=', value: -1000 },
    ]);
  });

  it.each([
    ['Age=old', 'missing-prefix', 'line 1, column 1'],
    ['Expl:Age=old', 'missing-prefix', 'line 1, column 1'],
    ['Expl: Age=new', 'unknown-literal', 'line 1, column 7'],
    ['Expl: Age=old  age=old', 'unknown-literal', 'line 1, column 16'],
    ['\nExpl: job=day labourer', 'unknown-literal', 'line 2, column 7'],
    ['Expl: Age=old Age=old', 'repeated-feature', 'line 1, column 15'],
    ['Expl: body_weight=x', 'unknown-literal', 'line 1, column 7'],
    ['Expl: body_weight!=3', 'unknown-literal', 'line 1, column 7'],
    ['Expl: Age=old => Confirmed', 'unknown-literal', 'line 1, column 15'],
  ])('refuses %j', (wrong, code, place) => {
    expect(() => readXxpl(wrong, names)).toThrow(
      expect.objectContaining({ name: 'FormatError', code, place }),
    );
  });

  it('refuses a literal that two features print', () => {
    const alike: Names = {
      classes: [],
      features: [
        { name: 'a', values: ['b=c'] },
        { name: 'a=b', values: ['c'] },
      ],
    };
    expect(() => readXxpl('Expl: a=b=c', alike)).toThrow(
      expect.objectContaining({ code: 'ambiguous-literal', place: 'line 1, column 7' }),
    );
  });

  it('refuses a literal that a number and a category print', () => {
    const alike: Names = { classes: [], features: [{ name: 'a b' }, { name: 'a_b', values: ['3', 'x'] }] };
    expect(() => readXxpl('Expl: a_b=3', alike)).toThrow(
      expect.objectContaining({ code: 'ambiguous-literal' }),
    );
    expect(readXxpl('Expl: a_b=x', alike)[0].features).toEqual([1]);
    expect(readXxpl('Expl: a_b=4', alike)[0].features).toEqual([0]);
  });

  it('takes no time for a line of a hundred thousand words', () => {
    expect(() => readXxpl(`Expl: ${"'Hours per week'=few ".repeat(5e4)}`, names)).toThrow('twice');
    expect(() => readXxpl(`Expl: ${"'Hours per ".repeat(5e4)}`, names)).toThrow('not a literal');
    expect(() => readXxpl(`Expl: ${'='.repeat(1e6)}`, names)).toThrow('not a literal');
  });
});

describe('writeXxpl', () => {
  it('sorts literals by their bytes and may write sizes', () => {
    const sets = [
      [
        { feature: 3, value: 0 },
        { feature: 1, value: 2 },
        { feature: 2, value: 1 },
      ],
      [],
    ];
    expect(writeXxpl(names, sets)).toBe("Expl: 'Hours per week'=few Age=old job=clerk\nExpl: \n");
    expect(writeXxpl(names, sets, { verbose: true })).toMatch(/^Expl_\(#3\/4\): .*\nExpl_\(#0\/4\): \n$/);
  });

  it('orders as UTF-8 does, not as UTF-16', () => {
    const texts = ['\u{1f98a}', '\uffee', 'é', 'z', 'v10', 'v2', '', '\u{1f98b}'];
    const bytes = (text: string): string =>
      Array.from(new TextEncoder().encode(text), (b) => String.fromCharCode(b)).join('');
    const names: Names = {
      classes: [],
      features: texts.map((name) => ({ name: `x${name}`, values: ['1'] })),
    };
    const set = texts.map((_, feature) => ({ feature, value: 0 }));
    const printed = writeXxpl(names, [set]).trimEnd().split(' ').slice(1);
    expect(printed).toEqual([...printed].sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1)));
    expect([...texts].sort(byBytes)).toEqual([...texts].sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1)));
  });
});
