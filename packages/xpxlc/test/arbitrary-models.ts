// Random models of every kind, with names in any language: what files must carry unharmed.
import {
  bernoulliNaiveBayes,
  categoricalNaiveBayes,
  complementNaiveBayes,
  gaussianNaiveBayes,
  type Model,
  multinomialNaiveBayes,
} from '@xpxlc/core';
import fc from 'fast-check';
import { anyCase, distribution } from '../../core/test/arbitraries.ts';

const NASTY_NAMES = [
  '__proto__',
  'constructor',
  'a b',
  "it's",
  '"q"',
  'größe',
  '日本',
  '\u2028',
  ',',
  '\n',
  '=',
  '??',
];

/** A name that is not empty. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_NAMES),
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);

function names(count: number): fc.Arbitrary<string[]> {
  return fc.uniqueArray(anyName, { minLength: count, maxLength: count });
}

/** Probabilities, some of them zero. */
function withZeros(outcomes: number): fc.Arbitrary<number[]> {
  const certain = fc
    .nat(outcomes - 1)
    .map((v) => Array.from({ length: outcomes }, (_, x) => (x === v ? 1 : 0)));
  return fc.oneof({ weight: 3, arbitrary: distribution(outcomes) }, { weight: 1, arbitrary: certain });
}

const times = <T>(count: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: count, maxLength: count });

/** Categorical naive Bayes, some features being numbers with bins. */
export const anyCategoricalNaiveBayes: fc.Arbitrary<Model> = fc
  .tuple(
    fc.integer({ min: 2, max: 4 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean()), { maxLength: 5 }),
  )
  .chain(([k, sizes]) =>
    fc
      .record({
        classes: names(k),
        featureNames: names(sizes.length),
        values: fc.tuple(...sizes.map(([size]) => names(size))),
        prior: distribution(k),
        likelihood: fc.tuple(...sizes.map(([size]) => times(k, withZeros(size)))),
        log: fc.boolean(),
        closed: fc.constantFrom('left' as const, 'right' as const),
      })
      .map(({ classes, featureNames, values, prior, likelihood, log, closed }) => {
        const toScale = (p: number): number => (log ? Math.log(p) : p);
        return categoricalNaiveBayes({
          classes,
          features: sizes.map(([, binned], i) =>
            binned
              ? { name: featureNames[i], kind: 'integer', lower: 0 }
              : { name: featureNames[i], values: values[i] },
          ),
          bins: sizes.map(([size, binned]) =>
            binned ? { cuts: Array.from({ length: size - 1 }, (_, j) => j + 0.5), closed } : null,
          ),
          scale: log ? 'log' : 'probability',
          prior: prior.map(toScale),
          likelihood: likelihood.map((table) => table.map((row) => row.map(toScale))),
        });
      }),
  );

/** The other kinds of naive Bayes. */
const otherNaiveBayes: fc.Arbitrary<Model> = fc
  .tuple(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 1, max: 4 }))
  .chain(([k, n]) =>
    fc
      .record({
        classes: names(k),
        features: names(n),
        prior: distribution(k),
        present: times(n, times(k, fc.double({ min: 0, max: 1, noNaN: true }))),
        rows: times(k, distribution(n)),
        mean: times(k, times(n, fc.double({ min: -1e6, max: 1e6, noNaN: true }))),
        variance: times(k, times(n, fc.double({ min: 1e-6, max: 1e6, noNaN: true }))),
        // Weights of a single, certain feature cannot be normalised.
        norm: n > 1 ? fc.boolean() : fc.constant(false),
        kind: fc.nat(3),
      })
      .map(({ classes, features, prior, present, rows, mean, variance, norm, kind }): Model => {
        const common = { classes, features, prior };
        if (kind === 0) return bernoulliNaiveBayes({ ...common, likelihood: present });
        if (kind === 1) return multinomialNaiveBayes({ ...common, likelihood: rows });
        if (kind === 2) return complementNaiveBayes({ classes, features, complement: rows, norm });
        return gaussianNaiveBayes({ ...common, mean, variance });
      }),
  );

/** A model of any kind. */
export const anyModel: fc.Arbitrary<Model> = fc.oneof(
  anyCase({ maxFeatures: 5 }).map(({ model }) => model),
  anyCategoricalNaiveBayes,
  otherNaiveBayes,
);
