// NaiveBayesModel → log-probabilities per class, or one of the core's naive Bayes kinds where the file is just that.
// A value that no PairCounts has, and a missing one, are passed over.

import { show } from '@xpxlc/core';
import { fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import type { ModelFile } from '../../schema/model-file.ts';
import { assemble, type Reading, toColumns } from './assemble.ts';
import { numberOf, refuse, requiredChild, unsupported } from './attributes.ts';
import { countsOf, type Input, readInput } from './bayes-input.ts';
import { type Exact, isZero, ONE, product, quotient, rounded, sum } from './exact.ts';
import type { Scope } from './expression.ts';
import { keyOf, type RawField } from './fields.ts';
import { type Func, mapped, numberValue, type Value } from './func.ts';
import { addTerm, newScore, type Score } from './scores.ts';
import { matchedAny } from './select.ts';
import type { XmlElement } from './xml.ts';

export function readNaiveBayes(model: XmlElement, scope: Scope, reading: Reading): ModelFile {
  const threshold = numberOf(model, 'threshold');
  if (threshold < 0)
    throw refuse(model, 'a negative threshold', {
      code: 'bad-number',
      expected: '0 or more',
      got: String(threshold),
    });
  const predicted = requiredChild(model, 'BayesOutput');
  const target = reading.schema.target?.get('name');
  const said = predicted.get('fieldName') ?? predicted.get('field') ?? target;
  if (target !== undefined && said !== target)
    throw refuse(predicted, 'another target', {
      code: 'unknown-field',
      expected: show(target),
      got: show(said),
    });
  const output = requiredChild(predicted, 'TargetValueCounts');
  const priors = countsOf(output);
  const classes = [...priors.keys()];
  const prior = [...priors.values()];
  if (classes.length < 2)
    throw refuse(output, 'too few classes', {
      code: 'too-few-classes',
      expected: '2 or more',
      got: String(classes.length),
    });
  if (prior.some((count) => count === 0))
    throw unsupported(output, 'a class that never occurs', 'a positive count per class', '0');
  const inputs = requiredChild(model, 'BayesInputs').children.map((element) =>
    readInput(element, classes, scope, reading),
  );
  const total = prior.reduce((a, b) => a + b, 0);
  const shares = prior.map((count) => count / total);
  return (
    asCategorical(inputs, classes, shares, threshold, reading) ??
    asGaussian(inputs, classes, shares, threshold, reading) ??
    asAdditive(inputs, classes, prior, threshold, { model, reading })
  );
}

/** Every input a raw field of categories, every category counted: probabilities as they are, zeros included. */
function asCategorical(
  inputs: readonly Input[],
  classes: readonly string[],
  prior: number[],
  threshold: number,
  reading: Reading,
): ModelFile | undefined {
  const scores = classes.map(newScore);
  const byField = new Map<string, Input>();
  for (const input of inputs) {
    const { func, counts, element } = input;
    const field = func.of === undefined ? undefined : reading.schema.fields.get(func.of.name);
    if (
      counts === undefined ||
      field?.func !== func ||
      field.kind !== 'categories' ||
      byField.has(field.name)
    )
      return undefined;
    if (threshold > 0 && [...counts.rows.values()].some((row) => row.includes(0))) return undefined;
    if (counts.sums.includes(0)) return undefined;
    byField.set(field.name, input);
    for (const score of scores) addTerm(score, [nothing(func, counts.rows, element)], ONE, element);
  }
  const { fields, features } = toColumns(scores, { ...reading, notes: new Set() });
  const likelihood: number[][][] = [];
  for (const [i, field] of fields.entries()) {
    const feature = features[i];
    const { rows, sums } = byField.get(field.name)?.counts ?? { rows: new Map(), sums: [] };
    const byKey = new Map(
      Array.from(rows, ([value, row]) => [keyOf(field, value), row as readonly number[]]),
    );
    if (feature.kind !== 'categorical' || feature.values.length !== byKey.size) return undefined;
    const counts = feature.values.map((label) => byKey.get(keyOf(field, label)));
    if (counts.includes(undefined)) return undefined;
    likelihood.push(classes.map((_, k) => counts.map((row) => (row?.[k] ?? 0) / sums[k])));
  }
  return {
    format: 'xpxlc-model',
    version: 1,
    kind: 'categorical-naive-bayes',
    classes: [...classes],
    features,
    prior,
    likelihood,
  };
}

/** Names the values and is 0 everywhere. */
function nothing(func: Func, rows: ReadonlyMap<string, unknown>, element: XmlElement): Func {
  const zero = numberValue(ZERO);
  return silent(matchedAny(func, new Map(Array.from(rows.keys(), (key) => [key, zero])), zero, element));
}

/** Every input a number, normally distributed, perhaps scaled: then the raw number is, too. */
function asGaussian(
  inputs: readonly Input[],
  classes: readonly string[],
  prior: number[],
  threshold: number,
  reading: Reading,
): ModelFile | undefined {
  const byField = new Map<string, Input>();
  for (const input of inputs) {
    const { func, normal } = input;
    const [value] = func.pieces;
    const line =
      func.pieces.length === 1 && value.kind === 'number' && isZero(value.poly[2]) && !isZero(value.poly[1]);
    if (func.of === undefined || normal === undefined || !line || byField.has(func.of.name)) return undefined;
    if (cutOff(input, threshold, reading.schema.fields.get(func.of.name))) return undefined;
    byField.set(func.of.name, input);
  }
  const scores = classes.map(newScore);
  for (const { func, element } of inputs) for (const score of scores) addTerm(score, [func], ZERO, element);
  const { fields, features } = toColumns(scores, reading);
  if (features.some((feature) => 'missing' in feature && feature.missing === true)) return undefined;
  const columns = fields.map(({ name }) => rawNormal(byField.get(name) as Input));
  const file = (key: 'mean' | 'variance'): number[][] =>
    classes.map((_, k) => columns.map((column) => column[k][key]));
  const [mean, variance] = [file('mean'), file('variance')];
  if (![...mean, ...variance].flat().every(Number.isFinite) || !variance.flat().every((x) => x > 0))
    return undefined;
  return {
    format: 'xpxlc-model',
    version: 1,
    kind: 'gaussian-naive-bayes',
    classes: [...classes],
    features,
    prior,
    mean,
    variance,
  };
}

/** a·x + b with mean m and variance v: x has mean (m − b)/a and variance v/a². */
function rawNormal({ func, normal = [] }: Input): { mean: number; variance: number }[] {
  const [b, a] = (func.pieces[0] as Value & { kind: 'number' }).poly;
  return normal.map(({ mean, variance }) => ({
    mean: rounded(quotient(sum(fromDouble(mean), negate(b)), a)),
    variance: rounded(quotient(fromDouble(variance), product(a, a))),
  }));
}

/** Could a density be below the threshold, which then stands in its place? */
function cutOff({ func, normal = [] }: Input, threshold: number, field: RawField | undefined): boolean {
  if (threshold === 0) return false;
  const [value] = func.pieces;
  if (field === undefined || value.kind !== 'number') return true;
  return [field.lower, field.upper].some((end) => {
    if (!Number.isFinite(end)) return true;
    const x = rounded(sum(value.poly[0], product(value.poly[1], fromDouble(end))));
    return normal.some(({ mean, variance }) => {
      const density = Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
      return !(density > threshold);
    });
  });
}

/** Anything: logarithms as tables, steps and parabolas. */
function asAdditive(
  inputs: readonly Input[],
  classes: readonly string[],
  prior: readonly number[],
  threshold: number,
  { model, reading }: { model: XmlElement; reading: Reading },
): ModelFile {
  const scores = classes.map(
    (label, k): Score => ({ ...newScore(label), bias: fromDouble(Math.log(prior[k])) }),
  );
  for (const { func, counts, normal, element } of inputs) {
    classes.forEach((_, k) => {
      if (counts !== undefined) {
        const rows = Array.from(counts.rows, ([value, row]): [string, Value] => {
          const p = row[k] === 0 ? threshold : row[k] / counts.sums[k];
          if (p > 0) return [value, numberValue(fromDouble(Math.log(p)))];
          throw unsupported(
            element,
            'a count of 0 beside other kinds of inputs',
            'a positive threshold',
            '0',
          );
        });
        addTerm(
          scores[k],
          [silent(matchedAny(func, new Map(rows), numberValue(ZERO), element))],
          ONE,
          element,
        );
        return;
      }
      const field = func.of === undefined ? undefined : reading.schema.fields.get(func.of.name);
      if (cutOff({ element, func, normal: normal ?? [] }, threshold, field))
        throw unsupported(
          element,
          'densities below the threshold count as the threshold, which no parabola does',
          'threshold 0, or bounds (an <Interval> of the <DataField>) within which densities stay above it',
          String(threshold),
        );
      const { mean, variance } = (normal ?? [])[k];
      addTerm(
        scores[k],
        [silent(mapped(func, (value) => logDensity(value, mean, variance, element)))],
        ONE,
        element,
      );
    });
  }
  return assemble(scores, classes, reading, model, 'softmax');
}

function logDensity(value: Value, mean: number, variance: number, element: XmlElement): Value {
  if (value.kind !== 'number') return value;
  const [c0, c1, c2] = value.poly;
  if (!isZero(c2)) throw unsupported(element, 'the density of a square', 'a linear expression', 'a parabola');
  const scale = quotient(negate(ONE), product(fromDouble(2), fromDouble(variance)));
  const shift = sum(c0, negate(fromDouble(mean)));
  const at = (x: Exact): Exact => product(scale, x);
  return {
    kind: 'number',
    poly: [
      sum(at(product(shift, shift)), fromDouble(-0.5 * (Math.log(2 * Math.PI) + Math.log(variance)))),
      at(product(fromDouble(2), product(c1, shift))),
      at(product(c1, c1)),
    ],
  };
}

/** What is missing is passed over: it adds nothing. */
function silent(func: Func): Func {
  return mapped(func, (value) => (value.kind === 'missing' ? numberValue(ZERO) : value));
}
