// GeneralRegressionModel → scores per class: parameters are products of predictors (PPMatrix), a class's score is the sum of
// its betas times the parameters (ParamMatrix); the reference category scores 0.

import { type Link, show } from '@xpxlc/core';
import { fromDouble } from '@xpxlc/core/exact';
import { type Expression, multiply, numberExpression, power } from './arithmetic.ts';
import { numberOf, oneOf, refuse, required, requiredChild, unsupported } from './attributes.ts';
import { fieldOf, type Scope } from './expression.ts';
import { indicator } from './regression.ts';
import { addTerm, newScore, type Score } from './scores.ts';
import type { XmlElement } from './xml.ts';

/** What makes probabilities of the scores, as far as there is a name for it here. */
export function generalRegressionLink(model: XmlElement): Link | undefined {
  const binomial = model.get('modelType') === 'generalizedLinear';
  return !binomial || (model.get('linkFunction') ?? 'logit') === 'logit' ? 'softmax' : undefined;
}

/** Scores of a binomial or multinomial logistic model, the reference category last. */
export function generalRegressionScores(
  model: XmlElement,
  scope: Scope,
  classes: readonly string[],
): Score[] {
  const type = oneOf(model, 'modelType', ['multinomialLogistic', 'generalizedLinear'], 'multinomialLogistic');
  for (const name of ['offsetVariable', 'offsetValue', 'trialsVariable', 'trialsValue'])
    if (model.get(name) !== undefined)
      throw unsupported(model, `${name} of a <GeneralRegressionModel>`, 'none', show(model.get(name)));
  if (type === 'generalizedLinear') {
    oneOf(model, 'linkFunction', ['logit', 'probit', 'cauchit'], 'logit');
    oneOf(model, 'distribution', ['binomial'], 'binomial');
    if (classes.length !== 2)
      throw unsupported(
        model,
        'a generalized linear model of more than two classes',
        '2',
        String(classes.length),
      );
  }
  const reference = model.get('targetReferenceCategory') ?? classes.at(-1);
  if (reference === undefined || !classes.includes(reference))
    throw refuse(model, 'no such class', {
      code: 'unknown-class',
      expected: `one of ${classes.slice(0, 8).map(show).join(', ')}`,
      got: show(reference),
    });
  const parameters = readParameters(model, scope);
  const scores = [...classes.filter((label) => label !== reference), reference].map((label) =>
    newScore(label),
  );
  const byLabel = new Map(scores.map((score) => [score.label, score]));
  for (const cell of requiredChild(model, 'ParamMatrix').all('PCell')) {
    // With one row of betas the category may be left out.
    const label = cell.get('targetCategory') ?? (classes.length === 2 ? scores[0].label : undefined);
    const score = byLabel.get(label ?? '');
    if (score === undefined || label === reference)
      throw refuse(cell, 'betas of another class', {
        code: 'unknown-class',
        expected: 'a targetCategory that is not the reference',
        got: show(label),
      });
    const name = required(cell, 'parameterName');
    const parameter = parameters.get(name);
    if (parameter === undefined)
      throw refuse(cell, 'no such parameter', {
        code: 'unknown-field',
        expected: 'a <Parameter>',
        got: show(name),
      });
    addTerm(score, parameter, fromDouble(numberOf(cell, 'beta')), cell);
  }
  return scores;
}

/** Each parameter as a product of its cells; one without cells is the intercept's 1. */
function readParameters(model: XmlElement, scope: Scope): Map<string, Expression> {
  const factors = new Set(predictors(model, 'FactorList'));
  const covariates = new Set(predictors(model, 'CovariateList'));
  const parameters = new Map<string, Expression>();
  for (const parameter of requiredChild(model, 'ParameterList').all('Parameter'))
    parameters.set(required(parameter, 'name'), numberExpression(1));
  for (const cell of model.child('PPMatrix')?.all('PPCell') ?? []) {
    if (cell.get('targetCategory') !== undefined)
      throw unsupported(
        cell,
        'parameters that differ by class',
        'no targetCategory',
        show(cell.get('targetCategory')),
      );
    const parameter = required(cell, 'parameterName');
    const before = parameters.get(parameter);
    if (before === undefined)
      throw refuse(cell, 'no such parameter', {
        code: 'unknown-field',
        expected: 'a <Parameter>',
        got: show(parameter),
      });
    const name = required(cell, 'predictorName');
    const value = required(cell, 'value');
    const field = fieldOf(cell, name, scope);
    if (!factors.has(name) && !covariates.has(name))
      throw refuse(cell, 'no such predictor', {
        code: 'unknown-field',
        expected: 'a <Predictor> of the FactorList or CovariateList',
        got: show(name),
      });
    const factor: Expression = factors.has(name)
      ? [indicator(field, value, cell, 'stays missing')]
      : power(field, numberOf(cell, 'value'), cell);
    parameters.set(parameter, multiply(before, factor, cell));
  }
  return parameters;
}

function predictors(model: XmlElement, list: string): string[] {
  return (model.child(list)?.all('Predictor') ?? []).map((predictor) => {
    if (
      predictor.get('contrastMatrixType') !== undefined ||
      predictor.child('Matrix', 'Categories') !== undefined
    )
      throw unsupported(predictor, 'a contrast matrix', 'factors without contrasts', 'one');
    return required(predictor, 'name');
  });
}
