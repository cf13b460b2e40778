// Small PMML documents for tests, put together from their parts.

export interface Parts {
  readonly version?: string;
  /** Inside DataDictionary, besides the target `y` with values a and b. */
  readonly fields?: string;
  readonly classes?: readonly string[];
  /** Inside MiningSchema, besides the target. */
  readonly mining?: string;
  readonly transformations?: string;
  readonly local?: string;
  readonly method?: string;
  /** Inside the first RegressionTable. */
  readonly predictors?: string;
  readonly tables?: string;
  /** Instead of the RegressionModel. */
  readonly model?: string;
}

const X = '<DataField name="x" optype="continuous" dataType="double"/>';

/** A document with a RegressionModel of one number `x`, or with whatever is given instead. */
export function document({
  version = '4.4',
  fields = X,
  classes = ['a', 'b'],
  mining = '<MiningField name="x"/>',
  transformations = '',
  local = '',
  method = 'logit',
  predictors = '<NumericPredictor name="x" coefficient="2"/>',
  tables = `<RegressionTable intercept="-1" targetCategory="b">${predictors}</RegressionTable><RegressionTable intercept="0" targetCategory="a"/>`,
  model,
}: Parts = {}): string {
  const values = classes.map((label) => `<Value value="${label}"/>`).join('');
  const schema = `<MiningSchema><MiningField name="y" usageType="target"/>${mining}</MiningSchema>`;
  const regression = `<RegressionModel functionName="classification" normalizationMethod="${method}">
    ${schema}<LocalTransformations>${local}</LocalTransformations>${tables}
  </RegressionModel>`;
  return `<?xml version="1.0"?>
<PMML xmlns="http://www.dmg.org/PMML-4_4" version="${version}">
  <Header/>
  <DataDictionary><DataField name="y" optype="categorical" dataType="string">${values}</DataField>${fields}</DataDictionary>
  <TransformationDictionary>${transformations}</TransformationDictionary>
  ${model === undefined ? regression : model.replace('SCHEMA', schema)}
</PMML>`;
}

/** A derived field of type double. */
export function derived(name: string, expression: string, type = 'double'): string {
  return `<DerivedField name="${name}" optype="continuous" dataType="${type}">${expression}</DerivedField>`;
}

/** `<Apply>` of arguments: a field by name, or a number. */
export function apply(name: string, ...args: readonly (string | number)[]): string {
  const parts = args.map((arg) => {
    if (typeof arg === 'number') return `<Constant dataType="double">${arg}</Constant>`;
    return arg.startsWith('<') ? arg : `<FieldRef field="${arg}"/>`;
  });
  return `<Apply function="${name}">${parts.join('')}</Apply>`;
}
