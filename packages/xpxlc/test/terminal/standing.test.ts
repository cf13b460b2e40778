// How clear a decision is, in words: points, probabilities, leads; never on the wrong side of what was needed.

import { linearModel, predict, reduce, scorecard } from '@xpxlc/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../core/test/property.ts';
import { percentApart } from '../../src/terminal/percent.ts';
import { decisionText, standingOf } from '../../src/terminal/standing.ts';

const classes = ['refuse', 'grant'];
const x = { name: 'x', lower: -1e9, upper: 1e9 };

/** The decision of a model on a number, in words. */
function said(model: Parameters<typeof reduce>[0], value: number): string {
  const classifier = reduce(model);
  const answer = predict(classifier, [value]);
  const { class: name, margin, doubtful } = answer;
  return decisionText(classifier, {
    class: name,
    margin: String(margin),
    ...standingOf(classifier, answer),
    ...(doubtful ? { doubtful } : {}),
  });
}

const card = (points: number[], cutoff: number, tieOrder?: string[]) =>
  scorecard({
    classes,
    features: [x],
    cutoff,
    points: [{ cuts: points.map((_, p) => p).slice(1), values: points }],
    ...(tieOrder === undefined ? {} : { tieOrder }),
  });

describe('a decision in words', () => {
  it('has points and what was needed', () => {
    const model = card([1, 588, 599.9996, 600, 612.25], 600);
    expect([-1, 1, 2, 3, 4].map((value) => said(model, value))).toEqual([
      'refuse, 1 point, 600 needed',
      'refuse, 588 points, 600 needed',
      'refuse, 599.9996 points, 600 needed',
      'grant, 600 points, 600 needed',
      'grant, 612.3 points, 600 needed',
    ]);
    expect(said(card([600, 700], 600, classes), -1)).toBe('refuse, 600 points, more than 600 needed');
    // The sum rounds to the cut-off.
    const near = scorecard({
      classes,
      features: [x, { ...x, name: 'y' }],
      cutoff: 600,
      points: [
        { cuts: [0], values: [-1e-20, 1] },
        { cuts: [0], values: [600, 1] },
      ],
    });
    const classifier = reduce(near);
    const { class: name, margin, ...rest } = predict(classifier, [-1, -1]);
    const text = decisionText(classifier, {
      class: name,
      margin: String(margin),
      ...standingOf(classifier, { ...rest, margin }),
    });
    expect(text).toBe('refuse, just under 600 points, 600 needed');
  });

  it('has the probability of the class, and what was needed where that is not a half', () => {
    const logistic = (probability?: number) =>
      linearModel({
        classes,
        features: [x],
        weights: [1],
        link: 'softmax',
        ...(probability === undefined ? {} : { threshold: { probability } }),
      });
    expect([-1, 0, 1e-7, 1e-300, 1, 30, -30].map((value) => said(logistic(), value))).toEqual([
      'refuse, probability 73.1 %',
      'refuse, probability 50.0 % (a tie, decided by the tie rule)',
      'grant, probability just over 50 %',
      'grant, probability just over 50 %',
      'grant, probability 73.1 %',
      'grant, probability > 99.9999 %',
      'refuse, probability > 99.9999 %',
    ]);
    expect(said(logistic(0.3), -0.5)).toBe('grant, probability 37.8 %, 30 % needed');
    expect(said(logistic(0.6), 0.2)).toBe('refuse, probability 45.0 % (grant has 55.0 %, 60 % needed)');
  });

  it('has the lead where there is nothing else', () => {
    const model = linearModel({ classes, features: [x], weights: [1] });
    expect(said(model, 1.2294055084514879)).toBe('grant, lead 1.229');
    expect(said(model, 0.0000123456)).toBe('grant, lead 0.00001235');
  });
});

describe('a percentage', () => {
  it('is on the side of what it is compared with that the number is on', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true, maxExcluded: true }),
        fc.oneof(
          fc.double({ min: 0.01, max: 0.99, noNaN: true }),
          fc.constantFrom('near' as const, 'very near' as const),
        ),
        (share, other) => {
          const needed =
            typeof other === 'number' ? other : Math.min(0.999, share + (other === 'near' ? 3e-6 : 2e-12));
          fc.pre(needed !== share);
          const text = percentApart(share, [needed]);
          const just = /^just (over|under) /.exec(text);
          if (just !== null) expect(just[1]).toBe(share > needed ? 'over' : 'under');
          else if (!/^[<>]/.test(text)) {
            const shown = Number(text.replace(' %', ''));
            expect(shown > 0 && shown < 100).toBe(true);
            expect(Math.sign(shown - 100 * needed)).toBe(Math.sign(share - needed));
          } else expect(text.startsWith('<') ? share < 1e-6 : share > 1 - 1e-6).toBe(true);
        },
      ),
      runs(1000),
    );
  });
});
