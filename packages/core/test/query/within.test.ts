// What may move: words, errors, and cases small enough to see the answer. The laws over random cases are in test/laws.

import { describe, expect, it } from 'vitest';
import { InstanceError } from '../../src/errors.ts';
import {
  additiveForm,
  bernoulliNaiveBayes,
  type Certificate,
  certify,
  checkWithin,
  counterfactual,
  given,
  linearModel,
  multinomialNaiveBayes,
  precision,
  reduce,
  rule,
  scorecard,
  smallest,
  verify,
  type Within,
  weigh,
  withinTest,
} from '../../src/index.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { linear } from '../problems.ts';

const loan = reduce(
  linearModel({
    classes: ['refuse', 'grant'],
    features: [
      { name: 'age', lower: 18, upper: 99, kind: 'integer', unit: 'years' },
      { name: 'income', lower: 0, upper: 100 },
      { name: 'job', values: ['none', 'clerk', 'nurse'] },
    ],
    weights: [1, 2, [0, 10, 20]],
    intercept: -100,
  }),
);
const applicant = { age: 30, income: 10, job: 'none' };
const ask = (within: Within) => weigh(loan, applicant, { within });

describe('what may move', () => {
  it('narrows explanations and contrasts', () => {
    expect(smallest(weigh(loan, applicant))).toEqual([0, 1]);
    // Only what rises can help: with income fixed nothing else does.
    expect(smallest(ask({ features: { income: 'fixed' } }))).toEqual([0]);
    expect(smallest(ask({ features: { income: 'fixed', age: 'down' } }))).toEqual([]);
    expect(smallest(ask({ features: { income: 'down', age: 'fixed' } }), { kind: 'cxp' })).toBeUndefined();
    expect(smallest(ask({ others: 'fixed', features: { income: 'up' } }), { kind: 'cxp' })).toEqual([1]);
    expect(counterfactual(ask({ others: 'fixed', features: { income: { to: 40 } } }), ['income'])).toEqual({
      instance: { ...applicant, income: 36 },
      class: 'grant',
      changed: [1],
      doubtful: false,
    });
    expect(counterfactual(ask({ features: { income: { to: 35 } } }), ['income'])).toBeUndefined();
    expect(
      counterfactual(ask({ features: { income: { to: 31 }, job: ['none', 'clerk'] } }), ['income', 'job'])
        ?.instance,
    ).toEqual({ ...applicant, income: 31, job: 'clerk' });
  });

  it('is said in words', () => {
    expect(given(weigh(loan, applicant))).toEqual([]);
    const problem = ask({ features: { income: 'up', age: 'fixed', job: ['none', 'clerk'] } });
    expect(given(problem)).toEqual(['income ≥ 10', 'age = 30 years', 'job in {none, clerk}']);
    expect(rule(problem, [1])).toBe(
      'IF income = 10 THEN refuse GIVEN income ≥ 10 AND age = 30 years AND job in {none, clerk}',
    );
    expect(given(ask({ features: { age: 'free', income: { from: 5, to: 20 } }, zeros: 'held' }))).toEqual([
      '5 ≤ income ≤ 20',
      'zeros stay zero, and other numbers move only towards zero, but for age',
    ]);
    expect(given(ask({ features: { age: 'free', job: 'free' }, others: 'fixed' }))).toEqual([
      'everything else stays as it is, but for age, job',
    ]);
    expect(given(ask({ others: 'fixed' }))).toEqual(['everything else stays as it is']);
    expect(given(ask({ zeros: 'held', others: 'fixed' }))).toEqual([
      'zeros stay zero, and other numbers move only towards zero; everything else stays as it is',
    ]);
    expect(ask({ zeros: 'held', others: 'fixed' }).classifier.features[0]).toMatchObject({
      lower: 18,
      upper: 30,
    });
    expect(problem.within).toEqual({ features: { income: 'up', age: 'fixed', job: ['none', 'clerk'] } });
    // What leaves the whole domain leaves nothing to say.
    expect(given(ask({ features: { income: { from: -5 } } }))).toEqual([]);
  });

  it('lets words that are absent stay absent', () => {
    const words = reduce(
      multinomialNaiveBayes({
        classes: ['ham', 'spam'],
        features: ['money', 'hello', 'free'].map((name) => ({ name, lower: 0 })),
        prior: [0.5, 0.5],
        likelihood: matrix([0.1, 0.8, 0.1], [0.4, 0.1, 0.5]),
      }),
    );
    const message = { money: 2, hello: 0, free: 1 };
    // A word that is not there could come, any number of times.
    expect(smallest(weigh(words, message))).toEqual([0, 1]);
    const problem = weigh(words, message, { within: { zeros: 'held' } });
    expect(smallest(problem)).toEqual([0]);
    expect(rule(problem, [0])).toBe(
      'IF money = 2 THEN spam GIVEN zeros stay zero, and other numbers move only towards zero',
    );
    expect(problem.classifier.features[0]).toMatchObject({ lower: 0, upper: 2 });
    expect(problem.classifier.features[1]).toMatchObject({ lower: 0, upper: 0 });
    // The classifier that was asked is as it was.
    expect(words.features[0]).toMatchObject({ lower: 0, upper: Number.POSITIVE_INFINITY });
    expect(smallest(weigh(problem.classifier, message))).toEqual([0, 1]);
  });

  it('takes the first value of a Bernoulli model, and a category named like zero, for absent', () => {
    const bernoulli = reduce(
      bernoulliNaiveBayes({
        classes: ['ham', 'spam'],
        features: ['money', 'hello'].map((name) => ({ name, values: ['out', 'in'] })),
        prior: [0.5, 0.5],
        likelihood: matrix([0.2, 0.9], [0.9, 0.2]),
      }),
    );
    expect(smallest(weigh(bernoulli, ['in', 'out']))).toEqual([0, 1]);
    expect(smallest(weigh(bernoulli, ['in', 'out'], { within: { zeros: 'held' } }))).toEqual([0]);
    expect(weigh(bernoulli, ['in', 'out'], { within: { zeros: 'held' } }).classifier.features).toHaveLength(
      2,
    );
    const flags = ['0', '0.0', 'False', 'absent', 'no'].map((zero) => {
      const model = linear([{ name: 'x', values: ['1', zero] }], [[1, -1]]);
      return smallest(weigh(reduce(model), [zero], { within: { zeros: 'held' } })).length;
    });
    expect(flags).toEqual([0, 0, 0, 0, 1]);
  });

  it('keeps a missing value missing, and a number a number', () => {
    const card = reduce(
      scorecard({
        classes: ['refuse', 'grant'],
        features: [{ name: 'age', lower: 18, upper: 99, missing: true }],
        points: [{ cuts: [40], values: [0, 10], missing: 3 }],
        cutoff: 5,
      }),
    );
    expect(smallest(weigh(card, [null]), { kind: 'cxp' })).toEqual([0]);
    for (const word of ['fixed', 'up', 'down'] as const)
      expect(
        smallest(weigh(card, [null], { within: { features: { age: word } } }), { kind: 'cxp' }),
      ).toBeUndefined();
    expect(given(weigh(card, [null], { within: { features: { age: 'up' } } }))).toEqual(['age is missing']);
    // From 50 up there is no bin below 40, and no missing value.
    expect(smallest(weigh(card, [50], { within: { features: { age: 'up' } } }))).toEqual([]);
    expect(smallest(weigh(card, [50], { within: { features: { age: { from: 18 } } } }))).toEqual([0]);
    expectError(() => weigh(card, [null], { within: { features: { age: { from: 18 } } } }), InstanceError, {
      code: 'outside-within',
      place: "feature 'age'",
      expected: '18 to 99',
      got: 'a missing value',
    });
  });

  it('is refused where it makes no sense', () => {
    const bad = (within: unknown, place: string, expected: string, got: string, code = 'bad-within') => {
      const detail = { code, place, expected, got };
      expectError(() => weigh(loan, applicant, { within: within as Within }), InstanceError, detail);
      expectError(() => checkWithin(loan, within as Within), InstanceError, detail);
    };
    bad('up', 'within', 'an object with features, zeros or others', "'up'");
    bad({ income: 'up' }, 'within', 'only features, zeros, others', "'income'");
    bad({ zeros: 'free' }, 'within.zeros', "'held'", "'free'");
    bad({ others: 'free' }, 'within.others', "'fixed'", "'free'");
    bad({ features: null }, 'within.features', 'an object', 'null');
    bad({ features: { x: 'up' } }, 'within', 'a feature of the model', "'x'", 'unknown-feature');
    const job = "within, feature 'job'";
    bad({ features: { job: 'up' } }, job, "'free', 'fixed' or a list of categories", "'up'");
    bad(
      { features: { job: ['cook'] } },
      job,
      "one of 'none', 'clerk', 'nurse'",
      "'cook'",
      'unknown-category',
    );
    const income = "within, feature 'income'";
    const words = "'free', 'fixed', 'up', 'down' or { from, to }";
    bad({ features: { income: 'held' } }, income, words, "'held'");
    bad({ features: { income: [1, 2] } }, income, words, 'an array of 2');
    bad({ features: { income: { from: '1' } } }, income, 'numbers as ends', "'1'");
    bad({ features: { income: { at: 1 } } }, income, 'from and to', "'at'");
    bad({ features: { income: { from: 200 } } }, income, 'numbers between 0 and 100', "'200 to Infinity'");
    bad(
      { features: { age: { from: 20.2, to: 20.8 } } },
      "within, feature 'age'",
      'numbers between 18 and 99',
      "'20.2 to 20.8'",
    );
  });

  it('must hold of the instance', () => {
    const outside = (within: Within, place: string, expected: string, got: string) =>
      expectError(() => ask(within), InstanceError, { code: 'outside-within', place, expected, got });
    outside({ features: { income: { from: 20 } } }, "feature 'income'", '20 to 100', '10');
    outside({ features: { job: ['clerk', 'nurse'] } }, "feature 'job'", "one of 'clerk', 'nurse'", "'none'");
  });

  it('is where fixed features of a question have gone', () => {
    const asked = { kind: 'cxp', fixed: ['age'] } as const;
    expectError(() => smallest(weigh(loan, applicant), asked), InstanceError, {
      code: 'bad-option',
      place: 'fixed',
      expected: "weigh(classifier, instance, { within: { features: { name: 'fixed' } } })",
      got: 'an array of 1',
    });
  });

  it('leaves the model without a distribution of its own', () => {
    const bernoulli = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: [{ name: 'x', values: ['out', 'in'] }],
      prior: [0.5, 0.5],
      likelihood: [[0.2, 0.9]],
    });
    const problem = weigh(reduce(bernoulli), ['in'], { within: { others: 'fixed' } });
    expectError(() => precision(problem, [], 'model'), InstanceError, {
      code: 'no-distribution',
      place: 'distribution',
      expected: "'uniform' or marginals, where a question narrows what may move",
      got: "'model'",
    });
    expect(precision(problem, [], 'uniform').low).toBe(1);
  });
});

describe('a certificate over a narrowed space', () => {
  const within = { features: { income: { from: 5, to: 30 }, job: ['none', 'clerk'], age: 'up' } } as const;
  const problem = ask(within);
  const certificate = certify(problem, smallest(problem));

  it('says what it takes as given, and is checked against the model with it', () => {
    expect(certificate.within).toEqual([
      { feature: 'age', from: 30, to: 99 },
      { feature: 'income', from: 5, to: 30 },
      { feature: 'job', values: ['none', 'clerk'] },
    ]);
    expect(verify(certificate, additiveForm(loan))).toEqual({ valid: true });
    expect(verify(certificate, additiveForm(problem.classifier))).toEqual({ valid: true });
  });

  it('is not valid with other domains', () => {
    const claim = (domains: Certificate['within']) =>
      verify({ ...certificate, within: domains }, additiveForm(loan)).reason;
    expect(claim([])).toMatch(/the drop of \w+ against grant is wrong/);
    const [age, income, job] = certificate.within;
    expect(claim([{ ...age, from: 31 }, income, job])).toBe('age is not within its narrowed domain');
    expect(claim([age, income, { feature: 'job', values: ['clerk'] }])).toBe(
      'job is not within its narrowed domain',
    );
    expect(claim([age, income, { feature: 'job', values: ['none', 'cook'] }])).toBe(
      'job is not within its narrowed domain',
    );
    expect(claim([age, income, { feature: 'job', from: 1 }])).toBe('job is not within its narrowed domain');
    expect(claim([age, { feature: 'income', missing: true }, job])).toBe(
      'income is not within its narrowed domain',
    );
    expect(claim([age, { ...income, to: 31 }, job])).toBe('the drop of income against grant is wrong');
  });

  it('is not valid where a missing value is a number of the domain only', () => {
    const card = reduce(
      scorecard({
        classes: ['no', 'yes'],
        features: [{ name: 'x', lower: 0, upper: 9, missing: true }],
        points: [{ cuts: [5], values: [0, 9], missing: 7 }],
        cutoff: 5,
      }),
    );
    const missing = weigh(card, [null], { within: { features: { x: 'fixed' } } });
    const sound = certify(missing, []);
    expect(verify(sound, additiveForm(card))).toEqual({ valid: true });
    const claim = { ...sound, within: [{ feature: 'x', from: 0, to: 9 }] };
    expect(verify(claim, additiveForm(card)).reason).toBe('x is not within its narrowed domain');
  });

  it('of release 0.1 is valid still, its fixed features cannot move', () => {
    const { within: _, ...rest } = certify(weigh(loan, applicant), ['income'], { kind: 'cxp' });
    const old = (fixed: readonly string[], kind = 'cxp') =>
      verify({ ...rest, version: 1, fixed, kind } as unknown as Certificate, additiveForm(loan));
    expect(old([])).toEqual({ valid: true });
    expect(old(['age'])).toEqual({ valid: true });
    expect(old(['income'])).toEqual({ valid: false, reason: 'the set cannot change the class' });
    expect(old(['x'])).toEqual({
      valid: false,
      reason: 'malformed certificate: within names unknown features',
    });
    expect(old(['age'], 'axp')).toEqual({
      valid: false,
      reason: 'malformed certificate: only contrasts have fixed features',
    });
  });
});

it('an instance is part of what may move where each of its values is', () => {
  const isPart = withinTest(loan, { features: { age: { from: 25, to: 40 }, job: ['none', 'clerk'] } });
  expect(
    [
      [30, 10, 0],
      [24, 10, 0],
      [30, 10, 2],
    ].map(isPart),
  ).toEqual([true, false, false]);
});
