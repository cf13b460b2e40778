// MiningModel → scores, if it is one model per class and the largest result wins: a chain of regressions whose outputs the
// last segment compares. What each regression's link does does not matter, as long as all have the same increasing one.
import { type Link, show } from '@xpxlc/core';
import { numberOf, oneOf, refuse, required, requiredChild, unsupported } from './attributes.ts';
import type { Scope } from './expression.ts';
import { readTable } from './regression.ts';
import { isEmpty, newScore, type Score } from './scores.ts';
import type { XmlElement } from './xml.ts';

/** One-vs-rest scores, in the order of the last segment's tables, and what makes probabilities of them. */
export function segmentationScores(
  model: XmlElement,
  scopeOf: (inner: XmlElement) => Scope,
): { scores: Score[]; link: Link | undefined } {
  const segmentation = requiredChild(model, 'Segmentation');
  const method = segmentation.get('multipleModelMethod');
  if (method !== 'modelChain')
    throw unsupported(
      segmentation,
      'models that are combined otherwise',
      'modelChain: one linear model per class',
      show(method),
    );
  const models = segmentation.all('Segment').map((segment) => {
    if (segment.child('True') === undefined)
      throw unsupported(segment, 'a segment for some rows only', '<True/>', 'another predicate');
    const inner = segment.child('RegressionModel');
    if (inner === undefined)
      throw unsupported(
        segment,
        'another model in a segment',
        '<RegressionModel>',
        `<${segment.children.at(-1)?.name ?? ''}>`,
      );
    return inner;
  });
  const last = models.pop();
  if (last === undefined || models.length < 2)
    throw unsupported(
      segmentation,
      'too few segments',
      'one per class and a last one',
      String(models.length),
    );
  const links = new Set<string>();
  const outputs = new Map<string, (label: string) => Score>();
  for (const inner of models) {
    const { name, link, score } = readOne(inner, scopeOf(inner));
    links.add(link);
    outputs.set(name, score);
  }
  if (links.size > 1)
    throw unsupported(
      segmentation,
      'different links',
      'the same normalizationMethod in all segments',
      [...links].join(', '),
    );
  const [link] = links;
  scopeOf(last); // its fields are checked as those of the others
  oneOf(last, 'functionName', ['classification'], 'classification');
  const final = oneOf(last, 'normalizationMethod', ['none', 'simplemax', 'softmax'], 'none');
  // Shares of a sum are in the order of what is shared only if nothing is negative.
  if (final === 'simplemax' && link === 'none')
    throw unsupported(last, 'shares of numbers that may be negative', 'logit before simplemax', 'none');
  const tables = last.all('RegressionTable');
  // Without normalisation the last class gets what the others leave of 1.
  if (final === 'none')
    throw unsupported(last, 'no normalisation in the last segment', 'simplemax or softmax', 'none');
  const used = new Set<string>();
  const scores = tables.map((table) => {
    const [predictor, ...more] = table.children;
    const name = predictor?.get('name') ?? '';
    const output = outputs.get(name);
    const plain =
      more.length === 0 &&
      predictor?.name === 'NumericPredictor' &&
      numberOf(predictor, 'coefficient') === 1 &&
      numberOf(predictor, 'exponent', 1) === 1 &&
      numberOf(table, 'intercept') === 0;
    if (!plain || output === undefined || used.has(name))
      throw unsupported(
        table,
        'a last segment that does more than compare',
        'the output of one segment, as it is',
        show(name),
      );
    used.add(name);
    return output(required(table, 'targetCategory'));
  });
  const shares = final === 'simplemax' && link === 'logit' && scores.length > 2 ? 'one-vs-rest' : undefined;
  return { scores, link: final === 'softmax' && link === 'none' ? 'softmax' : shares };
}

/** One regression of the chain: the name of its output, its link, and its score. */
function readOne(
  model: XmlElement,
  scope: Scope,
): { name: string; link: string; score: (label: string) => Score } {
  const link = oneOf(model, 'normalizationMethod', ['none', 'logit', 'probit', 'cauchit', 'softmax'], 'none');
  const outputs = model.child('Output')?.all('OutputField') ?? [];
  if (outputs.length !== 1)
    throw unsupported(model, 'several outputs in a segment', 'one <OutputField>', String(outputs.length));
  const [output] = outputs;
  const feature = output.get('feature') ?? 'predictedValue';
  const tables = model.all('RegressionTable');
  const regression =
    oneOf(model, 'functionName', ['regression', 'classification'], 'regression') === 'regression';
  if (regression && (tables.length !== 1 || feature !== 'predictedValue'))
    throw unsupported(output, 'another output of a regression', 'predictedValue of one table', feature);
  if (!regression) {
    const value = output.get('value');
    const rest = newScore('');
    if (tables.length === 2) readTable(tables[1], scope, rest);
    const first =
      tables.length === 2 &&
      tables[0].get('targetCategory') === value &&
      isEmpty(rest) &&
      tables[1].get('targetCategory') !== value;
    if (feature !== 'probability' || !first || link === 'none' || link === 'softmax')
      throw unsupported(
        output,
        'another output of a classification',
        'the probability of the first of two tables, by logit',
        feature,
      );
  }
  if (tables.length === 0)
    throw refuse(model, 'an element is missing', {
      code: 'missing-element',
      expected: '<RegressionTable>',
      got: 'none',
    });
  return {
    name: required(output, 'name'),
    // In a regression, PMML's softmax is logit.
    link: link === 'softmax' ? 'logit' : link,
    score: (label) => {
      const score = newScore(label);
      readTable(tables[0], scope, score);
      return score;
    },
  };
}
