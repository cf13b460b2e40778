// PMML 4.x → a model, in raw fields. Nothing in the file is run; what an additive classifier cannot do is refused with the
// element and the reason.
import { FormatError, LimitError, type Link, type Model, show, XpxlcError } from '@xpxlc/core';
import type { ModelFile, Origin } from '../../schema/model-file.ts';
import { readModelFile } from '../../schema/read-model-file.ts';
import type { Bounds } from '../paper/bounds.ts';
import { assemble, type Reading } from './assemble.ts';
import { oneOf, refuse, required, unsupported } from './attributes.ts';
import { readSchema, type Schema } from './fields.ts';
import { Work } from './func.ts';
import { generalRegressionLink, generalRegressionScores } from './general-regression.ts';
import { readNaiveBayes } from './naive-bayes.ts';
import { regressionLink, regressionScores } from './regression.ts';
import { makeScope } from './scope.ts';
import { type CutoffOptions, readScorecard } from './scorecard.ts';
import type { Score } from './scores.ts';
import { segmentationScores } from './segmentation.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** Options of {@link readPmml}. */
export interface PmmlOptions extends CutoffOptions {
  /** Scorecards: how many points make the second class. Required for them; PMML does not say. */
  readonly cutoff?: number;
  /** Scorecards: what the two classes are called, the one below the cut-off first. */
  readonly classes?: readonly [string, string];
  /** Bounds of numbers; they go before those of the file. */
  readonly bounds?: readonly Bounds[];
  /** Missing cells are a value of their own wherever the model says what they mean. Default: where the file speaks of them. */
  readonly missing?: boolean;
}

/** A model from a PMML file, and what the file says besides. */
export interface PmmlModel {
  readonly model: Model;
  /** The same as a model file. */
  readonly file: ModelFile;
  readonly origin: Origin;
  readonly title?: string;
  readonly description?: string;
  readonly notes: { readonly [key: string]: unknown };
}

const MODELS = [
  'RegressionModel',
  'GeneralRegressionModel',
  'NaiveBayesModel',
  'Scorecard',
  'MiningModel',
] as const;

/** Elements beside the model. */
const OTHERS = ['Header', 'MiningBuildTask', 'DataDictionary', 'TransformationDictionary'];

/** What may stand before the first element, one after another. */
const PROLOG = /\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>/y;
const ROOT = /<([A-Za-z_][\w.-]*:)?PMML[\s>/]/y;

/** Whether a text looks like PMML: XML with a PMML element first. */
export function isPmml(text: string): boolean {
  const start = text.slice(0, 4096).replace(/^\ufeff/, '');
  let at = 0;
  for (PROLOG.lastIndex = 0; PROLOG.test(start); ) at = PROLOG.lastIndex;
  ROOT.lastIndex = at;
  return ROOT.test(start);
}

/**
 * Read a PMML 4.x file: naive Bayes, (general) regression for classification, scorecards, one-vs-rest chains of linear models.
 * Derived fields are expressed in the raw fields; coefficients are folded without rounding and rounded once.
 *
 * @throws {FormatError} with XML path, line and column: `bad-xml`, `not-pmml`, `unsupported`, `missing-cutoff`, ….
 * @throws {LimitError} `too-deep`, `too-many-elements`, `too-complex`.
 * @example
 * ```ts
 * import { readPmml } from 'xpxlc/import';
 * const { model } = readPmml(`<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4">
 *   <DataDictionary>
 *     <DataField name="spam" optype="categorical" dataType="string"><Value value="no"/><Value value="yes"/></DataField>
 *     <DataField name="links" optype="continuous" dataType="integer"><Interval closure="closedClosed" leftMargin="0" rightMargin="50"/></DataField>
 *   </DataDictionary>
 *   <RegressionModel functionName="classification" normalizationMethod="logit">
 *     <MiningSchema><MiningField name="spam" usageType="target"/><MiningField name="links"/></MiningSchema>
 *     <RegressionTable intercept="-2" targetCategory="yes"><NumericPredictor name="links" coefficient="0.5"/></RegressionTable>
 *     <RegressionTable intercept="0" targetCategory="no"/>
 *   </RegressionModel>
 * </PMML>`);
 * model.features; // => [{ kind: 'integer', name: 'links', lower: 0, upper: 50 }]
 * ```
 */
export function readPmml(text: string, options: PmmlOptions = {}): PmmlModel {
  const root = parseXml(text);
  checkRoot(root);
  const model = findModel(root);
  try {
    return readModel(root, model, options);
  } catch (error) {
    // Sums and counts do not know where they are; the model does.
    if (!(error instanceof XpxlcError) || error.place?.startsWith('/') === true) throw error;
    const { code, place, expected, got, message } = error;
    const Kind = error instanceof LimitError ? LimitError : FormatError;
    throw new Kind(message.replace(/; expected[\s\S]*$/, ''), {
      code,
      place: model.place,
      ...(expected === undefined
        ? {}
        : { expected: place === undefined ? expected : `${place}: ${expected}` }),
      got,
    });
  }
}

function readModel(root: XmlElement, model: XmlElement, options: PmmlOptions): PmmlModel {
  const work = new Work();
  const notes = new Set<string>();
  const schema = withBounds(readSchema(root, model, work), options.bounds ?? []);
  const reading: Reading = { schema, notes, missing: options.missing ?? false };
  const scope = makeScope(root, [model], schema.fields, { work, notes });
  const extra: { [key: string]: unknown } = {};
  let file: ModelFile;
  if (model.get('x-mathContext') === 'float')
    notes.add('the file asks for 32-bit arithmetic; here it is exact');
  if (model.name === 'Scorecard') {
    const read = readScorecard(model, scope, { reading, options });
    file = read.file;
    Object.assign(extra, read.notes);
  } else {
    const functionName = model.get('functionName');
    if (functionName !== 'classification')
      throw unsupported(
        model,
        `a model for ${functionName ?? 'nothing'}`,
        'functionName classification',
        show(functionName),
      );
    if (schema.target !== undefined && schema.target.get('optype') !== 'categorical')
      throw unsupported(
        schema.target,
        'a target of another kind',
        'a categorical target',
        show(schema.target.get('optype')),
      );
    if (model.name === 'NaiveBayesModel') file = readNaiveBayes(model, scope, reading);
    else {
      const listed = (schema.target?.all('Value') ?? []).map((value) => required(value, 'value'));
      const { scores, link } = scoresOf(model, { scope, listed, root, schema, work, notes });
      // Exporters normalise scores that are no probabilities, too (support vector machines), and then do not put them out.
      const shown = givesProbabilities(model) ? link : undefined;
      file = assemble(scores, classesOf(scores, listed, model), reading, model, shown);
    }
  }
  const header = root.child('Header');
  const application = header?.child('Application');
  const tool = application?.get('name');
  const version = application?.get('version');
  const title = model.get('modelName');
  const description = header?.get('description');
  const algorithm = model.get('algorithmName');
  if (notes.size > 0) extra.translation = [...notes];
  if (algorithm !== undefined) extra.algorithm = algorithm;
  const about = {
    title,
    description,
  };
  const origin: Origin = {
    tool,
    version,
    format: 'pmml',
  };
  const complete = {
    ...file,
    ...about,
    origin,
    ...(Object.keys(extra).length > 0 ? { notes: extra } : {}),
  } as ModelFile;
  return { model: readModelFile(complete).model, file: complete, origin, ...about, notes: extra };
}

interface Names {
  readonly scope: ReturnType<typeof makeScope>;
  readonly listed: readonly string[];
  readonly root: XmlElement;
  readonly schema: Schema;
  readonly work: Work;
  readonly notes: Set<string>;
}

function scoresOf(
  model: XmlElement,
  { scope, listed, root, schema, work, notes }: Names,
): { scores: Score[]; link: Link | undefined } {
  if (model.name === 'RegressionModel')
    return { scores: regressionScores(model, scope), link: regressionLink(model) };
  if (model.name === 'GeneralRegressionModel')
    return { scores: generalRegressionScores(model, scope, listed), link: generalRegressionLink(model) };
  return segmentationScores(model, (inner) => {
    checkInner(inner);
    return makeScope(root, [model, inner], schema.fields, { work, notes });
  });
}

/** Whether the probabilities of classes are a result of the model, or of the last one in a chain. */
function givesProbabilities(model: XmlElement): boolean {
  const last = model.child('Segmentation')?.all('Segment').at(-1)?.child('RegressionModel');
  return [model, last].some((part) =>
    part
      ?.child('Output')
      ?.all('OutputField')
      .some((field) => field.get('feature') === 'probability'),
  );
}

/** Segments see the fields as the whole model does. */
function checkInner(inner: XmlElement): void {
  for (const field of inner.child('MiningSchema')?.all('MiningField') ?? [])
    for (const name of ['missingValueReplacement', 'invalidValueTreatment', 'outliers'])
      if (field.get(name) !== undefined)
        throw unsupported(
          field,
          'a field treated differently in a segment',
          `no ${name}`,
          show(field.get(name)),
        );
}

/** The classes in the order of the dictionary, if it lists just them. */
function classesOf(scores: readonly Score[], listed: readonly string[], model: XmlElement): string[] {
  const labels = scores.map(({ label }) => label);
  if (new Set(labels).size < labels.length)
    throw refuse(model, 'the same class twice', {
      code: 'duplicate-name',
      expected: 'one table per class',
      got: labels.slice(0, 8).map(show).join(', '),
    });
  const possible = new Set(listed);
  const strange = labels.find((label) => possible.size > 0 && !possible.has(label));
  if (strange !== undefined)
    throw refuse(model, 'no such class', {
      code: 'unknown-class',
      expected: `one of ${listed.slice(0, 8).map(show).join(', ')}`,
      got: show(strange),
    });
  const scored = new Set(labels);
  const known = listed.filter((label) => scored.has(label));
  return known.length === labels.length && new Set(known).size === known.length ? known : labels;
}

function withBounds(schema: Schema, bounds: readonly Bounds[]): Schema {
  const fields = new Map(schema.fields);
  for (const { name, lower, upper, integer } of bounds) {
    const field = fields.get(name);
    if (field === undefined || field.kind !== 'number')
      throw new FormatError('bounds of something else', {
        code: 'unknown-field',
        place: '/PMML/DataDictionary',
        expected: 'a numeric field of the model',
        got: show(name),
      });
    fields.set(name, { ...field, lower, upper, integer: integer ?? field.integer });
  }
  return { ...schema, fields };
}

function checkRoot(root: XmlElement): void {
  if (root.name !== 'PMML')
    throw refuse(root, 'not PMML', {
      code: 'not-pmml',
      expected: '<PMML>',
      got: `<${root.name.slice(0, 40)}>`,
    });
  const version = required(root, 'version');
  if (!/^4(\.\d+)*$/.test(version))
    throw refuse(root, 'another version of PMML', {
      code: 'unsupported-version',
      expected: '4.x',
      got: show(version),
    });
}

function findModel(root: XmlElement): XmlElement {
  const models = root.children.filter(({ name }) => !OTHERS.includes(name));
  const [model] = models;
  if (models.length !== 1)
    throw refuse(root, models.length === 0 ? 'no model' : 'several models', {
      code: models.length === 0 ? 'missing-element' : 'unsupported',
      expected: `one of ${MODELS.join(', ')}`,
      got:
        models.length === 0
          ? 'none'
          : models
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', '),
    });
  if (!(MODELS as readonly string[]).includes(model.name))
    throw unsupported(model, `<${model.name}> is not read`, `one of ${MODELS.join(', ')}`, `<${model.name}>`);
  oneOf(model, 'isScorable', ['true'], 'true');
  return model;
}
