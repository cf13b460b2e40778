// Random names and models for the paper's formats.
import {
  type CategoricalNaiveBayes,
  categoricalNaiveBayes,
  type LinearModel,
  linearModel,
} from '@xpxlc/core';
import fc from 'fast-check';
import { anyWeight } from '../../../../core/test/arbitraries.ts';
import type { Names } from '../../../src/import/paper/names.ts';

/** Names that have gone wrong somewhere: blanks, quotes, relations, other scripts, words that JavaScript knows. */
const treacherous = fc.constantFrom(
  '__proto__',
  'constructor',
  'c',
  'c c',
  'Expl:',
  'a b',
  'a  b',
  "it's",
  "'quoted words'",
  'a=b',
  'x<=3',
  '??',
  'Âge du capitaine',
  '年齢',
  '🦊 fox',
  '0',
  '-1',
  '"',
  'a,b',
  '\ufeffbom',
  'tab\there',
  '\u00a0nbsp\u00a0',
  '\u2028',
);

/** A name that fits on one line and has no blanks around it. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  treacherous,
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((name) => name.replace(/[\r\n]/g, '').replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((name) => name !== ''),
  fc
    .array(fc.constantFrom('age', 'of', '<=', 'B', "d'or"), { minLength: 1, maxLength: 4 })
    .map((w) => w.join(' ')),
);

const distinctNames = (minLength: number, maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(anyName, { minLength, maxLength });

/** Names with numeric features first. */
export function anyNames({ reals = 2, classes = 4 } = {}): fc.Arbitrary<Names> {
  return fc
    .record({
      classes: distinctNames(2, classes),
      features: distinctNames(0, 5),
      numeric: fc.nat(reals),
      values: fc.array(distinctNames(1, 4), { minLength: 5, maxLength: 5 }),
    })
    .map(({ classes: classNames, features, numeric, values }) => ({
      classes: classNames,
      features: features.map((name, i) => (i < numeric ? { name } : { name, values: values[i] })),
    }));
}

/** Any finite double, also the awkward ones. */
export const anyDouble: fc.Arbitrary<number> = fc
  .oneof(
    anyWeight,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(
      5e-324,
      -5e-324,
      1e300,
      -1e300,
      Number.MAX_VALUE,
      2.2250738585072014e-308,
      1e21,
      1e-7,
      0.1 + 0.2,
    ),
  )
  .map((x) => x + 0);

/** Linear models as XLC files have them: numbers first, one row, ties to the second class. */
export const anyLinear: fc.Arbitrary<LinearModel> = anyNames({ classes: 2 }).chain(({ classes, features }) =>
  fc
    .record({
      intercept: anyDouble,
      numbers: fc.array(
        fc.record({ weight: anyDouble, bounds: fc.tuple(anyDouble, anyDouble), open: fc.nat(3) }),
        { minLength: features.length, maxLength: features.length },
      ),
      tables: fc.tuple(
        ...features.map(({ values = [] }) =>
          fc.array(anyDouble, { minLength: values.length, maxLength: values.length }),
        ),
      ),
    })
    .map(({ intercept, numbers, tables }) =>
      linearModel({
        classes,
        tieOrder: [classes[1], classes[0]],
        features: features.map(({ name, values }, i) => {
          const { bounds, open } = numbers[i];
          if (values !== undefined) return { name, values };
          return {
            name,
            ...(open === 1 ? {} : { lower: Math.min(...bounds) }),
            ...(open === 2 ? {} : { upper: Math.max(...bounds) }),
          };
        }),
        weights: features.map(({ values }, i) => (values === undefined ? numbers[i].weight : tables[i])),
        intercept,
      }),
    ),
);

/** Probabilities that add up to 1 but for rounding; some are zero. */
function distribution(length: number, least = 0): fc.Arbitrary<number[]> {
  return fc
    .array(fc.oneof(fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: length,
      maxLength: length,
    })
    .map((parts) => {
      const raised = parts.map((x) => Math.max(x, least));
      const sum = raised.reduce((a, b) => a + b, 0);
      return sum > 1e-300 ? raised.map((x) => x / sum) : raised.map((_, i) => (i === 0 ? 1 : 0));
    });
}

/** Naive Bayes models as CNBC files have them. */
export const anyBayes: fc.Arbitrary<CategoricalNaiveBayes> = anyNames({ reals: 0 }).chain(
  ({ classes, features }) =>
    fc
      .record({
        prior: distribution(classes.length, 1e-9),
        likelihood: fc.tuple(
          ...features.map(({ values = [] }) => fc.tuple(...classes.map(() => distribution(values.length)))),
        ),
      })
      .map(({ prior, likelihood }) =>
        categoricalNaiveBayes({
          classes,
          tieOrder: classes.length === 2 ? [classes[1], classes[0]] : classes,
          features: features.map(({ name, values = [] }) => ({ name, values })),
          prior,
          likelihood,
        }),
      ),
);
