// `npm start`: the paper's running example from probabilities to proof, then a scorecard with bins and units.
import { styleText } from 'node:util';
import { additiveForm, categoricalNaiveBayes, reduce, scorecard } from '@xpxlc/core';
import { aligned } from './terminal/bars.ts';
import { type ReportStyle, reportText } from './terminal/report.ts';

// Colour for people only: piped output stays plain.
const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const paint =
  (...format: Parameters<typeof styleText>[0][]) =>
  (text: string): string =>
    coloured ? styleText(format.flat() as Parameters<typeof styleText>[0], text) : text;
const style: ReportStyle = { heading: paint('bold', 'cyan'), strong: paint('bold'), faint: paint('dim') };
const title = paint('bold', 'underline');

// The radio stations of the paper (section 2): does a listener who likes stations 1 and 3, but not 2 and 4, count as
// young (Y) or older (O)? A tie would go to O: the paper predicts Y only when its lead is positive.
const stations = categoricalNaiveBayes({
  classes: ['Y', 'O'],
  tieOrder: ['O', 'Y'],
  features: ['R1', 'R2', 'R3', 'R4'].map((name) => ({ name, values: ['f', 't'] })),
  prior: [0.1, 0.9],
  // P(no | Y), P(yes | Y); P(no | O), P(yes | O)
  likelihood: [
    [
      [0.05, 0.95],
      [0.97, 0.03],
    ],
    [
      [0.95, 0.05],
      [0.05, 0.95],
    ],
    [
      [0.98, 0.02],
      [0.66, 0.34],
    ],
    [
      [0.8, 0.2],
      [0.25, 0.75],
    ],
  ],
});

const card = scorecard({
  classes: ['refuse', 'grant'],
  features: [
    { name: 'age', kind: 'integer', lower: 18, upper: 99, unit: 'years' },
    { name: 'income', lower: 0, upper: 500, unit: 'k€' },
    { name: 'home', values: ['rent', 'own', 'family'] },
    { name: 'late payments', kind: 'integer', lower: 0, upper: 50 },
  ],
  points: [
    { cuts: [25, 35, 50], values: [5, 15, 25, 30] },
    { cuts: [20, 40, 80], values: [0, 10, 25, 40] },
    [5, 20, 10],
    { cuts: [1, 3], values: [30, 10, 0] },
  ],
  cutoff: 65,
});

/** A two-class model of categories as the paper's table: bias and one weight per value, first class minus second. */
function weightsText(): string {
  const { bias, features, shapes } = additiveForm(reduce(stations));
  const rows = shapes.map(([y, o], i) => {
    const feature = features[i];
    const weights =
      y.kind === 'table' && o.kind === 'table' ? y.values.map((v, j) => (v - o.values[j]).toFixed(2)) : [];
    return [
      feature.name,
      ...(feature.kind === 'categorical' ? feature.values.map((v, j) => `${v}: ${weights[j]}`) : []),
    ];
  });
  return [`w0 ${(bias[0] - bias[1]).toFixed(2)}`, ...aligned(rows, [1, 2])]
    .map((line) => `  ${line}`)
    .join('\n');
}

const out: string[] = [];
out.push(
  styleText(
    ['bold', 'underline'],
    'The paper’s running example: a naive Bayes classifier of radio listeners',
  ),
  '',
);
out.push(
  'Likes R1 and R3, not R2 and R4. In additive form (log-probabilities, Y minus O):',
  weightsText(),
  '',
);
out.push(reportText(reduce(stations), { R1: 't', R2: 'f', R3: 't', R4: 'f' }, style));
out.push(title('A credit scorecard: 65 points or more are granted'), '');
out.push('age 42, income 36 k€, owns a home, no late payment:', '');
out.push(reportText(reduce(card), { age: 42, income: 36, home: 'own', 'late payments': 0 }, style));
process.stdout.write(out.join('\n'));
