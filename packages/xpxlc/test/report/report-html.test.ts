// The report as a file: escaped, self-contained, the same for the same data.

import { type Classifier, linearModel, type Model, reduce, scorecard, weigh } from '@xpxlc/core';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { anyCase } from '../../../core/test/arbitraries.ts';
import { runs } from '../../../core/test/property.ts';
import { Decision } from '../../src/decision/decision.ts';
import { ENDLESS } from '../../src/decision/patience.ts';
import {
  type FailedRow,
  type ReportData,
  type RowQuestion,
  type RowReport,
  reportHtml,
  rowReport,
} from '../../src/report/index.ts';

const QUESTION: RowQuestion = { reasons: 4, listed: 5 };

const EVIL = '</style></title><script>alert(1)</script><img src=x onerror=alert(2)>"\'&amp;';

function dataOf(
  model: Pick<Model, 'classes'>,
  rows: readonly (RowReport | FailedRow)[],
  more: Partial<ReportData> = {},
): ReportData {
  return {
    title: 'A title',
    model: { name: 'model.json', classes: model.classes },
    data: 'rows.csv',
    unit: 'points',
    rows,
    settings: { reasons: 4, phrases: false, within: [], protected: [] },
    version: '0.0.0',
    command: 'xpxlc report',
    files: [],
    ...more,
  };
}

function rowOf(
  classifier: Classifier,
  values: readonly (number | null)[],
  question: RowQuestion = QUESTION,
): RowReport {
  return rowReport({ row: 7, id: 'A-17' }, new Decision(weigh(classifier, values)), question);
}

it('shows every text of the user as it is, and runs none of it', async () => {
  const model = scorecard({
    classes: [`no ${EVIL}`, `yes ${EVIL}`],
    features: [
      { name: `feature ${EVIL}`, values: [`one ${EVIL}`, 'two'] },
      { name: 'amount', lower: 0, upper: 9, unit: EVIL },
    ],
    points: [[0, 5], { cuts: [5], values: [0, 9] }],
    cutoff: 9,
  });
  const row = rowOf(reduce(model), [0, 1], { ...QUESTION, phrases: () => `phrase ${EVIL}` });
  const html = await reportHtml(
    dataOf(model, [row, { name: { row: 8, id: EVIL }, error: `error ${EVIL}` }], {
      title: `title ${EVIL}`,
      date: EVIL,
      command: EVIL,
      data: EVIL,
      files: [{ role: EVIL, name: EVIL, sha256: EVIL }],
      settings: { reasons: 4, phrases: true, within: [EVIL], protected: [], key: EVIL, chosen: EVIL },
    }),
  );
  const { document } = parseHTML(html);
  expect(document.querySelectorAll('script, img, link, iframe, a, [src], [href], [onerror]').length).toBe(0);
  const text = document.body.textContent;
  for (const part of ['feature', 'one', 'no', 'yes', 'phrase', 'error', 'title'])
    expect(text).toContain(`${part} ${EVIL}`);
  expect(document.title).toBe(`title ${EVIL}`);
  expect(document.querySelectorAll('head > style').length).toBe(1);
  expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
});

it('is well-formed, and the same each time, for any model', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase(), async (one) => {
      const whole = weigh(one.classifier, one.instance);
      const decision = new Decision(one.weigh(), ENDLESS, whole);
      const make = (): Promise<string> =>
        reportHtml(
          dataOf(one.model, [rowReport({ row: 0 }, decision, { ...QUESTION, adverse: whole.class })]),
        );
      const html = await make();
      expect(await make()).toBe(html);
      // Every element is closed where it should be: written again, the page has the same text.
      const { document } = parseHTML(html);
      expect(document.querySelectorAll('main > section').length).toBe(2);
      const record = JSON.parse(document.querySelector('pre.certificate')?.textContent ?? '');
      expect(record.explanations[0].certificate.class).toBe(whole.class);
      expect(document.querySelectorAll('figure svg').length).toBe(
        record.explanations[0].certificate.set.length > 0 ? 2 : 0,
      );
    }),
    runs(25),
  );
});

it('says nothing against a model that decides every case alike', async () => {
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'x', lower: 0, upper: 1 }],
    weights: [1],
    intercept: 5,
  });
  const classifier = reduce(model, { neverWins: 'allow' });
  const html = await reportHtml(dataOf(model, [rowOf(classifier, [0])]));
  expect(html).toContain('None: the model decides every case like this.');
  expect(html).toContain('Nothing that may change leads to another decision.');
  expect(html).toContain('Every case is decided yes, whatever its values are.');
});

it('gives no reasons for rows that are not decided adversely', async () => {
  const model = linearModel({
    classes: ['refuse', 'grant'],
    features: [{ name: 'x', lower: 0, upper: 9 }],
    weights: [1],
    intercept: -5,
  });
  const classifier = reduce(model);
  const question = { ...QUESTION, adverse: 'refuse' };
  const settings = { reasons: 4, adverse: 'refuse', phrases: false, within: [], protected: [] };
  const [granted, refused] = [rowOf(classifier, [9], question), rowOf(classifier, [1], question)];
  expect(granted.reasons).toBeUndefined();
  expect(refused.reasons?.list.map(({ text }) => text)).toEqual(['x ≤ 1']);
  const html = await reportHtml(dataOf(model, [granted], { settings }));
  expect(html).toContain('Not decided refuse: no reasons need to be given.');
  expect(html).not.toContain('Principal reasons for');
});

it('takes reasons for an adverse decision over all values, also where less may move', () => {
  const features = [
    { name: 'age', lower: 0, upper: 9 },
    { name: 'income', lower: 0, upper: 9 },
  ];
  const classifier = reduce(
    linearModel({ classes: ['refuse', 'grant'], features, weights: [2, 1], intercept: -8 }),
  );
  const within = { features: { age: 'fixed' } } as const;
  const decision = new Decision(weigh(classifier, [1, 1], { within }), ENDLESS, weigh(classifier, [1, 1]));
  const names = (question: RowQuestion): string[] | undefined =>
    rowReport({ row: 0 }, decision, question).reasons?.list.map(({ literal }) => literal);
  expect(names({ ...QUESTION, adverse: 'refuse' })).toEqual(['age ≤ 1', 'income ≤ 1']);
  expect(names(QUESTION)).toEqual(['income ≤ 1']);
  expect(rowReport({ row: 0 }, decision, { ...QUESTION, adverse: 'refuse' }).record.explanations.length).toBe(
    2,
  );
});

it('beside the case shows cases that are really decided otherwise', () => {
  fc.assert(
    fc.property(anyCase({ within: 'never' }), (one) => {
      const { contrasts } = rowReport({ row: 0 }, new Decision(one.weigh()), QUESTION);
      for (const { changed: other, class: name, doubtful } of contrasts.list) {
        if (other === undefined) continue;
        const changed = one.instance.map((x, i) => {
          if (other.changed.includes(i)) return other.instance[one.model.features[i].name];
          return Number.isNaN(x) ? null : x;
        });
        expect(weigh(one.classifier, changed).class).toBe(name);
        expect(typeof doubtful).toBe('boolean');
      }
      expect(contrasts.list.length).toBe(Math.min(5, one.oracle.cxps().length));
    }),
    runs(60),
  );
});

it('shows the weightiest of very many values, and says how many it leaves out', async () => {
  const features = Array.from({ length: 300 }, (_, i) => ({ name: `f${i}`, values: ['no', 'yes'] }));
  const weights = features.map((_, i) => [0, 1 + (i % 3)]);
  const model = linearModel({ classes: ['ham', 'spam'], features, weights, intercept: -100 });
  const row = rowOf(reduce(model), Array(300).fill(1));
  const html = await reportHtml(dataOf(model, [row]));
  const cells = parseHTML(html).document.querySelectorAll('[aria-label="Values of the case"] td.number');
  expect(Array.from(cells, ({ textContent }) => textContent).toSorted()).toEqual([
    ...Array(100).fill('2'),
    ...Array(100).fill('3'),
  ]);
  expect(html).toContain('100 further values of the case, each worth no more, are not shown.');
});

it('gives one value for a list of categories that nobody would read', () => {
  const values = Array.from({ length: 200 }, (_, v) => `category ${v}`);
  const weights = [values.map((_, v) => (v === 0 ? 1 : -1))];
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name: 'x', values }],
    weights,
    intercept: 0,
  });
  const { contrasts } = rowOf(reduce(model), [0]);
  expect(contrasts.list[0].literals).toEqual(['x = category 1 (among others)']);
});

it('says what part protected features play in a decision', () => {
  const features = ['income', 'assets', 'male'].map((name) => ({ name, values: ['no', 'yes'] }));
  const audited = (weights: number[][], names: string[]): string | undefined => {
    const model = linearModel({ classes: ['refuse', 'grant'], features, weights, intercept: -2.5 });
    return rowOf(reduce(model, { neverWins: 'allow' }), [1, 1, 1], { ...QUESTION, protected: names }).audit;
  };
  const [two, one] = [
    [0, 2],
    [0, 1],
  ];
  expect(audited([two, two, one], ['male'])).toBe(
    'Some explanations of this decision use male; others do without, such as: income = yes and assets = yes.',
  );
  expect(audited([[0, 3], two, [0, 0]], ['male'])).toBe('No explanation of this decision uses male.');
  expect(audited([one, one, one], ['male', 'assets'])).toBe(
    'Every explanation of this decision uses at least one of male and assets.',
  );
  expect(audited([one, one, one], [])).toBeUndefined();
});

it('writes certificates on one line, whatever the names are', async () => {
  const name = 'a\u2028b\u2029c\nd';
  const model = linearModel({
    classes: ['no', 'yes'],
    features: [{ name, lower: 0, upper: 9 }],
    weights: [1],
    intercept: -5,
  });
  const { document } = parseHTML(await reportHtml(dataOf(model, [rowOf(reduce(model), [9])])));
  const text = document.querySelector('pre.certificate')?.textContent ?? '';
  expect(text).not.toMatch(/[\u2028\u2029\n]/);
  expect(JSON.parse(text).explanations[0].certificate.set).toEqual([name]);
});
