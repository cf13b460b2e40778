// What is read, and in which shape; what is refused, and why.
import { FormatError, LimitError, predict, reduce, XpxlcError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { isPmml, readPmml } from '../../../src/import/pmml/index.ts';
import { readModelFile } from '../../../src/schema/read-model-file.ts';
import { writeModelFile } from '../../../src/schema/write-model-file.ts';
import { apply, derived, document, type Parts } from './document.ts';
import { names, pmml } from './fixtures.ts';

function failure(text: string, options = {}): XpxlcError {
  try {
    readPmml(text, options);
  } catch (error) {
    if (error instanceof XpxlcError) return error;
    throw error;
  }
  throw new Error('was read');
}

const read = (parts: Parts, options = {}) => readPmml(document(parts), options);
/** The shape of `x` for class b. */
function shapeOf(parts: Parts, options = {}): unknown {
  const { model } = read(parts, options);
  if (model.kind === 'linear')
    return { kind: 'linear', weight: model.weights[0][0], intercept: model.intercept[0] };
  return model.kind === 'additive' ? model.shapes[0][1] : undefined;
}
const integer = (lower: number, upper: number): string =>
  `<DataField name="x" optype="continuous" dataType="integer"><Interval closure="closedClosed" leftMargin="${lower}" rightMargin="${upper}"/></DataField>`;
const f = (expression: string): Parts => ({
  local: derived('f', expression),
  predictors: '<NumericPredictor name="f" coefficient="1"/>',
});

describe('regression models', () => {
  it('have the row of the table that is not empty, for the second class', () => {
    const { model, origin } = read({});
    expect(model).toMatchObject({
      kind: 'linear',
      classes: ['a', 'b'],
      tieOrder: ['b', 'a'],
      weights: [[2]],
      intercept: [-1],
    });
    expect(origin).toEqual({ format: 'pmml' });
  });

  it('turn the signs when the class of the table is the first', () => {
    expect(read({ classes: ['b', 'a'] }).model).toMatchObject({
      classes: ['b', 'a'],
      weights: [[-2]],
      intercept: [1],
    });
  });

  it('fold a scale into the weight with one rounding', () => {
    const scaled = derived('z', apply('/', apply('-', 'x', 0.1), 0.3));
    const shape = shapeOf({ local: scaled, predictors: '<NumericPredictor name="z" coefficient="0.7"/>' });
    // 0.7 / 0.3 and −1 − 0.7·0.1/0.3, as the doubles next to the exact values.
    expect(shape).toEqual({ kind: 'linear', weight: 2.3333333333333335, intercept: -1.2333333333333334 });
  });

  it('without normalisation decide at one half', () => {
    const classifier = reduce(
      read({
        method: 'none',
        tables: undefined as never,
        predictors: '<NumericPredictor name="x" coefficient="1"/>',
      }).model,
    );
    expect([1.49, 1.5, 1.51].map((x) => predict(classifier, [x]).class)).toEqual(['a', 'b', 'b']);
  });

  it('square a line around its turning point', () => {
    expect(
      shapeOf({
        predictors:
          '<NumericPredictor name="x" exponent="2" coefficient="-3"/><NumericPredictor name="x" coefficient="12"/>',
      }),
    ).toEqual({ kind: 'quadratic', quadratic: -3, linear: 0, constant: 0, center: 2 });
  });

  it('fold dummies of one field into its categories, and know others where the file lists none', () => {
    const word = (values: string): string =>
      `<DataField name="x" optype="categorical" dataType="string">${values}</DataField>`;
    const predictors =
      '<CategoricalPredictor name="x" value="p" coefficient="2"/><CategoricalPredictor name="x" value="q" coefficient="-1"/>';
    expect(read({ fields: word('<Value value="p"/><Value value="r"/>'), predictors }).model).toMatchObject({
      features: [{ values: ['p', 'r'] }],
      weights: [[[2, 0]]],
    });
    expect(read({ fields: word(''), predictors }).model).toMatchObject({
      features: [{ values: ['p', 'q', '(other)'], other: '(other)' }],
      weights: [[[2, -1, 0]]],
    });
    const mining =
      '<MiningField name="x" invalidValueTreatment="asValue" invalidValueReplacement="p" missingValueReplacement="r"/>';
    expect(
      read({ fields: word('<Value value="p"/><Value value="r"/>'), predictors, mining }).model.features,
    ).toEqual([{ kind: 'categorical', name: 'x', values: ['p', 'r'], missing: 'r', other: 'p' }]);
  });

  it('take missing cells as a value where that is asked for', () => {
    const fields =
      '<DataField name="x" optype="categorical" dataType="string"><Value value="p"/></DataField>';
    const predictors = '<CategoricalPredictor name="x" value="p" coefficient="2"/>';
    expect(read({ fields, predictors }, { missing: true }).model.features[0]).toMatchObject({
      values: ['p', '(missing)'],
      missing: '(missing)',
    });
    const mining = '<MiningField name="x" invalidValueTreatment="asMissing"/>';
    expect(read({ fields, predictors, mining }).model.features[0]).toMatchObject({
      missing: '(missing)',
      other: '(missing)',
    });
  });

  it('take bounds from the caller before those of the file', () => {
    const bounds = [{ name: 'x', lower: 3, upper: 9, integer: true }];
    expect(read({ fields: integer(0, 99) }).model.features[0]).toMatchObject({
      kind: 'integer',
      lower: 0,
      upper: 99,
    });
    expect(read({}, { bounds }).model.features[0]).toMatchObject({ kind: 'integer', lower: 3, upper: 9 });
    expect(failure(document(), { bounds: [{ name: 'z', lower: 0, upper: 1 }] }).code).toBe('unknown-field');
  });

  it('understand prefixes, comments, CDATA and extensions', () => {
    const text = document(
      f('<Apply function="+"><FieldRef field="x"/><Constant><![CDATA[5]]></Constant></Apply>'),
    )
      .replace('<Header/>', '<Header/><!-- a > b -->')
      .replace(
        '<LocalTransformations>',
        '<LocalTransformations><Extension><DerivedField name="f"/></Extension>',
      );
    const prefixed = text.replaceAll(/<(\/?)(?=[A-Z])(?!\[)/g, '<$1p:').replace('xmlns=', 'xmlns:p=');
    expect(readPmml(text).model).toMatchObject({ weights: [[1]], intercept: [4] });
    expect(readPmml(prefixed).model).toEqual(readPmml(text).model);
  });
});

describe('derived fields', () => {
  it('become steps of the raw number', () => {
    const bins = `<Discretize field="x"><DiscretizeBin binValue="1"><Interval closure="closedOpen" leftMargin="0" rightMargin="10"/></DiscretizeBin>
      <DiscretizeBin binValue="4"><Interval closure="closedClosed" leftMargin="10" rightMargin="20"/></DiscretizeBin></Discretize>`;
    const { model, notes } = read(f(bins));
    // Outside the bins there is no result; there the domain ends.
    expect(model.features[0]).toEqual({ kind: 'real', name: 'x', lower: 0, upper: 20 });
    expect(model).toMatchObject({
      shapes: [[{}, { kind: 'steps', cuts: [10], values: [1, 4], closed: 'left' }]],
    });
    expect(notes.translation).toHaveLength(2);
    expect(shapeOf(f(bins.replace('field="x"', 'field="x" defaultValue="7" mapMissingTo="9"')))).toEqual({
      kind: 'steps',
      cuts: [0, 10, 20.000000000000004],
      values: [7, 1, 4, 7],
      closed: 'left',
      missing: 9,
    });
  });

  it('keep the closed side that all cuts share', () => {
    expect(shapeOf(f(apply('threshold', 'x', 3)))).toEqual({
      kind: 'steps',
      cuts: [3],
      values: [0, 1],
      closed: 'right',
    });
    expect(shapeOf(f(apply('if', apply('lessThan', 'x', 3), 5, 6)))).toEqual({
      kind: 'steps',
      cuts: [3],
      values: [5, 6],
      closed: 'left',
    });
    expect(shapeOf({ ...f(apply('threshold', 'x', 3.5)), fields: integer(0, 9) })).toEqual({
      kind: 'steps',
      cuts: [4],
      values: [0, 1],
      closed: 'left',
    });
  });

  it('turn the cuts of a scaled number into those of the raw one', () => {
    const scaled = apply('*', apply('-', 'x', 10), -2);
    // −2(x − 10) ≥ 6 is x ≤ 7.
    expect(shapeOf(f(apply('if', apply('greaterOrEqual', scaled, 6), 1, 0)))).toEqual({
      kind: 'steps',
      cuts: [7],
      values: [1, 0],
      closed: 'right',
    });
  });

  it('may bend whole numbers with few values in any way', () => {
    expect(shapeOf({ ...f(apply('abs', apply('-', 'x', 2))), fields: integer(0, 4) })).toEqual({
      kind: 'steps',
      cuts: [1, 2, 3, 4],
      values: [2, 1, 0, 1, 2],
      closed: 'left',
    });
  });

  it('may clip where the domain does not reach', () => {
    const fields =
      '<DataField name="x" optype="continuous" dataType="double"><Interval closure="closedClosed" leftMargin="0" rightMargin="1"/></DataField>';
    expect(shapeOf({ ...f(apply('max', apply('min', 'x', 1), 0)), fields })).toEqual({
      kind: 'linear',
      weight: 1,
      intercept: -1,
    });
  });

  it('tell a missing cell from one that nothing fits', () => {
    const fields =
      '<DataField name="x" optype="categorical" dataType="string"><Value value="p"/><Value value="q"/></DataField>';
    const table = `<MapValues outputColumn="out" mapMissingTo="7"><FieldColumnPair field="x" column="in"/>
      <InlineTable><row><in>p</in><out>3</out></row></InlineTable></MapValues>`;
    const { model, notes } = read({ ...f(table), fields });
    // Nothing fits q: PMML has no result for it.
    expect(model.features[0]).toMatchObject({ values: ['p', '(missing)'], missing: '(missing)' });
    expect(model).toMatchObject({ weights: [[[3, 7]]] });
    expect(notes.translation).toEqual(["'q' of 'x': no result in PMML, left out"]);
  });

  it('have no result where a function does not take missing values', () => {
    const mining = '<MiningField name="x" outliers="asMissingValues" lowValue="0" highValue="9"/>';
    const { model } = read({ ...f(apply('abs', 'x')), mining });
    expect(model.features[0]).toMatchObject({ lower: 0, upper: 9 });
    expect(model).toMatchObject({ weights: [[1]] });
  });

  it('may define functions, and add fields up', () => {
    const transformations = `<DefineFunction name="twice" optype="continuous" dataType="double"><ParameterField name="t"/>${apply('+', 't', 't')}</DefineFunction>`;
    const fields = `${integer(0, 9)}${integer(0, 9).replace('"x"', '"z"')}`;
    const mining = '<MiningField name="x"/><MiningField name="z"/>';
    const { model } = read({ ...f(apply('-', apply('twice', 'x'), 'z')), transformations, fields, mining });
    expect(model).toMatchObject({ weights: [[2, -1]] });
  });
});

describe('scorecards', () => {
  it('need a cut-off, keep reason codes, and have points per bin', () => {
    expect(failure(pmml('scorecard'))).toMatchObject({ code: 'missing-cutoff' });
    const { model, notes, title } = readPmml(pmml('scorecard'), { cutoff: 50, classes: ['refuse', 'grant'] });
    expect(title).toBe('small loans');
    expect(model).toMatchObject({
      kind: 'scorecard',
      base: 10,
      cutoff: 50,
      classes: ['refuse', 'grant'],
      tieOrder: ['grant', 'refuse'],
    });
    expect(model.features[0]).toMatchObject({
      kind: 'integer',
      name: 'age',
      lower: 18,
      upper: 99,
      missing: true,
    });
    expect(model.kind === 'scorecard' && model.points[0]).toEqual({
      kind: 'steps',
      cuts: [25, 41],
      values: [0, 12.5, 20],
      closed: 'left',
      missing: -4,
    });
    expect((notes.reasonCodes as object[])[0]).toMatchObject({
      characteristic: 'age points',
      feature: 'age',
      baseline: 15,
      attributes: [
        { when: 'age isMissing', points: -4, reasonCode: 'AGE-UNKNOWN' },
        { when: 'age < 25', reasonCode: 'AGE' },
        {},
        {},
      ],
    });
  });

  it('refuse attributes of several fields', () => {
    const text = pmml('scorecard').replace(
      '<SimplePredicate field="income" operator="lessThan" value="32.5"/>',
      '<SimplePredicate field="age" operator="lessThan" value="32.5"/>',
    );
    expect(failure(text, { cutoff: 1 })).toMatchObject({
      code: 'unsupported',
      place: expect.stringContaining('/PMML/Scorecard/Characteristics/Characteristic[2]'),
    });
  });
});

describe('naive Bayes models', () => {
  it('are of the kind that they are', () => {
    expect(readPmml(pmml('categorical')).model.kind).toBe('categorical-naive-bayes');
    expect(readPmml(pmml('gaussian')).model.kind).toBe('gaussian-naive-bayes');
    expect(readPmml(pmml('gaussian-scaled')).model.kind).toBe('gaussian-naive-bayes');
    expect(readPmml(pmml('naive-bayes-mixed')).model.kind).toBe('additive');
  });

  it('take counts of 0 as they are when there is no threshold, and as the threshold otherwise', () => {
    const zero = pmml('categorical').replace(
      'value="clerk">\n\t\t\t\t\t<TargetValueCounts>\n\t\t\t\t\t\t<TargetValueCount value="grant" count="112.0"',
      'value="clerk">\n\t\t\t\t\t<TargetValueCounts>\n\t\t\t\t\t\t<TargetValueCount value="grant" count="0"',
    );
    expect(zero).not.toBe(pmml('categorical'));
    const { model } = readPmml(zero);
    expect(model.kind === 'categorical-naive-bayes' && model.likelihood[0][0][0]).toBe(0);
    const other = readPmml(zero.replace('threshold="0.0"', 'threshold="0.125"')).model;
    expect(other.kind === 'linear' && other.weights[0][0]).toMatchObject([
      Math.log(0.125),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ]);
  });

  it('refuse a threshold that cuts densities off', () => {
    expect(failure(pmml('gaussian').replace('threshold="0.0"', 'threshold="0.001"'))).toMatchObject({
      code: 'unsupported',
      place: expect.stringContaining('/PMML/NaiveBayesModel/BayesInputs/BayesInput[1]'),
    });
  });
});

describe('what is refused', () => {
  const cases: readonly [string, Parts | string, string, RegExp][] = [
    ['another version', { version: '3.2' }, 'unsupported-version', /^\/PMML, line 2, column 1$/],
    ['no XML', 'a,b\n1,2\n', 'bad-xml', /^line \d+, column \d+$/],
    ['other XML', '<html/>', 'not-pmml', /^\/html, line 1, column 1$/],
    ['no model', { model: '' }, 'missing-element', /^\/PMML, /],
    [
      'a tree',
      { model: '<TreeModel functionName="classification"/>' },
      'unsupported',
      /^\/PMML\/TreeModel, line 6, column 3$/,
    ],
    [
      'a regression',
      { model: '<RegressionModel functionName="regression">SCHEMA</RegressionModel>' },
      'unsupported',
      /RegressionModel/,
    ],
    ['cloglog', { method: 'cloglog' }, 'unsupported', /RegressionModel/],
    [
      'a product of fields',
      {
        ...f(apply('*', 'x', 'z')),
        fields: `${integer(0, 9)}${integer(0, 9).replace('"x"', '"z"')}`,
        mining: '<MiningField name="x"/><MiningField name="z"/>',
      },
      'unsupported',
      /DerivedField\/Apply/,
    ],
    [
      'a PredictorTerm of two fields',
      {
        predictors:
          '<PredictorTerm coefficient="1"><FieldRef field="x"/><FieldRef field="z"/></PredictorTerm>',
        fields: `${integer(0, 9)}${integer(0, 9).replace('"x"', '"z"')}`,
        mining: '<MiningField name="x"/><MiningField name="z"/>',
      },
      'unsupported',
      /PredictorTerm/,
    ],
    ['a logarithm', f(apply('ln', 'x')), 'unsupported', /Apply/],
    [
      'a cube',
      { predictors: '<NumericPredictor name="x" exponent="3" coefficient="1"/>' },
      'unsupported',
      /NumericPredictor/,
    ],
    ['a kink', f(apply('abs', 'x')), 'unsupported', /DataField\[2\]/],
    ['a division by a field', f(apply('/', 1, 'x')), 'unsupported', /Apply/],
    ['a text index', f('<TextIndex textField="x"/>'), 'unsupported', /TextIndex/],
    [
      'a field that is not there',
      { predictors: '<NumericPredictor name="nobody" coefficient="1"/>' },
      'unknown-field',
      /NumericPredictor/,
    ],
    ['a field that uses itself', f(apply('+', 'f', 1)), 'too-deep', /Apply/],
    [
      'no coefficient',
      { predictors: '<NumericPredictor name="x"/>' },
      'missing-attribute',
      /NumericPredictor/,
    ],
    [
      'an infinite coefficient',
      { predictors: '<NumericPredictor name="x" coefficient="1e999"/>' },
      'bad-number',
      /NumericPredictor/,
    ],
    [
      'hexadecimal numbers',
      { predictors: '<NumericPredictor name="x" coefficient="0x10"/>' },
      'bad-number',
      /NumericPredictor/,
    ],
    [
      'a weight beyond all doubles',
      { ...f(apply('*', 'x', 1e300)), predictors: '<NumericPredictor name="f" coefficient="1e300"/>' },
      'unsupported',
      /DataField/,
    ],
    [
      'two coefficients of one value',
      { predictors: '<CategoricalPredictor name="x" value="1" coefficient="1"/>'.repeat(2) },
      'duplicate-name',
      /CategoricalPredictor\[2\]/,
    ],
    [
      'bins that overlap',
      f(
        '<Discretize field="x"><DiscretizeBin binValue="1"><Interval closure="closedClosed" rightMargin="3"/></DiscretizeBin><DiscretizeBin binValue="2"><Interval closure="closedOpen" leftMargin="3"/></DiscretizeBin></Discretize>',
      ),
      'unsupported',
      /Discretize/,
    ],
    [
      'numbers as texts',
      {
        local: derived('f', apply('+', 'x', 1), 'string'),
        predictors: '<CategoricalPredictor name="f" value="1.0" coefficient="1"/>',
      },
      'unsupported',
      /DerivedField/,
    ],
    [
      'a number compared with a text',
      { predictors: '<CategoricalPredictor name="x" value="true" coefficient="1"/>' },
      'unsupported',
      /CategoricalPredictor/,
    ],
    [
      'a truth compared with a number',
      {
        local: derived('f', apply('lessThan', 'x', 1), 'boolean'),
        predictors: '<CategoricalPredictor name="f" value="1" coefficient="1"/>',
      },
      'unsupported',
      /CategoricalPredictor/,
    ],
    ['arithmetic with truths', f(apply('+', apply('lessThan', 'x', 1), 1)), 'unsupported', /Apply/],
    ['a class that the target does not have', { classes: ['a', 'c'] }, 'unknown-class', /RegressionModel/],
    [
      'an integer that is none',
      f('<Apply function="+"><FieldRef field="x"/><Constant dataType="integer">1.5</Constant></Apply>'),
      'bad-number',
      /Constant/,
    ],
    ['two equal fields', { fields: `${integer(0, 1)}${integer(0, 1)}` }, 'duplicate-name', /DataField\[3\]/],
    ['an ordinal target', '', 'unsupported', /DataField\[1\]/],
  ];
  it.each(cases)('%s', (name, parts, code, place) => {
    const text =
      name === 'an ordinal target'
        ? document().replace('optype="categorical"', 'optype="ordinal"')
        : typeof parts === 'string'
          ? parts
          : document(parts);
    const error = failure(text);
    expect(error.code).toBe(code);
    expect(error.place).toMatch(place);
  });

  it('a chain of models that does more than one-vs-rest', () => {
    const text = pmml('one-vs-rest');
    expect(failure(text.replace('modelChain', 'majorityVote'))).toMatchObject({
      code: 'unsupported',
      place: expect.stringContaining('/PMML/MiningModel/Segmentation'),
    });
    expect(failure(text.replace('coefficient="1.0"', 'coefficient="2.0"')).code).toBe('unsupported');
    expect(failure(text.replace('normalizationMethod="logit"', 'normalizationMethod="probit"')).code).toBe(
      'unsupported',
    );
  });

  it('general regressions with contrasts, offsets, orders, interactions', () => {
    const text = pmml('general-binomial');
    for (const [from, to] of [
      ['modelType="generalizedLinear"', 'modelType="ordinalMultinomial"'],
      ['linkFunction="logit"', 'linkFunction="cloglog"'],
      ['linkFunction="logit"', 'linkFunction="logit" offsetVariable="friends"'],
      [
        '<PPCell value="clouds"',
        '<PPCell value="1" predictorName="friends" parameterName="p3"/><PPCell value="clouds"',
      ],
      ['<Predictor name="weather"/>', '<Predictor name="weather" contrastMatrixType="x"/>'],
    ])
      expect(failure(text.replace(from, to)).code).toBe('unsupported');
    expect(failure(text.replace('parameterName="p5" df', 'parameterName="p9" df')).code).toBe(
      'unknown-field',
    );
  });
});

// Bounded is not quick: refusing takes as long as reading the largest file that is allowed.
describe('hostile files', { timeout: 60_000 }, () => {
  it('get no entities of their own', () => {
    const bomb = '<!DOCTYPE PMML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const text = document().replace('<?xml version="1.0"?>', `<?xml version="1.0"?>${bomb}`);
    expect(failure(text)).toMatchObject({
      code: 'unsupported',
      place: expect.stringMatching(/^line 1, column \d+$/),
    });
    const outside = '<!DOCTYPE PMML SYSTEM "file:///etc/passwd">';
    expect(failure(document().replace('<?xml version="1.0"?>', outside)).code).toBe('unsupported');
    expect(failure(document().replace('coefficient="2"', 'coefficient="&a;"')).code).toBe('bad-xml');
  });

  it('may not nest deep, in elements, fields or functions', () => {
    const deep = document(f(`${'<Apply function="+">'.repeat(300)}${'</Apply>'.repeat(300)}`));
    expect(failure(deep)).toBeInstanceOf(LimitError);
    expect(failure('<a>'.repeat(100_000)).code).toBe('too-deep');
    const chain = Array.from({ length: 2000 }, (_, i) => derived(`f${i}`, apply('+', `f${i + 1}`, 1))).join(
      '',
    );
    expect(
      failure(document({ local: chain, predictors: '<NumericPredictor name="f0" coefficient="1"/>' })).code,
    ).toBe('too-deep');
  });

  it('may not make work that doubles at each step', () => {
    const functions = Array.from(
      { length: 40 },
      (_, i) =>
        `<DefineFunction name="d${i}" optype="continuous" dataType="double"><ParameterField name="t"/>${i === 0 ? '<FieldRef field="t"/>' : apply('+', apply(`d${i - 1}`, 't'), apply(`d${i - 1}`, 't'))}</DefineFunction>`,
    ).join('');
    const error = failure(document({ ...f(apply('d39', 'x')), transformations: functions }));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({
      code: 'too-complex',
      place: expect.stringContaining('/PMML/RegressionModel'),
    });
  });

  it('may not have products that grow for ever', () => {
    const power = (n: number): string =>
      n === 0 ? '<FieldRef field="x"/>' : apply('*', power(n - 1), 1e300);
    const error = failure(document(f(power(100))));
    expect(error).toBeInstanceOf(FormatError);
    expect(error.place).toContain('/PMML');
  });

  it('may not have many classes of many fields', () => {
    const some = Array.from({ length: 3000 }, (_, i) => `v${i}`);
    const fields = some.map((v) => integer(0, 1).replace('"x"', `"${v}"`)).join('');
    const mining = some.map((v) => `<MiningField name="${v}"/>`).join('');
    const predictors = some.map((v) => `<NumericPredictor name="${v}" coefficient="1"/>`).join('');
    const tables = some.map(
      (v, i) =>
        `<RegressionTable intercept="0" targetCategory="${v}">${i === 0 ? predictors : ''}</RegressionTable>`,
    );
    const text = document({ fields, mining, classes: some, method: 'softmax', tables: tables.join('') });
    expect(failure(text)).toMatchObject({ code: 'too-complex', place: expect.stringContaining('/PMML') });
  });

  it('are read in time when they have very many categories', () => {
    const labels = Array.from({ length: 10_000 }, (_, i) => `v${i}`);
    const fields = `<DataField name="x" optype="categorical" dataType="string">${labels.map((v) => `<Value value="${v}"/>`).join('')}</DataField>`;
    const predictors = labels
      .map((v, i) => `<CategoricalPredictor name="x" value="${v}" coefficient="${i}"/>`)
      .join('');
    const { model } = read({ fields, predictors });
    expect(model.kind === 'linear' && (model.weights[0][0] as number[])[9999]).toBe(9999);
  });
});

describe('isPmml', () => {
  it('tells PMML from other files by the beginning', () => {
    for (const name of names) expect(isPmml(pmml(name))).toBe(true);
    expect(isPmml('\ufeff<p:PMML xmlns:p="x"/>')).toBe(true);
    for (const text of ['', '{}', '<html><PMML/></html>', '<PMMLX/>', '2\n0.5\n', 'PMML,1'])
      expect(isPmml(text)).toBe(false);
  });
});

describe('model files', () => {
  it.each(names)('of %s read back as the same model', (name) => {
    const { model, file } = readPmml(pmml(name), { cutoff: 50 });
    expect(readModelFile(writeModelFile(model)).model).toEqual(model);
    expect(readModelFile(JSON.stringify(file)).model).toEqual(model);
  });
});
