// How blocks of rows are answered, as doors outside of this package see it. Public for Python's bridge;
// may change with any version.

export type { RowBlock } from '../table/encode.ts';
export { NEVER } from './allowance.ts';
export { type Answerer, boundedRow } from './answerer.ts';
export { checkRecord } from './check-record.ts';
export type { ExplainQuestion } from './explain-record.ts';
export { extendClassifier } from './extend-bounds.ts';
export { type Job, toAnswerer } from './job.ts';
export type { ExplainRecord, ExplanationRecord } from './record-fields.ts';
export { isLong, noContrast, ruleSentence, sentencesOf } from './sentence.ts';
