// RegressionModel → scores per class. How PMML goes from the tables' results y to a class:
// two tables and logit (probit, cauchit): P(first) = F(y1), the second gets the rest, so the first wins when y1 > 0;
// two tables and none: P(first) = y1, so when y1 > 1/2; softmax, and logit of more tables: the largest y;
// none with more tables: the last gets what the others leave of 1.

import { type Link, show } from '@xpxlc/core';
import { fromDouble, negate, ZERO } from '@xpxlc/core/exact';
import { type Expression, multiply, power, single } from './arithmetic.ts';
import { numberOf, oneOf, refuse, required, unsupported } from './attributes.ts';
import { ONE } from './exact.ts';
import { fieldOf, type Scope } from './expression.ts';
import { constant, type Func, mapped, numberValue } from './func.ts';
import { addScore, addTerm, isEmpty, newScore, type Score } from './scores.ts';
import { matched } from './select.ts';
import type { XmlElement } from './xml.ts';

const BINARY = ['logit', 'probit', 'cauchit'];

/** What makes probabilities of the scores, as far as there is a name for it here. */
export function regressionLink(model: XmlElement): Link | undefined {
  const method = model.get('normalizationMethod');
  return method === 'softmax' || (method === 'logit' && model.all('RegressionTable').length === 2)
    ? 'softmax'
    : undefined;
}

/** Scores of a classification, in the order of the tables, which is also that of ties. */
export function regressionScores(model: XmlElement, scope: Scope): Score[] {
  const method = oneOf(model, 'normalizationMethod', ['none', 'softmax', ...BINARY] as const, 'none');
  const tables = model.all('RegressionTable');
  if (tables.length < 2)
    throw unsupported(
      model,
      'too few tables',
      'a <RegressionTable> per class, two at least',
      String(tables.length),
    );
  const scores = tables.map((table) => {
    const score = newScore(required(table, 'targetCategory'));
    readTable(table, scope, score);
    return score;
  });
  const last = scores[scores.length - 1];
  const rest = tables[tables.length - 1];
  if (method === 'softmax' || (method === 'logit' && scores.length > 2)) return scores;
  if (scores.length > 2 && method !== 'none')
    throw unsupported(model, `${method} of more than two classes`, 'softmax, logit or none', show(method));
  // What is left for the last class does not depend on its own table.
  if (!isEmpty(last))
    throw unsupported(
      rest,
      `the last table under ${method}`,
      'an empty one: the last class gets the rest',
      'coefficients',
    );
  if (method === 'none') {
    last.bias = ONE;
    for (const score of scores.slice(0, -1)) addScore(last, score, negate(ONE), rest);
  }
  return scores;
}

/** Adds the content of a RegressionTable to a score. */
export function readTable(table: XmlElement, scope: Scope, score: Score): void {
  addTerm(score, [constantOne()], fromDouble(numberOf(table, 'intercept')), table);
  const seen = new Set<string>();
  for (const predictor of table.children) {
    if (!['NumericPredictor', 'CategoricalPredictor', 'PredictorTerm'].includes(predictor.name))
      throw refuse(predictor, 'not a predictor', {
        code: 'bad-element',
        expected: '<NumericPredictor>, <CategoricalPredictor> or <PredictorTerm>',
        got: `<${predictor.name}>`,
      });
    // Programs disagree on what two coefficients of one value mean.
    const key = JSON.stringify([predictor.get('name'), predictor.get('value')]);
    if (predictor.name === 'CategoricalPredictor' && seen.has(key))
      throw refuse(predictor, 'the same value twice', {
        code: 'duplicate-name',
        expected: 'one coefficient per value',
        got: show(predictor.get('value')),
      });
    seen.add(key);
    addTerm(
      score,
      readPredictor(predictor, scope),
      fromDouble(numberOf(predictor, 'coefficient')),
      predictor,
    );
  }
}

function readPredictor(predictor: XmlElement, scope: Scope): Expression {
  if (predictor.name === 'PredictorTerm') {
    const factors = predictor.all('FieldRef').map((ref) => fieldOf(ref, required(ref, 'field'), scope));
    if (factors.length === 0)
      throw refuse(predictor, 'no fields', { code: 'missing-element', expected: '<FieldRef>', got: 'none' });
    return factors.reduce((a, b) => multiply(a, b, predictor));
  }
  const field = fieldOf(predictor, required(predictor, 'name'), scope);
  if (predictor.name === 'NumericPredictor')
    return power(field, numberOf(predictor, 'exponent', 1), predictor);
  return [indicator(field, required(predictor, 'value'), predictor)];
}

/** 1 where the field has this value, else 0; where it is missing, 0 in a regression table. */
export function indicator(
  field: Expression,
  value: string,
  element: XmlElement,
  missing: 'counts as 0' | 'stays missing' = 'counts as 0',
): Func {
  const is = matched(single(field, element), value, element);
  return mapped(is, (found) => {
    if (found.kind === 'none' || (found.kind === 'missing' && missing === 'stays missing')) return found;
    return numberValue(found.kind === 'text' && found.text === 'true' ? ONE : ZERO);
  });
}

function constantOne(): Func {
  return constant(numberValue(ONE));
}
