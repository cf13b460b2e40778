// What a drop bar shows is what was asked: held against the oracle of the core on random models.

import { linearModel, literal, reduce, scorecard, smallest, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { nearestDouble } from '../../../core/test/oracle/doubles.ts';
import { type Fraction, minus, NOTHING, order, sum } from '../../../core/test/oracle/fraction.ts';
import { atLeast, runs } from '../../../core/test/property.ts';
import { type DropPanel, dropBar, toSvgText } from '../../src/plot/index.ts';
import { besideText } from '../../src/view/amount.ts';
import { dropBarOf } from '../../src/view/index.ts';

const anyAsked = anyCase().chain((one) =>
  fc.record({
    one: fc.constant(one),
    set: fc.oneof(fc.constant(undefined), fc.subarray(one.model.features.map((_, i) => i))),
  }),
);

/** Equal but for the last digit of a double. */
function expectNear(shown: number, exact: Fraction): void {
  const nearest = nearestDouble(exact);
  const largest = Math.max(-1e307, Math.min(1e307, nearest));
  expect(Math.abs(shown - largest)).toBeLessThanOrEqual(Math.abs(largest) * 2 ** -51 + Number.MIN_VALUE);
}

/** The number in a text such as `more than 2.5 (log odds) needed`. */
const numberIn = (text: string): number => Number(/-?\d[\d.e+-]*/.exec(text)?.[0]);

it('holds exactly the set, stacks exact sums, and says exactly whether that is enough', () => {
  const seen = { enough: 0, short: 0, endless: 0, ties: 0 };
  fc.assert(
    fc.property(anyAsked, ({ one, set }) => {
      const problem = one.weigh();
      const asked = set ?? smallest(problem);
      const data = dropBarOf(problem, asked, { most: Infinity, rivals: Infinity });
      expect(data.panels.length).toBe(one.model.classes.length - 1);
      expect(data.panels.every(({ enough }) => enough)).toBe(one.oracle.sufficient(asked));
      expect(structuredClone(data)).toEqual(data);
      for (const panel of data.panels) {
        const k = one.model.classes.indexOf(panel.rival);
        const drops = one.model.features.map((_, i) => one.oracle.drop(k, i));
        const held = panel.parts.filter((part) => part.held).map(({ label }) => label);
        const labels = asked.map((i) => literal(problem, i, { digits: 'few', ranges: 'words' }));
        expect(held.toSorted()).toEqual(labels.toSorted());
        expect(panel.parts.length + (panel.rest?.count ?? 0)).toBe(one.model.features.length);
        const finite = (list: readonly number[]) => sum(list.flatMap((i) => drops[i] ?? []));
        const total = finite([...drops.keys()]);
        const threshold = minus(total, one.oracle.margin(k));
        expectNear(panel.held, finite(asked));
        expectNear(panel.total, total);
        expectNear(panel.threshold, threshold);
        const others = drops.flatMap((_, i) => (asked.includes(i) ? [] : [i]));
        expect(panel.enough).toBe(!one.oracle.overtakes(k, others));
        expectStairs(panel, [...asked, ...others].length > 0 ? total : NOTHING);
        const loose = others.some((i) => drops[i] === undefined);
        if (!loose && asked.length > 0) expectTrueWords(panel, order(finite(asked), threshold));
        seen.endless += drops.includes(undefined) ? 1 : 0;
        seen.ties += order(finite(asked), threshold) === 0 ? 1 : 0;
        seen[panel.enough ? 'enough' : 'short'] += 1;
      }
    }),
    runs(150),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(atLeast(40));
});

/** Held ones first, from the largest drop to the smallest; each bar begins where the one before ends. */
function expectStairs({ parts, rest }: DropPanel, total: Fraction): void {
  parts.forEach((part, x) => {
    const before = parts[x - 1];
    expect(part.start).toBe(before?.end ?? 0);
    if (part.drop === Infinity) expect(part.end).toBe(part.start);
    if (before === undefined || before.held !== part.held) return;
    expect(before.drop).toBeGreaterThanOrEqual(part.drop);
  });
  const held = parts.map((part) => part.held);
  expect(held).toEqual(held.toSorted((a, b) => Number(b) - Number(a)));
  expect(rest?.start ?? parts.at(-1)?.end ?? 0).toBe(parts.at(-1)?.end ?? 0);
  expectNear(rest?.end ?? parts.at(-1)?.end ?? 0, total);
}

/** What is shown as held is on the right side of what is shown as needed. */
function expectTrueWords({ needed, sum: words, enough }: DropPanel, sign: number): void {
  expect(words.endsWith(enough ? ', enough' : 'not enough')).toBe(true);
  if (needed.startsWith('nothing')) return;
  const [own, other] = [numberIn(words), numberIn(needed)];
  if (Number.isNaN(own) || Number.isNaN(other) || /[\d.]…/.test(words + needed)) return;
  if (words.includes('just')) {
    expect(words.includes('just over')).toBe(sign > 0);
    expect(own).toBe(other);
  } else expect(Math.sign(own - other)).toBe(sign);
}

it('is drawn without a number that is none, however large or small the drops are', async () => {
  await fc.assert(
    fc.asyncProperty(anyAsked, async ({ one, set }) => {
      const problem = one.weigh();
      const data = dropBarOf(problem, set ?? smallest(problem));
      const svg = await toSvgText((document) => dropBar(data, { document, width: 360 }));
      expect(svg.replace(/<(title|desc|text)[\s\S]*?<\/\1>|aria-label="[^"]*"/g, '')).not.toMatch(
        /NaN|Infinity/,
      );
      const bars = data.panels.flatMap(({ parts }) =>
        parts.filter(({ held, start, end, drop }) => held && (end > start || drop === Infinity)),
      );
      const drawn = /<g data-mark="held".*?<\/g>/.exec(svg)?.[0].match(/<rect/g) ?? [];
      expect(drawn).toHaveLength(bars.length);
    }),
    runs(60),
  );
});

it('shows no worth as 0 that is not 0, however small', () => {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'x', lower: -5e-324, upper: 1 }],
    weights: [5e-324],
  });
  const [panel] = dropBarOf(weigh(reduce(model), [5e-324]), [0]).panels;
  expect([panel.needed, panel.sum, panel.parts[0].text]).toEqual([
    'more than 5e-324 needed',
    'held: just over 5e-324, enough',
    '5e-324',
  ]);
});

it('says "just over" where digits do not tell', () => {
  expect(besideText(55.000000001, 55, 1, 'points')).toBe('just over 55 points');
  expect(besideText(54.99999, 55, -1, 'points')).toBe('54.99999 points');
  expect(besideText(54.999999999, 55, -1, 'points')).toBe('just under 55 points');
  expect(besideText(55, 55, 0, 'points')).toBe('55 points');
  expect(besideText(58, 55, 1, 'score')).toBe('58');
});

const yesNo = (name: string) => ({ name, values: ['no', 'yes'] });

it('speaks of a scorecard as people do, also of a tie and of too little', () => {
  const card = scorecard({
    classes: ['refuse', 'grant'],
    tieOrder: ['grant', 'refuse'],
    features: ['home', 'job', 'late'].map(yesNo),
    points: [
      [0, 40],
      [0, 30],
      [0, 30],
    ],
    cutoff: 70,
  });
  const problem = weigh(reduce(card), ['yes', 'yes', 'yes']);
  const [against] = dropBarOf(problem, smallest(problem)).panels;
  expect([against.needed, against.sum]).toEqual(['70 points needed', 'held: 70 points, enough']);
  expect(against.parts.map(({ label, text, held }) => [label, text, held])).toEqual([
    ['home = yes', '40', true],
    ['job = yes', '30', true],
    ['late = yes', '30', false],
  ]);
  expect(dropBarOf(problem, [0]).panels[0].sum).toBe('held: 40 points, not enough');
  expect(dropBarOf(problem, []).panels[0].sum).toBe('nothing is held: not enough');
});

it('folds what is not held: the next few, and the sum of the others', () => {
  const features = Array.from({ length: 60 }, (_, i) => yesNo(`w${i}`));
  const model = linearModel({
    classes: ['ham', 'spam'],
    features,
    weights: features.map((_, i) => [0, i < 50 ? 1 : 0]),
    intercept: -10,
  });
  const problem = weigh(
    reduce(model),
    features.map(() => 'yes'),
  );
  const [{ parts, rest }] = dropBarOf(problem, smallest(problem)).panels;
  expect(parts.filter(({ held }) => held)).toHaveLength(11);
  expect(parts).toHaveLength(15);
  expect(rest).toEqual({ count: 45, label: '… 45 more, together', text: '35', start: 15, end: 50 });
  const all = dropBarOf(problem, smallest(problem), { most: 60 }).panels[0];
  expect([all.parts.length, all.rest?.label]).toEqual([50, '… 10 more that cannot lower the lead']);
});

it('says that endless drops must be held, and that nothing needs to be held', () => {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'income', lower: 0 }, { name: 'debt', lower: 0 }, yesNo('job')],
    weights: [1, -1, [0, 3]],
    intercept: -4,
  });
  const problem = weigh(reduce(model), { income: 9, debt: 2, job: 'yes' });
  const [against] = dropBarOf(problem, smallest(problem)).panels;
  expect(against.needed).toBe('all endless ones are needed, and more than 6 of the others');
  expect(against.sum).toBe('held: all endless ones and 9, enough');
  expect(dropBarOf(problem, [0]).panels[0].sum).toBe(
    'held: 1 of the values, but not all endless ones: not enough',
  );
  const sure = linearModel({
    classes: ['no', 'yes'],
    features: [yesNo('job')],
    weights: [[0, 1]],
    intercept: 2,
  });
  const never = weigh(reduce(sure, { neverWins: 'allow' }), ['yes']);
  expect(dropBarOf(never, smallest(never)).panels[0]).toMatchObject({
    enough: true,
    needed: 'nothing needs to be held: yes always stays ahead of no',
    sum: 'nothing is held, and that is enough',
  });
});

it('shows the tightest rivals', () => {
  fc.assert(
    fc.property(
      anyCase({ classes: 4, bounded: true, families: ['small integers', 'one-digit decimals'] }),
      (one) => {
        const problem = one.weigh();
        const { panels, moreRivals } = dropBarOf(problem, smallest(problem), { rivals: 2 });
        expect([panels.length, moreRivals]).toEqual([2, 1]);
        const all = dropBarOf(problem, smallest(problem), { rivals: 9 }).panels;
        expect(panels).toEqual(all.slice(0, 2));
        if (all.some(({ total }) => total > 1e300)) return; // not all of it is drawn
        const tight = all.filter(({ needed }) => !needed.startsWith('nothing'));
        const slack = tight.map(({ held, threshold }) => held - threshold);
        slack.forEach((room, x) => {
          expect(room).toBeGreaterThanOrEqual((slack[x - 1] ?? room) - 1e-9 * Math.abs(tight[x].total));
        });
      },
    ),
    runs(100),
  );
});
