import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  complementNaiveBayes,
  gaussianNaiveBayes,
  multinomialNaiveBayes,
} from '../../src/model/naive-bayes.ts';
import { type ExpectedError, expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';

const classes = ['ham', 'spam'];
const prior = [0.5, 0.5];
const link = { name: 'link', values: ['no', 'yes'] };

/** Tests that a constructor refuses its fine specification with one part changed. */
function refuser<S extends object>(build: (spec: S) => unknown, fine: S) {
  return (what: string, change: object, error: ExpectedError): void => {
    it(`refuses ${what}`, () => {
      expectError(() => build({ ...fine, ...change }), ModelError, error);
    });
  };
}

const probability = { code: 'bad-probability', expected: 'a number from 0 to 1' };
const logarithm = { code: 'bad-probability', expected: 'the logarithm of a probability (at most 0)' };
const INFINITE = Number.NEGATIVE_INFINITY;

describe('categorical naive Bayes', () => {
  const fine = { classes, features: [link], prior, likelihood: [matrix([0.9, 0.1], [0.2, 0.8])] };
  const refuses = refuser(categoricalNaiveBayes, fine);
  const logs = { scale: 'log' as const, prior: prior.map(Math.log) };

  it('keeps probabilities as they are given', () => {
    expect(categoricalNaiveBayes(fine)).toEqual({
      kind: 'categorical-naive-bayes',
      classes,
      features: [{ kind: 'categorical', ...link }],
      tieOrder: classes,
      scale: 'probability',
      prior,
      likelihood: fine.likelihood,
    });
  });
  it('accepts zero probabilities of values, in either scale', () => {
    expect(categoricalNaiveBayes({ ...fine, likelihood: [matrix([1, 0], [0, 1])] }).likelihood).toEqual([
      matrix([1, 0], [0, 1]),
    ]);
    const zeros = [matrix([0, INFINITE], [INFINITE, 0])];
    expect(categoricalNaiveBayes({ ...fine, ...logs, likelihood: zeros }).likelihood).toEqual(zeros);
  });
  it('accepts sums that miss 1 by no more than printing does', () => {
    expect(() => categoricalNaiveBayes({ ...fine, prior: [0.333333, 0.666667] })).not.toThrow();
    expect(() => categoricalNaiveBayes({ ...fine, prior: [0.3333, 0.6666] })).toThrow('add up');
  });
  it('accepts no features', () => {
    expect(categoricalNaiveBayes({ ...fine, features: [], likelihood: [] }).likelihood).toEqual([]);
  });

  refuses(
    'an unknown scale',
    { scale: 'log2' },
    { code: 'bad-model', place: 'scale', expected: "'probability' or 'log'", got: 'log2' },
  );
  refuses(
    'a prior for each class but one',
    { prior: [1] },
    { code: 'wrong-length', place: 'prior', expected: '2 (one per class)', got: '1' },
  );
  refuses(
    'no prior',
    { prior: undefined },
    { code: 'bad-model', place: 'prior', expected: 'a list with one entry per class', got: 'undefined' },
  );
  refuses(
    'a prior of zero',
    { prior: [0, 1] },
    { code: 'class-never-wins', place: "prior, class 'ham'", expected: 'a positive probability', got: '0' },
  );
  refuses(
    'a log-prior of −∞',
    { ...logs, prior: [0, INFINITE] },
    {
      code: 'class-never-wins',
      place: "prior, class 'spam'",
      expected: 'a positive probability',
      got: '-Infinity',
    },
  );
  refuses(
    'a negative prior',
    { prior: [1.5, -0.5] },
    { ...probability, place: 'prior, entry 0', got: '1.5' },
  );
  refuses(
    'a prior that does not add up',
    { prior: [0.5, 0.4] },
    { code: 'probability-sum', place: 'prior', expected: 'a sum of 1', got: '0.9' },
  );
  refuses(
    'a number as feature',
    { features: [{ name: 'x' }] },
    { code: 'bad-model', place: "feature 'x'", expected: 'a feature with values, or bins', got: 'real' },
  );
  refuses(
    'bins of a categorical feature',
    { bins: [{ cuts: [1] }] },
    { code: 'bad-model', place: "feature 'link'", expected: 'null', got: 'an object' },
  );
  refuses(
    'more bins than features',
    { bins: [null, null] },
    { code: 'wrong-length', place: 'bins', expected: '1 (one per feature)', got: '2' },
  );
  refuses(
    'unordered bins of a number',
    { features: [{ name: 'x' }], bins: [{ cuts: [2, 1] }] },
    { code: 'unordered-bins', place: "feature 'x', cut 1", expected: 'more than 2', got: '1' },
  );
  refuses(
    'a probability too few for the bins of a number',
    { features: [{ name: 'x' }], bins: [{ cuts: [1, 2] }] },
    { code: 'wrong-length', place: "feature 'x', class 'ham'", expected: '3 (one per outcome)', got: '2' },
  );
  it('takes numbers with bins, closed on the left unless said otherwise', () => {
    const features = [{ name: 'x' }, link];
    const likelihood = [fine.likelihood[0], fine.likelihood[0]];
    expect(
      categoricalNaiveBayes({ ...fine, features, likelihood, bins: [{ cuts: [3] }, null] }).bins,
    ).toEqual([{ cuts: [3], closed: 'left' }, null]);
    expect(categoricalNaiveBayes({ ...fine, bins: [null] })).toEqual(categoricalNaiveBayes(fine));
  });
  refuses(
    'a table too few',
    { likelihood: [] },
    { code: 'wrong-length', place: 'likelihood', expected: '1 (one per feature)', got: '0' },
  );
  refuses(
    'a table that is none',
    { likelihood: [7] },
    { code: 'bad-model', place: "feature 'link'", expected: 'a list with one entry per class', got: '7' },
  );
  refuses(
    'a table with a row too many',
    { likelihood: [matrix([1, 0], [0, 1], [0, 1])] },
    { code: 'wrong-length', place: "feature 'link'", expected: '2 (one per class)', got: '3' },
  );
  refuses(
    'a row with a value too many',
    { likelihood: [matrix([1, 0, 0], [0, 1])] },
    { code: 'wrong-length', place: "feature 'link', class 'ham'", expected: '2 (one per outcome)', got: '3' },
  );
  refuses(
    'NaN',
    { likelihood: [matrix([1, 0], [Number.NaN, 1])] },
    { ...probability, place: "feature 'link', class 'spam', entry 0", got: 'NaN' },
  );
  refuses(
    'text',
    {
      likelihood: [
        [
          [1, 0],
          ['0', 1],
        ],
      ],
    },
    { ...probability, place: "feature 'link', class 'spam', entry 0", got: "'0'" },
  );
  refuses(
    'a probability below 0',
    { likelihood: [matrix([1, 0], [-0.1, 1.1])] },
    { ...probability, place: "feature 'link', class 'spam', entry 0", got: '-0.1' },
  );
  refuses(
    'a probability above 1',
    { likelihood: [matrix([1, 0], [1.1, -0.1])] },
    { ...probability, place: "feature 'link', class 'spam', entry 0", got: '1.1' },
  );
  refuses(
    'a positive logarithm',
    { ...logs, likelihood: [matrix([0.5, -1], [-1, -1])] },
    { ...logarithm, place: "feature 'link', class 'ham', entry 0", got: '0.5' },
  );
  refuses(
    'rows that do not add up',
    { likelihood: [matrix([1, 0], [0.5, 0.25])] },
    { code: 'probability-sum', place: "feature 'link', class 'spam'", expected: 'a sum of 1', got: '0.75' },
  );
  refuses(
    'the general mistakes too',
    { classes: ['ham'] },
    { code: 'too-few-classes', place: 'classes', expected: 'at least 2', got: '1' },
  );
});

describe('Bernoulli naive Bayes', () => {
  const fine = { classes, features: ['free', 'meeting'], prior, likelihood: matrix([0.1, 0.7], [0.6, 0.05]) };
  const refuses = refuser(bernoulliNaiveBayes, fine);

  it('makes features of names, absent before present', () => {
    expect(bernoulliNaiveBayes(fine).features[1]).toEqual({
      kind: 'categorical',
      name: 'meeting',
      values: ['0', '1'],
    });
  });
  it('takes features with two values of any name', () => {
    const features = [{ name: 'free', values: ['absent', 'present'] }, 'meeting'];
    expect(bernoulliNaiveBayes({ ...fine, features }).features[0]).toMatchObject({
      values: ['absent', 'present'],
    });
  });
  it('accepts probabilities of 0 and 1', () => {
    expect(bernoulliNaiveBayes({ ...fine, likelihood: matrix([0, 1], [1, 0]) }).likelihood).toEqual(
      matrix([0, 1], [1, 0]),
    );
  });

  const free = "feature 'free'";
  refuses(
    'no list of features',
    { features: 'free' },
    { code: 'bad-model', place: 'features', expected: 'a list of features', got: 'free' },
  );
  refuses(
    'a number as feature',
    { features: [{ name: 'free' }, 'meeting'] },
    { code: 'bad-model', place: free, expected: 'a feature with values', got: 'real' },
  );
  refuses(
    'three values',
    { features: [{ name: 'free', values: ['a', 'b', 'c'] }, 'meeting'] },
    { code: 'bad-model', place: free, expected: '2 values', got: 'an array of 3' },
  );
  refuses(
    'a row too few',
    { likelihood: [[0.1, 0.7]] },
    { code: 'wrong-length', place: 'likelihood', expected: '2 (one per feature)', got: '1' },
  );
  refuses(
    'a row with a class too many',
    { likelihood: matrix([0.1, 0.7, 0.1], [0.6, 0.05]) },
    { code: 'wrong-length', place: free, expected: '2 (one per class)', got: '3' },
  );
  refuses(
    'more than certainty',
    { likelihood: matrix([0.1, 1.7], [0.6, 0.05]) },
    { ...probability, place: "feature 'free', class 'spam'", got: '1.7' },
  );
  refuses(
    'a prior that does not add up',
    { prior: [0.5, 0.6] },
    { code: 'probability-sum', place: 'prior', expected: 'a sum of 1', got: '1.1' },
  );
  refuses(
    'an unknown scale',
    { scale: 'odds' },
    { code: 'bad-model', place: 'scale', expected: "'probability' or 'log'", got: 'odds' },
  );
});

describe.each([
  ['multinomial', (spec: object) => multinomialNaiveBayes({ prior, ...spec } as never), 'likelihood'],
  ['complement', (spec: object) => complementNaiveBayes(spec as never), 'complement'],
] as const)('%s naive Bayes', (_, build, table) => {
  const fine = { classes, features: ['free', 'meeting'], [table]: matrix([0.2, 0.8], [0.9, 0.1]) };
  const refuses = refuser(build, fine);

  it('makes counts of names: whole numbers from 0 up', () => {
    const count = { kind: 'integer', name: 'free', lower: 0, upper: Number.POSITIVE_INFINITY };
    expect(build(fine).features[0]).toEqual(count);
  });
  it('takes numbers with bounds of their own', () => {
    const features = [
      { name: 'free', lower: 0, upper: 3 },
      { name: 'meeting', kind: 'integer', lower: 1 },
    ];
    expect(build({ ...fine, features }).features.map((f: { kind: string }) => f.kind)).toEqual([
      'real',
      'integer',
    ]);
  });

  const free = "feature 'free'";
  refuses(
    'categories',
    { features: [{ name: 'free', values: ['a'] }, 'meeting'] },
    { code: 'bad-model', place: free, expected: 'a numeric feature', got: 'categories' },
  );
  refuses(
    'negative counts',
    { features: [{ name: 'free', lower: -1 }, 'meeting'] },
    { code: 'bad-model', place: free, expected: 'a lower bound of at least 0', got: '-1' },
  );
  refuses(
    'counts without end below',
    { features: [{ name: 'free' }, 'meeting'] },
    { code: 'not-finite', place: `${free}, lower bound`, expected: 'a finite number', got: '-Infinity' },
  );
  refuses(
    'a zero',
    { [table]: matrix([0, 1], [0.9, 0.1]) },
    {
      code: 'zero-probability',
      place: "class 'ham', entry 0",
      expected: 'a smoothed, positive probability',
      got: '0',
    },
  );
  refuses(
    'a logarithm of zero',
    {
      scale: 'log',
      prior: prior.map(Math.log),
      [table]: [
        [0, INFINITE],
        [Math.log(0.9), Math.log(0.1)],
      ],
    },
    {
      code: 'zero-probability',
      place: "class 'ham', entry 1",
      expected: 'a smoothed, positive probability',
      got: '-Infinity',
    },
  );
  refuses(
    'a row too few',
    { [table]: [[0.2, 0.8]] },
    { code: 'wrong-length', place: table, expected: '2 (one per class)', got: '1' },
  );
  refuses(
    'a feature too few',
    { [table]: [[1], [1]] },
    { code: 'wrong-length', place: "class 'ham'", expected: '2 (one per outcome)', got: '1' },
  );
  refuses(
    'rows that do not add up',
    { [table]: matrix([0.2, 0.7], [0.9, 0.1]) },
    { code: 'probability-sum', place: "class 'ham'", expected: 'a sum of 1', got: String(0.2 + 0.7) },
  );
  refuses(
    'no list of features',
    { features: 3 },
    { code: 'bad-model', place: 'features', expected: 'a list of features', got: '3' },
  );
  refuses(
    'an unknown scale',
    { scale: 'odds' },
    { code: 'bad-model', place: 'scale', expected: "'probability' or 'log'", got: 'odds' },
  );
});

describe('complement naive Bayes', () => {
  it('is not normalised unless asked', () => {
    const half = [0.5, 0.5];
    const spec = { classes, features: ['free', 'meeting'], complement: [half, half] };
    expect(complementNaiveBayes(spec).norm).toBe(false);
    expect(complementNaiveBayes({ ...spec, norm: true }).norm).toBe(true);
  });

  it('of a single feature that is certain has no normalised weights, as scikit-learn has none (0/0)', () => {
    const spec = { classes, features: ['free'] };
    const error = {
      code: 'certain-complement',
      place: "class 'ham'",
      expected: 'a feature that is not certain, or norm: false',
    };
    const certain = { ...spec, complement: [[1], [1]] };
    expectError(() => complementNaiveBayes({ ...certain, norm: true }), ModelError, { ...error, got: '1' });
    expect(complementNaiveBayes(certain).norm).toBe(false);
    const logs = { ...spec, scale: 'log' as const, complement: [[0], [0]], norm: true };
    expectError(() => complementNaiveBayes(logs), ModelError, { ...error, got: '0' });
  });

  it('is normalised or not, nothing between', () => {
    const spec = { classes, features: ['free'], complement: [[1], [1]], norm: 'no' as unknown as boolean };
    expectError(() => complementNaiveBayes(spec), ModelError, {
      code: 'bad-model',
      place: 'norm',
      expected: 'true or false',
      got: 'no',
    });
  });
});

describe('Gaussian naive Bayes', () => {
  const fine = {
    classes,
    features: ['x', { name: 'y', lower: 0 }],
    prior,
    mean: matrix([0, 1], [2, 3]),
    variance: matrix([1, 1], [2, 0.5]),
  };
  const refuses = refuser(gaussianNaiveBayes, fine);

  it('makes any real number of a name', () => {
    const { NEGATIVE_INFINITY: lower, POSITIVE_INFINITY: upper } = Number;
    expect(gaussianNaiveBayes(fine).features[0]).toEqual({ kind: 'real', name: 'x', lower, upper });
  });
  it('accepts variances as small and as large as their halved inverse is a number', () => {
    for (const v of [1e-300, 1e300, 5e-308]) {
      expect(() => gaussianNaiveBayes({ ...fine, variance: matrix([1, 1], [v, 1]) })).not.toThrow();
    }
  });

  const variance = {
    code: 'bad-variance',
    place: "feature 'x', class 'spam'",
    expected: 'a positive number',
  };
  refuses(
    'categories',
    { features: [link, 'y'] },
    { code: 'bad-model', place: "feature 'link'", expected: 'a numeric feature', got: 'categories' },
  );
  refuses('a variance of 0', { variance: matrix([1, 1], [0, 1]) }, { ...variance, got: '0' });
  refuses('a negative variance', { variance: matrix([1, 1], [-1, 1]) }, { ...variance, got: '-1' });
  refuses(
    'a variance whose inverse is no number',
    { variance: matrix([1, 1], [Number.MIN_VALUE, 1]) },
    { ...variance, got: '5e-324' },
  );
  refuses(
    'an infinite variance',
    { variance: matrix([1, 1], [Number.POSITIVE_INFINITY, 1]) },
    {
      code: 'not-finite',
      place: "variance, class 'spam', entry 0",
      expected: 'a finite number',
      got: 'Infinity',
    },
  );
  refuses(
    'a mean of NaN',
    { mean: matrix([0, 1], [2, Number.NaN]) },
    { code: 'not-finite', place: "mean, class 'spam', entry 1", expected: 'a finite number', got: 'NaN' },
  );
  refuses(
    'means of one class only',
    { mean: [[0, 1]] },
    { code: 'wrong-length', place: 'mean', expected: '2 (one per class)', got: '1' },
  );
  refuses(
    'a variance too few',
    { variance: [[1], [1, 1]] },
    { code: 'wrong-length', place: "variance, class 'ham'", expected: '2 (one per feature)', got: '1' },
  );
  refuses(
    'a prior of zero',
    { prior: [0, 1] },
    { code: 'class-never-wins', place: "prior, class 'ham'", expected: 'a positive probability', got: '0' },
  );
  refuses(
    'an unknown scale',
    { scale: 'odds' },
    { code: 'bad-model', place: 'scale', expected: "'probability' or 'log'", got: 'odds' },
  );
  refuses(
    'no list of features',
    { features: {} },
    { code: 'bad-model', place: 'features', expected: 'a list of features', got: 'an object' },
  );
});
