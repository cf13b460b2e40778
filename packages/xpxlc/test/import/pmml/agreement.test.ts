// Every model of fixtures/pmml predicts as JPMML does, on every row.
import { type Classifier, type Instance, predict, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { readPmml } from '../../../src/import/pmml/index.ts';
import { names, pmml, type ScoredRow, scoredRows } from './fixtures.ts';

const CUTOFF = 52;
/** Scores that have no probabilities, or none with a name here. */
const WITHOUT_PROBABILITIES = ['regression-none', 'scorecard'];

/** Cells as values: numbers of numeric features, null for what is missing. */
function instance(classifier: Classifier, { cells }: ScoredRow): Instance {
  return Object.fromEntries(
    classifier.model.features.map(({ name, kind }) => [
      name,
      cells[name] === '' ? null : kind === 'categorical' ? cells[name] : Number(cells[name]),
    ]),
  );
}

describe.each(names)('%s', (name) => {
  const { model } = readPmml(pmml(name), { cutoff: CUTOFF, classes: ['refuse', 'grant'] });
  const classifier = reduce(model);
  const rows = scoredRows(name);
  const answers = rows.map((row) => predict(classifier, instance(classifier, row)));

  it('has the class that JPMML has, on every row outside the noise of doubles', () => {
    expect(rows.length).toBe(1000);
    const expected = rows.map(({ predicted }) =>
      name === 'scorecard' ? (Number(predicted) >= CUTOFF ? 'grant' : 'refuse') : predicted,
    );
    const different = rows.flatMap((row, i) => (answers[i].class === expected[i] ? [] : [{ row, i }]));
    // Decimals that add up to a tie, which doubles miss by an ulp: flagged, and JPMML itself is undecided.
    expect(different.length).toBe(name === 'conditions' ? 1 : 0);
    for (const { row, i } of different) {
      expect(answers[i].doubtful).toBe(true);
      expect(Math.abs(answers[i].margin)).toBeLessThan(1e-15);
      expect(row.probability).toBeCloseTo(0.5, 15);
    }
    const doubtful = answers.filter((answer) => answer.doubtful && !answer.tie);
    expect(doubtful.length).toBe(name === 'conditions' ? 7 : 0);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });

  if (!WITHOUT_PROBABILITIES.includes(name) && rows[0].probability !== undefined)
    it('has the probability that JPMML has', () => {
      rows.forEach(({ probability = Number.NaN }, i) => {
        const { probabilities = [], classIndex: index } = answers[i];
        expect(Math.abs(probabilities[index] - probability)).toBeLessThan(1e-9);
      });
    });
  else
    it('has no probability', () => {
      expect(answers[0].probabilities).toBeUndefined();
    });

  if (name === 'scorecard')
    it('has the points that JPMML has', () => {
      rows.forEach(({ predicted }, i) => {
        expect(answers[i].scores[1] - answers[i].scores[0]).toBe(Number(predicted) - CUTOFF);
        expect(answers[i].points).toBe(Number(predicted));
      });
    });
});
