// The paper's text formats, by name: what each reads and writes.
export { readBlc, writeBlc } from './blc.ts';
export { type Bounds, boundsOfRows, readBounds, writeBounds } from './bounds.ts';
export { type CnbcOptions, readCnbc, writeCnbc } from './cnbc.ts';
export { cnbcToXlc } from './cnbc-to-xlc.ts';
export { detectPaperFormat, type PaperFormat } from './detect.ts';
export type { TwoClassOptions } from './fold.ts';
export { type InstOptions, type PaperInstance, readInst, writeInst } from './inst.ts';
export { EMPTY_LABEL, type FeatureNames, type Names, namesOf, paperOrder } from './names.ts';
export { type Relation, renderLiteral } from './render.ts';
export { readXlc, writeXlc, type XlcOptions } from './xlc.ts';
export { readXmap, writeXmap, type XmapOptions } from './xmap.ts';
export { type PaperExplanation, type PaperLiteral, readXxpl, writeXxpl } from './xxpl.ts';
