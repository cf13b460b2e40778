// `npm start`: the paper's running example from probabilities to proof, then a scorecard with bins and units.
import { styleText } from 'node:util';
import { additiveForm, type Model, reduce } from '@xpxlc/core';
import { loadModel } from './import/load-model.ts';
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

/** Models come from files; these two lie beside the program. */
async function example(name: string): Promise<Model> {
  return (await loadModel(new URL(`../examples/${name}.json`, import.meta.url))).model;
}

// Does a listener who likes stations 1 and 3, but not 2 and 4, count as young (Y) or older (O)?
const stations = await example('stations');
const card = await example('loans');

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
out.push(title('The paper’s running example: a naive Bayes classifier of radio listeners'), '');
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
