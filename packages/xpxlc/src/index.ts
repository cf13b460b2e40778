// What needs more than the core: models and tables from files, training, explanations for people at a terminal.

export type { Source } from './import/content.ts';
export { type EbmModel, type EbmOptions, isEbm, readEbm } from './import/ebm/ebm.ts';
export type { ForeignDetails, ForeignFormat } from './import/foreign.ts';
export { type LoadedModel, type LoadOptions, loadModel, type ModelFormat } from './import/load-model.ts';
export { isOnnx, type OnnxModel, type OnnxOptions, readOnnx } from './import/onnx/index.ts';
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
} from './import/paper/index.ts';
export { isPmml, type PmmlModel, type PmmlOptions, readPmml } from './import/pmml/index.ts';
export {
  type CoefficientOptions,
  isCoefficients,
  isScorecard,
  readCoefficients,
  readScorecard,
  type ScorecardTable,
  type ScorecardTableOptions,
} from './import/spreadsheet/index.ts';
export { ModelFileError, type Problem as ModelFileProblem } from './schema/file-problems.ts';
export type { ModelFile, Origin } from './schema/model-file.ts';
export { modelFileJsonSchema } from './schema/model-file-schema.ts';
export { readModelFile } from './schema/read-model-file.ts';
export { recordJsonSchema, recordSchemas } from './schema/record-schemas.ts';
export { type ModelFileExtras, toModelFile, writeModelFile } from './schema/write-model-file.ts';
export type { BadRow } from './table/bad-row.ts';
export { type EncodeOptions, encodeRows, type RowBlock } from './table/encode.ts';
export { openTable, type TableLimits, type TableOptions, type TableSource } from './table/source.ts';
export type { SqlValue, Table, TableColumn } from './table/table.ts';
export {
  openWriter,
  type TableWriter,
  type WriterColumn,
  type WriterOptions,
  type WriterRow,
} from './table/write.ts';
export { type ReportStyle, reportText } from './terminal/report.ts';
export { boundsOfTable } from './train/bounds-of-table.ts';
export { type Evaluation, evaluate } from './train/evaluate.ts';
export type { ColumnChoice, MissingPolicy } from './train/plan.ts';
export { type SplitOptions, splitRows } from './train/split.ts';
export { type Trained, type TrainOptions, train } from './train/train.ts';
