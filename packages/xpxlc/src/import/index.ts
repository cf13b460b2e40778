// Models in and out, as text: everything here also works in a page, without a file system and without DuckDB.

export { ModelFileError, type Problem as ModelFileProblem } from '../schema/file-problems.ts';
export type { ModelFile, Origin } from '../schema/model-file.ts';
export { modelFileJsonSchema } from '../schema/model-file-schema.ts';
export { readModelFile } from '../schema/read-model-file.ts';
export { type ModelFileExtras, toModelFile, writeModelFile } from '../schema/write-model-file.ts';
export type { Source } from './content.ts';
export { type EbmModel, type EbmOptions, isEbm, readEbm } from './ebm/ebm.ts';
export type { ForeignDetails, ForeignFormat } from './foreign.ts';
export { type LoadedModel, type LoadOptions, loadModel, type ModelFormat } from './load-model.ts';
export { isOnnx, type OnnxModel, type OnnxOptions, readOnnx } from './onnx/index.ts';
export {
  type Bounds,
  boundsOfRows,
  type CnbcOptions,
  cnbcToXlc,
  detectPaperFormat,
  EMPTY_LABEL,
  type FeatureNames,
  type InstOptions,
  type Names,
  namesOf,
  type PaperExplanation,
  type PaperFormat,
  type PaperInstance,
  type PaperLiteral,
  paperOrder,
  type Relation,
  readBlc,
  readBounds,
  readCnbc,
  readInst,
  readXlc,
  readXmap,
  readXxpl,
  renderLiteral,
  type TwoClassOptions,
  writeBlc,
  writeBounds,
  writeCnbc,
  writeInst,
  writeXlc,
  writeXmap,
  writeXxpl,
  type XlcOptions,
  type XmapOptions,
} from './paper/index.ts';
export { isPmml, type PmmlModel, type PmmlOptions, readPmml } from './pmml/index.ts';
export { type Prepared, prepared } from './prepared.ts';
export {
  type CoefficientOptions,
  isCoefficients,
  isScorecard,
  readCoefficients,
  readScorecard,
  type ScorecardTable,
  type ScorecardTableOptions,
} from './spreadsheet/index.ts';
