// The terminal report says what the core says, in words, and stays readable in the odd cases.
import { additiveModel, linearModel, reduce, scorecard } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { aligned, bar } from '../src/terminal/bars.ts';
import { reportText } from '../src/terminal/report.ts';

const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });

describe('the report of one decision', () => {
  it('names the class, the rule, all few explanations, the necessary features and the contrasts', () => {
    const model = linearModel({
      classes: ['ham', 'spam'],
      features: ['free', 'money', 'offer', 'hello'].map(yesNo),
      weights: [
        [0, 4],
        [0, 2],
        [0, 1],
        [0, 0],
      ],
      intercept: -4.5,
    });
    const text = reportText(reduce(model), ['yes', 'yes', 'yes', 'yes']);
    expect(text).toContain('spam, ahead of ham by 2.5');
    expect(text).toContain('IF free = yes AND money = yes THEN spam');
    expect(text).toContain(
      'One of 2 explanations:\n    free = yes AND money = yes\n    free = yes AND offer = yes',
    );
    expect(text).toContain('In every one of them: free = yes');
    expect(text).toContain('free = yes → free = no: ham');
    expect(text).toContain('money = yes, offer = yes → money = no, offer = no: ham');
    expect(text).toContain(
      'Checked in exact arithmetic, without the search that found it: the rule holds, and no smaller set does.',
    );
  });

  it('says so when the class never changes', () => {
    const model = linearModel({ classes: ['no', 'yes'], features: [yesNo('a')], weights: [[1, 2]] });
    const text = reportText(reduce(model, { neverWins: 'allow' }), ['no']);
    expect(text).toContain('ALWAYS yes');
    expect(text).toContain('Nothing: the class is the same for every case.');
  });

  it('tells no worth as 0 that is not 0, and orders by what is exact', () => {
    const model = linearModel({
      classes: ['no', 'yes'],
      features: ['x', 'y'].map((name) => ({ name, lower: -1, upper: 1 })),
      weights: [1e-323, 1.5e-323],
    });
    const text = reportText(reduce(model), [0.1, 0.1]);
    expect(text).toContain('yes, ahead of no by 5e-324');
    expect(text).toMatch(/y ≥ 0.1 {2}1\.5e-323[\s\S]*x ≥ 0.1 +1e-323/);
    expect(text).toContain('lead 5e-324; held values must be worth more than');
  });

  it('warns when rounding could have decided', () => {
    const model = linearModel({
      classes: ['no', 'yes'],
      features: ['a', 'b', 'c'].map(yesNo),
      weights: [
        [0, 0.1],
        [0, 0.2],
        [-1, -0.3],
      ],
    });
    expect(reportText(reduce(model), ['yes', 'yes', 'yes'])).toContain('within the rounding noise');
  });

  it('says that a tie was decided by the tie rule', () => {
    const tied = linearModel({
      classes: ['no', 'yes'],
      features: [yesNo('a')],
      weights: [[0, 5]],
      intercept: -5,
    });
    expect(reportText(reduce(tied, { neverWins: 'allow' }), ['yes'])).toContain(
      'no, a tie with yes, decided by the tie rule.',
    );
    const card = scorecard({ classes: ['no', 'yes'], features: [yesNo('a')], points: [[0, 5]], cutoff: 5 });
    expect(reportText(reduce(card), ['yes'])).toContain('yes, 5 points, 5 needed.');
  });

  it('explains more than two classes without the picture of drops', () => {
    const shape = (values: number[]) => ({ kind: 'table' as const, values });
    const model = additiveModel({
      classes: ['a', 'b', 'c'],
      features: [yesNo('f')],
      shapes: [[shape([3, 0]), shape([0, 2]), shape([1, 1])]],
    });
    const text = reportText(reduce(model, { neverWins: 'allow' }), ['no']);
    expect(text).toContain('IF f = no THEN a');
    expect(text).not.toContain('What each value is worth');
  });

  it('marks its parts with the style it is given', () => {
    const model = linearModel({ classes: ['no', 'yes'], features: [yesNo('a')], weights: [[-1, 2]] });
    const text = reportText(reduce(model), ['yes'], {
      heading: (t) => `<${t}>`,
      strong: (t) => `*${t}*`,
      faint: (t) => t,
    });
    expect(text).toContain('<Decision>\n  *yes*');
  });
});

describe('bars', () => {
  it('are as long as the value on the scale, to an eighth of a cell', () => {
    expect(bar(1, 2, 4)).toBe('██');
    expect(bar(1, 16, 2)).toBe('▏');
    expect(bar(3, 2, 4)).toBe('████');
    expect(bar(0, 2, 4)).toBe('');
    expect(bar(1, 0, 4)).toBe('');
  });

  it('align cells left, numbers right', () => {
    expect(
      aligned(
        [
          ['a', '10', 'x'],
          ['bcd', '5', ''],
        ],
        [1],
      ),
    ).toEqual(['a    10  x', 'bcd   5']);
  });
});
