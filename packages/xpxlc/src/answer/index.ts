// How blocks of rows are answered, as doors outside of this package see it. Public for Python's bridge;
// may change with any version.

export type { RowBlock } from '../cells/row-block.ts';
export { Allowance, NEVER } from './allowance.ts';
export { boundedRow } from './answerer.ts';
export { checkRecord } from './check-record.ts';
export { type ExplainQuestion, explanations, toErrorRecord } from './explain-record.ts';
export { extendClassifier } from './extend-bounds.ts';
export { type Job, toAnswerer } from './job.ts';
export type { Decision, ErrorRecord, ExplanationRecord } from './record-fields.ts';
export { isLong, noContrast, ruleSentence, SPOKEN, sentencesOf } from './sentence.ts';
