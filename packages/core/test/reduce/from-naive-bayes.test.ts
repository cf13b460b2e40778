import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  complementNaiveBayes,
  gaussianNaiveBayes,
  multinomialNaiveBayes,
} from '../../src/model/naive-bayes.ts';
import type { AdditiveModel, Model, QuadraticShape, TableShape } from '../../src/model/types.ts';
import { predict } from '../../src/query/predict.ts';
import { additiveForm } from '../../src/reduce/additive-form.ts';
import { distribution, edgeNaiveBayes } from '../arbitraries.ts';
import { reduce } from '../engine.ts';
import { expectError } from '../expect-error.ts';
import { matrix } from '../matrix.ts';
import { nearestDouble } from '../oracle/doubles.ts';
import { normalConstant } from '../oracle/logarithm.ts';
import { holds, law, until } from '../property.ts';

/** In nats, also where all probabilities happen to be powers of two and scores are counted in bits. */
function scoresOf(model: Model, instance: readonly number[]): readonly number[] {
  const classifier = reduce(model, { neverWins: 'allow' });
  const unit = classifier.unit === 'bits' ? Math.LN2 : 1;
  return predict(classifier, instance).scores.map((score) => unit * score);
}

function expectClose(scores: readonly number[], truth: readonly number[]): void {
  scores.forEach((score, k) => {
    expect(Math.abs(score - truth[k])).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(truth[k])));
  });
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const three = ['a', 'b', 'c'];

describe('categorical naive Bayes', () => {
  const spec = fc.record({
    prior: distribution(3),
    likelihood: fc.array(fc.array(distribution(3), { minLength: 3, maxLength: 3 }), {
      minLength: 0,
      maxLength: 4,
    }),
    instance: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  });
  const named = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `f${i}`, values: three }));

  it('scores the logarithm of the prior and of each likelihood, from probabilities or from logarithms', () => {
    holds(100, spec, ({ prior, likelihood, instance }) => {
      const common = { classes: three, features: named(likelihood.length) };
      const values = instance.slice(0, likelihood.length);
      const truth = prior.map(
        (p, k) => Math.log(p) + sum(likelihood.map((t, i) => Math.log(t[k][values[i]]))),
      );
      expectClose(scoresOf(categoricalNaiveBayes({ ...common, prior, likelihood }), values), truth);
      const logs = {
        prior: prior.map(Math.log),
        likelihood: likelihood.map((t) => t.map((row) => row.map(Math.log))),
      };
      expectClose(scoresOf(categoricalNaiveBayes({ ...common, ...logs, scale: 'log' }), values), truth);
    });
  });

  it('scores a number by the likelihood of its bin', () => {
    holds(
      50,
      spec,
      fc.constantFrom('left' as const, 'right' as const),
      ({ prior, likelihood, instance }, closed) => {
        const features = likelihood.map((_, i) => ({ name: `x${i}` }));
        const bins = likelihood.map(() => ({ cuts: [1, 2], closed }));
        const model = categoricalNaiveBayes({ classes: three, features, bins, prior, likelihood });
        // 0.5, 1.5, 2.5 lie within the bins; 1 and 2 belong to the bin on their closed side.
        const inside = instance.slice(0, likelihood.length);
        const truth = prior.map(
          (p, k) => Math.log(p) + sum(likelihood.map((t, i) => Math.log(t[k][inside[i]]))),
        );
        expectClose(
          scoresOf(
            model,
            inside.map((bin) => bin + 0.5),
          ),
          truth,
        );
        const edge = closed === 'left' ? 0 : 1;
        expectClose(
          scoresOf(
            model,
            inside.map((bin) => bin + edge),
          ),
          truth,
        );
      },
    );
  });

  it('never prefers a class with more impossible values, however unlikely the others are', () => {
    const row = fc.constantFrom([0, 0.5, 0.5], [1, 0, 0], [1e-300, 0, 1], [0.2, 0.3, 0.5], [0, 0, 1]);
    const tables = fc.array(fc.array(row, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
    holds(
      200,
      tables,
      fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
      fc.constantFrom([0.5, 0.5], [1e-9, 1 - 1e-9]),
      (likelihood, instance, prior) => {
        const values = instance.slice(0, likelihood.length);
        const zeros = [0, 1].map((k) => likelihood.filter((t, i) => t[k][values[i]] === 0).length);
        fc.pre(zeros[0] !== zeros[1]);
        const model = categoricalNaiveBayes({
          classes: ['a', 'b'],
          features: named(likelihood.length),
          prior,
          likelihood,
        });
        const { classIndex: index } = predict(reduce(model, { neverWins: 'allow' }), values);
        expect(index).toBe(zeros[0] < zeros[1] ? 0 : 1);
      },
    );
  });

  it('puts the stand-in for log 0 just below all other logarithms together', () => {
    const model = categoricalNaiveBayes({
      classes: ['a', 'b'],
      features: [{ name: 'x', values: ['u', 'v'] }],
      prior: [0.5, 0.5],
      likelihood: [matrix([1, 0], [0.3, 0.7])],
    });
    const { table, unit } = reduce(model);
    const all = [0.5, 0.5, 1, 0.3, 0.7].map(Math.log);
    expect(unit).toBe('nats');
    expect(table[0][1]).toBeCloseTo(sum(all) - 1, 12);
    expect(table[0][0]).toBe(0);
  });

  it('is exact in powers of two: products that tie, tie', () => {
    const model = categoricalNaiveBayes({
      classes: ['a', 'b'],
      features: [
        { name: 'x', values: ['u', 'v', 'w'] },
        { name: 'y', values: ['u', 'v', 'w'] },
      ],
      prior: [0.5, 0.5],
      likelihood: [
        matrix([0.5, 0.25, 0.25], [0.25, 0.25, 0.5]),
        matrix([0.25, 0.5, 0.25], [0.5, 0.25, 0.25]),
      ],
    });
    const classifier = reduce(model);
    expect(classifier.unit).toBe('bits');
    expect(Array.from(classifier.table[0])).toEqual([-1, -2, -2, -2, -1, -2]);
    expect(predict(classifier, [0, 0])).toMatchObject({
      class: 'a',
      tie: true,
      exactMargin: '0',
      scores: [-4, -4],
    });
    expect(predict(classifier, [0, 1])).toMatchObject({ class: 'a', tie: false, exactMargin: '2' });
  });

  it('takes zeros and tiny powers of two to base 2 as well', () => {
    const prior = [0.5, 0.5];
    const likelihood = [matrix([1, 0], [2 ** -1074, 1])];
    const model = categoricalNaiveBayes({
      classes: ['a', 'b'],
      features: [{ name: 'x', values: ['u', 'v'] }],
      prior,
      likelihood,
    });
    const { table, unit } = reduce(model);
    expect(unit).toBe('bits');
    expect(table.map((row) => [...row])).toEqual(matrix([0, -1077], [-1074, 0]));
  });

  it('with a threshold or one probability that is no power of two uses natural logarithms', () => {
    const spec = {
      classes: ['a', 'b'],
      features: [{ name: 'x', values: ['u', 'v'] }],
      prior: [0.5, 0.5],
      likelihood: [matrix([0.5, 0.5], [0.25, 0.75])],
    };
    expect(reduce(categoricalNaiveBayes(spec)).unit).toBe('nats');
    const powers = { ...spec, likelihood: [matrix([0.5, 0.5], [1, 0])] };
    expect(reduce(categoricalNaiveBayes(powers)).unit).toBe('bits');
    expect(reduce(categoricalNaiveBayes({ ...powers, threshold: 0.5 })).unit).toBe('nats');
    const logs = {
      ...powers,
      scale: 'log' as const,
      prior: [0.5, 0.5].map(Math.log),
      likelihood: [matrix([0.5, 0.5], [1, 0]).map((row) => row.map(Math.log))],
    };
    expect(reduce(categoricalNaiveBayes(logs)).unit).toBe('nats');
  });

  it('with a probability threshold gives the second class to those more probable than that', () => {
    const two = fc.record({
      prior: distribution(2),
      likelihood: fc.array(fc.array(distribution(2), { minLength: 2, maxLength: 2 }), {
        minLength: 1,
        maxLength: 3,
      }),
    });
    holds(
      150,
      two,
      fc.integer({ min: 1, max: 19 }),
      fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }),
      ({ prior, likelihood }, twentieths, instance) => {
        const probability = twentieths / 20;
        const features = likelihood.map((_, i) => ({ name: `f${i}`, values: ['u', 'v'] }));
        const model = categoricalNaiveBayes({
          classes: ['a', 'b'],
          features,
          prior,
          likelihood,
          threshold: { probability },
        });
        const joint = prior.map((p, k) =>
          likelihood.reduce((product, t, i) => product * t[k][instance[i]], p),
        );
        const posterior = joint[1] / (joint[0] + joint[1]);
        fc.pre(Math.abs(posterior - probability) > 1e-9);
        const { classIndex: index } = predict(
          reduce(model, { neverWins: 'allow' }),
          instance.slice(0, likelihood.length),
        );
        expect(index).toBe(posterior > probability ? 1 : 0);
      },
    );
  });
});

describe('Bernoulli naive Bayes', () => {
  const spec = fc.record({
    prior: distribution(2),
    likelihood: fc.array(
      fc.array(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), { minLength: 2, maxLength: 2 }),
      { minLength: 1, maxLength: 4 },
    ),
    instance: fc.array(fc.nat(1), { minLength: 4, maxLength: 4 }),
  });

  it('scores presence by p and absence by 1 − p, from probabilities or from logarithms', () => {
    holds(100, spec, ({ prior, likelihood, instance }) => {
      const values = instance.slice(0, likelihood.length);
      const truth = prior.map(
        (p, k) =>
          Math.log(p) +
          sum(likelihood.map((row, i) => (values[i] === 1 ? Math.log(row[k]) : Math.log1p(-row[k])))),
      );
      const common = { classes: ['a', 'b'], features: likelihood.map((_, i) => `f${i}`) };
      expectClose(scoresOf(bernoulliNaiveBayes({ ...common, prior, likelihood }), values), truth);
      const logs = { prior: prior.map(Math.log), likelihood: likelihood.map((row) => row.map(Math.log)) };
      const fromLogs = scoresOf(bernoulliNaiveBayes({ ...common, ...logs, scale: 'log' }), values);
      fromLogs.forEach((score, k) => {
        expect(score).toBeCloseTo(truth[k], 3);
      });
    });
  });

  it('keeps the digits of log(1 − p) for small p', () => {
    const model = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x'],
      prior: [0.6, 0.4],
      likelihood: [[1e-20, 0.5]],
    });
    expect(reduce(model).table[0][0]).toBe(-1e-20);
    const logs = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x'],
      scale: 'log',
      prior: [Math.log(0.6), Math.log(0.4)],
      likelihood: [[Math.log(1e-20), Math.log(0.5)]],
    });
    expect(reduce(logs).table[0][0]).toBeCloseTo(-1e-20, 30);
    expect(reduce(logs).table[1][0]).toBeCloseTo(Math.log(0.5), 14);
  });

  it('keeps the digits of log(1 − p) for p close to 1, given as a logarithm', () => {
    const model = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x'],
      scale: 'log',
      prior: [Math.log(0.6), Math.log(0.4)],
      likelihood: [[-1e-20, -0.25]],
    });
    const { table } = reduce(model);
    expect(table[0][0]).toBeCloseTo(Math.log(1e-20), 12);
    expect(table[1][0]).toBeCloseTo(Math.log(1 - Math.exp(-0.25)), 12);
  });

  it('puts the stand-in for log 0 where a feature is always present, just below all other logarithms together', () => {
    const model = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x'],
      prior: [0.5, 0.5],
      likelihood: [[1, 0.3]],
    });
    const { table } = reduce(model);
    expect(table[0][0]).toBeCloseTo(sum([0.5, 0.5, 1, 0.3, 0.7].map(Math.log)) - 1, 12);
    expect(table[0][1]).toBe(0);
  });

  it('never prefers the class to which the instance is impossible, be it presence or absence', () => {
    const prior = [0.5, 0.5];
    const certain = reduce(
      bernoulliNaiveBayes({ classes: ['a', 'b'], features: ['x'], prior, likelihood: [[1, 1e-300]] }),
    );
    expect(predict(certain, ['0']).class).toBe('b');
    expect(predict(certain, ['1']).class).toBe('a');
    const never = reduce(
      bernoulliNaiveBayes({ classes: ['a', 'b'], features: ['x'], prior, likelihood: [[0, 1 - 1e-16]] }),
    );
    expect(predict(never, ['1']).class).toBe('b');
    expect(predict(never, ['0']).class).toBe('a');
    const logs = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x'],
      scale: 'log',
      prior: prior.map(Math.log),
      likelihood: [[0, -700]],
    });
    expect(predict(reduce(logs), ['0']).class).toBe('b');
  });

  it('is exact in powers of two when 1 − p are powers of two as well', () => {
    const model = bernoulliNaiveBayes({
      classes: ['a', 'b'],
      features: ['x', 'y'],
      prior: [0.5, 0.5],
      likelihood: matrix([0.5, 1], [0.5, 0]),
    });
    const { unit, table } = reduce(model);
    expect(unit).toBe('bits');
    expect([...table[0]]).toEqual([-1, -1, -1, -1]);
    expect(
      reduce(
        bernoulliNaiveBayes({
          classes: ['a', 'b'],
          features: ['x'],
          prior: [0.5, 0.5],
          likelihood: [[0.25, 0.5]],
        }),
      ).unit,
    ).toBe('nats');
  });
});

describe('complement naive Bayes of certainties given as logarithms', () => {
  it('counts in nats, as all logarithms that are given do', () => {
    const spec = { classes: ['a', 'b'], features: ['x'], link: 'softmax' } as const;
    const logs = complementNaiveBayes({ ...spec, scale: 'log', complement: [[0], [0]] });
    expect(reduce(logs, { neverWins: 'allow' }).unit).toBe('nats');
    const plain = complementNaiveBayes({ ...spec, complement: [[1], [1]] });
    expect(reduce(plain, { neverWins: 'allow' }).unit).toBe('bits');
  });
});

describe('multinomial and complement naive Bayes', () => {
  const spec = fc.record({
    rows: fc.array(distribution(4), { minLength: 3, maxLength: 3 }),
    prior: distribution(3),
    counts: fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }),
  });
  const words = ['w', 'x', 'y', 'z'];

  law('score each count by the logarithm of its probability', 100, spec, ({ rows, prior, counts }) => {
    const truth = prior.map((p, k) => Math.log(p) + sum(counts.map((n, i) => n * Math.log(rows[k][i]))));
    expectClose(
      scoresOf(multinomialNaiveBayes({ classes: three, features: words, prior, likelihood: rows }), counts),
      truth,
    );
    const logs = {
      scale: 'log' as const,
      prior: prior.map(Math.log),
      likelihood: rows.map((row) => row.map(Math.log)),
    };
    expectClose(scoresOf(multinomialNaiveBayes({ classes: three, features: words, ...logs }), counts), truth);
  });

  it('score each count by minus the logarithm of its probability elsewhere, divided by their sum if asked', () => {
    holds(100, spec, fc.boolean(), ({ rows, counts }, norm) => {
      const weights = rows.map((row) => {
        const logs = row.map(Math.log);
        return logs.map((x) => (norm ? x / sum(logs) : -x));
      });
      const truth = weights.map((row) => sum(counts.map((n, i) => n * row[i])));
      expectClose(
        scoresOf(complementNaiveBayes({ classes: three, features: words, complement: rows, norm }), counts),
        truth,
      );
    });
  });

  it('are exact in powers of two, unless normalised', () => {
    const rows = matrix([0.5, 0.5], [0.25, 0.75]);
    const powers = matrix([0.5, 0.5], [0.5, 0.5]);
    const features = ['x', 'y'];
    const classes = ['a', 'b'];
    const unitOf = (model: Model): string => reduce(model, { neverWins: 'allow' }).unit;
    expect(unitOf(multinomialNaiveBayes({ classes, features, prior: [0.5, 0.5], likelihood: powers }))).toBe(
      'bits',
    );
    expect(unitOf(multinomialNaiveBayes({ classes, features, prior: [0.5, 0.5], likelihood: rows }))).toBe(
      'nats',
    );
    expect(unitOf(multinomialNaiveBayes({ classes, features, prior: [0.3, 0.7], likelihood: powers }))).toBe(
      'nats',
    );
    const complement = { classes, features, complement: powers };
    expect(unitOf(complementNaiveBayes(complement))).toBe('score');
    expect(unitOf(complementNaiveBayes({ ...complement, link: 'softmax' }))).toBe('bits');
    expect(unitOf(complementNaiveBayes({ classes, features, complement: powers, norm: true }))).toBe('score');
  });
});

describe('Gaussian naive Bayes', () => {
  it('scores the logarithm of the prior and of each normal density', () => {
    const number = fc.double({ min: -50, max: 50, noNaN: true });
    const spec = fc.record({
      prior: distribution(2),
      mean: fc.array(fc.array(number, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
      variance: fc.array(
        fc.array(fc.double({ min: 0.01, max: 50, noNaN: true }), { minLength: 3, maxLength: 3 }),
        { minLength: 2, maxLength: 2 },
      ),
      x: fc.array(number, { minLength: 3, maxLength: 3 }),
    });
    holds(150, spec, ({ prior, mean, variance, x }) => {
      const density = (k: number, i: number): number =>
        -0.5 * Math.log(2 * Math.PI * variance[k][i]) - (x[i] - mean[k][i]) ** 2 / (2 * variance[k][i]);
      const truth = prior.map((p, k) => Math.log(p) + density(k, 0) + density(k, 1) + density(k, 2));
      const common = { classes: ['a', 'b'], features: ['x', 'y', 'z'], mean, variance };
      expectClose(scoresOf(gaussianNaiveBayes({ ...common, prior }), x), truth);
      expectClose(
        scoresOf(gaussianNaiveBayes({ ...common, scale: 'log', prior: prior.map(Math.log) }), x),
        truth,
      );
    });
  });
});

describe('naive Bayes at the edge', () => {
  it('has finite weights, or is refused, whatever the family and however extreme the probabilities', () => {
    const kinds = new Set<string>();
    const refusals = new Set<string>();
    until(
      () =>
        kinds.size === 5 &&
        ['bad-variance', 'certain-complement', 'not-finite'].every((code) => refusals.has(code)),
    ).holds(1500, edgeNaiveBayes(), (make) => {
      let form: AdditiveModel;
      try {
        const model = make();
        form = additiveForm(reduce(model, { neverWins: 'allow' }));
        kinds.add(model.kind);
      } catch (error) {
        // Anything else is a crash.
        if (!(error instanceof ModelError)) throw error;
        refusals.add(error.code);
        return;
      }
      const numbers = [
        form.bias,
        form.threshold ?? 0,
        form.shapes.flat().map((shape) => Object.values(shape)),
      ];
      for (const x of (numbers as unknown[]).flat(4))
        if (typeof x === 'number') expect(x).toSatisfy(Number.isFinite);
    });
  });

  it('puts the stand-in for log 0 below all other logarithms together, also where doubles are far apart', () => {
    const logs = { classes: ['a', 'b'], scale: 'log' as const, prior: [Math.log(0.5), Math.log(0.5)] };
    const values = ['x', 'y', 'z'];
    const row = [0, -1e17, -1e17];
    const model = categoricalNaiveBayes({
      ...logs,
      features: [
        { name: 'f', values },
        { name: 'g', values },
      ],
      likelihood: [
        [row, [0, -1e17, Number.NEGATIVE_INFINITY]],
        [row, row],
      ],
    });
    const { shapes } = additiveForm(reduce(model, { neverWins: 'allow' }));
    expect((shapes[0][1] as TableShape).values[2]).toBeLessThan(-7e17);
  });

  it('is refused where that stand-in would not be a double', () => {
    const make = () =>
      categoricalNaiveBayes({
        classes: ['a', 'b'],
        scale: 'log',
        prior: [Math.log(0.5), Math.log(0.5)],
        features: [{ name: 'f', values: ['x', 'y', 'z'] }],
        likelihood: [matrix([0, -1e308, Number.NEGATIVE_INFINITY], [0, -1e308, -1e308])],
      });
    expectError(() => reduce(make()), ModelError, {
      code: 'not-finite',
      place: 'likelihood',
      expected: 'logarithms whose sum is a double',
      got: '-Infinity',
    });
  });

  it('normalises weights beyond the range of doubles', () => {
    const row = [0, -1e308, -1e308];
    const model = complementNaiveBayes({
      classes: ['a', 'b'],
      scale: 'log',
      features: ['x', 'y', 'z'],
      complement: [row, row],
      norm: true,
    });
    const { shapes } = additiveForm(reduce(model, { neverWins: 'allow' }));
    expect(shapes.map(([shape]) => (shape as { linear: number }).linear)).toEqual([0, 0.5, 0.5]);
  });

  it('has Gaussian constants within one unit in the last place, for any number of classes', () => {
    const variance = fc.oneof(
      fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
      fc.integer({ min: -9, max: 9 }).map((k) => (1 / (2 * Math.PI)) * (1 + k * 2 ** -50)),
    );
    holds(60, fc.array(variance, { minLength: 2, maxLength: 30 }), (variances) => {
      const model = gaussianNaiveBayes({
        classes: variances.map((_, k) => `c${k}`),
        features: ['x'],
        prior: variances.map(() => 1 / variances.length),
        mean: variances.map(() => [0]),
        variance: variances.map((v) => [v]),
      });
      const [shapes] = additiveForm(reduce(model, { neverWins: 'allow' })).shapes;
      shapes.forEach((shape, k) => {
        const { constant = 0 } = shape as QuadraticShape;
        expect(constant).toBe(nearestDouble(normalConstant(variances[k])));
      });
    });
  });
});
