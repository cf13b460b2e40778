// Tables and EBMs without a file system: runs in Node and in a browser.
import { predict, reduce } from '@xpxlc/core';
import { expect, it } from 'vitest';
import { readEbm } from '../../../src/import/ebm/ebm.ts';
import { readCoefficients, readScorecard } from '../../../src/import/spreadsheet/index.ts';

it('a scorecard is read', () => {
  const text =
    "feature,bin,points\r\nage,< 30,10\r\nage,>= 30,25\r\nhome,\"['é', 'own']\",5\r\n(cutoff),,20\r\n";
  const { model } = readScorecard(text);
  expect(predict(reduce(model), [30, 'é']).class).toBe('20 or more');
  expect(() => readScorecard('feature,bin,points\nx,"a,1\n')).toThrow('broken quoting');
});

it('coefficients are read', () => {
  const { model } = readCoefficients('feature,coefficient\nconst,-1\njob[a],2\njob[b],0\n');
  expect(predict(reduce(model), ['b']).class).toBe('0');
});

it('an EBM is read', () => {
  const ebm = {
    outputs: [{ task: 'classification', link: 'logit', classes: ['no', 'yes'] }],
    intercept: [0],
    features: [{ name: 'x', type: 'continuous', cuts: [[1]] }],
    terms: [{ term_features: ['x'], scores: [-2, -1, 1, 0] }],
  };
  const { model } = readEbm(JSON.stringify({ version: '1.0', ebm }));
  expect([1, 0, null].map((x) => predict(reduce(model), [x]).class)).toEqual(['yes', 'no', 'no']);
});
